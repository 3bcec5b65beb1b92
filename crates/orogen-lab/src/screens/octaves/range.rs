//! The range of a noise's values: the theoretical bound, and measurements.

use crate::common_shapes;
use crate::effort::Effort;
use crate::grey_picture::GreyPicture;
use crate::screens::prelude::*;
use crate::words::live_number;
use orogen_noise::cell::blend_corners;
use orogen_noise::moments::Moments;
use orogen_noise::statistics::{Histogram, sample_values};
use orogen_noise::trace::{CellRecorder, CellTrace};
use orogen_noise::{Basis, FractalKind, Noise, NoiseSpec, Normalise};

pub(in super::super) static RANGE: FigureRow = FigureRow {
    name: "range",
    screen: Screen::Octaves,
    title: "The range of noise",
    question: "How large can the noise get, and how large does it really get?",
    steps: &[
        "The bound: if p is in the middle of its cell and all four arrows point at it like the pale \
         ones, unit gradients give √n/2, which is 0.707 in the plane. Turn the arrows to see it.",
        "Measured values of one octave lie close to the middle. They hardly ever reach the bound.",
        "ω octaves reach at most √n·(1 − 2^−ω): 0.707, 1.061, 1.237 in the plane. Their sum stays \
         even closer to the middle, because octaves seldom agree.",
        "So a picture with greys for the bound is washed out. Greys for the measured range use \
         everything from 0 to 1. (Gradients up to √2 long, as in many listings, reach about ±1.)",
    ],
    reproduces: &[("E6", 3), ("N5", 2)],
    controls: &[
        Control::integer(
            "range.dimensions",
            "Dimensions n",
            (1, 2, 3),
            "The dimensions of the measured noise.",
        ),
        Control::integer("range.octaves", "Octaves ω", (1, 3, 6), "The number of octaves to add."),
        Control::number(ARROWS[0], "Arrow 00", (-180.0, 20.0, 180.0), ARROW_DOC),
        Control::number(ARROWS[1], "Arrow 10", (-180.0, 160.0, 180.0), ARROW_DOC),
        Control::number(ARROWS[2], "Arrow 01", (-180.0, -70.0, 180.0), ARROW_DOC),
        Control::number(ARROWS[3], "Arrow 11", (-180.0, -110.0, 180.0), ARROW_DOC),
    ],
    code: &[
        "// One octave of unit gradients, n dimensions:",
        "let bound = n.sqrt() / 2.0;",
        "// ω octaves, each half as strong as the one before:",
        "let sum = n.sqrt() * (1.0 - 0.5f64.powi(octaves));",
        "// Map the measured range to [0, 1]:",
        "let shade = (value - low) / (high - low);",
    ],
    draw,
    challenge: Challenge {
        task: "Reach the bound: bring the noise at p above 0.7 or below −0.7.",
        hint: "Put p into the middle of the cell, and turn each arrow along its diagonal towards p.",
        is_solved: |c| cell(c).blends.last().is_some_and(|last| last.result.abs() > 0.7),
    },
};

const ARROWS: [&str; 4] = ["range.arrow00", "range.arrow10", "range.arrow01", "range.arrow11"];
const ARROW_DOC: &str = "The direction of the arrow in degrees, anticlockwise from the right.";
/// The side of the drawn cell, and its lower left corner, in points.
const SIDE: f64 = 150.0;
const CORNER: Place = [60.0, 262.0];
/// The length of a drawn arrow in points.
const ARROW_LENGTH: f64 = 52.0;
/// The number of measured values: by default, and while the window is idle.
const COUNTS: [u32; 2] = [4096, 65_536];

fn place([u, v]: [f64; 2]) -> Place {
    [CORNER[0] + SIDE * u, CORNER[1] - SIDE * v]
}

