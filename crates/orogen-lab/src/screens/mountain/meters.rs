//! All meters of a noise, with their predictions.

use crate::effort::Effort;
use crate::meters::draw::{self, MeterPane};
use crate::meters::repetition::{self, repetition};
use crate::meters::{
    Continuity, Correlation, Facing, Jumps, SampleSquare, Spectrum, ValueDistribution,
    checksum_of_noise, correlation, cost, histogram, rose, spectrum,
};
use crate::screens::prelude::*;
use orogen_noise::{Basis, Noise, NoiseSpec};

pub(super) static METERS: FigureRow = FigureRow {
    name: "meters",
    screen: Screen::Mountain,
    title: "Measure a noise",
    question: "What can you measure of a noise, and what should it be?",
    steps: &[
        "The sum of the octaves: how often each value occurs, how the power falls with the \
         frequency, and how strongly places are correlated. Dashed lines are predictions.",
        "One octave: its preferred directions, its smoothness where cells meet, the distance after \
         which it repeats, and the corners that a sample visits.",
    ],
    reproduces: &[],
    controls: &[
        Control::choice(
            "meters.ghost",
            "Compared with",
            &["nothing", "Perlin noise", "value noise"],
            "Shows another noise of one octave as a ghost behind the curves of this one.",
        ),
        Control::recipe("noise.basis"),
        Control::recipe("noise.gradients"),
        Control::recipe("noise.fade"),
        Control::recipe("noise.permutation"),
        Control::recipe("fractal.gain"),
    ],
    code: &[
        "let deviation = (n * n).mean().sqrt();",
        "let slope = fit(10.0 * power.log10(), frequency.log2());",
        "let correlation = (n(p) * n(p + shift)).mean();",
        "let rose = (gradient.length_squared()).by(gradient.angle());",
        "let jump = (n(face + 1e-9) - n(face - 1e-9)).abs();",
        "let period = shifts.find(|shift| n(p + shift) == n(p));",
    ],
    draw,
    challenge: Challenge {
        task: "Make the rose rounder: largest ÷ smallest below 1.8.",
        hint: "The more directions the gradients have, the rounder the rose.",
        is_solved: |c| c.drawn_value("octave-ratio").is_some_and(|ratio| ratio < 1.8),
    },
};

const LEFT: f64 = 18.0;
const SPACING: f64 = 238.0;
const WIDTH: f64 = 216.0;
/// Samples per cell of the first octave, along an axis.
const SAMPLES_PER_CELL: f64 = 32.0;
/// The correlation's distance between samples, in cells, and its largest shift, in samples.
const CORRELATION_GRID: (f64, usize) = (0.125, 20);
/// The number of values in the checksum.
const CHECKSUM_VALUES: u32 = 1000;

/// The number of samples that each meter takes.
struct SampleCounts {
    /// Samples per side of the square for histogram and spectrum.
    side: usize,
    /// Samples per side of the square for the correlation.
    correlation_side: usize,
    /// Points at which the rose takes slopes.
    points: u32,
    /// Cell faces at which jumps are measured.
    faces: u32,
    /// The largest shift, in cells, that is searched for a repetition.
    max_shift: u32,
}

impl SampleCounts {
    fn of(effort: Effort) -> Self {
        match effort {
            Effort::Idle => Self {
                side: 512,
                correlation_side: 256,
                points: 200_000,
                faces: 2000,
                max_shift: 300,
            },
            _ => {
                Self { side: 256, correlation_side: 104, points: 20_000, faces: 200, max_shift: 40 }
            }
        }
    }
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(2.0 * LEFT + 2.0 * SPACING + WIDTH, 470.0);
    let ghost = match c.integer("meters.ghost") {
        0 => None,
        1 => NoiseSpec::default().build(2).ok(),
        _ => NoiseSpec { basis: Basis::Value, ..NoiseSpec::default() }.build(2).ok(),
    };
    let samples = SampleCounts::of(c.effort);
    draw_sum(&mut d, c.noise(), ghost.as_ref(), &samples);
    if let Some(noise) = c.single_octave(2).filter(|_| c.step() >= 1) {
        draw_octave(&mut d, &noise, ghost.as_ref(), &samples);
    }
    let sum_slope = d.value("sum-slope");
    if let (Some(slope), spec) = (sum_slope, c.spec()) {
        d.formula = vec![vec![
            Term::text("measured "),
            Term::number("sum-slope", "sum-slope", slope, 2),
            Term::text(" dB per octave; −3.01 · (2H + 1), H = "),
            Term::number("", "hurst", spectrum::hurst(spec.gain, spec.lacunarity), 3),
        ]];
    }
    finish(d, c, &[1, 3])
}

fn pane(name: &str, column: usize, top: f64, height: f64) -> MeterPane<'_> {
    let at: Place = [LEFT + SPACING * column as f64, top];
    MeterPane { at, size: [WIDTH, height], name }
}

