//! White noise (static) compared with noise, which has correlated neighbours and many scales.

use crate::field::nearest_byte;
use crate::meters::draw::{self, MeterPane};
use crate::meters::{
    Correlation, SampleSquare, Spectrum, ValueDistribution, correlation, histogram, spectrum,
};
use crate::screens::prelude::*;
use crate::words::plus_sign;
use orogen_noise::hash::Seed;
use orogen_noise::{FractalKind, Noise};

pub(super) static STATIC: FigureRow = FigureRow {
    name: "static",
    screen: Screen::Mountain,
    title: "From static to mountain",
    question: "What makes noise more than random numbers?",
    steps: &[
        "Static is a random number for every pixel. No pixel depends on its neighbour (the \
         correlation is 0), and all sizes have the same power: the spectrum is flat, 0 dB per \
         octave.",
        "One octave of noise. Places are correlated up to about half a cell apart, and all power \
         is in features of one size: beyond it the spectrum drops steeply.",
        "The sum of octaves. Large features still decide where the land is high, but there is \
         structure at many scales: the spectrum falls along a straight line, like that of real \
         mountains.",
    ],
    reproduces: &[("E2", 2)],
    controls: &[
        Control::integer(
            "static.seed",
            "Static number",
            (0, 1, 99),
            "Picks other random numbers for the static; its meters stay the same.",
        ),
        Control::recipe("noise.basis"),
        Control::recipe("fractal.octaves"),
        Control::recipe("fractal.gain"),
    ],
    code: &[
        "let white = |pixel| random(pixel);",
        "let one = |p| noise(p);",
        "let many = |p: Vec2| {",
        "    let (mut sum, mut a, mut f) = (0.0, 1.0, 1.0);",
        "    let mut all = 0.0;",
        "    for _ in 0..octaves {",
        "        sum += a * noise(f * p);",
        "        all += a;",
        "        (a, f) = (a * gain, f * lacunarity);",
        "    }",
        "    sum / all",
        "};",
    ],
    draw,
    challenge: Challenge {
        task: "Make the octaves nearly as rough as static: flatter than −5 dB per octave.",
        hint: "A larger gain strengthens the fine octaves; at 1 all octaves are equally strong.",
        is_solved: |c| c.drawn_value("octaves-slope").is_some_and(|slope| slope > -5.0),
    },
};

/// Samples per side of a field, and the cells of the first octave that they span.
const SIDE: usize = 256;
const CELLS: f64 = 8.0;
/// Pixels per side of a picture, which shows every other sample.
const PIXELS: usize = SIDE / 2;
/// Samples per side for the correlation, which takes every other sample, and the largest shift.
const CORRELATION_SIDE: usize = 112;
const REACH: usize = 16;
/// The left edge, width and spacing of the three columns, in points.
const LEFT: f64 = 16.0;
const WIDTH: f64 = 232.0;
const SPACING: f64 = 248.0;
const PICTURE: Place = [150.0, 150.0];

/// The content of a column.
struct Column<'a> {
    name: &'a str,
    title: &'a str,
    field: SampleSquare,
    noise: Option<&'a Noise>,
    /// The predicted slope in decibels per octave, and the frequencies where it holds.
    expected: Option<(f64, [f64; 2])>,
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(SPACING * 2.0 + WIDTH + 2.0 * LEFT, 566.0);
    let step = CELLS / SIDE as f64;
    // The corner of the aligned window of eight cells that contains p.
    let corner = c.p().map(|x| (x / CELLS).floor() * CELLS);
    let octave = c.single_octave(2);
    let sample = |noise: &Noise| SampleSquare::of_noise(noise, SIDE, step, corner);
    let white =
        SampleSquare { step, ..SampleSquare::white(SIDE, Seed(c.integer("static.seed") as u64)) };
    let mut columns = vec![Column {
        name: "static",
        title: "Static",
        field: white,
        noise: None,
        expected: Some((spectrum::predicted_cut_slope(-0.5), [4.0 / CELLS, 0.5 / step])),
    }];
    if let Some(noise) = octave.as_ref().filter(|_| c.step() >= 1) {
        let field = sample(noise);
        columns.push(Column {
            name: "one",
            title: "One octave",
            field,
            noise: Some(noise),
            expected: None,
        });
    }
    if c.step() >= 2 {
        let expected = spectrum::prediction(c.noise(), &Spectrum::of_cuts(SIDE, step));
        columns.push(Column {
            name: "octaves",
            title: match c.spec().fractal {
                FractalKind::Fbm => "Octaves, summed",
                _ => "The land's octaves",
            },
            field: sample(c.noise()),
            noise: Some(c.noise()),
            expected,
        });
    }
    for (i, column) in columns.iter().enumerate() {
        draw_column(&mut d, LEFT + SPACING * i as f64, column, c.p());
    }
    write_formula(&mut d, c);
    finish(d, c, &[0, 1, 6])
}

fn draw_column(d: &mut Drawing, left: f64, column: &Column, p: [f64; 2]) {
    let Column { name, title, field, noise, expected } = column;
    let at = [left + 0.5 * (WIDTH - PICTURE[0]), 30.0];
    let middle = [left + 0.5 * WIDTH, 15.0];
    d.text(Ink::Text, 13.0, middle, Anchor::Middle, title);
    draw_picture(d, at, name, field);
    if let Some(noise) = noise {
        draw_point(d, (at, name), noise, p);
    }
    let pane = |top: f64, height: f64| MeterPane { at: [left, top], size: [WIDTH, height], name };
    if let Some(values) = ValueDistribution::of(field, [-1.0, 1.0], 50) {
        let predicted = noise.and_then(histogram::Prediction::of);
        draw::histogram(d, &pane(208.0, 112.0), &values, predicted.as_ref(), None);
    }
    let mut power = Spectrum::of_cuts(field.side, field.step);
    power.add(field);
    draw::spectrum(d, &pane(328.0, 126.0), &power, *expected, None);
    let coarse_field = every_other(field, CORRELATION_SIDE);
    let measured = Correlation::of(&coarse_field, REACH);
    let predicted = noise.and_then(|noise| {
        correlation::predict_by_distance(noise.spec(), coarse_field.step, REACH + 1)
    });
    let curve = measured.by_distance();
    draw::correlation_curve(d, &pane(462.0, 98.0), &curve, predicted.as_deref(), None);
}