/// The trace of p's cell, whose gradients come from the controls.
fn cell(c: &Context) -> CellTrace {
    let arrows = ARROWS.map(|key| {
        let (sin, cos) = c.value(key).to_radians().sin_cos();
        [cos, sin]
    });
    let fraction = c.p().map(|x| x - x.floor());
    let mut recorder = CellRecorder::default();
    let observer: &mut CellRecorder = &mut recorder;
    let _: f64 = blend_corners(&fraction, c.spec().fade, observer, |&[i, j], d, _| {
        let [gx, gy] = arrows[(i + 2 * j) as usize & 3];
        gx * d[0] + gy * d[1]
    });
    recorder.cells.swap_remove(0)
}

/// Noise with unit gradients and a sum of octaves that is not normalised.
fn unit_noise(c: &Context, octaves: f64) -> Option<Noise> {
    let spec = NoiseSpec {
        basis: Basis::PerlinNd,
        seed: c.spec().seed,
        fade: c.spec().fade,
        fractal: FractalKind::Fbm,
        octaves,
        normalise: Normalise::Off,
        octave_seeds: true,
        ..NoiseSpec::default()
    };
    spec.build(c.integer("range.dimensions")).ok()
}

/// The largest magnitude of ω octaves in n dimensions: √n·(1 − 2^−ω).
fn bound(dimensions: usize, octaves: f64) -> f64 {
    (dimensions as f64).sqrt() * (1.0 - 0.5f64.powf(octaves))
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(740.0, 480.0);
    let octaves = if c.step() <= 1 { 1.0 } else { c.value("range.octaves") };
    draw_cell(&mut d, c);
    if c.step() >= 1 {
        let Some(noise) = unit_noise(c, octaves) else {
            return common_shapes::explain_missing_picture(
                d,
                "This noise cannot be built.",
                "Choose 1 to 3 dimensions.",
            );
        };
        let values = sample_values(&noise, COUNTS[usize::from(c.effort == Effort::Idle)]);
        let Some(moments) = Moments::of(values.iter().copied()) else { return d };
        draw_histogram(&mut d, c, (&values, &moments), octaves);
        if c.step() == 3 {
            draw_mapped(&mut d, c, &moments, octaves);
        }
    }
    let n = c.integer("range.dimensions");
    let mut line = vec![Term::label("bound", "bound = √n·(1 − 2^−ω) = √")];
    line.push(Term::number("bound", "n", n as f64, 0).editing(Target::Control("range.dimensions")));
    line.push(Term::text("·(1 − 2^−"));
    line.push(Term::number("bound", "omega", octaves, 0).editing(Target::Control("range.octaves")));
    line.extend(live_number(") = ", "bound", bound(n, octaves), 4));
    d.formula = vec![line];
    finish(d, c, &[1, 1, 3, 5])
}

