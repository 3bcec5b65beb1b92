//! Compares fades, their slopes and their curvatures.

use crate::screens::prelude::*;
use orogen_noise::Fade;

pub(in super::super) static FADES: FigureRow = FigureRow {
    name: "fades",
    screen: Screen::Line,
    title: "Fades",
    question: "Why a fade, and why of the fifth degree?",
    steps: &[
        "A fade goes from 0 to 1. Cubic and quintic look almost alike: they differ by 0.054 at most.",
        "Their slopes: the linear fade starts and ends with slope 1, so that the noise creases where \
         cells meet. Cubic and quintic start and end level.",
        "Their curvatures: the cubic starts with 6 and ends with −6, so that light jumps where cells \
         meet. The quintic starts and ends with 0.",
    ],
    reproduces: &[("S2", 2), ("E3", 2)],
    controls: &[Control::recipe("noise.fade")],
    code: &[
        "fn linear(t: f64) -> f64 { t }",
        "fn cubic(t: f64) -> f64 { t * t * (3.0 - 2.0 * t) }",
        "fn quintic(t: f64) -> f64 {",
        "    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)",
        "}",
    ],
    draw,
    challenge: Challenge {
        task: "Move p to where cubic and quintic differ most.",
        hint: "It is about a quarter of the way from one end.",
        is_solved: |c| {
            let u = fraction(c);
            let gap = (Fade::Cubic.value(u) - Fade::Quintic.value(u)).abs();
            gap > 0.999 * largest_gap().1
        },
    },
};

/// The compared fades, with their colours.
const FADE_CURVES: [(&str, Fade, Ink); 3] = [
    ("linear", Fade::Linear, Ink::Ghost),
    ("cubic", Fade::Cubic, Ink::Text),
    ("quintic", Fade::Quintic, Ink::Corner(2)),
];

fn fraction(c: &Context) -> f64 {
    c.p()[0] - c.p()[0].floor()
}

/// The second derivative by differences of slopes; at the ends, only of slopes inside [0, 1].
fn curvature(fade: Fade, t: f64) -> f64 {
    const STEP: f64 = 1e-4;
    let slope = |k: f64, sign: f64| fade.slope(t + sign * k * STEP);
    if !(STEP..=1.0 - STEP).contains(&t) {
        // A one-sided difference of three slopes is as exact as a central difference of two.
        let sign = if t < 0.5 { 1.0 } else { -1.0 };
        let sum = -3.0 * slope(0.0, sign) + 4.0 * slope(1.0, sign) - slope(2.0, sign);
        return sign * sum / (2.0 * STEP);
    }
    (slope(1.0, 1.0) - slope(1.0, -1.0)) / (2.0 * STEP)
}

/// The place and the size of the largest gap between cubic and quintic.
fn largest_gap() -> (f64, f64) {
    let gap = |t: f64| (Fade::Cubic.value(t) - Fade::Quintic.value(t)).abs();
    (0..=1000)
        .map(|i| f64::from(i) / 1000.0)
        .map(|t| (t, gap(t)))
        .fold((0.0, 0.0), |best, other| if other.1 > best.1 { other } else { best })
}

const PLOTS: [(Plot, [f64; 2]); 3] = [
    (Plot { at: [40.0, 30.0], size: [320.0, 320.0], x: [0.0, 1.0], y: [0.0, 1.0] }, [0.1, 0.1]),
    (Plot { at: [430.0, 30.0], size: [310.0, 130.0], x: [0.0, 1.0], y: [0.0, 2.0] }, [0.1, 0.5]),
    (Plot { at: [430.0, 220.0], size: [310.0, 130.0], x: [0.0, 1.0], y: [-6.5, 6.5] }, [0.1, 3.0]),
];

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(760.0, 470.0);
    let (step, u) = (c.step(), fraction(c));
    let land_fade = c.spec().fade;
    let mut curves = FADE_CURVES.to_vec();
    if FADE_CURVES.iter().all(|(_, fade, _)| *fade != land_fade) {
        curves.push((land_fade.name(), land_fade, Ink::Accent));
    }
    let titles = ["fade f(t)", "slope f'(t)", "curvature f''(t)"];
    for (index, (plot, ticks)) in PLOTS.iter().enumerate().take(step + 1) {
        plot.draw_axes(&mut d, *ticks);
        let title = [plot.at[0], plot.at[1] - 14.0];
        d.text(Ink::Muted, 12.0, title, Anchor::Left, titles[index]);
        for (name, fade, ink) in &curves {
            let f = |t: f64| derivative(*fade, index, t).clamp(plot.y[0], plot.y[1]);
            let points = plot.curve(200, f);
            match *fade {
                Fade::Linear => d.dashed(name, *ink, 2.0, points),
                _ => d.line(name, *ink, 2.5, points),
            };
            d.disc(name, *ink, plot.place([u, f(u)]), 4.5);
        }
        let [x, bottom] = plot.place([u, plot.y[0]]);
        d.dashed("p", Ink::Point, 1.0, vec![[x, plot.at[1]], [x, bottom]]);
    }
    let axis_point = PLOTS[0].0.place([u, 0.0]);
    d.disc("p", Ink::Point, axis_point, 6.0);
    d.handles.push(Handle { y: None, ..Handle::point(axis_point, PLOTS[0].0.unit()) });
    if matches!(land_fade, Fade::Custom(_)) {
        draw_knots(&mut d, land_fade);
    }
    draw_table(&mut d, &curves, (u, step));
    d.formula = vec![
        vec![
            Term::label("cubic", "cubic"),
            Term::text("(t) = 3t² − 2t³,  "),
            Term::label("quintic", "quintic"),
            Term::text("(t) = 6t⁵ − 15t⁴ + 10t³"),
        ],
        vec![Term::text("t = "), Term::number("p", "t", u, 3)],
    ];
    finish(d, c, &[3, 0, 3])
}

