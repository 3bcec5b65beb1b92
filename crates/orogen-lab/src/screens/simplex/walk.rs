//! The walk through p's triangle: first along the axis with the larger offset, then the other.

use super::noise::{draw_note, format_point, order};
use super::triangles::{Triangles, cell};
use crate::offset;
use crate::screens::prelude::*;
use crate::words::live_number;
use orogen_noise::trace::CellTrace;

pub(super) static WALK: FigureRow = FigureRow {
    name: "walk",
    screen: Screen::Simplex,
    title: "The walk to the far corner",
    question: "Which two corners come after the first one?",
    steps: &[
        "The offset of p from the lowest corner is (x, y). A dashed line halves the rhombus, and \
         the square: x = y.",
        "If x is larger, the walk goes along x first, to (1, 0), else along y first, to (0, 1). \
         Both walks end at the far corner. The three corners on the walk are those of p's \
         triangle.",
    ],
    reproduces: &[("S10", 1)],
    controls: &[],
    code: &[
        "let step = if d.x > d.y {",
        "    [(0, 0), (1, 0), (1, 1)]",
        "} else {",
        "    [(0, 0), (0, 1), (1, 1)]",
        "};",
    ],
    draw,
    challenge: Challenge {
        task: "Move p so that the walk goes along x first.",
        hint: "Move p below the dashed line, where x is larger than y.",
        is_solved: |c| order(&cell(c).0)[0] == 0,
    },
};

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(720.0, 430.0);
    let (cell, _) = cell(c);
    let offset = [cell.fraction[0], cell.fraction[1]];
    let views = [
        (0.0, [70.0, 336.0], "in the plane: a rhombus"),
        (1.0, [420.0, 336.0], "skewed: a square"),
    ];
    for (skewed, at, name) in views {
        let grid = Triangles { at, unit: 230.0, skewed };
        let outline = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0]];
        d.line("cell", Ink::Axis, 1.5, outline.map(|s| grid.place(s)).to_vec());
        d.dashed("half", Ink::Muted, 1.5, vec![grid.place([0.0, 0.0]), grid.place([1.0, 1.0])]);
        d.text(Ink::Text, 13.0, [at[0] + 100.0, 30.0], Anchor::Middle, name);
        if c.step() == 1 {
            grid.draw_triangle(&mut d, &cell, Ink::Gradient).scale_opacity(0.22);
            draw_walk(&mut d, &grid, &cell);
        }
        draw_corners(&mut d, &grid, &cell);
        d.arrow("d0", Ink::Offset, 1.5, grid.place([0.0, 0.0]), grid.place_of_offset(offset));
        d.disc("p", Ink::Point, grid.place_of_offset(offset), 6.0);
        if skewed == 0.0 {
            d.handles.push(Handle::point(grid.place_of_offset(offset), [230.0, -230.0]));
        }
    }
    let [x, y] = offset;
    for (k, (name, value)) in [("x", x), ("y", y)].into_iter().enumerate() {
        let at = ([430.0 + 120.0 * k as f64, 390.0], Anchor::Left);
        let label = format!("{name} = {}", if value < 0.0 { "" } else { "+" });
        d.number("d0", Ink::Offset, at, Readout::new(&label, name, value, 4));
    }
    let first = ["x", "y"][order(&cell)[0]];
    let mut line = live_number("x = ", "x", x, 4).to_vec();
    line.extend(live_number(",  y = ", "y", y, 4));
    line.push(Term::label("walk", &format!(":  along {first} first")));
    d.formula = vec![line];
    draw_note(&mut d);
    d.code_line = Some(if c.step() == 0 { 0 } else { [1, 3][order(&cell)[0]] });
    d.caption = c.caption();
    offset::show(&mut d, c, 2);
    d
}

/// Draws the walk from corner to corner, with its numbers.
fn draw_walk(d: &mut Drawing, grid: &Triangles, cell: &CellTrace) {
    let places: Vec<Place> =
        cell.corners.iter().map(|corner| grid.place_of_corner(cell, &corner.cell)).collect();
    for (k, pair) in places.windows(2).enumerate() {
        d.arrow("walk", Ink::Gradient, 4.0, pair[0], pair[1]);
        let middle = [0, 1].map(|axis| 0.5 * (pair[0][axis] + pair[1][axis]));
        d.disc("walk", Ink::Paper, middle, 10.0);
        d.circle("walk", Ink::Gradient, middle, 10.0);
        d.text(Ink::Text, 12.0, middle, Anchor::Middle, &(k + 1).to_string());
    }
}

fn draw_corners(d: &mut Drawing, grid: &Triangles, cell: &CellTrace) {
    for (k, unit) in [[0i64, 0], [1, 0], [0, 1], [1, 1]].into_iter().enumerate() {
        let at = grid.place([unit[0] as f64, unit[1] as f64]);
        d.disc(&format!("corner{k}"), Ink::Corner(k as u8), at, 5.0);
        let lattice = [cell.cell[0] + unit[0], cell.cell[1] + unit[1]];
        let below = if unit[1] == 0 { 18.0 } else { -18.0 };
        let text = format!("{} at {}", format_point(&unit), format_point(&lattice));
        let x = at[0].clamp(62.0, 650.0);
        d.text(Ink::Muted, 11.0, [x, at[1] + below], Anchor::Middle, &text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn the_larger_offset_goes_first() {
        for i in 0..500 {
            let point = [f64::from(i) * 0.273 - 60.0, f64::from(i) * 0.131 - 20.0];
            let trial = trial_of(&WALK).at(point);
            let c = trial.context();
            let d = c.draw();
            let first = order(&cell(&c).0)[0];
            let (x, y) = (d.value("x").unwrap(), d.value("y").unwrap());
            assert_eq!(first == 0, x > y);
            assert_eq!((WALK.challenge.is_solved)(&c), first == 0);
        }
    }
}
