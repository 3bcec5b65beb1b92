//! Uses of noise: land, motion, materials, camera shake.

use std::sync::{Arc, LazyLock};

use crate::field::nearest_byte;
use crate::screens::prelude::*;
use orogen_noise::grid::GridNoise;
use orogen_noise::texture::{self, PlaneView};
use orogen_noise::{Basis, FractalKind, GradientSet, Noise, NoiseSpec};

pub(super) static USES: FigureRow = FigureRow {
    name: "uses",
    screen: Screen::Mountain,
    title: "What noise is for",
    question: "What is noise used for?",
    steps: &[
        "Heights: the noise of this land, lit from the left. All land in this program starts like \
         this.",
        "Three-dimensional noise, moved along its third axis: clouds drift, smoke rises, fire \
         flickers, and none of them ever repeats. Drag the time.",
        "Materials: marble is noise of noise, wood is rings that turbulence bends, granite and rust \
         are cells and octaves.",
        "A hand-held camera, and one on a spring. The sine repeats after every period, and the eye \
         notices; the noise never repeats. Noise is not for everything: not for secrets, because \
         its numbers can be guessed; not for cells and cracks (use Worley noise); not for ten \
         dimensions.",
    ],
    reproduces: &[("E11", 3)],
    controls: &[Control::number(
        "uses.time",
        "Time",
        (0.0, 3.3, 20.0),
        "The time in seconds. It moves clouds, smoke, fire and the cameras.",
    )],
    code: &[
        "let height = 600.0 * fbm(p);",
        "let cloud = smoothstep(0.0, 0.4, fbm(vec3(x, y, t)));",
        "let fire = ramp(1.1 - y + fbm(vec3(x, y - 2.0 * t, t)));",
        "let marble = ramp((x + turbulence(p)).sin());",
        "let wood = ramp((100.0 * (p.length() + 0.15 * t)).sin());",
        "camera.yaw += 0.02 * noise(t);",
    ],
    draw,
    challenge: Challenge {
        task: "Find a time at which the hand holds the camera straight: both shakes within 0.03.",
        hint: "Noise is 0 on the lattice, here every 1.25 seconds, on both axes at once.",
        is_solved: |c| shake(c.value("uses.time")).iter().all(|angle| angle.abs() < 0.03),
    },
};

const TILE: Place = [172.0, 116.0];
const LEFT: f64 = 16.0;
const SPACING: f64 = 184.0;
/// The y of the top of each row of pictures.
const ROWS: [f64; 3] = [34.0, 184.0, 334.0];
/// Pixels of an animated picture, across and down.
const PIXELS: [usize; 2] = [86, 58];

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(2.0 * LEFT + 3.0 * SPACING + TILE[0], 496.0);
    let time = c.value("uses.time");
    draw_tile(&mut d, [0, 0], "land", "Heights", relief(c));
    if c.step() >= 1 {
        let animations = [
            ("clouds", "Clouds", raster(|p| clouds(p, time))),
            ("smoke", "Smoke", raster_of_rows(|y| smoke(y, time))),
            ("fire", "Fire", raster(|p| fire(p, time))),
        ];
        for (i, (id, title, pixels)) in animations.into_iter().enumerate() {
            draw_tile(&mut d, [i + 1, 0], id, title, pixels);
        }
    }
    if c.step() >= 2 {
        for (i, (name, title, pixels)) in MATERIALS.iter().enumerate() {
            let pixels = (PIXELS[0], Arc::clone(pixels));
            draw_tile(&mut d, [i, 1], name, title, pixels);
        }
    }
    if c.step() >= 3 {
        draw_cameras(&mut d, time);
    }
    finish(d, c, &[0, 1, 3, 5])
}

fn place([column, row]: [usize; 2]) -> Place {
    [LEFT + SPACING * column as f64, ROWS[row]]
}

/// The pixels per row, and the colours row by row from the top.
type RasterPixels = (usize, Arc<[[u8; 4]]>);

fn draw_tile(
    d: &mut Drawing,
    at: [usize; 2],
    id: &str,
    title: &str,
    (columns, pixels): RasterPixels,
) {
    let at = place(at);
    d.text(Ink::Text, 12.0, [at[0], at[1] - 12.0], Anchor::Left, title);
    d.add(id, Ink::Noise, Shape::Raster { at, size: TILE, columns, pixels, smooth: true });
}

