//! The octaves in strips, one below the other, and their sum.

use super::strips_controls::{CONTROLS, KEYS, SOLO, factors, phases};
use crate::common_shapes;
use crate::octaves::Octaves;
use crate::screens::prelude::*;
use crate::words::plus_sign;

pub(in super::super) static OCTAVES: FigureRow = FigureRow {
    name: "octaves",
    screen: Screen::Octaves,
    title: "Octaves and their sum",
    question: "How do layers of one noise become a landscape?",
    steps: &[
        "One octave along a line through p: broad hills, all of one size.",
        "The second octave is the same noise, sampled twice as fast (lacunarity 2), and half as \
         strong (gain ½).",
        "Each further octave is finer and weaker again. The pale curve is the noise itself, the \
         strong one its contribution.",
        "The sum has large hills and small bumps at once. Divided by the sum of the amplitudes, it \
         stays within ±1. Every octave costs one more sample.",
    ],
    reproduces: &[("E9", 3)],
    controls: CONTROLS,
    code: &[
        "let (mut f, mut a) = (1.0, 1.0);",
        "let (mut sum, mut total) = (0.0, 0.0);",
        "for _ in 0..octaves {",
        "    sum += a * noise(p * f);",
        "    total += a;",
        "    f *= lacunarity;",
        "    a *= gain;",
        "}",
        "sum / total",
    ],
    draw,
    challenge: Challenge {
        task: "Solo the octave that adds most at p.",
        hint: "Find the octave with the largest magnitude in the last column, and solo it with the \
               S beside its strip.",
        is_solved: |c| {
            let solo = c.integer(SOLO);
            let terms = Octaves::new(c.noise()).map(|o| o.terms(c.p(), 0.0, &[]));
            let size = |k: usize| terms.as_ref().map_or(0.0, |t| t[k].contribution.abs());
            let count = terms.as_ref().map_or(0, Vec::len).min(8);
            (1..=count).contains(&solo) && (0..count).all(|k| size(k) <= size(solo - 1))
        },
    },
};

const LEFT: f64 = 92.0;
const WIDTH: f64 = 390.0;
const SAMPLES: usize = 390;

/// The curves of an octave: its value after the fractal's shaping, and its contribution to the sum.
struct OctaveCurves {
    shaped: Vec<f64>,
    contribution: Vec<f64>,
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(720.0, 560.0);
    let Ok(octaves) = Octaves::new(c.noise()) else {
        return common_shapes::explain_missing_noise(d, "This noise cannot be split into octaves.");
    };
    let p = c.p();
    let x = [0.0, 2.0].map(|side| 2.0 * (p[0] / 2.0).floor() + side);
    let (factors, phases) = (factors(c), phases(c));
    let x_at = |i: usize| x[0] + 2.0 * i as f64 / SAMPLES as f64;
    let lines: Vec<_> =
        (0..=SAMPLES).map(|i| octaves.terms([x_at(i), p[1]], 0.0, &phases)).collect();
    let terms_at_p = octaves.terms(p, 0.0, &phases);
    let octave_count = c.noise().fractal().octaves.len();
    let count = [1, 2, 8, 8][c.step()].min(octave_count);
    let strip = |k: usize| OctaveCurves {
        shaped: lines.iter().map(|terms| terms[k].shaped).collect(),
        contribution: lines.iter().map(|terms| factors[k] * terms[k].contribution).collect(),
    };
    let strips: Vec<OctaveCurves> = (0..octave_count.min(8)).map(strip).collect();
    let available_height = if c.step() == 3 { 380.0 } else { 490.0 };
    let height = (available_height / count as f64).min(90.0);
    for (k, strip) in strips.iter().enumerate().take(count) {
        let plot = Plot {
            at: [LEFT, 26.0 + height * k as f64],
            size: [WIDTH, height - 8.0],
            x,
            y: [-1.15, 1.15],
        };
        draw_strip(&mut d, &plot, strip, (k, factors[k]));
        draw_buttons(&mut d, c, &plot, k);
        let octave = &c.noise().fractal().octaves[k];
        let contribution = factors[k] * terms_at_p[k].contribution;
        write_numbers(
            &mut d,
            &plot,
            k,
            [octave.frequency, octave.amplitude * factors[k], contribution],
        );
        let curve_point = plot.place([p[0], contribution.clamp(-1.15, 1.15)]);
        d.disc(&id(k), Ink::of_sign(contribution), curve_point, 4.0);
    }
    draw_head(&mut d);
    let bottom = 26.0 + height * count as f64 - 8.0;
    let px = LEFT + WIDTH * (p[0] - x[0]) / 2.0;
    let bottom = if c.step() == 3 { 530.0 } else { bottom };
    d.dashed("p", Ink::Point, 1.5, vec![[px, 26.0], [px, bottom]]);
    if c.step() == 3 {
        let contributions: Vec<f64> = (0..octave_count)
            .map(|k| factors.get(k).unwrap_or(&1.0) * terms_at_p[k].contribution)
            .collect();
        draw_sum(&mut d, c, (&lines, &factors), (&contributions, octaves.divisor()));
    }
    d.handles.push(Handle::point([px, 26.0], [WIDTH / 2.0, -200.0]));
    d.disc("p", Ink::Point, [px, 26.0], 5.0);
    d.code_line = Some([3, 5, 6, 8][c.step()]);
    d.caption = c.caption();
    if c.spec().octave_seeds && c.step() > 0 {
        d.caption += " This land's octaves have their own seeds: each is another noise of the same \
                      kind, moved by its own offset.";
    }
    d
}

