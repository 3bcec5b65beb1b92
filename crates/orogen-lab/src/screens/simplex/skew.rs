//! The skew turns triangles into squares, where rounding down finds a point's cell.

use super::noise::{draw_note, format_point};
use super::triangles::{Triangles, cell};
use crate::screens::prelude::*;
use crate::words::live_number;
use orogen_noise::simplex::skew_factors;
use orogen_noise::trace::CellTrace;

pub(super) static SKEW: FigureRow = FigureRow {
    name: "skew",
    screen: Screen::Simplex,
    title: "Skewing triangles to squares",
    question: "In which triangle does p lie?",
    steps: &[
        "The noise lives on a grid of triangles (red). Which of them holds p?",
        "Skewed along the diagonal, the triangles become halves of squares. There p + F·Σp, \
         rounded down, gives the square, and the larger offset tells the half.",
        "Unskewing with G goes back. Drag the slider to skew the whole grid.",
    ],
    reproduces: &[("S9", 2)],
    controls: &[Control::number(
        "skew.morph",
        "Skew",
        (0.0, 0.0, 1.0),
        "How far the red triangles are skewed towards the squares.",
    )],
    code: &[
        "let f = (3f64.sqrt() - 1.0) / 2.0; // 0.3660",
        "let g = (1.0 - 1.0 / 3f64.sqrt()) / 2.0; // 0.2113",
        "let s = p + f * (p.x + p.y);",
        "let cell = s.floor();",
        "let origin = cell - g * (cell.x + cell.y);",
        "let d0 = p - origin;",
    ],
    draw,
    challenge: Challenge {
        task: "Skew the triangles all the way, until they lie on the squares.",
        hint: "Drag the skew to 1.",
        is_solved: |c| c.value("skew.morph") > 0.995,
    },
};

const UNIT: f64 = 84.0;

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(740.0, 470.0);
    let (cell, _) = cell(c);
    let at = [160.0, 318.0];
    let grid = |skewed| Triangles { at, unit: UNIT, skewed };
    let (plain, square, moving) = (grid(0.0), grid(1.0), grid(c.value("skew.morph")));
    let range = [[-1, -1], [3, 3]];
    if c.step() >= 1 {
        square.draw_grid(&mut d, Ink::Axis, range);
        draw_labels(&mut d, &square, &cell.cell);
    }
    moving.draw_grid(&mut d, Ink::Gradient, range);
    plain.draw_triangle(&mut d, &cell, Ink::Gradient).scale_opacity(0.45);
    let offset = [cell.fraction[0], cell.fraction[1]];
    let p = plain.place_of_offset(offset);
    if c.step() >= 1 {
        square.draw_triangle(&mut d, &cell, Ink::Accent).scale_opacity(0.35);
        let image = square.place_of_offset(offset);
        if (image[0] - p[0]).hypot(image[1] - p[1]) > 8.0 {
            d.arrow("skewed", Ink::Text, 2.0, p, image);
        }
        d.disc("skewed", Ink::Accent, image, 4.5);
    }
    if c.step() == 2 {
        moving.draw_triangle(&mut d, &cell, Ink::Gradient).scale_opacity(0.25);
    }
    d.disc("cell", Ink::Text, at, 4.0);
    d.disc("p", Ink::Point, p, 6.0);
    d.handles.push(Handle::point(p, [UNIT, -UNIT]));
    write_numbers(&mut d, c, &cell);
    draw_note(&mut d);
    finish_in_cells(d, c, &[2, 3, 4])
}

/// Draws the lattice coordinates along the lower and the left side of the squares.
fn draw_labels(d: &mut Drawing, square: &Triangles, cell: &[i64]) {
    for k in -1..=3i32 {
        let [below, left] = [[f64::from(k), -1.0], [-1.0, f64::from(k)]].map(|s| square.place(s));
        let number =
            |axis: usize| format_point(&[cell[axis] + i64::from(k)]).replace(['(', ')'], "");
        d.text(Ink::Muted, 11.0, [below[0], below[1] + 12.0], Anchor::Middle, &number(0));
        d.text(Ink::Muted, 11.0, [left[0] - 8.0, left[1]], Anchor::Right, &number(1));
    }
}

