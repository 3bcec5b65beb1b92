//! A cell of the lattice, step by step: how four gradients become the noise's value.

use super::corners::{
    SUBSCRIPTS, corner_name, gradient, no_square_cells, square_cell, unit_corner,
};
use crate::common_shapes;
use crate::offset;
use crate::screens::prelude::*;
use orogen_noise::trace::CellTrace;

pub(super) static CELL: FigureRow = FigureRow {
    name: "cell",
    screen: Screen::Cell,
    title: "One cell, step by step",
    question: "How do four arrows become one number?",
    steps: &[
        "The point p lies in a cell of the lattice. The cell's lower left corner is p rounded down.",
        "Each corner's whole numbers are hashed. The hash picks the corner's arrow, its gradient. \
         The same corner always gets the same arrow.",
        "Four offsets go from the corners to p.",
        "Arrow · offset is the corner's influence: the height at p of a plane through the corner. \
         Thick is strong, blue (+) is up, orange (−) is down.",
        "The fade says how far p has gone from the left to the right, and from the bottom to the top.",
        "Two blends along x and one along y give the noise at p. At every corner it is 0; only the \
         slopes differ from corner to corner.",
    ],
    reproduces: &[("E1", 5), ("E15", 5), ("S4", 3), ("N2", 3)],
    controls: &[
        Control::toggle("cell.numbers", "Numbers", true, "Writes the numbers beside the corners."),
        Control::toggle(
            "cell.ramps",
            "Ramps",
            false,
            "Draws each corner's ramp as a tile: dark below 0, light above.",
        ),
        Control::recipe("noise.fade"),
        Control::recipe("noise.gradients"),
    ],
    code: &[
        "let p = p + offset; // 0 without octave seeds",
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
        hint: "Move p from a place above 0 to a place below 0: in between, the noise passes 0.",
        is_solved: |c| {
            let value = c.single_octave(2).map_or(1.0, |noise| noise.sample(&c.p()));
            value.abs() < 0.005 && c.cell_p().iter().all(|x| (x - x.round()).abs() > 0.05)
        },
    },
};

/// The side of the cell in points, and its lower left corner.
const SIDE: f64 = 280.0;
const CORNER: Place = [140.0, 380.0];
/// The length of a unit gradient's arrow in points.
const ARROW: f64 = 0.35 * SIDE;
/// The place of the list of results.
const LIST: Place = [600.0, 130.0];

/// The place in the picture of a point of the cell; y goes up.
fn place([u, v]: [f64; 2]) -> Place {
    [CORNER[0] + SIDE * u, CORNER[1] - SIDE * v]
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(720.0, 480.0);
    let Some(cell) = square_cell(c) else {
        return no_square_cells(d, c);
    };
    let (step, numbers) = (c.step(), c.is_on("cell.numbers"));
    if step >= 1 && c.is_on("cell.ramps") {
        draw_tiles(&mut d, &cell);
    }
    draw_lattice(&mut d, &cell);
    if step >= 2 {
        draw_offsets(&mut d, &cell, step >= 3);
    }
    if step >= 1 {
        draw_gradients(&mut d, &cell);
    }
    if numbers {
        write_corner_numbers(&mut d, &cell, step);
    }
    let p = place([cell.fraction[0], cell.fraction[1]]);
    if step >= 4 {
        draw_fades(&mut d, &cell);
    }
    d.disc("p", Ink::Point, p, 6.0);
    d.handles.push(Handle::point(p, [SIDE, -SIDE]));
    if step >= 5 {
        draw_blends(&mut d, &cell);
    }
    write_list(&mut d, &cell, step);
    d.code_line = Some([1, 3, 4, 4, 8, 10][step]);
    d.caption = caption(c);
    offset::show(&mut d, c, 2);
    d
}

/// The caption of the step. If the octave has an offset, step 0 says that p + offset is rounded
/// down.
fn caption(c: &Context) -> String {
    match (c.step(), c.offset() == [0.0; 2]) {
        (0, false) => "The sum of p and the octave's offset lies in a cell of the lattice. The \
                       cell's lower left corner is the sum rounded down."
            .to_owned(),
        (step, _) => c.row.steps[step].to_owned(),
    }
}