/// Draws the cell with its arrows, and the pale arrows with which the cell would reach the bound.
fn draw_cell(d: &mut Drawing, c: &Context) {
    let cell = cell(c);
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0]].map(place);
    d.line("", Ink::Grid, 1.5, corners.to_vec());
    d.circle("bound", Ink::Ghost, place([0.5, 0.5]), 8.0);
    d.text(Ink::Text, 12.0, [16.0, 24.0], Anchor::Left, "A cell with arrows of your own");
    for (index, key) in ARROWS.into_iter().enumerate() {
        let unit = [(index & 1) as f64, (index >> 1) as f64];
        let from = place(unit);
        let tip = |x: f64, y: f64| [from[0] + ARROW_LENGTH * x, from[1] - ARROW_LENGTH * y];
        let diagonal = std::f64::consts::FRAC_1_SQRT_2;
        let [tx, ty] = unit.map(|side| if side == 0.0 { diagonal } else { -diagonal });
        d.arrow("bound", Ink::Ghost, 1.0, from, tip(tx, ty));
        let (sin, cos) = c.value(key).to_radians().sin_cos();
        let to = tip(cos, sin);
        let influence = cell.blends.iter().filter(|blend| blend.axis == 0).nth(index >> 1);
        let influence = influence.map_or(0.0, |b| if index & 1 == 0 { b.a } else { b.b });
        let id = format!("influence{}{}", index & 1, index >> 1);
        d.disc(&id, Ink::Corner(index as u8), from, 4.0);
        d.arrow(&id, Ink::Gradient, 2.0, from, to);
        // The number stands behind the arrow's start, where the arrow does not cover it.
        let behind = [from[0] - 30.0 * cos, from[1] + 20.0 * sin];
        let at = ([behind[0].max(28.0), behind[1]], Anchor::Middle);
        let label = if influence < 0.0 { "" } else { "+" };
        d.number(&id, Ink::of_sign(influence), at, Readout::new(label, &id, influence, 3));
        // Turning the arrow moves its tip at right angles to it. The handle follows the axis along
        // which the tip moves more.
        let turn = 1f64.to_degrees() / ARROW_LENGTH;
        let handle = Handle::new(id, format!("arrow {}{}", index & 1, index >> 1), to);
        let angle = Target::Control(key);
        d.handles.push(match sin.abs() > cos.abs() {
            true => handle.along_x(angle, -turn / sin),
            false => handle.along_y(angle, -turn / cos),
        });
    }
    let p = place([cell.fraction[0], cell.fraction[1]]);
    d.disc("p", Ink::Point, p, 5.5);
    d.handles.push(Handle::point(p, [SIDE, -SIDE]));
    let noise = cell.blends.last().map_or(0.0, |last| last.result);
    let at = ([135.0, 356.0], Anchor::Middle);
    let label = if noise < 0.0 { "noise at p = " } else { "noise at p = +" };
    d.number("cell", Ink::of_sign(noise), at, Readout::new(label, "cell", noise, 4));
    let at = ([135.0, 374.0], Anchor::Middle);
    let value = bound(2, 1.0);
    d.number("bound", Ink::Muted, at, Readout::new("its bound √2/2 = ", "cell_bound", value, 4));
}

fn draw_histogram(
    d: &mut Drawing,
    c: &Context,
    (values, moments): (&[f64], &Moments),
    octaves: f64,
) {
    let n = c.integer("range.dimensions");
    let limit = bound(n, octaves);
    let half_range = 1.1 * limit;
    let histogram = Histogram::of(values.iter().copied(), -half_range, half_range, 55);
    let max_count = histogram.counts.iter().copied().max().unwrap_or(1) as f64;
    let height = if c.step() == 3 { 170.0 } else { 300.0 };
    let plot = Plot {
        at: [310.0, 60.0],
        size: [400.0, height],
        x: [-half_range, half_range],
        y: [0.0, 1.1],
    };
    d.rect("", Ink::Card, plot.at, plot.size);
    for (i, count) in histogram.counts.iter().enumerate() {
        let left = -half_range + 2.0 * half_range * i as f64 / 55.0;
        let [x, y] = plot.place([left, *count as f64 / max_count]);
        let size = [plot.size[0] / 55.0 - 1.0, plot.at[1] + height - y];
        d.rect("measured", Ink::Noise, [x, y], size).scale_opacity(0.8);
    }
    let words = format!("{} values, {n} dimensions, octaves: {octaves}", values.len());
    d.text(Ink::Text, 12.0, [310.0, 24.0], Anchor::Left, &words);
    for (value, name, ink) in [
        (-limit, "bound_low", Ink::Accent),
        (limit, "bound", Ink::Accent),
        (moments.min, "least", Ink::Noise),
        (moments.max, "largest", Ink::Noise),
    ] {
        let [x, _] = plot.place([value, 0.0]);
        let is_bound = name.starts_with("bound");
        let bottom = plot.at[1] + height;
        if is_bound {
            d.line("bound", ink, 2.0, vec![[x, 48.0], [x, bottom]]);
        } else {
            d.dashed("measured", ink, 1.5, vec![[x, 60.0], [x, bottom]]);
        }
        let y = if is_bound { 41.0 } else { bottom + 12.0 };
        let id = if is_bound { "bound" } else { "measured" };
        let at = ([x.clamp(330.0, 690.0), y], Anchor::Middle);
        d.number(id, ink, at, Readout::new("", name, value, 3));
    }
    let y = plot.at[1] + height + 12.0;
    d.text(Ink::Muted, 11.0, [510.0, y], Anchor::Middle, "0");
    let at = ([510.0, y + 18.0], Anchor::Middle);
    let value = moments.deviation();
    d.number(
        "measured",
        Ink::Muted,
        at,
        Readout::new("standard deviation ", "deviation", value, 3),
    );
}