fn write_numbers(d: &mut Drawing, c: &Context, cell: &CellTrace) {
    let Some(skewed) = &cell.skewed else { return };
    let (p, s) = (c.cell_p(), &skewed.skewed);
    let x = 500.0;
    let mut y = 40.0;
    let mut write_number = |d: &mut Drawing, id: &str, label: &str, name: &str, value: f64| {
        d.number(id, Ink::Text, ([x, y], Anchor::Left), Readout::new(label, name, value, 4));
        y += 20.0;
    };
    // If the octave has an offset, the skew applies to q = p + offset.
    let (letter, sum) = match c.offset() == [0.0; 2] {
        true => ("p", ""),
        false => ("q", " = p.x + offset"),
    };
    write_number(d, "p", &format!("{letter}.x{sum} = "), "p_x", p[0]);
    write_number(d, "p", &format!("{letter}.y{} = ", sum.replace('x', "y")), "p_y", p[1]);
    if c.step() >= 1 {
        write_number(d, "skewed", &format!("s.x = {letter}.x + F·Σ{letter} = "), "s_x", s[0]);
        write_number(d, "skewed", &format!("s.y = {letter}.y + F·Σ{letter} = "), "s_y", s[1]);
        d.text(
            Ink::Text,
            12.0,
            [x, 124.0],
            Anchor::Left,
            &format!("cell, s rounded down = {}", format_point(&cell.cell)),
        );
    }
    if c.step() == 2 {
        for (k, head) in ["N", "F", "G"].into_iter().enumerate() {
            d.text(Ink::Muted, 12.0, [x + 70.0 * k as f64, 176.0], Anchor::Left, head);
        }
        for n in 2..=4 {
            let y = 176.0 + 20.0 * (n - 1) as f64;
            let (skew, unskew) = skew_factors(n);
            d.text(Ink::Text, 12.0, [x, y], Anchor::Left, &n.to_string());
            for (k, (name, value)) in [("F", skew), ("G", unskew)].into_iter().enumerate() {
                let (name, at) = (format!("{name}{n}"), [x + 70.0 * (k + 1) as f64, y]);
                d.number(
                    "skewed",
                    Ink::Text,
                    (at, Anchor::Left),
                    Readout::new("", &name, value, 4),
                );
            }
        }
        let forms = ["F = (√(N + 1) − 1) ÷ N", "G = (1 − 1 ÷ √(N + 1)) ÷ N"];
        for (k, form) in forms.into_iter().enumerate() {
            d.text(Ink::Muted, 12.0, [x, 268.0 + 20.0 * k as f64], Anchor::Left, form);
        }
    }
    let mut line = vec![Term::label("skewed", &format!("s = {letter} + F·Σ{letter} = ("))];
    line.extend(live_number("", "s_x", s[0], 4));
    line.extend(live_number(", ", "s_y", s[1], 4));
    line.push(Term::text(&format!("),  cell = {}", format_point(&cell.cell))));
    let mut factors = live_number("F = ", "F2", skewed.skew, 4).to_vec();
    factors.extend(live_number(",  G = ", "G2", skewed.unskew, 4));
    d.formula = vec![line, factors];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;
    use crate::{State, teaching_scene};

    #[test]
    fn the_factors_and_the_cell_match_the_paper() {
        let (scene, state) = (teaching_scene(), State::of(&SKEW));
        let c = Context::new(&scene, &state, &SKEW).unwrap();
        let d = c.draw();
        let digits =
            ["F2", "F3", "F4", "G2", "G3", "G4"].map(|name| (1e4 * d.value(name).unwrap()).round());
        assert_eq!(digits, [3660.0, 3333.0, 3090.0, 2113.0, 1667.0, 1382.0]);
        let cell = ["s_x", "s_y"].map(|name| d.value(name).unwrap().floor());
        assert_eq!(cell, [3.0, 3.0]);
    }

    #[test]
    fn the_drawn_cell_is_the_skewed_point_rounded_down() {
        for i in 0..1000 {
            let point = [f64::from(i) * 0.77 - 400.0, f64::from(i) * 0.39 - 170.0];
            let trial = trial_of(&SKEW).at(point);
            let c = trial.context();
            let d = c.draw();
            let (cell, _) = cell(&c);
            let floor = ["s_x", "s_y"].map(|name| d.value(name).unwrap().floor() as i64);
            assert_eq!(floor, cell.cell[..]);
        }
    }
}