fn draw_lattice(d: &mut Drawing, cell: &CellTrace) {
    for i in 0..=1 {
        let (t, start, end) = (f64::from(i), -0.08, 1.08);
        d.line("cell", Ink::Axis, 1.5, vec![place([t, start]), place([t, end])]);
        d.line("cell", Ink::Axis, 1.5, vec![place([start, t]), place([end, t])]);
    }
    for corner in 0..cell.corners.len() {
        let at = place(unit_corner(corner));
        d.disc(&format!("g{}", corner_name(corner)), Ink::Corner(corner as u8), at, 5.0);
    }
}

/// Writes the corners' numbers next to them, outside the cell.
fn write_corner_numbers(d: &mut Drawing, cell: &CellTrace, step: usize) {
    for (index, corner) in cell.corners.iter().enumerate() {
        let [right, up] = unit_corner(index);
        let [x, y] = place([right, up]);
        let anchor = if right == 0.0 { Anchor::Right } else { Anchor::Left };
        // The left margin is wide enough for a hash of ten digits.
        let x = x + if right == 0.0 { -36.0 } else { 46.0 };
        let line = |k: f64| [x, y + if up == 0.0 { 16.0 } else { -50.0 } + 17.0 * k];
        let id = format!("g{}", corner_name(index));
        let text = format!("({}, {})", corner.cell[0], corner.cell[1]).replace('-', "−");
        d.text(Ink::Muted, 12.0, line(0.0), anchor, &text);
        if step >= 1 {
            let hash = format!("hash{}", corner_name(index));
            let readout = Readout::new("hash ", &hash, f64::from(corner.hash), 0);
            d.number(&id, Ink::Muted, (line(1.0), anchor), readout);
        }
        if step >= 3 {
            let (influence, id) = (corner.influence, format!("n{}", corner_name(index)));
            let sign = if influence < 0.0 { "" } else { "+" };
            let label = format!("n{} = {sign}", SUBSCRIPTS[index]);
            let readout = Readout::new(&label, &id, influence, 3);
            d.number(&id, Ink::of_sign(influence), (line(2.0), anchor), readout);
        }
    }
}

/// Draws each corner's plane as a grey tile around the corner.
fn draw_tiles(d: &mut Drawing, cell: &CellTrace) {
    for (index, corner) in cell.corners.iter().enumerate() {
        if let Some([gx, gy]) = gradient(corner) {
            let per_point = gx.hypot(gy) / SIDE * 4.0;
            let tile = (place(unit_corner(index)), 0.09 * SIDE);
            common_shapes::ramp_tile(
                d,
                &format!("g{}", corner_name(index)),
                tile,
                [gx, -gy],
                per_point,
            );
        }
    }
}

fn draw_gradients(d: &mut Drawing, cell: &CellTrace) {
    for (index, corner) in cell.corners.iter().enumerate() {
        let Some([gx, gy]) = gradient(corner) else { continue };
        let id = format!("g{}", corner_name(index));
        let from = place(unit_corner(index));
        let to = [from[0] + ARROW * gx, from[1] - ARROW * gy];
        d.arrow(&id, Ink::Gradient, 2.5, from, to);
        let lattice_point = [corner.cell[0], corner.cell[1]];
        let target = |axis| Target::Gradient { octave: 0, cell: lattice_point, axis };
        let label = format!("the gradient of corner {}", corner_name(index));
        let at = [to[0].clamp(0.0, d.size[0]), to[1].clamp(0.0, d.size[1])];
        d.handles.push(
            Handle::new(id, label, at)
                .along_x(target(0), 1.0 / ARROW)
                .along_y(target(1), -1.0 / ARROW)
                .on_click(Click::Reroll { octave: 0, cell: lattice_point }),
        );
    }
}