/// Draws the sum in the plane twice: with greys over the bound, and over the measured range.
fn draw_mapped(d: &mut Drawing, c: &Context, moments: &Moments, octaves: f64) {
    let Some(noise) = c.noise_with(2, |spec| {
        spec.basis = Basis::PerlinNd;
        (spec.fractal, spec.octaves) = (FractalKind::Fbm, octaves);
        (spec.normalise, spec.octave_seeds) = (Normalise::Off, true);
        (spec.period, spec.rotate) = (None, false);
        (spec.lacunarity, spec.gain) = (2.0, 0.5);
        spec.warp.times = 0;
    }) else {
        return;
    };
    let n = c.integer("range.dimensions");
    let picture = |x: f64| GreyPicture {
        at: [x, 318.0],
        side: 130.0,
        corner: crate::grey_picture::window_corner(c.p(), 5.0),
        span: 5.0,
    };
    let values = picture(0.0).values(&noise, 64);
    let range = if n == 2 {
        [moments.min, moments.max]
    } else {
        let samples = values.iter().map(|value| f64::from(*value));
        Moments::of(samples).map_or([-1.0, 1.0], |moments| [moments.min, moments.max])
    };
    let limit = bound(2, octaves);
    picture(350.0).draw(d, "bound", &values, [-limit, limit]);
    picture(540.0).draw(d, "measured", &values, range);
    let y = 464.0;
    d.text(Ink::Accent, 11.0, [415.0, y], Anchor::Middle, "greys for the bound");
    d.text(Ink::Noise, 11.0, [605.0, y], Anchor::Middle, "greys for the measured range");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{State, teaching_scene};

    #[test]
    fn bounds_match_the_article_and_hold() {
        let digits = [1.0, 2.0, 3.0].map(|octaves| (1e3 * bound(2, octaves)).round());
        assert_eq!(digits, [707.0, 1061.0, 1237.0]);
        assert_eq!((1e3 * bound(3, 1.0)).round(), 866.0);
        let (scene, mut state) = (teaching_scene(), State::of(&RANGE));
        for n in 1..=3 {
            for octaves in 1..=3 {
                state.set(&RANGE, "range.dimensions", f64::from(n));
                state.set(&RANGE, "range.octaves", f64::from(octaves));
                let d = Context::new(&scene, &state, &RANGE).unwrap().draw();
                let [least, largest, bound] =
                    ["least", "largest", "bound"].map(|name| d.value(name).unwrap());
                assert!(-bound <= least && largest <= bound, "{n} {octaves}");
                // Measured values must reach well towards the bound.
                assert!(largest > 0.4 * bound, "{n} {octaves}: {largest}");
            }
        }
    }

    #[test]
    fn the_bound_is_reached_in_the_middle_of_the_cell() {
        let scene = teaching_scene();
        let is_solved = |state: &State| {
            (RANGE.challenge.is_solved)(&Context::new(&scene, state, &RANGE).unwrap())
        };
        let mut state = State::of(&RANGE);
        assert!(!is_solved(&state));
        state.point = [1.5, 2.5];
        for (key, degrees) in ARROWS.into_iter().zip([45.0, 135.0, -45.0, -135.0]) {
            state.set(&RANGE, key, degrees);
        }
        assert!(is_solved(&state));
        let d = Context::new(&scene, &state, &RANGE).unwrap().draw();
        assert!((d.value("cell").unwrap() - 0.5f64.sqrt()).abs() < 1e-12);
    }
}
