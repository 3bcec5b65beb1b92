//! Noise on a line: the ramps of the lattice points, their weights, and the blend.

use super::line_noise::{LatticeNeighbours, LineNoise, SLOPES};
use crate::common_shapes;
use crate::offset;
use crate::screens::prelude::*;

pub(super) static LINE: FigureRow = FigureRow {
    name: "line",
    screen: Screen::Line,
    title: "Noise on a line",
    question: "How do slopes become a curve?",
    steps: &[
        "Every whole number has a random slope, the short red stroke, and the height 0. The noise \
         passes through each ring with the slope of its stroke.",
        "Each slope is a ramp that reaches as far as the neighbours on both sides. Between two \
         whole numbers two ramps meet.",
        "Each ramp has a weight: 1 at its own point, 0 at its neighbours. Everywhere the two weights \
         add up to 1.",
        "The noise is the sum of the ramps, each times its weight. Each piece of the curve follows \
         the left ramp near its left end and the right ramp near its right end.",
    ],
    reproduces: &[("S1", 0), ("C3", 3), ("C4", 3), ("C6", 3)],
    controls: &[
        Control::choice(
            "line.slopes",
            "Slopes",
            SLOPE_SOURCES,
            "The slopes of the textbook's figure, or those of this land's noise.",
        ),
        Control::recipe("noise.fade"),
        slope("line.slope0", "Slope at 0", 0),
        slope("line.slope1", "Slope at 1", 1),
        slope("line.slope2", "Slope at 2", 2),
        slope("line.slope3", "Slope at 3", 3),
        slope("line.slope4", "Slope at 4", 4),
        slope("line.slope5", "Slope at 5", 5),
        slope("line.slope6", "Slope at 6", 6),
        slope("line.slope7", "Slope at 7", 7),
    ],
    code: &[
        "let i = x.floor();",
        "let u = x - i;",
        "let phi1 = slope(i) * u;",
        "let phi2 = slope(i + 1.0) * (u - 1.0);",
        "let alpha = fade(u);",
        "(1.0 - alpha) * phi1 + alpha * phi2",
    ],
    draw,
    challenge: Challenge {
        task: "Pull the strokes until the noise is above 0.4 at p.",
        hint: "Left of p the slope must go up; right of p it must come down.",
        is_solved: |c| line(c).is_some_and(|line| line.value(place(c)) > 0.4),
    },
};

const SLOPE_SOURCES: &[&str] = &["textbook", "this noise"];

const KEYS: [&str; 8] = [
    "line.slope0",
    "line.slope1",
    "line.slope2",
    "line.slope3",
    "line.slope4",
    "line.slope5",
    "line.slope6",
    "line.slope7",
];

const fn slope(key: &'static str, label: &'static str, index: usize) -> Control {
    let kind = ControlKind::Number { min: -2.0, max: 2.0, start: SLOPES[index] };
    Control {
        key,
        label,
        kind,
        doc: "The textbook's slope at this number and at every eighth number from it.",
    }
}

/// The noise with the slopes that the user chose.
fn line(c: &Context) -> Option<LineNoise> {
    if uses_textbook_slopes(c) {
        return Some(LineNoise::Slopes(KEYS.map(|key| c.value(key)), c.spec().fade));
    }
    LineNoise::of(c)
}

/// Returns true if the user chose the textbook's slopes.
fn uses_textbook_slopes(c: &Context) -> bool {
    c.integer("line.slopes") == 0
}

/// The place of p on the line, in cells.
fn place(c: &Context) -> f64 {
    if uses_textbook_slopes(c) { c.p()[0] } else { c.cell_p()[0] }
}

