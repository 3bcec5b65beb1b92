//! Shows that noise is not random: it repeats exactly, and neighbours are correlated.

use crate::common_shapes;
use crate::screens::prelude::*;
use orogen_noise::statistics::sample_point;
use orogen_noise::{Noise, PermutationKind};

pub(in super::super) static RANDOM: FigureRow = FigureRow {
    name: "random",
    screen: Screen::Numbers,
    title: "Random, and yet not",
    question: "Is it random?",
    steps: &[
        "No: the same place always gives the same number. Only the numbers at the corners are made \
         to look random.",
        "Places near each other are correlated; from one cell on, they are nearly independent. The \
         bars show how alike two places are, by their distance.",
        "A table of 256 numbers repeats: the line 256 cells further on (dashed) lies on the first \
         one. A hash of the cell's numbers has no such period.",
    ],
    reproduces: &[("E13", 0), ("E7", 2)],
    controls: &[Control::choice(
        "random.numbers",
        "Numbers from",
        &["table of 256", "mod 289", "hash"],
        "The source of the corners' numbers.",
    )],
    code: &[
        "assert_eq!(noise(p), noise(p)); // always",
        "assert_eq!(noise(p), noise(p + vec2(256.0, 0.0)));",
    ],
    draw,
    challenge: Challenge {
        task: "Separate the two lines: choose numbers that do not repeat.",
        hint: "A longer period is still a period.",
        is_solved: |c| c.integer("random.numbers") == 2,
    },
};

/// The noise, and the shift at which it is compared with itself, in cells: the period of the table
/// (256) or of the arithmetic (289). The hash never repeats; it is compared at 256.
fn noise(c: &Context) -> Option<(Noise, f64)> {
    let (kind, period) = match c.integer("random.numbers") {
        0 => (PermutationKind::Reference, 256.0),
        1 => (PermutationKind::P289, 289.0),
        _ => (PermutationKind::Hash, 256.0),
    };
    let octave = c.single_octave(2)?;
    let mut spec = octave.spec().clone();
    (spec.permutation, spec.period) = (kind, None);
    Some((spec.build(2).ok()?, period))
}

/// The correlation of noise with itself at a distance to the east: the mean product over the mean
/// square.
fn correlation(noise: &Noise, distance: f64) -> f64 {
    let (mut products, mut squares) = (0.0, 0.0);
    for index in 0..400 {
        let mut p = [0.0; 2];
        sample_point(index, &mut p);
        let (value, shifted) = (noise.sample(&p), noise.sample(&[p[0] + distance, p[1]]));
        products += value * shifted;
        squares += 0.5 * (value * value + shifted * shifted);
    }
    products / squares
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(760.0, 440.0);
    let Some((noise, period)) = noise(c) else {
        return common_shapes::explain_missing_noise(d, "This noise cannot be built.");
    };
    let ([x, y], step) = (c.p(), c.step());
    let left = 8.0 * (x / 8.0).floor();
    let plot =
        Plot { at: [44.0, 34.0], size: [700.0, 140.0], x: [left, left + 8.0], y: [-1.2, 1.2] };
    plot.draw_axes(&mut d, [1.0, 0.6]);
    let title = "the noise along a line to the east through p";
    d.text(Ink::Muted, 12.0, [44.0, 16.0], Anchor::Left, title);
    let value_at = |x: f64| noise.sample(&[x, y]).clamp(-1.2, 1.2);
    d.line("noise", Ink::Noise, 3.0, plot.curve(350, value_at));
    if step >= 2 {
        d.dashed("again", Ink::Negative, 1.5, plot.curve(350, |x| value_at(x + period)));
    }
    let p = plot.place([x, value_at(x)]);
    d.disc("p", Ink::Point, p, 6.0);
    d.handles.push(Handle { y: None, ..Handle::point(p, plot.unit()) });
    let first_sample = Readout::new("noise(p) = ", "noise", noise.sample(&[x, y]), 9);
    d.number("noise", Ink::Noise, ([44.0, 214.0], Anchor::Left), first_sample);
    let second_sample = Readout::new("sampled again = ", "again", noise.sample(&[x, y]), 9);
    d.number("noise", Ink::Noise, ([230.0, 214.0], Anchor::Left), second_sample);
    if step >= 2 {
        let value = noise.sample(&[x + period, y]);
        let label = format!("{period} cells east = ");
        let readout = Readout::new(&label, "further", value, 9);
        d.number("again", Ink::Negative, ([430.0, 214.0], Anchor::Left), readout);
    }
    if step >= 1 {
        draw_bars(&mut d, &noise);
    }
    d.code_line = Some(usize::from(step == 2));
    d.caption = c.row.steps[step].to_owned();
    if step == 2 && c.integer("random.numbers") == 2 {
        d.caption = "The hash has no visible period: 256 cells further on, the noise is different."
            .to_owned();
    }
    d
}

/// Draws the correlation by distance, up to three cells.
fn draw_bars(d: &mut Drawing, noise: &Noise) {
    let plot = Plot { at: [44.0, 268.0], size: [700.0, 130.0], x: [-0.05, 3.05], y: [-0.5, 1.0] };
    plot.draw_axes(d, [0.5, 0.5]);
    let title = "correlation of two places, by their distance in cells";
    d.text(Ink::Muted, 12.0, [44.0, 252.0], Anchor::Left, title);
    for bar in 0..=30 {
        let distance = f64::from(bar) / 10.0;
        let value = correlation(noise, distance);
        let ends = [distance - 0.035, distance + 0.035];
        let upper = ends.map(|x| plot.place([x, value.clamp(-0.5, 1.0)])).to_vec();
        let lower = ends.map(|x| plot.place([x, 0.0])).to_vec();
        d.add("likeness", Ink::of_sign(value), Shape::Band { upper, lower });
        for (labelled_bar, name, label, x) in [
            (0, "alike_0", "at 0: ", 420.0),
            (5, "alike_5", "at 0.5: ", 510.0),
            (20, "alike_20", "at 2: ", 620.0),
        ] {
            if bar == labelled_bar {
                let readout = Readout::new(label, name, value, 3);
                d.number("likeness", Ink::Text, ([x, 252.0], Anchor::Left), readout);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn tables_repeat_and_the_hash_does_not() {
        for (numbers, repeats) in [(0.0, true), (1.0, true), (2.0, false)] {
            for point in [[1.7, 2.3], [-40.25, 9.5], [300.125, -7.75]] {
                let d = trial_of(&RANDOM).at(point).set("random.numbers", numbers).draw();
                let gap = (d.value("noise").unwrap() - d.value("further").unwrap()).abs();
                assert_eq!(gap < 1e-9, repeats, "{numbers} {point:?}: {gap}");
                assert!(d.value("alike_0").unwrap() > 0.999);
                assert!(d.value("alike_20").unwrap().abs() < 0.2);
            }
        }
    }
}
