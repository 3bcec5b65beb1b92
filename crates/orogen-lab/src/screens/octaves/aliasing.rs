//! Aliasing: detail finer than the samples turns into false waves.

use crate::common_shapes;
use crate::screens::prelude::*;
use crate::words::live_number;
use orogen_noise::Noise;

pub(super) static ALIASING: FigureRow = FigureRow {
    name: "aliasing",
    screen: Screen::Octaves,
    title: "Too many octaves",
    question: "What happens to detail that is finer than the samples?",
    steps: &[
        "A fine octave (pale) and six samples per cell: the line through the samples follows the \
         octave.",
        "Samples that are too far apart miss the waves between them. The line through them shows a \
         wave that does not exist.",
        "Moved by half their distance, the samples give another line (dashed). So the land \
         shimmers while the camera moves.",
        "The cure: an octave begins to fade to its mean at four samples per wave, and is gone at \
         two. Then both grids agree.",
    ],
    reproduces: &[("E12", 2)],
    controls: &[
        Control::number(
            SPACING,
            "Sample distance",
            (0.05, 0.9, 3.0),
            "The distance between samples, in cells of the octave.",
        ),
        Control::toggle(
            "aliasing.cure",
            "Fade",
            true,
            "Fades detail that the samples cannot show (step 4).",
        ),
    ],
    code: &[
        "let wavelength = 1.0 / frequency;",
        "let t = (wavelength / samples_apart - 2.0) / 2.0;",
        "let t = t.clamp(0.0, 1.0);",
        "let weight = t * t * (3.0 - 2.0 * t);",
        "sum += amplitude * (mean + weight * (n - mean));",
    ],
    draw,
    challenge: Challenge {
        task: "Find the widest spacing at which nothing of the octave has faded.",
        hint: "At four samples per wave the weight is 1; at a slightly wider spacing it is less.",
        is_solved: |c| (0.24..=0.25).contains(&c.value(SPACING)),
    },
};

const SPACING: &str = "aliasing.spacing";
const CELLS: f64 = 12.0;
const PLOT: Plot = Plot { at: [50.0, 40.0], size: [640.0, 270.0], x: [0.0, CELLS], y: [-1.0, 1.0] };

/// Samples the noise along the line through p, every `spacing` cells from `phase` · `spacing` on.
fn samples(
    noise: &Noise,
    origin: [f64; 2],
    (spacing, phase): (f64, f64),
    limit: f64,
) -> Vec<[f64; 2]> {
    let count = (CELLS / spacing).floor() as usize;
    let x = |i: usize| (i as f64 + phase) * spacing;
    let positions = (0..=count).map(x).filter(|x| *x <= CELLS);
    positions.map(|x| [x, noise.sample_filtered(&[origin[0] + x, origin[1]], limit)]).collect()
}

/// The value at `x` of straight lines through the samples, clamped to their ends.
fn interpolate(samples: &[[f64; 2]], x: f64) -> f64 {
    let next = samples.partition_point(|sample| sample[0] < x).clamp(1, samples.len() - 1);
    let ([x0, y0], [x1, y1]) = (samples[next - 1], samples[next]);
    y0 + (y1 - y0) * ((x - x0) / (x1 - x0)).clamp(0.0, 1.0)
}