/// The two plots: curves above, weights below. They share the x axis.
fn plots(x: f64) -> [Plot; 2] {
    let left = 8.0 * ((x + 0.5) / 8.0).floor() - 0.5;
    let x = [left, left + 8.0];
    let above = Plot { at: [44.0, 14.0], size: [700.0, 320.0], x, y: [-1.1, 1.1] };
    [above, Plot { at: [44.0, 372.0], size: [700.0, 70.0], x, y: [0.0, 1.0] }]
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(760.0, 500.0);
    let x = place(c);
    let Some(line) = line(c) else {
        return common_shapes::explain_missing_noise(d, "This noise cannot be built.");
    };
    let step = c.step();
    let [above, below] = plots(x);
    above.draw_axes(&mut d, [1.0, 0.5]);
    let neighbours = line.neighbours(x);
    draw_sides(&mut d, &above, x);
    if neighbours.is_some() {
        below.draw_axes(&mut d, [1.0, 1.0]);
        draw_sides(&mut d, &below, x);
        d.text(Ink::Muted, 12.0, [44.0, 361.0], Anchor::Left, "weights of the ramps");
    }
    if let (true, Some(_)) = (step >= 1, &neighbours) {
        draw_ramps(&mut d, &above, &line);
    }
    if let (true, Some(neighbours)) = (step >= 2, &neighbours) {
        draw_weights(&mut d, &below, c.spec().fade, neighbours);
    }
    let curve = above.curve(700, |x| line.value(x).clamp(-1.1, 1.1));
    d.line("noise", Ink::Noise, 3.0, curve);
    draw_rings(&mut d, &above, &line, uses_textbook_slopes(c));
    let at = above.place([x, 0.0]);
    common_shapes::star(&mut d, "p", Ink::Point, at, 9.0);
    d.handles.push(Handle { y: None, ..Handle::point(at, above.unit()) });
    d.caption = c.row.steps[step].to_owned();
    match neighbours {
        Some(neighbours) if step >= 1 => draw_p(&mut d, [&above, &below], x, (&neighbours, step)),
        Some(_) => {}
        None => {
            d.caption = format!(
                "{} noise has no one-dimensional form. This is a cut through the plane, without \
                 ramps.",
                c.spec().basis
            );
        }
    }
    d.code_line = Some([0, 3, 4, 5][step]);
    if !uses_textbook_slopes(c) {
        offset::show(&mut d, c, 1);
    }
    d
}

/// Draws the whole numbers on either side of p.
fn draw_sides(d: &mut Drawing, plot: &Plot, x: f64) {
    for side in [x.floor(), x.floor() + 1.0] {
        if (plot.x[0]..=plot.x[1]).contains(&side) {
            let [px, top] = plot.place([side, plot.y[1]]);
            d.line("cell", Ink::Axis, 2.0, vec![[px, top], [px, top + plot.size[1]]]);
        }
    }
}

fn lattice_points(plot: &Plot) -> std::ops::RangeInclusive<i64> {
    plot.x[0].ceil() as i64..=plot.x[1].floor() as i64
}

/// The colour of a lattice point.
fn ink(lattice_point: i64) -> Ink {
    Ink::Corner(lattice_point.rem_euclid(4) as u8)
}

fn draw_ramps(d: &mut Drawing, plot: &Plot, line: &LineNoise) {
    let [left, right] = plot.x;
    for point in left.floor() as i64..=right.ceil() as i64 {
        // A ramp is straight, so two points suffice for each half. They lie just inside the
        // neighbours, where its weight becomes 0.
        for ends in [[-0.999, -0.001], [0.001, 0.999]] {
            let ends = ends.map(|end| point as f64 + end);
            let clamped_ends = ends.map(|x| x.clamp(left, right));
            if clamped_ends[1] - clamped_ends[0] < 0.01 {
                continue;
            }
            let places: Option<Vec<_>> = clamped_ends
                .map(|x| line.ramp(point, x).map(|y| plot.place([x, y.clamp(-1.1, 1.1)])))
                .into_iter()
                .collect();
            if let Some(places) = places {
                let id = format!("ramp{}", point.rem_euclid(8));
                d.dashed(&id, ink(point), 1.5, places);
            }
        }
    }
}

fn draw_weights(
    d: &mut Drawing,
    plot: &Plot,
    fade: orogen_noise::Fade,
    neighbours: &LatticeNeighbours,
) {
    let [left, right] = plot.x;
    for point in left.floor() as i64..=right.ceil() as i64 {
        let range = [point - 1, point + 1].map(|x| (x as f64).clamp(left, right));
        if range[1] - range[0] < 0.01 {
            continue;
        }
        let weight = |x: f64| fade.value(1.0 - (x - point as f64).abs().min(1.0));
        let x = |i: usize| range[0] + (range[1] - range[0]) * i as f64 / 48.0;
        let upper: Vec<_> = (0..=48).map(|i| plot.place([x(i), weight(x(i))])).collect();
        let lower = (0..=48).map(|i| plot.place([x(i), 0.0])).collect();
        let is_near = point == neighbours.cell || point == neighbours.cell + 1;
        let opacity = if is_near { 0.45 } else { 0.15 };
        let id = format!("ramp{}", point.rem_euclid(8));
        let shape = Shape::Band { upper: upper.clone(), lower };
        d.add(&id, ink(point), shape).scale_opacity(opacity);
        d.line(&id, ink(point), 1.0, upper).scale_opacity(2.0 * opacity);
    }
}