/// The pixels of a function of the plane: x from 0 to 1.5, y from 0 (bottom) to 1 (top).
fn raster(colour: impl Fn([f64; 2]) -> [f64; 3]) -> RasterPixels {
    let colour = &colour;
    raster_of_rows(|y| move |x| colour([x, y]))
}

/// Like [`raster`], with a function for each row that gives the colours of its places.
fn raster_of_rows<R: Fn(f64) -> [f64; 3]>(row: impl Fn(f64) -> R) -> RasterPixels {
    let (xs, ys) = coordinates();
    let mut pixels = Vec::with_capacity(xs.len() * ys.len());
    for y in ys.iter().rev() {
        let colour = row(*y);
        pixels.extend(xs.iter().map(|x| pixel(colour(*x))));
    }
    (xs.len(), pixels.into())
}

/// The x of each column and the y of each row, both ascending.
fn coordinates() -> (Vec<f64>, Vec<f64>) {
    let [width, height] = PIXELS;
    let at = |i: usize, count: usize| (i as f64 + 0.5) / count as f64;
    ((0..width).map(|i| 1.5 * at(i, width)).collect(), (0..height).map(|i| at(i, height)).collect())
}

fn pixel(colour: [f64; 3]) -> [u8; 4] {
    let [r, g, b] = colour.map(|v| nearest_byte(255.0 * v));
    [r, g, b, 255]
}

/// The land's noise around p, drawn as a heightfield in light from the upper left.
fn relief(c: &Context) -> RasterPixels {
    let p = c.p();
    let (xs, ys) = coordinates();
    let columns: Vec<f64> = xs.iter().map(|x| p[0] + 2.0 * x - 1.5).collect();
    let rows: Vec<f64> = ys.iter().map(|y| p[1] + 2.0 * y - 1.0).collect();
    // The picture is three cells wide and has no detail finer than a pixel.
    let band_limit = 3.0 / PIXELS[0] as f64;
    let [mut heights, mut east, mut north] = [(); 3].map(|()| vec![0.0f32; xs.len() * ys.len()]);
    let out = [&mut heights[..], &mut east[..], &mut north[..]];
    GridNoise::new(c.noise(), 1.0).fill_slopes_at([&columns, &rows], band_limit, out);
    let at = |i: usize| {
        let height = f64::from(heights[i]);
        // Scales the slopes: the land is about three times as wide as it is high.
        let [dx, dy] = [east[i], north[i]].map(|slope| 0.45 * f64::from(slope));
        let light = (0.85 + 0.75 * dx - 0.45 * dy) / (1.0 + dx * dx + dy * dy).sqrt();
        let low = [0.36, 0.46, 0.24];
        let ground = mix(low, [0.86, 0.84, 0.82], 0.35 + 1.3 * height);
        pixel(ground.map(|v| v * light.clamp(0.2, 1.25)))
    };
    let upwards = (0..ys.len()).rev().flat_map(|row| row * xs.len()..(row + 1) * xs.len());
    (xs.len(), upwards.map(at).collect())
}

/// Four octaves of three-dimensional noise.
static SOLID: LazyLock<Noise> = LazyLock::new(|| {
    let spec = NoiseSpec {
        basis: Basis::ImprovedPerlin,
        fractal: FractalKind::Fbm,
        octaves: 4.0,
        octave_seeds: true,
        ..NoiseSpec::default()
    };
    spec.build(3).expect("the spec of a figure is valid")
});

fn mix(a: [f64; 3], b: [f64; 3], t: f64) -> [f64; 3] {
    std::array::from_fn(|i| a[i] + t.clamp(0.0, 1.0) * (b[i] - a[i]))
}

fn clouds([x, y]: [f64; 2], t: f64) -> [f64; 3] {
    let density = SOLID.sample(&[2.2 * x + 0.15 * t, 2.8 * y, 0.2 * t]);
    let sky = mix([0.55, 0.74, 0.92], [0.22, 0.47, 0.78], y);
    mix(sky, [0.97, 0.97, 0.98], 3.2 * (density + 0.08))
}

