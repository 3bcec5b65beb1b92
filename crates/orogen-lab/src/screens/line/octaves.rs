//! Octaves of noise on a line with slopes of ±1.

use crate::screens::prelude::*;
use orogen_noise::{Basis, FractalKind, GradientSet, Noise, Normalise};

pub(super) static LINE_OCTAVES: FigureRow = FigureRow {
    name: "line-octaves",
    screen: Screen::Line,
    title: "Octaves on a line",
    question: "How do octaves make a skyline?",
    steps: &[
        "One octave: slopes of +1 and −1 alone, chosen at random for every whole number.",
        "Octave after octave is added: each is the same noise again, half as wide and half as \
         high. The sum is not divided, so it grows a little with every octave.",
    ],
    reproduces: &[("N4", 1)],
    controls: &[
        Control::integer(
            "line-octaves.count",
            "Octaves",
            (1, 3, 8),
            "The number of octaves to add.",
        ),
        Control::number(
            "line-octaves.pan",
            "Pan",
            (-500.0, 0.0, 500.0),
            "The number at the left side of the plot.",
        ),
        Control::toggle("line-octaves.parts", "Parts", true, "Also draws each octave alone."),
    ],
    code: &[
        "let mut sum = 0.0;",
        "for k in 0..octaves {",
        "    sum += noise(x * 2f64.powi(k)) * 0.5f64.powi(k);",
        "}",
    ],
    draw,
    challenge: Challenge {
        task: "Add octaves until the noise at p no longer changes in its second decimal.",
        hint: "Each octave adds at most half as much as the one before.",
        is_solved: |c| c.integer("line-octaves.count") >= 6,
    },
};

const COUNT_KEY: &str = "line-octaves.count";

/// The figure's noise: slopes of ±1, each octave half as wide and high as the one before, and a sum
/// without a division.
fn noise(c: &Context, octaves: f64) -> Option<Noise> {
    c.noise_with(1, |spec| {
        spec.basis = Basis::Perlin;
        // In one dimension, the set of four diagonals gives slopes of +1 and −1.
        spec.gradients = GradientSet::Four;
        (spec.fractal, spec.octaves) = (FractalKind::Fbm, octaves);
        (spec.lacunarity, spec.gain) = (2.0, 0.5);
        spec.normalise = Normalise::Off;
        (spec.rotate, spec.octave_seeds) = (false, false);
        (spec.warp.strength, spec.warp.times) = (0.0, 0);
    })
}

/// The colours of the octaves; they repeat from the fifth on.
fn ink(octave: usize) -> Ink {
    Ink::Corner(octave as u8)
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(760.0, 480.0);
    let count = if c.step() == 0 { 1 } else { c.integer(COUNT_KEY) };
    let left = c.value("line-octaves.pan");
    // 100 points per unit along both axes.
    let plot =
        Plot { at: [44.0, 14.0], size: [700.0, 300.0], x: [left, left + 7.0], y: [-1.5, 1.5] };
    plot.draw_axes(&mut d, [1.0, 0.5]);
    let Some(noise) = noise(c, count as f64) else {
        d.caption = "This noise has a period, so these octaves cannot be built.".to_owned();
        return d;
    };
    if c.is_on("line-octaves.parts") && count > 1 {
        draw_parts(&mut d, &plot, &noise);
    }
    let curve = plot.curve(1400, |x| noise.sample(&[x]).clamp(-1.5, 1.5));
    d.line("noise", Ink::Noise, 2.5, curve);
    let middle = [44.0 + 350.0, 14.0 + 300.0];
    d.handles.push(
        Handle::new("pan", "the line", middle).along_x(Target::Control("line-octaves.pan"), -0.01),
    );
    d.circle("pan", Ink::Accent, middle, 6.0);
    draw_buttons(&mut d, count);
    draw_p(&mut d, c, &plot, &noise);
    d.code_line = Some(2);
    d.caption = c.caption();
    d
}