/// The root mean square of the difference between two sampled lines.
fn difference(a: &[[f64; 2]], b: &[[f64; 2]]) -> f64 {
    // Compares only where both lines have samples on either side.
    let (low, high) = (a[0][0].max(b[0][0]), a[a.len() - 1][0].min(b[b.len() - 1][0]));
    let x = |i: i32| low + (high - low) * f64::from(i) / 600.0;
    let sum: f64 = (0..=600).map(|i| (interpolate(a, x(i)) - interpolate(b, x(i))).powi(2)).sum();
    (sum / 601.0).sqrt()
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(720.0, 420.0);
    let Some(noise) = c.single_octave(2) else {
        return common_shapes::explain_missing_noise(d, "This noise has no two-dimensional form.");
    };
    let spacing = if c.step() == 0 { 1.0 / 6.0 } else { c.value(SPACING) };
    let origin = [c.p()[0].floor() - 4.0, c.p()[1]];
    let is_cured = c.step() == 3 && c.is_on("aliasing.cure");
    let limit = if is_cured { spacing } else { 0.0 };
    let octave = &noise.fractal().octaves[0];
    let weight = if is_cured { octave.band_weight(spacing) } else { 1.0 };
    PLOT.draw_axes(&mut d, [1.0, 0.5]);
    let true_curve =
        PLOT.curve(640, |x| noise.sample2([origin[0] + x, origin[1]], 0.0).clamp(-1.0, 1.0));
    d.line("octave", Ink::Ghost, 1.5, true_curve);
    let lines = [0.0, 0.5].map(|phase| samples(&noise, origin, (spacing, phase), limit));
    let places = |line: &[[f64; 2]]| -> Vec<Place> {
        line.iter().map(|[x, y]| PLOT.place([*x, y.clamp(-1.0, 1.0)])).collect()
    };
    if c.step() >= 2 {
        d.dashed("moved", Ink::Negative, 2.0, places(&lines[1]));
    }
    d.line("samples", Ink::Noise, 2.0, places(&lines[0]));
    for place in places(&lines[0]) {
        d.disc("samples", Ink::Noise, place, 3.5);
    }
    if c.step() >= 2 {
        for place in places(&lines[1]) {
            d.circle("moved", Ink::Negative, place, 3.5);
        }
    }
    let p = PLOT.place([c.p()[0] - origin[0], 0.0]);
    d.disc("p", Ink::Point, p, 5.0);
    d.handles.push(Handle::point(p, [PLOT.unit()[0], -200.0]));
    draw_spacing(&mut d, spacing);
    let numbers = [1.0 / spacing, weight, difference(&lines[0], &lines[1])];
    write_numbers(&mut d, c.step(), spacing, numbers);
    finish(d, c, &[0, 1, 1, 4])
}

/// Draws a bar as long as the distance between samples; the user drags its end.
fn draw_spacing(d: &mut Drawing, spacing: f64) {
    let (left, y) = (PLOT.at[0], 346.0);
    let right = left + PLOT.unit()[0] * spacing;
    d.line("apart", Ink::Accent, 3.0, vec![[left, y], [right, y]]);
    for x in [left, right] {
        d.line("apart", Ink::Accent, 3.0, vec![[x, y - 6.0], [x, y + 6.0]]);
    }
    let target = Target::Control(SPACING);
    d.handles.push(
        Handle::new("apart", "the distance between samples", [right, y])
            .along_x(target, 1.0 / PLOT.unit()[0]),
    );
    let at = ([right + 14.0, y], Anchor::Left);
    d.number("apart", Ink::Accent, at, Readout::new("sample distance ", "apart", spacing, 3));
}

fn write_numbers(
    d: &mut Drawing,
    step: usize,
    spacing: f64,
    [samples_per_cell, weight, change]: [f64; 3],
) {
    d.text(Ink::Muted, 12.0, [50.0, 20.0], Anchor::Left, "one octave along the line through p");
    let y = 384.0;
    let readout = Readout::new("samples per cell: ", "a_wave", samples_per_cell, 2);
    d.number("apart", Ink::Text, ([50.0, y], Anchor::Left), readout);
    if step == 3 {
        let readout = Readout::new("weight of the octave: ", "weight", weight, 3);
        d.number("weight", Ink::Text, ([220.0, y], Anchor::Left), readout);
    }
    if step >= 2 {
        let ink = if change < 0.02 { Ink::Good } else { Ink::Bad };
        let label = "change when the grid moves by half a step: ";
        d.number(
            "moved",
            ink,
            ([400.0, y], Anchor::Left),
            Readout::new(label, "change", change, 3),
        );
    }
    let mut line = vec![Term::label("weight", "weight = smoothstep((1 ÷ ")];
    line.push(Term::number("apart", "apart", spacing, 3).editing(Target::Control(SPACING)));
    line.extend(live_number(" − 2) ÷ 2) = ", "weight", weight, 3));
    d.formula = vec![line];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;
    use crate::{State, teaching_scene};

    fn change(step: usize) -> f64 {
        let scene = teaching_scene();
        let state = State { step, ..State::of(&ALIASING) };
        Context::new(&scene, &state, &ALIASING).unwrap().draw().value("change").unwrap()
    }

    #[test]
    fn the_symptom_is_measured_and_the_cure_removes_it() {
        assert!(change(2) > 0.1, "{}", change(2));
        assert_eq!(change(3), 0.0);
    }

    #[test]
    fn the_weight_is_1_at_four_samples_per_wave_and_less_beyond() {
        let weight = |spacing: f64| {
            let trial = trial_of(&ALIASING).set(SPACING, spacing);
            let c = trial.context();
            (c.draw().value("weight").unwrap(), (ALIASING.challenge.is_solved)(&c))
        };
        assert_eq!(weight(0.25), (1.0, true));
        let (less, is_solved) = weight(0.26);
        assert!(less < 1.0 && !is_solved);
        assert_eq!(weight(0.5).0, 0.0);
    }
}