/// The colours of a row of smoke.
fn smoke(y: f64, t: f64) -> impl Fn(f64) -> [f64; 3] {
    let sway = 0.35 * y * SOLID.sample(&[0.6 * t, 1.4 * y - 0.7 * t, 7.5]);
    move |x| {
        let distance = (x - 0.75 - sway).abs() / (0.10 + 0.34 * y);
        let puffs = SOLID.sample(&[3.0 * x, 3.0 * y - 1.2 * t, 0.3 * t]);
        let density = (1.0 - distance * distance + 1.4 * puffs).clamp(0.0, 1.0) * (1.1 - 0.8 * y);
        mix([0.12, 0.13, 0.16], [0.80, 0.80, 0.82], density)
    }
}

fn fire([x, y]: [f64; 2], t: f64) -> [f64; 3] {
    let tongues = SOLID.sample(&[5.0 * x, 1.8 * y - 2.0 * t, t]);
    let distance = (x - 0.75).abs() / 0.62;
    let heat =
        (1.05 - 1.1 * y - 0.5 * distance * distance + 1.1 * (0.25 + y) * tongues).clamp(0.0, 1.0);
    let stops = [[0.03, 0.01, 0.01], [0.55, 0.08, 0.02], [0.96, 0.45, 0.05], [1.0, 0.93, 0.55]];
    let place = 3.0 * heat;
    let stop = (place as usize).min(2);
    mix(stops[stop], stops[stop + 1], place - stop as f64)
}

/// Pictures of the library's textures, made once because they never change.
static MATERIALS: LazyLock<Vec<(&str, &str, Arc<[[u8; 4]]>)>> = LazyLock::new(|| {
    let [width, height] = PIXELS;
    let names = [("marble", "Marble"), ("wood", "Wood"), ("granite", "Granite"), ("rust", "Rust")];
    let picture = |(name, title)| {
        let texture = texture::find(name)?;
        let shader = texture.shader(&texture.spec, &texture.default_numbers()).ok()?;
        let view = PlaneView { width, height, span: texture.span, centre: texture.centre };
        let bytes = texture::render(&shader, false, &view);
        let pixels = bytes.chunks_exact(3).map(|rgb| [rgb[0], rgb[1], rgb[2], 255]).collect();
        Some((name, title, pixels))
    };
    names.into_iter().filter_map(picture).collect()
});

/// The noise that shakes a hand-held camera. The first axis is time; the two rotations read the
/// noise far apart on the second axis. Gradients with any direction hardly ever make the slope 0,
/// so the hand never rests for long.
static HAND: LazyLock<Noise> = LazyLock::new(|| {
    let spec = NoiseSpec { gradients: GradientSet::Continuous, ..NoiseSpec::default() };
    spec.build(2).expect("the spec of a figure is valid")
});

/// The rotation of a hand-held camera at a time: to the right, and up.
fn shake(time: f64) -> [f64; 2] {
    [0.0, 64.0].map(|y| HAND.sample2([0.8 * time, y], 0.0))
}

/// The rotation of a camera on a spring at a time: to the right, and up.
fn swing(time: f64) -> [f64; 2] {
    [0.0, 0.25].map(|phase| 0.45 * (std::f64::consts::TAU * (0.5 * time + phase)).sin())
}

/// Draws two viewfinders, with plots of their rotation over the last eight seconds.
fn draw_cameras(d: &mut Drawing, time: f64) {
    let [left, top] = place([0, 2]);
    let kinds: [(&str, &str, fn(f64) -> [f64; 2]); 2] =
        [("noise", "A camera in a hand: noise", shake), ("sine", "On a spring: a sine", swing)];
    for (i, (id, title, rotation)) in kinds.into_iter().enumerate() {
        let left = left + 2.0 * SPACING * i as f64;
        d.text(Ink::Text, 12.0, [left, top - 12.0], Anchor::Left, title);
        let size = [150.0, 100.0];
        let now = rotation(time);
        draw_viewfinder(d, id, [left, top], size, now);
        let plot = Plot {
            at: [left + 160.0, top],
            size: [194.0, 100.0],
            x: [time - 8.0, time],
            y: [-1.0, 1.0],
        };
        d.rect("", Ink::Card, plot.at, plot.size);
        let zero = [plot.x[0], plot.x[1]].map(|x| plot.place([x, 0.0]));
        d.line("", Ink::Axis, 1.0, zero.to_vec());
        let ink = if i == 0 { Ink::Noise } else { Ink::Negative };
        d.line(id, ink, 2.0, plot.curve(160, |t| rotation(t)[0]));
        d.disc(id, Ink::Point, plot.place([time, now[0]]), 4.0);
        let name = format!("{id}-shake");
        let at = ([left + 354.0, top - 12.0], Anchor::Right);
        d.number(id, Ink::Text, at, Readout::new("now ", &name, now[0], 3));
    }
    draw_slider(d, time, [left, top + 128.0]);
    d.formula = vec![vec![
        Term::label("noise", "yaw"),
        Term::text(" = 0.02 · noise(0.8 · "),
        Term::number("time", "time", time, 2).editing(Target::Control("uses.time")),
        Term::text(") = 0.02 · "),
        Term::number("noise", "noise-shake", shake(time)[0], 3),
    ]];
}