/// Draws the vectors from the corners to p; if `is_thick`, lines as thick as the influences.
fn draw_offsets(d: &mut Drawing, cell: &CellTrace, is_thick: bool) {
    let p = place([cell.fraction[0], cell.fraction[1]]);
    for (index, corner) in cell.corners.iter().enumerate() {
        let (id, from) = (format!("n{}", corner_name(index)), place(unit_corner(index)));
        let width = 10.0 * corner.influence.abs();
        if !is_thick {
            d.arrow(&id, Ink::Offset, 1.5, from, p);
        } else if width > 0.0 {
            d.line(&id, Ink::of_sign(corner.influence), width, vec![from, p]);
            let sign = if corner.influence < 0.0 { "−" } else { "+" };
            let sign_place = |axis: usize| from[axis] + (p[axis] - from[axis]) * 0.62;
            d.disc(&id, Ink::Paper, [sign_place(0), sign_place(1)], 7.0);
            let at = [sign_place(0), sign_place(1)];
            d.text(Ink::of_sign(corner.influence), 14.0, at, Anchor::Middle, sign);
        }
    }
}

fn draw_fades(d: &mut Drawing, cell: &CellTrace) {
    let [x, y] = place([cell.fraction[0], cell.fraction[1]]);
    d.dashed("fu", Ink::Muted, 1.0, vec![[x, CORNER[1] - SIDE], [x, CORNER[1]]]);
    d.dashed("fv", Ink::Muted, 1.0, vec![[CORNER[0], y], [CORNER[0] + SIDE, y]]);
    // The thick part of each side shows the faded coordinate.
    let [fu, fv] = [cell.fades[0], cell.fades[1]];
    d.line("fu", Ink::Accent, 4.0, vec![place([0.0, 0.0]), place([fu, 0.0])]);
    d.line("fv", Ink::Accent, 4.0, vec![place([0.0, 0.0]), place([0.0, fv])]);
}

fn draw_blends(d: &mut Drawing, cell: &CellTrace) {
    let [below, above, noise] = [0, 1, 2].map(|i| cell.blends[i].result);
    let u = cell.fraction[0];
    for (id, value, v, shift) in [("below", below, 0.0, 16.0), ("above", above, 1.0, -16.0)] {
        let at = place([u, v]);
        d.disc(id, Ink::of_sign(value), at, 6.0);
        let x = at[0].clamp(CORNER[0] + 24.0, CORNER[0] + SIDE - 24.0);
        d.text(Ink::of_sign(value), 12.0, [x, at[1] + shift], Anchor::Middle, id);
    }
    d.circle("noise", Ink::Noise, place([u, cell.fraction[1]]), 10.0);
    d.formula = vec![vec![
        Term::label("noise", "noise"),
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

/// Writes the numbers at p, one below the other.
fn write_list(d: &mut Drawing, cell: &CellTrace, step: usize) {
    let mut rows = vec![
        ("u = ", "p", "u", Ink::Text, cell.fraction[0]),
        ("v = ", "p", "v", Ink::Text, cell.fraction[1]),
    ];
    if step >= 4 {
        rows.push(("fade(u) = ", "fu", "fade_u", Ink::Accent, cell.fades[0]));
        rows.push(("fade(v) = ", "fv", "fade_v", Ink::Accent, cell.fades[1]));
    }
    if step >= 5 {
        let [below, above, noise] = [0, 1, 2].map(|i| cell.blends[i].result);
        rows.push(("below = ", "below", "below", Ink::of_sign(below), below));
        rows.push(("above = ", "above", "above", Ink::of_sign(above), above));
        rows.push(("noise = ", "noise", "noise", Ink::Noise, noise));
    }
    for (index, (label, id, name, ink, value)) in rows.into_iter().enumerate() {
        // A gap separates the three groups.
        let at = [LIST[0], LIST[1] + 22.0 * index as f64 + 14.0 * (index / 2).min(2) as f64];
        d.number(id, ink, (at, Anchor::Left), Readout::new(label, name, value, 4));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{State, teaching_scene};

    #[test]
    fn noises_without_square_cells_say_so() {
        let mut scene = teaching_scene();
        let state = State::of(&CELL);
        for row in orogen_noise::BASES {
            scene.recipe.base_mut().noise.basis = row.basis;
            let Ok(c) = Context::new(&scene, &state, &CELL) else { continue };
            let d = c.draw();
            assert_eq!(d.value("noise").is_some(), square_cell(&c).is_some(), "{}", row.name);
        }
    }
}
