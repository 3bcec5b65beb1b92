//! Writes the tests of the exercises, with reference values from the program's own noise.

use std::fmt::Write;

use orogen_noise::texture::{self, Rgb};
use orogen_noise::{Fade, FractalKind, GradientSet, Noise, NoiseSpec, Normalise, PermutationKind};

/// A helper function that every test file contains.
pub(super) const CLOSE: &str = "\
/// Fails with both numbers if they are too far apart.
#[allow(dead_code)]
fn close(got: f64, wanted: f64, what: &str) {
    assert!((got - wanted).abs() < 1e-6, \"{what}: yours is {got}, it should be {wanted}\");
}
";

/// The noise that the exercises ask for.
fn noise(dimensions: usize, fractal: FractalKind) -> Noise {
    let spec = NoiseSpec {
        permutation: PermutationKind::P289,
        gradients: GradientSet::Twelve,
        fade: Fade::Quintic,
        fractal,
        octaves: 4.0,
        lacunarity: 2.17,
        gain: 0.5,
        normalise: Normalise::Off,
        ..NoiseSpec::default()
    };
    spec.build(dimensions).expect("the noise of the exercises is valid")
}

/// The points at which tests compare values. Some coordinates are whole or negative.
fn places() -> impl Iterator<Item = [f64; 2]> {
    (0..60).map(|i| {
        let i = f64::from(i);
        [(i * 0.73 - 17.0) * 0.5, 11.0 - i * 0.5 * 1.37]
    })
}

fn test_source(name: &str, body: &str) -> String {
    format!("#[test]\nfn {name}() {{\n{body}}}\n")
}

/// The source of a test for a function of one number.
fn line_test(function: &str, value: impl Fn(f64) -> f64) -> String {
    let mut body = String::new();
    for [x, _] in places() {
        let _ =
            writeln!(body, "    close({function}({x:?}), {:?}, \"{function}({x})\");", value(x));
    }
    test_source(&format!("{function}_is_right"), &body)
}

/// The source of a test for a function of two numbers.
fn plane_test(function: &str, value: impl Fn([f64; 2]) -> f64) -> String {
    let mut body = String::new();
    for p @ [x, y] in places() {
        let what = format!("\"{function}([{x}, {y}])\"");
        let _ = writeln!(body, "    close({function}({p:?}), {:?}, {what});", value(p));
    }
    test_source(&format!("{function}_is_right"), &body)
}

/// The source of a test for a texture.
fn texture_test(name: &str) -> String {
    let texture = texture::find(name).expect("it is in the table");
    let shader = texture.shader(&texture.spec, &texture.default_numbers());
    let shader = shader.expect("the default numbers are valid");
    let mut body = String::new();
    for p in places().map(|p| p.map(|x| 0.125 * x)) {
        let colour: Rgb = shader(p);
        for (i, channel) in colour.iter().enumerate() {
            let what = format!("\"{name}({p:?}), channel {i}\"");
            let _ = writeln!(body, "    close({name}({p:?})[{i}], {channel:?}, {what});");
        }
    }
    test_source(&format!("{name}_is_right"), &body)
}

pub(super) fn noise_1d() -> String {
    let noise = noise(1, FractalKind::None);
    let mut fades = String::new();
    for i in 0..=10 {
        let t = f64::from(i) / 10.0;
        let (value, mixed) = (Fade::Quintic.value(t), -2.0 + 5.0 * t);
        let _ = writeln!(fades, "    close(fade({t:?}), {value:?}, \"fade({t})\");");
        let _ =
            writeln!(fades, "    close(mix(-2.0, 3.0, {t:?}), {mixed:?}, \"mix(-2, 3, {t})\");");
    }
    test_source("fade_and_mix_are_right", &fades)
        + "\n"
        + &line_test("noise1d", |x| noise.sample(&[x]))
}

pub(super) fn fbm_1d() -> String {
    let noise = noise(1, FractalKind::Fbm);
    line_test("fbm1d", |x| noise.sample(&[x]))
}

pub(super) fn noise_2d() -> String {
    let noise = noise(2, FractalKind::None);
    plane_test("noise2d", |p| noise.sample(&p))
}

pub(super) fn fbm_2d() -> String {
    let noise = noise(2, FractalKind::Fbm);
    plane_test("fbm2d", |p| noise.sample(&p))
}

pub(super) fn turbulence() -> String {
    let noise = noise(2, FractalKind::Turbulence);
    plane_test("turbulence", |p| noise.sample(&p))
}

pub(super) fn map() -> String {
    texture_test("map")
}

pub(super) fn wood() -> String {
    texture_test("wood")
}

pub(super) fn marble() -> String {
    texture_test("marble")
}

/// The number of vertices on a side of the reference mesh.
const SIDE: usize = 9;
/// The water level of the reference mesh.
const WATER: f64 = -0.031_25;

pub(super) fn mesh() -> String {
    let noise = noise(2, FractalKind::Fbm);
    let coordinate = |g: usize| g as f64 / (SIDE - 1) as f64 - 0.5;
    let vertex = |gx: usize, gy: usize| {
        let (x, y) = (coordinate(gx), coordinate(gy));
        [x, y, (0.5 * noise.sample(&[x, y])).max(WATER)]
    };
    let mut positions = String::new();
    let mut normals = String::new();
    for (gy, gx) in (0..SIDE).flat_map(|gy| (0..SIDE).map(move |gx| (gy, gx))) {
        let (index, position) = (gx + SIDE * gy, vertex(gx, gy));
        let normal = normal([gx, gy], &vertex);
        for axis in 0..3 {
            let (p, n) = (position[axis], normal[axis]);
            let (what, indices) = (format!("vertex {index}"), format!("[{index}][{axis}]"));
            let _ = writeln!(positions, "    close(mesh.positions{indices}, {p:?}, \"{what}\");");
            let _ = writeln!(normals, "    close(mesh.normals{indices}, {n:?}, \"{what}\");");
        }
    }
    let count = SIDE * SIDE;
    let start = format!("    let mesh = mesh({SIDE});\n");
    let position_checks =
        format!("{start}    assert_eq!(mesh.positions.len(), {count});\n{positions}");
    let mut triangles = format!("{start}    let wanted = vec![\n");
    for (gy, gx) in (0..SIDE - 1).flat_map(|gy| (0..SIDE - 1).map(move |gx| (gy, gx))) {
        let a = gx + SIDE * gy;
        let (b, c, d) = (a + 1, a + SIDE, a + SIDE + 1);
        let _ = writeln!(triangles, "        {a}, {b}, {c}, {b}, {d}, {c},");
    }
    triangles += "    ];\n    assert_eq!(mesh.indices, wanted);\n";
    [
        test_source("positions_are_right", &position_checks),
        test_source("triangles_are_right", &triangles),
        test_source(
            "normals_are_right",
            &format!("{start}    assert_eq!(mesh.normals.len(), {count});\n{normals}"),
        ),
    ]
    .join("\n")
}

/// The normal of a vertex: the normalised sum of the cross products of its triangles, at most six.
fn normal([gx, gy]: [usize; 2], vertex: &impl Fn(usize, usize) -> [f64; 3]) -> [f64; 3] {
    let p = vertex(gx, gy);
    let neighbour = |dx: i64, dy: i64| {
        let (x, y) = (gx as i64 + dx, gy as i64 + dy);
        let is_inside = (0..SIDE as i64).contains(&x) && (0..SIDE as i64).contains(&y);
        is_inside.then(|| vertex(x as usize, y as usize))
    };
    // The neighbours go anticlockwise. A cell's diagonal joins its lower right and upper left
    // corners.
    let ring = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
    let mut sum = [0.0; 3];
    for i in 0..6 {
        let [a, b] = [ring[i], ring[(i + 1) % 6]].map(|(dx, dy)| neighbour(dx, dy));
        let (Some(a), Some(b)) = (a, b) else { continue };
        let [e, f] = [a, b].map(|q| [0, 1, 2].map(|i| q[i] - p[i]));
        for (axis, total) in sum.iter_mut().enumerate() {
            let (j, k) = ((axis + 1) % 3, (axis + 2) % 3);
            *total += e[j] * f[k] - e[k] * f[j];
        }
    }
    let length = sum.iter().map(|x| x * x).sum::<f64>().sqrt();
    sum.map(|x| x / length)
}