fn draw_sum(d: &mut Drawing, noise: &Noise, ghost: Option<&Noise>, samples: &SampleCounts) {
    d.text(Ink::Text, 13.0, [LEFT, 14.0], Anchor::Left, "All octaves");
    let field = |noise: &Noise| {
        SampleSquare::of_noise(noise, samples.side, 1.0 / SAMPLES_PER_CELL, [0.0; 2])
    };
    let square = field(noise);
    let before = ghost.map(field);
    let values = |field: &SampleSquare| ValueDistribution::of(field, [-1.0, 1.0], 50);
    if let Some(measured) = values(&square) {
        let predicted = histogram::Prediction::of(noise);
        let before = before.as_ref().and_then(values);
        let pane = pane("sum", 0, 30.0, 170.0);
        draw::histogram(d, &pane, &measured, predicted.as_ref(), before.as_ref());
    }
    let spectrum_of = |field: &SampleSquare| {
        let mut spectrum = Spectrum::of_cuts(field.side, field.step);
        spectrum.add(field);
        spectrum
    };
    let measured = spectrum_of(&square);
    let expected = spectrum::prediction(noise, &measured);
    let before = before.as_ref().map(spectrum_of);
    draw::spectrum(d, &pane("sum", 1, 30.0, 170.0), &measured, expected, before.as_ref());
    let curve = |noise: &Noise| correlation_map(noise, samples).by_distance();
    let (step, reach) = CORRELATION_GRID;
    let predicted = correlation::predict_by_distance(noise.spec(), step, reach + 1);
    let before = ghost.map(curve);
    let pane = pane("sum", 2, 30.0, 170.0);
    let measured = curve(noise);
    draw::correlation_curve(d, &pane, &measured, predicted.as_deref(), before.as_deref());
}

fn correlation_map(noise: &Noise, samples: &SampleCounts) -> Correlation {
    let (step, reach) = CORRELATION_GRID;
    Correlation::of(&SampleSquare::of_noise(noise, samples.correlation_side, step, [0.0; 2]), reach)
}

fn draw_octave(d: &mut Drawing, noise: &Noise, ghost: Option<&Noise>, samples: &SampleCounts) {
    let spec = noise.spec();
    d.text(Ink::Text, 13.0, [LEFT, 222.0], Anchor::Left, "One octave");
    let facing = |noise: &Noise| Facing::of(noise, samples.points);
    let before = ghost.map(facing);
    let ratio = rose::predicted_ratio(spec);
    draw::rose(d, &pane("octave", 0, 236.0, 222.0), &facing(noise), ratio, before.as_ref());
    let (step, reach) = CORRELATION_GRID;
    let predicted = correlation::predict_by_distance(spec, step, reach + 1);
    let map_pane = pane("octave", 1, 236.0, 222.0);
    draw::correlation(d, &map_pane, &correlation_map(noise, samples), predicted.as_deref());
    let jumps = Jumps::of::<2>(noise, samples.faces);
    let pane_at = |top: f64| pane("octave", 2, top, 66.0);
    draw::smoothness(d, &pane_at(236.0), &jumps, Continuity::predict(spec, 2));
    let found = (repetition(noise, samples.max_shift), samples.max_shift);
    draw::repetition(d, &pane_at(306.0), found, repetition::predict(spec));
    let [left, top] = pane_at(362.0).at;
    if let Some(corners) = cost::corners(noise) {
        let words = Readout::new("corners per sample: ", "octave-corners", corners as f64, 0);
        let place = ([left, top + 10.0], Anchor::Left);
        d.number("octave-corners", Ink::Text, place, words);
    }
    draw::checksum(d, &pane_at(392.0), checksum_of_noise(noise, CHECKSUM_VALUES), None);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;
    use crate::{State, teaching_scene};

    #[test]
    fn numbers_match_the_meters() {
        let (mut scene, state) = (teaching_scene(), State::of(&METERS));
        let c = Context::new(&scene, &state, &METERS).unwrap();
        let d = c.draw();
        let octave = c.single_octave(2).unwrap();
        assert_eq!(d.value("octave-ratio"), Some(Facing::of(&octave, 20_000).ratio()));
        let jumps = Jumps::of::<2>(&octave, 200);
        assert_eq!(d.value("octave-jump-slope"), Some(jumps.slope));
        assert_eq!(d.value("octave-corners"), Some(4.0));
        assert_eq!(d.value("octave-period"), None);
        let error = d.value("sum-slope").unwrap() - d.value("sum-predicted-slope").unwrap();
        assert!(error.abs() < 1.0, "{error}");

        scene.set_text("noise.gradients", "continuous").unwrap();
        scene.set_text("noise.permutation", "p289").unwrap();
        let c = Context::new(&scene, &state, &METERS).unwrap();
        assert!((METERS.challenge.is_solved)(&c), "{:?}", c.draw().value("octave-ratio"));
        let period = c.draw().value("octave-period").unwrap();
        assert!((period - 17.0 * 2.0f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn every_basis_can_be_measured() {
        for row in orogen_noise::BASES.iter().filter(|row| row.dimensions.contains(&2)) {
            for ghost in 0..3 {
                let meters = trial_of(&METERS).with("noise.basis", row.name);
                let d = meters.set("meters.ghost", f64::from(ghost)).draw();
                let numbers: Vec<_> = d.numbers().collect();
                assert!(numbers.len() > 6, "{}", row.name);
            }
        }
    }
}
