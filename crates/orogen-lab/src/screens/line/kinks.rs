//! Noise on a line with its slope and curvature, and the places where they jump.

use super::line_noise::{LineNoise, SLOPES};
use crate::screens::prelude::*;
use orogen_noise::Fade;

pub(super) static KINKS: FigureRow = FigureRow {
    name: "kinks",
    screen: Screen::Line,
    title: "Kinks at whole numbers",
    question: "What does a fade do to the noise?",
    steps: &[
        "The same slopes, blended by three fades. With the linear fade, the noise has kinks at \
         whole numbers.",
        "The slope n' of each noise. With the linear fade it jumps at whole numbers; with the \
         other two it passes through the lattice point's slope.",
        "The curvature n'' of each noise. With the cubic fade it jumps: the land feels smooth, but \
         light shows the jump. With the quintic fade it is 0 at every whole number.",
    ],
    reproduces: &[("E3", 2)],
    controls: &[Control::choice(
        "kinks.fade",
        "Fades",
        &["all", "linear", "cubic", "quintic"],
        "The fades to draw.",
    )],
    code: &[
        "// the product rule, a and b two ramps:",
        "// n   = a + f·(b − a)",
        "// n'  = a' + f·(b' − a') + f'·(b − a)",
        "let slope = a1 + f * (b1 - a1) + f1 * (b - a);",
    ],
    draw,
    challenge: Challenge {
        task: "Show only the fade whose slope jumps.",
        hint: "Its graph has no curves.",
        is_solved: |c| c.integer("kinks.fade") == 1,
    },
};

const FADE_CURVES: [(&str, Fade, Ink); 3] = [
    ("linear", Fade::Linear, Ink::Negative),
    ("cubic", Fade::Cubic, Ink::Text),
    ("quintic", Fade::Quintic, Ink::Corner(2)),
];

fn plots(x: f64) -> [(Plot, f64); 3] {
    let left = 4.0 * (x / 4.0).floor();
    let x = [left, left + 4.0];
    let plot = |top: f64, y: f64| Plot { at: [60.0, top], size: [560.0, 118.0], x, y: [-y, y] };
    [(plot(14.0, 0.5), 0.25), (plot(172.0, 1.6), 0.8), (plot(330.0, 8.0), 4.0)]
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(760.0, 476.0);
    let (step, x) = (c.step(), c.p()[0]);
    let chosen_fade = c.integer("kinks.fade");
    let plots = plots(x);
    let titles = ["noise n", "slope n'", "curvature n''"];
    for (order, (plot, tick)) in plots.iter().enumerate().take(step + 1) {
        plot.draw_axes(&mut d, [1.0, *tick]);
        d.text(Ink::Muted, 12.0, [632.0, plot.at[1] + 10.0], Anchor::Left, titles[order]);
        for (index, (name, fade, ink)) in FADE_CURVES.iter().enumerate() {
            if chosen_fade != 0 && chosen_fade != index + 1 {
                continue;
            }
            let line = LineNoise::Slopes(SLOPES, *fade);
            draw_pieces(&mut d, (name, *fade, *ink), plot, |x| derivative(&line, order, x));
            let y = derivative(&line, order, x);
            d.disc(name, *ink, plot.place([x, y.clamp(plot.y[0], plot.y[1])]), 4.0);
            let at = [632.0, plot.at[1] + 34.0 + 22.0 * index as f64];
            let label = format!("{name} ");
            let number_name = format!("{name}_{order}");
            d.number(name, *ink, (at, Anchor::Left), Readout::new(&label, &number_name, y, 3));
        }
        let [px, top] = plot.place([x, plot.y[1]]);
        d.dashed("p", Ink::Point, 1.0, vec![[px, top], [px, top + plot.size[1]]]);
    }
    let at = plots[0].0.place([x, plots[0].0.y[0]]);
    d.disc("p", Ink::Point, at, 6.0);
    d.handles.push(Handle { y: None, ..Handle::point(at, plots[0].0.unit()) });
    d.code_line = Some(if step == 0 { 1 } else { 3 });
    d.caption = c.row.steps[step].to_owned();
    d
}

/// The noise (`order` 0), its slope (1) or its curvature (2).
fn derivative(line: &LineNoise, order: usize, x: f64) -> f64 {
    match order {
        0 => line.value(x),
        1 => line.jet(x).1,
        _ => line.curvature(x),
    }
}

/// Draws a curve in pieces between whole numbers, so that jumps show as gaps.
fn draw_pieces(
    d: &mut Drawing,
    (id, fade, ink): (&str, Fade, Ink),
    plot: &Plot,
    f: impl Fn(f64) -> f64,
) {
    const POINTS: usize = 40;
    for piece in plot.x[0] as i64..plot.x[1] as i64 {
        let x = |i: usize| piece as f64 + (i as f64 / POINTS as f64).clamp(1e-6, 1.0 - 1e-6);
        let points: Vec<Place> =
            (0..=POINTS).map(|i| plot.place([x(i), f(x(i)).clamp(plot.y[0], plot.y[1])])).collect();
        match fade {
            Fade::Linear => d.dashed(id, ink, 2.0, points),
            Fade::Cubic => d.line(id, ink, 1.5, points),
            Fade::Quintic | Fade::Cosine | Fade::Step | Fade::Custom(_) => {
                d.line(id, ink, 3.0, points)
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The jump of the slope or the curvature at a whole number.
    fn jump(fade: Fade, order: usize, at: f64) -> f64 {
        let line = LineNoise::Slopes(SLOPES, fade);
        (derivative(&line, order, at + 1e-5) - derivative(&line, order, at - 2e-5)).abs()
    }

    #[test]
    fn only_the_quintic_has_no_jumps() {
        for at in [1.0, 2.0, 5.0] {
            assert!(jump(Fade::Linear, 1, at) > 0.1, "{at}");
            assert!(jump(Fade::Cubic, 1, at) < 1e-3 && jump(Fade::Quintic, 1, at) < 1e-3);
            assert!(jump(Fade::Cubic, 2, at) > 0.5, "{at}");
            assert!(jump(Fade::Quintic, 2, at) < 0.02, "{at}");
        }
    }
}
