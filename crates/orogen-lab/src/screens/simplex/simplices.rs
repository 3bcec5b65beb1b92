//! Simplices: the simplest shapes that fill space, and the number of them in a cube.

use super::cube::CubeView;
use super::noise::draw_note;
use super::triangles::{Triangles, cell};
use crate::screens::prelude::*;

pub(super) static SIMPLICES: FigureRow = FigureRow {
    name: "simplices",
    screen: Screen::Simplex,
    title: "Simplices",
    question: "Which shape with the fewest corners fills the plane, and space?",
    steps: &[
        "In the plane it is the triangle. Two triangles make a rhombus.",
        "A rhombus is a square squashed along its diagonal: unfolded, it is again a cell of the \
         square lattice, cut in two.",
        "A cube squashed along its diagonal falls into six tetrahedra of one shape. The picture \
         pulls them apart.",
        "A cube of N dimensions has 2^N corners, a simplex only N + 1. A cube holds N! simplices.",
    ],
    reproduces: &[("S6", 3)],
    controls: &[
        Control::number(
            "simplices.unfold",
            "Unfold",
            (0.0, 0.5, 1.0),
            "The stage between rhombus (0) and square (1).",
        ),
        Control::number(
            "simplices.apart",
            "Apart",
            (0.0, 0.45, 1.0),
            "Pulls the tetrahedra apart.",
        ),
        Control::integer(
            "simplices.dimensions",
            "N",
            (1, 3, 6),
            "The highlighted row of the table.",
        ),
    ],
    code: &[
        "let corners_of_a_cube = 2u32.pow(n);",
        "let corners_of_a_simplex = n + 1;",
        "// As many as there are orders of n axes:",
        "let simplices_a_cube: u32 = (1..=n).product();",
    ],
    draw,
    challenge: Challenge {
        task: "Choose the least N at which a simplex has a ninth of a cube's corners or fewer.",
        hint: "Compare the second and the third column: 6 and 7, 64 and 5 …",
        is_solved: |c| {
            let is_enough = |n: u32| 9 * (n + 1) <= 1 << n;
            let n = c.integer("simplices.dimensions") as u32;
            is_enough(n) && !is_enough(n - 1)
        },
    },
};

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(740.0, 500.0);
    let (cell, _) = cell(c);
    let grid = Triangles { at: [122.0, 192.0], unit: 92.0, skewed: 0.0 };
    grid.draw_grid(&mut d, Ink::Grid, [[-1, -1], [2, 2]]);
    let rhombus = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    d.polygon("rhombus", Ink::Accent, rhombus.map(|s| grid.place(s)).to_vec()).scale_opacity(0.3);
    grid.draw_triangle(&mut d, &cell, Ink::Gradient).scale_opacity(0.4);
    let p = grid.place_of_offset([cell.fraction[0], cell.fraction[1]]);
    d.disc("p", Ink::Point, p, 5.0);
    d.handles.push(Handle::point(p, [92.0, -92.0]));
    if c.step() >= 1 {
        draw_unfolding(&mut d, c.value("simplices.unfold"), &cell);
    }
    if c.step() >= 2 {
        draw_cubes(&mut d, c);
    }
    if c.step() >= 3 {
        draw_table(&mut d, c);
    }
    draw_note(&mut d);
    finish_in_cells(d, c, &[1, 1, 3, 3])
}

/// Draws p's rhombus at a stage of its way to a square.
fn draw_unfolding(d: &mut Drawing, unfold: f64, cell: &orogen_noise::trace::CellTrace) {
    let stages = [(0.0, "rhombus"), (unfold, "unfolding"), (1.0, "square")];
    for (k, (skewed, name)) in stages.into_iter().enumerate() {
        let at = [344.0 + 132.0 * k as f64, 170.0];
        let grid = Triangles { at, unit: 84.0, skewed };
        let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0], [1.0, 1.0]];
        d.polygon("rhombus", Ink::Accent, corners[..4].iter().map(|s| grid.place(*s)).collect())
            .scale_opacity(0.3);
        grid.draw_triangle(d, cell, Ink::Gradient).scale_opacity(0.4);
        d.line("rhombus", Ink::Axis, 1.5, corners.iter().map(|s| grid.place(*s)).collect());
        let p = grid.place_of_offset([cell.fraction[0], cell.fraction[1]]);
        d.disc("p", Ink::Point, p, 4.0);
        d.text(Ink::Muted, 12.0, [at[0] + 32.0, 194.0], Anchor::Middle, name);
        if k > 0 {
            d.arrow("", Ink::Muted, 1.5, [at[0] - 58.0, 112.0], [at[0] - 30.0, 112.0]);
        }
    }
}

