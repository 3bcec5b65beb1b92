//! One cell of the lattice: how four gradients become one number.

use crate::lab::context::{Context, first_cell};
use crate::lab::control::Control;
use crate::lab::figure::{Along, Anchor, Click, Drawing, Handle, Place, Said, Target, Term};
use crate::lab::ink::Ink;
use crate::lab::row::{Challenge, Row, Screen};
use crate::noise::trace::CellTrace;

pub(super) static CELL: Row = Row {
    name: "cell",
    screen: Screen::Cell,
    title: "One cell, step by step",
    question: "How do four arrows become one number?",
    steps: &[
        "The point p lies in a cell. Its lower left corner is p rounded down.",
        "Each corner's whole numbers are hashed: the hash picks the corner's arrow, its gradient. \
         The same corner always gets the same arrow.",
        "Four offsets go from the corners to p.",
        "Arrow · offset is the corner's influence: the height at p of a plane through the corner. \
         Thick is strong, blue (+) is up, orange (−) is down.",
        "The fade says how far p has gone from the left to the right, and from the bottom to the top.",
        "Two blends along x and one along y: the noise at p.",
    ],
    shows: &[("E1", 5), ("S4", 3), ("C9", 5), ("N2", 3)],
    controls: &[
        Control::toggle("cell.numbers", "Numbers", true, "Writes the numbers beside the corners."),
        Control::recipe("noise.fade"),
    ],
    code: &[
        "let (i, u) = (p.x.floor(), p.x.fract());",
        "let (j, v) = (p.y.floor(), p.y.fract());",
        "let g = |di, dj| gradient(hash(i + di, j + dj));",
        "let n00 = g(0, 0).dot(vec2(u, v));",
        "let n10 = g(1, 0).dot(vec2(u - 1.0, v));",
        "let n01 = g(0, 1).dot(vec2(u, v - 1.0));",
        "let n11 = g(1, 1).dot(vec2(u - 1.0, v - 1.0));",
        "let below = mix(n00, n10, fade(u));",
        "let above = mix(n01, n11, fade(u));",
        "mix(below, above, fade(v))",
    ],
    draw,
    challenge: Challenge {
        task: "Find a place off the lattice where the noise is 0.",
        hint: "Go from a place where it is above 0 to one where it is below: in between it passes 0.",
        done: |c| {
            let value = c.plain(2).map_or(1.0, |noise| noise.sample(&c.p()));
            value.abs() < 0.005 && c.p().iter().all(|x| (x - x.round()).abs() > 0.05)
        },
    },
};

/// The side of the cell in points, and its lower left corner.
const SIDE: f64 = 300.0;
const CORNER: Place = [110.0, 380.0];
/// The length of a gradient of length 1.
const ARROW: f64 = 0.4 * SIDE;

/// Where a place of the cell is in the picture; y goes up.
fn place([u, v]: [f64; 2]) -> Place {
    [CORNER[0] + SIDE * u, CORNER[1] - SIDE * v]
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(520.0, 480.0);
    let trace = c.plain(2).map(|noise| noise.trace(&c.p()));
    let Some(cell) = trace.as_ref().and_then(first_cell).filter(|cell| cell.fades.len() == 2)
    else {
        d.text(Ink::Muted, 14.0, [260.0, 240.0], Anchor::Middle, "This noise has no square cells.");
        d.caption = "Choose Perlin, value or lattice noise to see its cells.".to_owned();
        return d;
    };
    let step = c.step();
    lattice(&mut d, cell);
    if step >= 1 {
        gradients(&mut d, cell);
    }
    let [u, v] = [cell.fraction[0], cell.fraction[1]];
    if step >= 2 {
        influences(&mut d, cell, step >= 3, c.is_on("cell.numbers"));
    }
    if step >= 4 {
        fades(&mut d, cell);
    }
    let p = place([u, v]);
    d.disc("p", Ink::Point, p, 6.0);
    d.handles.push(Handle::point(p, [SIDE, -SIDE]));
    if step >= 5 {
        blends(&mut d, cell, p);
    }
    d.code_line = Some([0, 2, 3, 3, 7, 9][step]);
    d.caption = c.row.steps[step].to_owned();
    d
}

/// `00` to `11`, x first.
fn name(corner: usize) -> String {
    format!("{}{}", corner & 1, corner >> 1)
}

fn unit(corner: usize) -> [f64; 2] {
    [(corner & 1) as f64, (corner >> 1) as f64]
}

fn lattice(d: &mut Drawing, cell: &CellTrace) {
    for i in 0..=1 {
        let (t, far) = (f64::from(i), 1.2);
        d.line("cell", Ink::Grid, 1.5, vec![place([t, -0.2]), place([t, far])]);
        d.line("cell", Ink::Grid, 1.5, vec![place([-0.2, t]), place([far, t])]);
    }
    for corner in 0..4 {
        let [x, y] = [0, 1].map(|axis| cell.corners[corner].cell[axis]);
        let at = place(unit(corner));
        d.disc(&format!("g{}", name(corner)), Ink::Corner(corner as u8), at, 5.0);
        let below = if corner >> 1 == 0 { 20.0 } else { -20.0 };
        let text = format!("({x}, {y})").replace('-', "−");
        d.text(Ink::Muted, 12.0, [at[0], at[1] + below], Anchor::Middle, &text);
    }
}