fn id(k: usize) -> String {
    format!("octave{}", k + 1)
}

fn draw_head(d: &mut Drawing) {
    let x = LEFT + WIDTH + 12.0;
    for (shift, text) in [(0.0, "frequency"), (70.0, "amplitude"), (142.0, "adds at p")] {
        d.text(Ink::Muted, 11.0, [x + shift, 12.0], Anchor::Left, text);
    }
}

fn draw_strip(d: &mut Drawing, plot: &Plot, strip: &OctaveCurves, (k, factor): (usize, f64)) {
    d.rect("", Ink::Card, plot.at, plot.size);
    let zero = plot.place([plot.x[0], 0.0]);
    d.line("", Ink::Grid, 1.0, vec![zero, [zero[0] + plot.size[0], zero[1]]]);
    let x = |i: usize| plot.x[0] + 2.0 * i as f64 / SAMPLES as f64;
    let curve = |values: &[f64]| -> Vec<Place> {
        let clamped = values.iter().map(|y| y.clamp(-1.15, 1.15));
        clamped.enumerate().map(|(i, y)| plot.place([x(i), y])).collect()
    };
    d.line(&id(k), Ink::Ghost, 1.0, curve(&strip.shaped)).scale_opacity(0.7);
    let line = d.line(&id(k), Ink::Noise, 2.0, curve(&strip.contribution));
    if factor == 0.0 {
        line.scale_opacity(0.3);
    }
}

/// Draws the solo and mute buttons left of a strip, and the handle for amplitude and phase.
fn draw_buttons(d: &mut Drawing, c: &Context, plot: &Plot, k: usize) {
    let middle = plot.at[1] + 0.5 * plot.size[1];
    d.text(Ink::Text, 12.0, [8.0, middle], Anchor::Left, &(k + 1).to_string());
    let is_solo = c.integer(SOLO) == k + 1;
    let is_mute = c.is_on(KEYS[k].mute);
    let buttons = [
        ("S", "solo", is_solo, SOLO, if is_solo { 0.0 } else { (k + 1) as f64 }),
        ("M", "mute", is_mute, KEYS[k].mute, if is_mute { 0.0 } else { 1.0 }),
    ];
    for (i, (letter, what, is_on, key, value)) in buttons.into_iter().enumerate() {
        let at = [34.0 + 24.0 * i as f64, middle];
        if is_on {
            d.disc(&id(k), Ink::Accent, at, 10.0);
        } else {
            d.circle(&id(k), Ink::Axis, at, 10.0);
        }
        let ink = if is_on { Ink::Paper } else { Ink::Text };
        d.text(ink, 11.0, at, Anchor::Middle, letter);
        d.handles.push(
            Handle::new(id(k), format!("{what} octave {}", k + 1), at).click_sets(key, value),
        );
    }
    // The knob's height is the amplitude factor. A drag up strengthens the octave; a drag to the
    // right moves it along x.
    let factor = c.value(KEYS[k].amplitude);
    let reach = 0.5 * (plot.size[1] - 8.0);
    let at = [82.0, middle + reach * (1.0 - factor)];
    d.line("", Ink::Grid, 2.0, vec![[82.0, middle - reach], [82.0, middle + reach]]);
    d.disc(&id(k), Ink::Accent, at, 4.5);
    let unit = plot.size[0] / 2.0 / c.noise().fractal().octaves[k].frequency;
    d.handles.push(
        Handle::new(id(k), format!("amplitude and phase of octave {}", k + 1), at)
            .along_x(Target::Control(KEYS[k].phase), -1.0 / unit)
            .along_y(Target::Control(KEYS[k].amplitude), -1.0 / reach),
    );
}

fn write_numbers(
    d: &mut Drawing,
    plot: &Plot,
    k: usize,
    [frequency, amplitude, contribution]: [f64; 3],
) {
    let (x, y) = (plot.at[0] + plot.size[0] + 12.0, plot.at[1] + 0.5 * plot.size[1]);
    let readout = [
        (0.0, "", format!("frequency{}", k + 1), frequency, 2, Ink::Text),
        (70.0, "× ", format!("amplitude{}", k + 1), amplitude, 4, Ink::Text),
        (142.0, plus_sign(contribution), id(k), contribution, 4, Ink::of_sign(contribution)),
    ];
    for (shift, label, name, value, decimals, ink) in readout {
        let at = ([x + shift, y], Anchor::Left);
        d.number(&id(k), ink, at, Readout::new(label, &name, value, decimals));
    }
}