/// Draws rings at whole numbers, with strokes for the slopes there.
fn draw_rings(d: &mut Drawing, plot: &Plot, line: &LineNoise, is_textbook: bool) {
    let [unit_x, unit_y] = plot.unit();
    for point in lattice_points(plot) {
        let (height, slope) = line.jet(point as f64);
        let at = plot.place([point as f64, height.clamp(-1.1, 1.1)]);
        let id = format!("slope{}", point.rem_euclid(8));
        // All strokes have equal length in the picture, however steep.
        let reach = 34.0 / unit_x.hypot(unit_y * slope);
        let end = |side: f64| {
            let [x, y] = [at[0] + side * reach * unit_x, at[1] + side * reach * unit_y * slope];
            let clamp =
                |v: f64, axis: usize| v.clamp(plot.at[axis], plot.at[axis] + plot.size[axis]);
            [clamp(x, 0), clamp(y, 1)]
        };
        d.line(&id, Ink::Gradient, 4.0, vec![end(-1.0), end(1.0)]);
        d.circle(&id, Ink::Gradient, at, 5.0);
        let target = match (is_textbook, line) {
            (true, _) => Some(Target::Control(KEYS[point.rem_euclid(8) as usize])),
            (_, LineNoise::Noise(_)) => {
                Some(Target::Gradient { octave: 0, cell: [point, 0], axis: 0 })
            }
            _ => None,
        };
        if let Some(target) = target {
            let handle = Handle::new(id, format!("the slope at {point}"), end(1.0));
            d.handles.push(handle.along_y(target, 1.0 / (reach * unit_y)));
        }
    }
}

/// Draws ramps, weights and noise at p.
fn draw_p(
    d: &mut Drawing,
    [above, below]: [&Plot; 2],
    x: f64,
    (neighbours, step): (&LatticeNeighbours, usize),
) {
    let &LatticeNeighbours { cell, fraction, influences: [left, right], fade, noise } = neighbours;
    let top = above.place([x, 0.0])[0];
    d.dashed("p", Ink::Point, 1.0, vec![[top, above.at[1]], [top, below.at[1] + below.size[1]]]);
    let id = |side: i64| format!("ramp{}", (cell + side).rem_euclid(8));
    let mut readouts = vec![("φ₁ = ", id(0), ink(cell), "phi1", left)];
    readouts.push(("φ₂ = ", id(1), ink(cell + 1), "phi2", right));
    for (_, id, ink, _, height) in &readouts {
        d.disc(id, *ink, above.place([x, height.clamp(-1.1, 1.1)]), 4.5);
    }
    let weight = format!("α({}) = ", decimal(fraction, 3).trim_end_matches('0'));
    if step >= 2 {
        readouts.push((&weight, "alpha".to_owned(), Ink::Text, "alpha", fade));
        d.disc(&id(1), ink(cell + 1), below.place([x, fade.clamp(0.0, 1.0)]), 4.0);
    }
    if step >= 3 {
        readouts.push(("n = ", "noise".to_owned(), Ink::Noise, "noise", noise));
        d.disc("noise", Ink::Noise, above.place([x, noise.clamp(-1.1, 1.1)]), 5.5);
        d.formula = vec![vec![
            Term::label("noise", "n"),
            Term::text(" = (1 − α)·φ₁ + α·φ₂ = (1 − "),
            Term::number("alpha", "alpha", fade, 4),
            Term::text(") · "),
            Term::number(&id(0), "phi1", left, 4),
            Term::text(" + "),
            Term::number("alpha", "alpha", fade, 4),
            Term::text(" · "),
            Term::number(&id(1), "phi2", right, 4),
            Term::text(" = "),
            Term::number("noise", "noise", noise, 4),
        ]];
    }
    for (index, (label, id, ink, name, value)) in readouts.iter().enumerate() {
        let at = [70.0 + 180.0 * index as f64, 480.0];
        d.number(id, *ink, (at, Anchor::Left), Readout::new(label, name, *value, 4));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn the_numbers_match_the_textbook() {
        let line = trial_of(&LINE);
        let expected = [("phi1", 0.333), ("phi2", -0.254), ("alpha", 0.837), ("noise", -0.159)];
        for (name, number) in expected {
            assert!((line.value(name) - number).abs() < 5.1e-4, "{name}");
        }
    }

    #[test]
    fn the_line_of_this_land_matches_its_noise() {
        for x in [-3.25, 0.0, 0.4, 6.99, 7.6, 1234.5] {
            let trial = trial_of(&LINE).at([x, 0.0]).set("line.slopes", 1.0);
            let c = trial.context();
            let trace = c.single_octave(1).unwrap().trace(&[x]);
            let blend = trace.octaves[0].cells[0].blends[0];
            assert_eq!(trial.value("phi1"), blend.a);
            assert_eq!(trial.value("phi2"), blend.b);
            assert_eq!(trial.value("alpha"), blend.fade);
            assert_eq!(trial.value("noise"), trace.value);
        }
    }
}