/// Draws a mountain in the frame of a rotated camera, so the mountain moves the other way.
fn draw_viewfinder(d: &mut Drawing, id: &str, at: Place, size: Place, [x, y]: [f64; 2]) {
    d.rect("", Ink::Rgb([140, 180, 214]), at, size);
    let middle = [at[0] + 0.5 * size[0] - 32.0 * x, at[1] + 0.62 * size[1] + 22.0 * y];
    let clamp =
        |[px, py]: Place| [px.clamp(at[0], at[0] + size[0]), py.clamp(at[1], at[1] + size[1])];
    let bottom = at[1] + size[1];
    let peak = vec![
        clamp([middle[0] - 58.0, bottom]),
        clamp([middle[0] - 4.0, middle[1] - 34.0]),
        clamp([middle[0] + 62.0, bottom]),
    ];
    d.polygon(id, Ink::Rgb([96, 106, 92]), peak);
    let [cx, cy] = [at[0] + 0.5 * size[0], at[1] + 0.5 * size[1]];
    d.line("", Ink::Rgb([30, 32, 36]), 1.5, vec![[cx - 8.0, cy], [cx + 8.0, cy]]);
    d.line("", Ink::Rgb([30, 32, 36]), 1.5, vec![[cx, cy - 8.0], [cx, cy + 8.0]]);
}

fn draw_slider(d: &mut Drawing, time: f64, [left, y]: Place) {
    const LENGTH: f64 = 640.0;
    d.line("time", Ink::Axis, 2.0, vec![[left, y], [left + LENGTH, y]]);
    let at = [left + LENGTH * time / 20.0, y];
    d.disc("time", Ink::Point, at, 6.0);
    let readout = Readout::new("t = ", "time", time, 2);
    d.number("time", Ink::Text, ([left + LENGTH + 14.0, y], Anchor::Left), readout);
    let time = Target::Control("uses.time");
    d.handles.push(Handle::new("time", "the time", at).along_x(time, 20.0 / LENGTH));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{State, teaching_scene};

    #[test]
    fn a_sine_repeats_and_noise_does_not() {
        for i in 0..40 {
            let t = 0.31 * f64::from(i);
            assert!((swing(t)[0] - swing(t + 2.0)[0]).abs() < 1e-12);
        }
        for period in 1..16 {
            let moved = |t: f64| (shake(t)[0] - shake(t + f64::from(period))[0]).abs();
            assert!((0..20).any(|i| moved(0.37 * f64::from(i)) > 0.1), "{period}");
        }
    }

    #[test]
    fn time_moves_the_pictures_and_a_still_moment_is_found() {
        let scene = teaching_scene();
        let mut state = State::of(&USES);
        let at = |state: &State| {
            let c = Context::new(&scene, state, &USES).unwrap();
            (c.draw(), (USES.challenge.is_solved)(&c))
        };
        let (first, is_solved) = at(&state);
        assert!(!is_solved && first.value("noise-shake").unwrap() != 0.0);
        state.set(&USES, "uses.time", 5.0);
        let (second, is_solved) = at(&state);
        assert!(is_solved, "{:?}", shake(5.0));
        let moved = |id: &str| {
            let item_of = |d: &Drawing| d.items.iter().find(|item| item.id == id).cloned();
            item_of(&first).is_some() && item_of(&first) != item_of(&second)
        };
        assert!(["clouds", "smoke", "fire"].into_iter().all(moved));
        assert!(!moved("marble") && !moved("land"));
        assert_eq!(MATERIALS.len(), 4);
    }
}
