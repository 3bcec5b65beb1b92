//! The endless lattice: each point has an arrow, its gradient.

use super::corners::{gradient, random_octave};
use crate::common_shapes;
use crate::screens::prelude::*;
use orogen_noise::trace::CornerTrace;
use orogen_noise::{Basis, Noise};

pub(super) static GRID: FigureRow = FigureRow {
    name: "grid",
    screen: Screen::Cell,
    title: "An endless grid of arrows",
    question: "Where do the arrows come from?",
    steps: &[
        "The grid is endless. Nothing is stored: each point is computed from its two whole numbers \
         whenever it comes into view.",
        "Each point's hash gives it an arrow in any direction. Drag the grid away and back: every \
         point has the same arrow as before.",
    ],
    reproduces: &[("N1", 1)],
    controls: &[Control::integer(
        "grid.roll",
        "Seed",
        (0, 4, 9999),
        "Gives every point another arrow.",
    )],
    code: &[
        "let hash = hash_cell(seed, &[i, j]);",
        "let turns = hash as f64 / 4_294_967_296.0;",
        "let arrow = (cos(TAU * turns), sin(TAU * turns));",
    ],
    draw,
    challenge: Challenge {
        task: "Move p to where both whole numbers are beyond 100.",
        hint: "Drag on, or type numbers for p: the grid has no end.",
        is_solved: |c| c.p().iter().all(|x| x.floor() > 100.0),
    },
};

/// The side of a cell in points.
const CELL: f64 = 50.0;
/// The size of the picture, and its top left corner, in points.
const SIZE: Place = [700.0, 200.0];
const CORNER: Place = [30.0, 30.0];

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(760.0, 310.0);
    let Some(noise) = random_octave(c, Basis::Perlin, c.integer("grid.roll")) else {
        return common_shapes::explain_missing_noise(d, "This noise cannot be built.");
    };
    let [px, py] = c.p();
    let middle = [CORNER[0] + 0.5 * SIZE[0], CORNER[1] + 0.5 * SIZE[1]];
    let place = |[x, y]: [f64; 2]| [middle[0] + CELL * (x - px), middle[1] - CELL * (y - py)];
    d.rect("", Ink::Card, CORNER, SIZE);
    let range = |p: f64, half: f64| {
        let reach = half / CELL;
        (p - reach).ceil() as i64..=(p + reach).floor() as i64
    };
    let (columns, rows) = (range(px, 0.5 * SIZE[0]), range(py, 0.5 * SIZE[1]));
    for x in columns.clone() {
        let [at, _] = place([x as f64, py]);
        d.line("grid", Ink::Noise, 1.0, vec![[at, CORNER[1]], [at, CORNER[1] + SIZE[1]]])
            .scale_opacity(0.7);
    }
    for y in rows.clone() {
        let [_, at] = place([px, y as f64]);
        d.line("grid", Ink::Noise, 1.0, vec![[CORNER[0], at], [CORNER[0] + SIZE[0], at]])
            .scale_opacity(0.7);
    }
    let nearest = [px, py].map(|x| x.round() as i64);
    for (x, y) in columns.flat_map(|x| rows.clone().map(move |y| (x, y))) {
        let from = place([x as f64, y as f64]);
        if c.step() == 0 {
            d.disc("arrow", Ink::Text, from, 2.5);
        } else if let Some([gx, gy]) = corner(&noise, [x, y]).as_ref().and_then(gradient) {
            let tip = [from[0] + 0.5 * CELL * gx, from[1] - 0.5 * CELL * gy];
            let id = if [x, y] == nearest { "nearest" } else { "arrow" };
            d.arrow(id, Ink::Text, 1.5, from, tip);
        }
    }
    d.circle("nearest", Ink::Accent, place(nearest.map(|x| x as f64)), 8.0);
    d.disc("p", Ink::Point, middle, 6.0);
    // A drag moves the grid, so p moves the other way.
    d.handles.push(Handle::point(middle, [-CELL, CELL]));
    write_numbers(&mut d, &noise, nearest, c.step());
    d.code_line = Some(if c.step() == 0 { 0 } else { 2 });
    d.caption = c.caption();
    d
}

/// A lattice point as a trace of the noise lists it.
fn corner(noise: &Noise, [x, y]: [i64; 2]) -> Option<CornerTrace> {
    let trace = noise.trace(&[x as f64, y as f64]);
    first_cell(&trace)?.corners.first().cloned()
}

/// Writes the numbers of the lattice point nearest to p.
fn write_numbers(d: &mut Drawing, noise: &Noise, nearest: [i64; 2], step: usize) {
    let y = 280.0;
    let text = format!("nearest point ({}, {})", nearest[0], nearest[1]).replace('-', "−");
    d.text(Ink::Text, 12.0, [CORNER[0], y], Anchor::Left, &text);
    let Some(corner) = corner(noise, nearest) else { return };
    let readout = Readout::new("hash ", "hash", f64::from(corner.hash), 0);
    d.number("nearest", Ink::Text, ([240.0, y], Anchor::Left), readout);
    if let (true, Some([gx, gy])) = (step >= 1, gradient(&corner)) {
        for (label, name, value, x) in [("arrow: x ", "gx", gx, 420.0), ("y ", "gy", gy, 530.0)] {
            let readout = Readout::new(label, name, value, 3);
            d.number("nearest", Ink::Text, ([x, y], Anchor::Left), readout);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn a_point_that_returns_has_the_same_arrow() {
        let numbers = |point: [f64; 2]| {
            let d = trial_of(&GRID).at(point).draw();
            ["hash", "gx", "gy"].map(|name| d.value(name).unwrap())
        };
        assert_eq!(numbers([3.2, -7.4]), numbers([2.8, -6.7]));
        assert_ne!(numbers([3.2, -7.4]), numbers([4.2, -7.4]));
        let [_, gx, gy] = numbers([1e6, -1e6]);
        assert!((gx.hypot(gy) - 1.0).abs() < 1e-12);
    }
}
