//! The influences of a cell's corners, drawn as lines from the corners to p.

use super::corners::{SUBSCRIPTS, corner_name, gradient, random_octave, unit_corner};
use crate::common_shapes;
use crate::screens::prelude::*;
use orogen_noise::Basis;
use orogen_noise::trace::CellTrace;

pub(super) static INFLUENCE: FigureRow = FigureRow {
    name: "influence",
    screen: Screen::Cell,
    title: "Four influences",
    question: "How strongly does each corner pull?",
    steps: &[
        "Four arrows of length 1 in any direction, drawn half as long as a side.",
        "A line goes from each corner to p. Its thickness is the corner's influence: blue (+) if p \
         lies ahead of the arrow, orange (−) if it lies behind. The line vanishes at right angles \
         to the arrow, and where p is on the corner.",
    ],
    reproduces: &[("N2", 1)],
    controls: &[
        Control::choice(
            "influence.kind",
            "Noise",
            &["gradient", "value"],
            "Arrows at the corners, or numbers, which are the same in the whole cell.",
        ),
        Control::integer("influence.roll", "Roll", (0, 4, 9999), "Picks other random arrows."),
    ],
    code: &[
        "for corner in [[0, 0], [1, 0], [0, 1], [1, 1]] {",
        "    let offset = p - corner;",
        "    let influence = gradient(corner).dot(offset);",
        "    let width = 10.0 * influence.abs();",
        "}",
    ],
    draw,
    challenge: Challenge {
        task: "Make a line vanish while p is far from its corner.",
        hint: "Move p at right angles to the arrow of that corner.",
        is_solved: |c| {
            let Some(cell) = cell(c) else { return false };
            cell.corners.iter().any(|corner| {
                let length = corner.offset.iter().map(|x| x * x).sum::<f64>().sqrt();
                !corner.gradient.is_empty() && length > 0.3 && corner.influence.abs() < 0.01
            })
        },
    },
};

const SIDE: f64 = 200.0;
const CORNER: Place = [110.0, 310.0];

fn place([u, v]: [f64; 2]) -> Place {
    [CORNER[0] + SIDE * u, CORNER[1] - SIDE * v]
}

fn cell(c: &Context) -> Option<CellTrace> {
    let basis = if c.integer("influence.kind") == 0 { Basis::Perlin } else { Basis::Value };
    let noise = random_octave(c, basis, c.integer("influence.roll"))?;
    first_cell(&noise.trace(&c.p())).cloned()
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(560.0, 420.0);
    let Some(cell) = cell(c) else {
        return common_shapes::explain_missing_noise(d, "This noise cannot be built.");
    };
    for t in [0.0, 1.0] {
        d.line("cell", Ink::Grid, 1.5, vec![place([t, -0.45]), place([t, 1.45])]);
        d.line("cell", Ink::Grid, 1.5, vec![place([-0.45, t]), place([1.45, t])]);
    }
    let p = place([cell.fraction[0], cell.fraction[1]]);
    if c.step() >= 1 {
        draw_lines(&mut d, &cell, p);
    }
    for (index, corner) in cell.corners.iter().enumerate() {
        let (id, from) = (format!("n{}", corner_name(index)), place(unit_corner(index)));
        if let Some([x, y]) = gradient(corner) {
            let to = [from[0] + 0.5 * SIDE * x, from[1] - 0.5 * SIDE * y];
            d.arrow(&id, Ink::Text, 2.0, from, to);
        } else {
            d.disc(&id, Ink::grey(corner.influence), from, 12.0);
        }
        d.circle(&id, Ink::Axis, from, if corner.gradient.is_empty() { 12.0 } else { 4.0 });
    }
    d.disc("p", Ink::Point, p, 6.0);
    d.handles.push(Handle::point(p, [SIDE, -SIDE]));
    draw_roll(&mut d, c.integer("influence.roll"));
    d.code_line = Some(if c.step() == 0 { 0 } else { 3 });
    d.caption = c.caption();
    if c.integer("influence.kind") == 1 && c.step() == 1 {
        d.caption = "Value noise has a number at each corner, which is its influence in the whole \
                     cell. Moving p changes only the blend."
            .to_owned();
    }
    d
}

/// Draws the lines, their numbers, and the formula.
fn draw_lines(d: &mut Drawing, cell: &CellTrace, p: Place) {
    for (index, corner) in cell.corners.iter().enumerate() {
        let (id, value) = (format!("n{}", corner_name(index)), corner.influence);
        let (from, ink) = (place(unit_corner(index)), Ink::of_sign(value));
        let width = 10.0 * value.abs();
        if width > 0.0 && from != p {
            d.line(&id, ink, width, vec![from, p]);
            // Discs round off the line's ends.
            d.disc(&id, ink, from, 0.5 * width);
            d.disc(&id, ink, p, 0.5 * width);
        }
        let at = [430.0, 120.0 + 26.0 * index as f64];
        let label = format!("n{} = {}", SUBSCRIPTS[index], if value < 0.0 { "" } else { "+" });
        d.number(&id, ink, (at, Anchor::Left), Readout::new(&label, &id, value, 3));
        if let (Some([gx, gy]), [dx, dy]) = (gradient(corner), &corner.offset[..]) {
            let number = |what: &str, value: f64| {
                Term::number(&id, &format!("{what}{}", corner_name(index)), value, 3)
            };
            d.formula.push(vec![
                Term::label(&id, &format!("n{}", SUBSCRIPTS[index])),
                Term::text(" = ("),
                number("gx", gx),
                Term::text(", "),
                number("gy", gy),
                Term::text(") · ("),
                number("dx", *dx),
                Term::text(", "),
                number("dy", *dy),
                Term::text(") = "),
                Term::number(&id, &id, value, 3),
            ]);
        }
    }
}

/// Draws the button that picks other random arrows.
fn draw_roll(d: &mut Drawing, roll: usize) {
    let at = [442.0, 280.0];
    d.circle("roll", Ink::Accent, at, 11.0);
    d.disc("roll", Ink::Accent, at, 3.0);
    d.text(Ink::Muted, 12.0, [462.0, 280.0], Anchor::Left, "roll all four");
    d.handles.push(
        Handle::new("roll", "other arrows", at)
            .click_sets("influence.roll", ((roll + 1) % 10_000) as f64),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn influences_of_value_noise_are_constant_in_the_cell_and_arrows_are_units() {
        let at = |point: [f64; 2], kind: f64| {
            let trial = trial_of(&INFLUENCE).at(point).set("influence.kind", kind);
            let c = trial.context();
            let cell = cell(&c).unwrap();
            let influences: Vec<_> = cell.corners.iter().map(|corner| corner.influence).collect();
            for corner in cell.corners.iter().filter_map(gradient) {
                assert!((corner[0].hypot(corner[1]) - 1.0).abs() < 1e-12);
            }
            influences
        };
        assert_eq!(at([5.1, 2.2], 1.0), at([5.9, 2.7], 1.0));
        assert_ne!(at([5.1, 2.2], 0.0), at([5.9, 2.7], 0.0));
    }
}