/// A smaller square from the first samples of every other row and column.
fn every_other(field: &SampleSquare, side: usize) -> SampleSquare {
    let at = |i: usize| field.at(2 * (i % side), 2 * (i / side));
    SampleSquare { side, step: 2.0 * field.step, values: (0..side * side).map(at).collect() }
}

/// Draws a field in greys, y upwards.
fn draw_picture(d: &mut Drawing, at: Place, name: &str, field: &SampleSquare) {
    let moments = orogen_noise::moments::Moments::of(field.values.iter().copied());
    let reach = moments.map_or(1.0, |moments| moments.reach().max(1e-9));
    let mean = field.mean();
    let pixel = |i: usize| {
        let value = field.at(2 * (i % PIXELS), 2 * (PIXELS - 1 - i / PIXELS));
        let byte = nearest_byte(127.5 + 127.5 * (value - mean) / reach);
        [byte, byte, byte, 255]
    };
    let pixels = (0..PIXELS * PIXELS).map(pixel).collect();
    let smooth = name != "static";
    let raster = Shape::Raster { at, size: PICTURE, columns: PIXELS, pixels, smooth };
    d.add(name, Ink::Noise, raster);
}

/// Draws the point p in a picture, and the value of the noise there.
fn draw_point(d: &mut Drawing, (at, name): (Place, &str), noise: &Noise, p: [f64; 2]) {
    let fraction = p.map(|x| (x / CELLS).rem_euclid(1.0));
    let place = [at[0] + PICTURE[0] * fraction[0], at[1] + PICTURE[1] * (1.0 - fraction[1])];
    d.disc("p", Ink::Paper, place, 6.0);
    d.disc("p", Ink::Point, place, 4.5);
    d.handles.push(Handle::point(place, [PICTURE[0] / CELLS, -PICTURE[1] / CELLS]));
    let value = noise.sample2(p, 0.0);
    let below = [at[0] + 0.5 * PICTURE[0], at[1] + PICTURE[1] + 13.0];
    let label = format!("at p: {}", plus_sign(value));
    let number = format!("{name}-value");
    let readout = Readout::new(&label, &number, value, 4);
    d.number(name, Ink::of_sign(value), (below, Anchor::Middle), readout);
}

/// Writes the predicted slope of the spectrum of a sum of octaves.
fn write_formula(d: &mut Drawing, c: &Context) {
    let spec = c.spec();
    if spec.fractal != FractalKind::Fbm || spec.gain <= 0.0 || spec.lacunarity <= 1.0 {
        return;
    }
    let hurst = spectrum::hurst(spec.gain, spec.lacunarity);
    let gain = Target::Recipe("fractal.gain");
    let lacunarity = Target::Recipe("fractal.lacunarity");
    d.formula = vec![
        vec![
            Term::text("H = −log gain ÷ log lacunarity = −log "),
            Term::number("", "gain", spec.gain, 2).editing(gain),
            Term::text(" ÷ log "),
            Term::number("", "lacunarity", spec.lacunarity, 2).editing(lacunarity),
            Term::text(" = "),
            Term::number("", "hurst", hurst, 3),
        ],
        vec![
            Term::label("octaves-predicted-slope", "slope of a cut"),
            Term::text(" = −3.01 · (2H + 1) = "),
            Term::number(
                "octaves-predicted-slope",
                "formula-slope",
                spectrum::predicted_cut_slope(hurst),
                2,
            ),
            Term::text(" dB per octave"),
        ],
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{State, teaching_scene};

    #[test]
    fn static_is_flat_and_uncorrelated_and_octaves_have_the_predicted_slope() {
        let (scene, state) = (teaching_scene(), State::of(&STATIC));
        let d = Context::new(&scene, &state, &STATIC).unwrap().draw();
        let value = |name: &str| d.value(name).unwrap_or_else(|| panic!("{name}"));
        assert!(value("static-slope").abs() < 0.5, "{}", value("static-slope"));
        let error = value("octaves-slope") - value("octaves-predicted-slope");
        assert!(error.abs() < 1.0, "{error}");
        assert!(value("one-zero") > 0.3 && d.value("static-zero").is_none_or(|zero| zero < 0.2));
        assert!((value("formula-slope") + 9.03).abs() < 0.01);
    }

    #[test]
    fn values_at_p_match_the_noise_and_gain_solves_the_challenge() {
        for point in [[1.7, 2.3], [-3.25, 11.5], [100.125, -40.0]] {
            let (mut scene, state) = (teaching_scene(), State { point, ..State::of(&STATIC) });
            let c = Context::new(&scene, &state, &STATIC).unwrap();
            let d = c.draw();
            assert_eq!(d.value("octaves-value"), Some(c.trace().value));
            assert_eq!(d.value("one-value"), Some(c.single_octave(2).unwrap().trace(&point).value));
            scene.set_text("fractal.gain", "1").unwrap();
            let c = Context::new(&scene, &state, &STATIC).unwrap();
            assert!((STATIC.challenge.is_solved)(&c), "{:?}", draw(&c).value("octaves-slope"));
        }
    }
}