fn gradients(d: &mut Drawing, cell: &CellTrace) {
    for (index, corner) in cell.corners.iter().enumerate() {
        let [gx, gy] = match corner.gradient[..] {
            [x, y] => [x, y],
            _ => continue,
        };
        let id = format!("g{}", name(index));
        let from = place(unit(index));
        let to = [from[0] + ARROW * gx, from[1] - ARROW * gy];
        d.arrow(&id, Ink::Gradient, 2.0, from, to);
        let lattice_point = [corner.cell[0], corner.cell[1]];
        let along = |axis, per_point| {
            Some(Along {
                target: Target::Gradient { octave: 0, cell: lattice_point, axis },
                per_point,
            })
        };
        d.handles.push(Handle {
            label: format!("the gradient of corner {}", name(index)),
            id,
            at: to,
            x: along(0, 1.0 / ARROW),
            y: along(1, -1.0 / ARROW),
            click: Click::Reroll { octave: 0, cell: lattice_point },
        });
    }
}

fn influences(d: &mut Drawing, cell: &CellTrace, thick: bool, numbers: bool) {
    let p = place([cell.fraction[0], cell.fraction[1]]);
    for (index, corner) in cell.corners.iter().enumerate() {
        let (id, from) = (format!("n{}", name(index)), place(unit(index)));
        if !thick {
            d.arrow(&id, Ink::Offset, 1.5, from, p);
            continue;
        }
        let width = 10.0 * corner.influence.abs();
        if width > 0.0 {
            d.line(&id, Ink::of_sign(corner.influence), width, vec![from, p]);
        }
        if numbers {
            let side = if index & 1 == 0 { -14.0 } else { 14.0 };
            let anchor = if index & 1 == 0 { Anchor::Right } else { Anchor::Left };
            let at = [from[0] + side, from[1] + if index >> 1 == 0 { 40.0 } else { -40.0 }];
            let sign = if corner.influence < 0.0 { "" } else { "+" };
            let label = format!("n{} = {sign}", ["₀₀", "₁₀", "₀₁", "₁₁"][index]);
            let ink = Ink::of_sign(corner.influence);
            let said = Said { label: &label, name: &id, value: corner.influence, decimals: 3 };
            d.number(&id, ink, (at, anchor), said);
        }
    }
}

fn fades(d: &mut Drawing, cell: &CellTrace) {
    let [fu, fv] = [cell.fades[0], cell.fades[1]];
    let [x, y] = place([cell.fraction[0], cell.fraction[1]]);
    d.dashed("fu", Ink::Muted, 1.0, vec![[x, y], [x, CORNER[1]]]);
    d.dashed("fv", Ink::Muted, 1.0, vec![[x, y], [CORNER[0], y]]);
    let below = [x, CORNER[1] + 44.0];
    let said = Said { label: "fade(u) = ", name: "fade_u", value: fu, decimals: 3 };
    d.number("fu", Ink::Text, (below, Anchor::Middle), said);
    let left = [CORNER[0] - 10.0, y];
    let said = Said { label: "fade(v) = ", name: "fade_v", value: fv, decimals: 3 };
    d.number("fv", Ink::Text, (left, Anchor::Right), said);
}

fn blends(d: &mut Drawing, cell: &CellTrace, p: Place) {
    let [below, above, noise] = [0, 1, 2].map(|i| cell.blends[i].result);
    let u = cell.fraction[0];
    for (id, value, v) in [("below", below, 0.0), ("above", above, 1.0)] {
        let at = place([u, v]);
        d.disc(id, Ink::of_sign(value), at, 5.0);
        let label = if v == 0.0 { "below = " } else { "above = " };
        let beside = ([at[0] + 10.0, at[1] - 12.0], Anchor::Left);
        d.number(id, Ink::of_sign(value), beside, Said { label, name: id, value, decimals: 3 });
    }
    let beside = ([p[0] + 12.0, p[1] - 12.0], Anchor::Left);
    let said = Said { label: "noise = ", name: "noise", value: noise, decimals: 4 };
    d.number("noise", Ink::Noise, beside, said);
    d.formula = vec![vec![
        Term::sign("noise", "noise"),
        Term::text(" = mix("),
        Term::number("below", "below", below, 3),
        Term::text(", "),
        Term::number("above", "above", above, 3),
        Term::text(", "),
        Term::number("fv", "fade_v", cell.fades[1], 3),
        Term::text(") = "),
        Term::number("noise", "noise", noise, 4),
    ]];
}