/// Draws the handles of the user's own fade: its values at three places.
fn draw_knots(d: &mut Drawing, fade: Fade) {
    let plot = &PLOTS[0].0;
    for (t, key) in [
        (0.25, "noise.fade_quarter"),
        (0.5, "noise.fade_half"),
        (0.75, "noise.fade_three_quarters"),
    ] {
        let at = plot.place([t, fade.value(t).clamp(0.0, 1.0)]);
        d.circle("custom", Ink::Accent, at, 7.0);
        d.handles.push(
            Handle::new("custom", format!("your fade at {t}"), at)
                .along_y(Target::Recipe(key), 1.0 / plot.unit()[1]),
        );
    }
}

/// The fade (`order` 0), its slope (1) or its curvature (2).
fn derivative(fade: Fade, order: usize, t: f64) -> f64 {
    match order {
        0 => fade.value(t),
        1 => fade.slope(t),
        _ => curvature(fade, t),
    }
}

/// Draws the numbers at p, one row per fade.
fn draw_table(d: &mut Drawing, curves: &[(&str, Fade, Ink)], (u, step): (f64, usize)) {
    let row = |index: usize| 396.0 + 17.0 * index as f64;
    for (index, (name, fade, ink)) in curves.iter().enumerate() {
        let y = row(index);
        let sample = vec![[40.0, y], [66.0, y]];
        match *fade {
            Fade::Linear => d.dashed(name, *ink, 2.0, sample),
            _ => d.line(name, *ink, 2.5, sample),
        };
        d.text(Ink::Text, 12.0, [74.0, y], Anchor::Left, name);
        for (order, label) in ["f = ", "f' = ", "f'' = "].into_iter().enumerate().take(step + 1) {
            let at: Place = [140.0 + 90.0 * order as f64, y];
            let number = format!("{name}_{order}");
            let readout = Readout::new(label, &number, derivative(*fade, order, u), 3);
            d.number(name, Ink::Text, (at, Anchor::Left), readout);
        }
    }
    let (at, gap) = largest_gap();
    let readout = Readout::new("largest gap, cubic to quintic: ", "gap", gap, 3);
    d.number("", Ink::Muted, ([430.0, row(0)], Anchor::Left), readout);
    let readout = Readout::new("first at t = ", "gap_at", at, 3);
    d.number("", Ink::Muted, ([640.0, row(0)], Anchor::Left), readout);
    if step >= 2 {
        for (index, (label, name, fade)) in [
            ("cubic f''(0) = ", "cubic_start", Fade::Cubic),
            ("quintic f''(0) = ", "quintic_start", Fade::Quintic),
        ]
        .into_iter()
        .enumerate()
        {
            let value = curvature(fade, 0.0);
            let at = [430.0 + 130.0 * index as f64, row(1)];
            d.number("", Ink::Muted, (at, Anchor::Left), Readout::new(label, name, value, 2));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn curvatures_match_the_formulas() {
        for i in 0..=1000 {
            let t = f64::from(i) / 1000.0;
            assert!((curvature(Fade::Cubic, t) - (6.0 - 12.0 * t)).abs() < 1e-8, "{t}");
            let quintic = 120.0 * t * t * t - 180.0 * t * t + 60.0 * t;
            assert!((curvature(Fade::Quintic, t) - quintic).abs() < 1e-5, "{t}");
        }
    }

    #[test]
    fn the_numbers_match_the_literature() {
        let d = trial_of(&FADES).draw();
        let assert_near = |name: &str, expected: f64, limit: f64| {
            assert!((d.value(name).unwrap() - expected).abs() < limit, "{name}");
        };
        assert_near("gap", 0.054, 5e-4);
        assert_near("cubic_start", 6.0, 1e-6);
        assert_near("quintic_start", 0.0, 1e-5);
        assert_near("quintic_0", 0.83692, 1e-12);
        assert_near("cubic_0", 0.784, 1e-12);
    }
}