/// Draws each octave alone.
fn draw_parts(d: &mut Drawing, plot: &Plot, noise: &Noise) {
    const POINTS: usize = 420;
    let x = |i: usize| plot.x[0] + (plot.x[1] - plot.x[0]) * i as f64 / POINTS as f64;
    let traces: Vec<_> = (0..=POINTS).map(|i| noise.trace(&[x(i)])).collect();
    for index in (0..noise.fractal().octaves.len()).rev() {
        let height = |i: usize| traces[i].octaves[index].term.contribution;
        let points = (0..=POINTS).map(|i| plot.place([x(i), height(i)])).collect();
        d.line(&format!("octave{index}"), ink(index), 1.0, points).scale_opacity(0.8);
    }
}

/// Draws the buttons − and +.
fn draw_buttons(d: &mut Drawing, count: usize) {
    d.text(Ink::Muted, 12.0, [44.0, 350.0], Anchor::Left, "octaves");
    for (index, (glyph, to)) in [("−", count - 1), ("+", count + 1)].into_iter().enumerate() {
        let at = [112.0 + 64.0 * index as f64, 350.0];
        let id = format!("octaves{glyph}");
        d.circle(&id, Ink::Accent, at, 11.0);
        d.text(Ink::Accent, 16.0, at, Anchor::Middle, glyph);
        d.handles.push(
            Handle::new(
                id,
                if index == 0 { "an octave less" } else { "an octave more" }.to_owned(),
                at,
            )
            .click_sets(COUNT_KEY, to as f64),
        );
    }
    d.text(Ink::Text, 14.0, [144.0, 350.0], Anchor::Middle, &count.to_string());
}

/// Draws p, if it is visible, and the contribution of each octave there.
fn draw_p(d: &mut Drawing, c: &Context, plot: &Plot, noise: &Noise) {
    let x = c.p()[0];
    let trace = noise.trace(&[x]);
    let is_visible = (plot.x[0]..=plot.x[1]).contains(&x);
    if is_visible {
        let at = plot.place([x, trace.value.clamp(-1.5, 1.5)]);
        d.dashed("p", Ink::Point, 1.0, vec![plot.place([x, 1.5]), plot.place([x, -1.5])]);
        d.disc("p", Ink::Point, at, 6.0);
        d.handles.push(Handle { y: None, ..Handle::point(at, plot.unit()) });
    }
    let mut line = vec![Term::label("noise", "n"), Term::text(" = ")];
    for (index, octave) in trace.octaves.iter().enumerate() {
        let (value, id) = (octave.term.contribution, format!("octave{index}"));
        let at = [44.0 + 176.0 * (index % 4) as f64, 392.0 + 22.0 * (index / 4) as f64];
        let label = format!("{}. × {}: ", index + 1, octave.octave.amplitude);
        d.number(&id, ink(index), (at, Anchor::Left), Readout::new(&label, &id, value, 3));
        if index > 0 {
            line.push(Term::text(" + "));
        }
        line.push(Term::number(&id, &id, value, 3));
    }
    let y = if trace.octaves.len() > 4 { 446.0 } else { 424.0 };
    let readout = Readout::new("sum at p: ", "noise", trace.value, 4);
    d.number("noise", Ink::Noise, ([44.0, y], Anchor::Left), readout);
    let bound: f64 =
        0.5 * noise.fractal().octaves.iter().map(|octave| octave.amplitude).sum::<f64>();
    let readout = Readout::new("never beyond ±", "bound", bound, 4);
    d.number("", Ink::Muted, ([220.0, y], Anchor::Left), readout);
    line.push(Term::text(" = "));
    line.push(Term::number("noise", "noise", trace.value, 4));
    d.formula = vec![line];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn slopes_are_plus_or_minus_1_and_octaves_add_up() {
        for x in [-7.3, 0.2, 1.7, 99.01] {
            let trial = trial_of(&LINE_OCTAVES).at([x, 0.0]);
            let c = trial.context();
            let d = c.draw();
            let parts: f64 = (0..3).map(|k| d.value(&format!("octave{k}")).unwrap()).sum();
            assert!((parts - d.value("noise").unwrap()).abs() < 1e-12);
            let trace = noise(&c, 3.0).unwrap().trace(&[x]);
            for corner in trace.octaves.iter().flat_map(|o| &o.cells[0].corners) {
                assert_eq!(corner.gradient[0].abs(), 1.0);
            }
            assert!(d.value("noise").unwrap().abs() <= d.value("bound").unwrap());
        }
    }
}