/// The terms of all octaves at each sample, and the factors of the octaves.
type TermLines<'a> = (&'a [Vec<orogen_noise::fractal::OctaveTerm>], &'a [f64; 8]);

/// Draws the sum of the active octaves, below the strips.
fn draw_sum(
    d: &mut Drawing,
    c: &Context,
    (lines, factors): TermLines,
    (contributions, divisor): (&[f64], f64),
) {
    let p = c.p();
    let left = 2.0 * (p[0] / 2.0).floor();
    let plot =
        Plot { at: [LEFT, 428.0], size: [WIDTH, 104.0], x: [left, left + 2.0], y: [-1.15, 1.15] };
    plot.draw_axes(d, [0.5, 1.0]);
    let total = |terms: &Vec<orogen_noise::fractal::OctaveTerm>| {
        let terms = terms.iter().enumerate();
        terms.map(|(k, t)| factors.get(k).unwrap_or(&1.0) * t.contribution).sum::<f64>() / divisor
    };
    let x = |i: usize| left + 2.0 * i as f64 / SAMPLES as f64;
    let curve = lines.iter().enumerate();
    let curve: Vec<Place> =
        curve.map(|(i, terms)| plot.place([x(i), total(terms).clamp(-1.15, 1.15)])).collect();
    d.line("value", Ink::Noise, 2.5, curve);
    let value = contributions.iter().fold(0.0, |sum, contribution| sum + contribution) / divisor;
    d.disc("value", Ink::of_sign(value), plot.place([p[0], value.clamp(-1.15, 1.15)]), 5.0);
    d.text(Ink::Text, 12.0, [8.0, 480.0], Anchor::Left, "sum");
    let x = LEFT + WIDTH + 12.0;
    let readout = Readout::new("÷ ", "divisor", divisor, 4);
    d.number("divisor", Ink::Text, ([x, 466.0], Anchor::Left), readout);
    let readout = Readout::new(plus_sign(value), "value", value, 4);
    d.number("value", Ink::of_sign(value), ([x + 142.0, 490.0], Anchor::Left), readout);
    d.text(Ink::Muted, 11.0, [x, 490.0], Anchor::Left, "the noise at p");
    let count = contributions.len();
    let cost = format!("{count} octaves, {count} samples");
    d.text(Ink::Muted, 11.0, [x, 514.0], Anchor::Left, &cost);
    let mut line = vec![Term::label("value", "noise"), Term::text(" = (")];
    for (k, contribution) in contributions.iter().enumerate() {
        if k > 0 {
            line.push(Term::text(" + "));
        }
        line.push(Term::number(&id(k), &id(k), *contribution, 4));
    }
    line.push(Term::text(") ÷ "));
    line.push(Term::number("divisor", "divisor", divisor, 4));
    line.push(Term::text(" = "));
    line.push(Term::number("value", "value", value, 4));
    let spec = c.spec();
    d.formula = vec![
        line,
        vec![
            Term::text("gain "),
            Term::number("gain", "gain", spec.gain, 2).editing(Target::Recipe("fractal.gain")),
            Term::text(", lacunarity "),
            Term::number("lacunarity", "lacunarity", spec.lacunarity, 2)
                .editing(Target::Recipe("fractal.lacunarity")),
            Term::text(&format!(", phase of octave 1: {}", decimal(c.value(KEYS[0].phase), 2))),
        ],
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;
    use crate::{State, teaching_scene};

    fn drawn(state: &State) -> Drawing {
        let scene = teaching_scene();
        Context::new(&scene, state, &OCTAVES).unwrap().draw()
    }

    #[test]
    fn unchanged_strips_add_up_to_the_noise() {
        for i in 0..50 {
            let trial = trial_of(&OCTAVES).at([f64::from(i) * 0.37 - 4.0, f64::from(i) * 0.21]);
            let (d, trace) = (trial.draw(), trial.context().trace());
            assert!((d.value("value").unwrap() - trace.value).abs() < 1e-12);
            for (k, octave) in trace.octaves.iter().enumerate() {
                let added = d.value(&id(k)).unwrap();
                assert!((added - octave.term.contribution).abs() < 1e-12, "octave {k}");
            }
        }
    }

    #[test]
    fn muted_octaves_add_nothing_and_solo_wins() {
        let mut state = State::of(&OCTAVES);
        state.set(&OCTAVES, KEYS[1].mute, 1.0);
        assert_eq!(drawn(&state).value("octave2"), Some(0.0));
        state.set(&OCTAVES, SOLO, 2.0);
        let d = drawn(&state);
        assert!(d.value("octave2").unwrap() != 0.0 && d.value("octave1") == Some(0.0));
        let scene = teaching_scene();
        let is_solved = |state: &State| {
            let context = Context::new(&scene, state, &OCTAVES).unwrap();
            (OCTAVES.challenge.is_solved)(&context)
        };
        assert!(!is_solved(&State::of(&OCTAVES)));
        let solos = (1..=6).filter(|solo| {
            state.set(&OCTAVES, SOLO, f64::from(*solo));
            is_solved(&state)
        });
        assert_eq!(solos.count(), 1);
    }
}
