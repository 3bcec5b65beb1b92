//! The exercises of the course, with reference values at p.

use std::sync::LazyLock;

use crate::field::{Window, raster};
use crate::screens::prelude::*;
use orogen_noise::texture::{self, Shader, byte};
use orogen_noise::{FractalKind, Noise, NoiseSpec};

pub(super) static TASKS: FigureRow = FigureRow {
    name: "tasks",
    screen: Screen::Mesh,
    title: "Write it yourself",
    question: "Could you write all of this?",
    steps: &[
        "The exercises of the course in order. Next to each is the reference value at p: your code \
         is right if it differs by less than a millionth, wherever p is.",
    ],
    reproduces: &[("C13", 0)],
    controls: &[Control::integer(
        "tasks.chosen",
        "Exercise",
        (1, 1, 7),
        "The exercise that is framed.",
    )],
    code: &[
        "fn p289(x: i64) -> i64 { (34 * x * x + x).rem_euclid(289) }",
        "",
        "fn noise_1d(x: f64) -> f64 {",
        "    let c = x.floor() as i64;",
        "    let ramp = |c: i64| slope(hash(c)) * (x - c as f64);",
        "    todo!(\"blend the ramps of c and c + 1\")",
        "}",
        "",
        "assert!((noise_1d(1.7) - reference(1.7)).abs() < 1e-6);",
    ],
    draw,
    challenge: Challenge {
        task: "Drag p to a place where noise and turbulence differ by more than 1.",
        hint: "Turbulence adds magnitudes: look where the noise is far below 0.",
        is_solved: |c| {
            let [x, y] = c.p();
            (REFERENCE.turbulence.sample2([x, y], 0.0) - REFERENCE.noise.sample2([x, y], 0.0)) > 1.0
        },
    },
};

/// The exercises: the name, and a summary of the code to write.
const EXERCISES: [[&str; 2]; 7] = [
    ["1D noise", "two ramps and a fade"],
    ["1D fBm", "four octaves, ω = 2.17, A = ½"],
    ["2D noise", "four ramps, three blends"],
    ["2D fBm", "the same sum in the plane"],
    ["turbulence", "magnitudes of octaves"],
    ["textures", "map, wood, marble"],
    ["mesh", "vertices, normals, triangles"],
];

/// The noises that give the reference values.
struct Reference {
    noise_1d: Noise,
    fbm_1d: Noise,
    noise: Noise,
    fbm: Noise,
    turbulence: Noise,
    shaders: Vec<Shader>,
}

static REFERENCE: LazyLock<Reference> = LazyLock::new(|| {
    let build = |fractal, dimensions| {
        let spec = NoiseSpec { fractal, ..texture::exercise() };
        spec.build(dimensions).expect("the exercise's noise has one and two dimensions")
    };
    let shader = |name| {
        let texture = texture::find(name)?;
        texture.shader(&texture.spec, &texture.default_numbers()).ok()
    };
    Reference {
        noise_1d: build(FractalKind::None, 1),
        fbm_1d: build(FractalKind::Fbm, 1),
        noise: build(FractalKind::None, 2),
        fbm: build(FractalKind::Fbm, 2),
        turbulence: build(FractalKind::Turbulence, 2),
        shaders: ["map", "wood", "marble"].into_iter().filter_map(shader).collect(),
    }
});

/// Pictures of the plane, made once because they never change: noise, fBm, turbulence, map, wood,
/// marble.
static PICTURES: LazyLock<Vec<Vec<[u8; 3]>>> = LazyLock::new(|| {
    let window = Window { low: [0.0; 2], span: [4.0; 2], pixels: [PIXELS; 2] };
    let grey = |noise: &Noise, middle: f64| {
        let values = window.values(noise);
        values.iter().map(|n| [byte(f64::from(*n) + middle); 3]).collect()
    };
    let reference = &*REFERENCE;
    let mut pictures = vec![
        grey(&reference.noise, 0.5),
        grey(&reference.fbm, 0.5),
        grey(&reference.turbulence, 0.0),
    ];
    let spans = [6.0, 1.0, 1.2];
    for (shader, span) in reference.shaders.iter().zip(spans) {
        let window = Window { low: [0.0; 2], span: [span; 2], pixels: [PIXELS; 2] };
        pictures.push(window.sample(|p| shader(p).map(byte)));
    }
    pictures
});

/// Pixels per side of a picture.
const PIXELS: usize = 72;
/// The height of an exercise's row, and the side of a picture, in points.
const ROW: f64 = 62.0;
const SIDE: f64 = 54.0;

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(700.0, 470.0);
    let chosen_task = c.integer("tasks.chosen") - 1;
    for (i, [name, summary]) in EXERCISES.into_iter().enumerate() {
        let top = 16.0 + ROW * i as f64;
        if i == chosen_task {
            d.rect(name, Ink::Card, [8.0, top - 4.0], [684.0, ROW]);
            d.line(name, Ink::Accent, 2.5, vec![[8.0, top - 4.0], [8.0, top + ROW - 4.0]]);
        }
        let number = format!("{}", i + 1);
        d.text(Ink::Muted, 13.0, [26.0, top + 27.0], Anchor::Middle, &number);
        d.text(Ink::Text, 14.0, [248.0, top + 18.0], Anchor::Left, name);
        d.text(Ink::Muted, 12.0, [248.0, top + 38.0], Anchor::Left, summary);
        d.handles.push(
            Handle::new(name, format!("choose {name}"), [130.0, top + 27.0])
                .click_sets("tasks.chosen", i as f64 + 1.0),
        );
        match i {
            0 => draw_curve(&mut d, &REFERENCE.noise_1d, top),
            1 => draw_curve(&mut d, &REFERENCE.fbm_1d, top),
            2..=4 => draw_picture(&mut d, i - 2, [44.0, top]),
            5 => (0..3).for_each(|k| draw_picture(&mut d, 3 + k, [44.0 + 62.0 * k as f64, top])),
            _ => draw_grid(&mut d, top),
        }
        if matches!(i, 2..=4) {
            draw_p(&mut d, c, [44.0, top]);
        }
    }
    write_values(&mut d, c);
    d.code_line = Some(5);
    d.caption = c.caption();
    d
}