/// Draws a cube, a squashed cube, and its tetrahedra pulled apart.
fn draw_cubes(d: &mut Drawing, c: &Context) {
    let views = [(0.0, 0.0, "cube"), (1.0, 0.0, "squashed"), (1.0, 1.0, "six tetrahedra")];
    for (k, (squash, separation, name)) in views.into_iter().enumerate() {
        let separation = separation * c.value("simplices.apart");
        let centre = [80.0 + 130.0 * k as f64, 370.0];
        let view =
            CubeView { centre, unit: 62.0, azimuth: 22.0, elevation: 18.0, squash, separation };
        view.draw(d, None);
        d.text(Ink::Muted, 12.0, [centre[0], 458.0], Anchor::Middle, name);
    }
}

fn draw_table(d: &mut Drawing, c: &Context) {
    let columns = [456.0, 510.0, 580.0, 676.0];
    for (x, head) in columns.into_iter().zip(["N", "cube", "simplex", "simplices a cube"]) {
        let (x, anchor) =
            if x == 676.0 { (724.0, Anchor::Right) } else { (x + 20.0, Anchor::Right) };
        d.text(Ink::Muted, 12.0, [x, 292.0], anchor, head);
    }
    d.text(Ink::Muted, 11.0, [492.0, 274.0], Anchor::Left, "corners of a");
    let chosen_n = c.integer("simplices.dimensions");
    for n in 1..=6usize {
        let y = 292.0 + 24.0 * n as f64;
        if n == chosen_n {
            d.rect("row", Ink::Accent, [450.0, y - 12.0], [282.0, 24.0]).scale_opacity(0.25);
        }
        d.text(Ink::Text, 13.0, [476.0, y], Anchor::Right, &n.to_string());
        let counts = counts(n);
        let names = ["cube", "simplex", "simplices"];
        for (k, x) in [530.0, 600.0, 724.0].into_iter().enumerate() {
            let name = format!("{}{n}", names[k]);
            let readout = Readout::new("", &name, counts[k], 0);
            d.number(names[k], Ink::Text, ([x, y], Anchor::Right), readout);
        }
    }
    let [cube, simplex, simplices] = counts(chosen_n);
    d.formula = vec![vec![
        Term::label("cube", "2^N = "),
        Term::number("cube", "cube_lit", cube, 0),
        Term::label("simplex", ",  N + 1 = "),
        Term::number("simplex", "simplex_lit", simplex, 0),
        Term::label("simplices", ",  N! = "),
        Term::number("simplices", "simplices_lit", simplices, 0),
    ]];
}

/// In n dimensions: corners of a cube, corners of a simplex, and simplices that fill a cube.
fn counts(n: usize) -> [f64; 3] {
    let simplices: usize = (1..=n).product();
    [(1usize << n) as f64, (n + 1) as f64, simplices as f64]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn counts_match_the_paper() {
        let all: Vec<_> = (1..=6).map(counts).collect();
        assert_eq!(all.iter().map(|n| n[0]).collect::<Vec<_>>(), [2.0, 4.0, 8.0, 16.0, 32.0, 64.0]);
        assert_eq!(all.iter().map(|n| n[1]).collect::<Vec<_>>(), [2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
        let simplices: Vec<_> = all.iter().map(|n| n[2]).collect();
        assert_eq!(simplices, [1.0, 2.0, 6.0, 24.0, 120.0, 720.0]);
    }

    #[test]
    fn exactly_one_number_of_dimensions_solves_the_challenge() {
        let is_solved =
            |n: &u32| trial_of(&SIMPLICES).set("simplices.dimensions", f64::from(*n)).is_solved();
        assert_eq!((1..=6).filter(is_solved).collect::<Vec<u32>>(), [6]);
    }
}