fn draw_curve(d: &mut Drawing, noise: &Noise, top: f64) {
    let plot = Plot { at: [44.0, top], size: [180.0, SIDE], x: [0.0, 8.0], y: [-1.1, 1.1] };
    d.rect("", Ink::Card, plot.at, plot.size);
    d.line("", Ink::Grid, 1.0, vec![plot.place([0.0, 0.0]), plot.place([8.0, 0.0])]);
    let curve = plot.curve(240, |x| noise.sample(&[x]).clamp(-1.1, 1.1));
    d.line("", Ink::Noise, 1.6, curve);
}

fn draw_picture(d: &mut Drawing, index: usize, at: [f64; 2]) {
    if let Some(pixels) = PICTURES.get(index) {
        d.add("", Ink::Text, raster(at, [SIDE; 2], PIXELS, pixels.clone()));
    }
}

/// Draws p in a picture of the square [0, 4]².
fn draw_p(d: &mut Drawing, c: &Context, at: [f64; 2]) {
    let unit = SIDE / 4.0;
    let [x, y] = c.p();
    if [x, y].iter().all(|x| (0.2..3.8).contains(x)) {
        let place = [at[0] + unit * x, at[1] + SIDE - unit * y];
        d.disc("p", Ink::Paper, place, 5.0);
        d.disc("p", Ink::Point, place, 3.5);
        d.handles.push(Handle::point(place, [unit, -unit]));
    }
}

/// Draws a small mesh as an icon.
fn draw_grid(d: &mut Drawing, top: f64) {
    let place = |x: f64, y: f64| [52.0 + 22.0 * x + 9.0 * y, top + 48.0 - 10.0 * y];
    for i in 0..=4 {
        let t = f64::from(i);
        d.line("", Ink::Axis, 1.0, vec![place(0.0, t), place(4.0, t)]);
        d.line("", Ink::Axis, 1.0, vec![place(t, 0.0), place(t, 4.0)]);
        d.line("", Ink::Grid, 1.0, vec![place(t, 0.0), place(0.0, t)]);
        d.line("", Ink::Grid, 1.0, vec![place(4.0, 4.0 - t), place(4.0 - t, 4.0)]);
    }
}

/// Draws the reference values at p.
fn write_values(d: &mut Drawing, c: &Context) {
    let reference = &*REFERENCE;
    let [x, y] = c.p();
    let at_x = format!("at x = {}: ", decimal(x, 2));
    let at_p = format!("at ({}, {}): ", decimal(x, 2), decimal(y, 2));
    let values = [
        (&at_x, "noise_1d", reference.noise_1d.trace(&[x]).value),
        (&at_x, "fbm_1d", reference.fbm_1d.trace(&[x]).value),
        (&at_p, "noise_2d", reference.noise.trace(&[x, y]).value),
        (&at_p, "fbm_2d", reference.fbm.trace(&[x, y]).value),
        (&at_p, "turbulence", reference.turbulence.trace(&[x, y]).value),
    ];
    for (i, (label, name, value)) in values.into_iter().enumerate() {
        let at = ([676.0, 43.0 + ROW * i as f64], Anchor::Right);
        d.number(name, Ink::Text, at, Readout::new(label, name, value, 8));
    }
    for (k, (name, shader)) in ["map", "wood", "marble"].iter().zip(&reference.shaders).enumerate()
    {
        let [r, g, b] = shader([x, y]).map(byte);
        let text = format!("{name} at p: {r}, {g}, {b}");
        let y = 16.0 + ROW * 5.0 + 10.0 + 18.0 * k as f64;
        d.text(Ink::Text, 12.0, [676.0, y], Anchor::Right, &text);
        d.rect("", Ink::Rgb([r, g, b]), [496.0, y - 6.0], [20.0, 12.0]);
    }
    let text = "index = gx + width·gy; (a, b, c), (b, d, c)";
    d.text(Ink::Text, 12.0, [676.0, 43.0 + ROW * 6.0], Anchor::Right, text);
    d.formula = vec![vec![
        Term::text("right where |yours − reference| < 0.000001, such as at p: noise = "),
        Term::number("2D noise", "noise_2d", reference.noise.trace(&[x, y]).value, 11),
    ]];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn the_reference_matches_the_literature_at_the_example_point() {
        let noise = trial_of(&TASKS).value("noise_2d");
        assert!((noise - 0.28334105184).abs() < 1e-11, "{noise}");
        assert_eq!(PICTURES.len(), 6);
    }
}
