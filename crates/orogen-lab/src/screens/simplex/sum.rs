//! Simplex noise at p, number by number, in two, three or four dimensions.

use super::noise::{cell, draw_note, format_point, order, squared_length};
use super::triangles::Triangles;
use crate::screens::prelude::*;
use crate::words::{live_number, plus_sign};
use orogen_noise::lookup::{Lookup, Pick};
use orogen_noise::simplex::{PUBLISHED_RADIUS2, SCALE};
use orogen_noise::trace::{CellTrace, CornerTrace};

pub(super) static SUM: FigureRow = FigureRow {
    name: "simplex-sum",
    screen: Screen::Simplex,
    title: "The sum of simplex noise",
    question: "How do three corners become one number?",
    steps: &[
        "The corners of p's simplex, from the lowest to the highest.",
        "Each corner's coordinates are looked up, the last one first: perm[i + perm[j + …]]. \
         The remainder modulo 12 (32 in 4D) picks its gradient g.",
        "d goes from the corner to p, and g·d is the ramp's height there.",
        "The kernel (r² − d²)⁴ weakens the ramp: r² is 0.5 in 2D, 0.6 in 3D and 4D.",
        "The sum times 70 (2D), 32 (3D) or 27 (4D) lies roughly within ±1.",
    ],
    reproduces: &[("S12", 4)],
    controls: &[
        Control::choice(
            "sum.dimensions",
            "Dimensions",
            &["2", "3", "4"],
            "The dimensions of the noise; 2 is the plane of p.",
        ),
        Control::number("sum.z", "z", (-4.0, 0.4, 4.0), "The third coordinate of p."),
        Control::number("sum.w", "w", (-4.0, 0.6, 4.0), "The fourth coordinate of p."),
    ],
    code: &[
        "for corner in walk(cell, d0) {",
        "    let h = perm[i + perm[j]] % 12;",
        "    let d = p - unskewed(corner);",
        "    let ramp = GRADIENTS[h].dot(d);",
        "    let t = (r2 - d.dot(d)).max(0.0);",
        "    sum += t.powi(4) * ramp;",
        "}",
        "70.0 * sum",
    ],
    draw,
    challenge: Challenge {
        task: "Find a place where the noise in the plane is above 0.8.",
        hint: "Move p along an arrow, to where the ramp is high and the kernel not yet small.",
        is_solved: |c| cell::<2>(c, PUBLISHED_RADIUS2[0], c.cell_p()).1 > 0.8,
    },
};

/// The cell's trace in the chosen number of dimensions, the noise's value, and that number.
fn chosen_cell(c: &Context) -> (CellTrace, f64, usize) {
    let [x, y] = c.cell_p();
    let (z, w) = (c.value("sum.z"), c.value("sum.w"));
    let dimensions = 2 + c.integer("sum.dimensions");
    let radius2 = PUBLISHED_RADIUS2[dimensions - 2];
    let (cell, value) = match dimensions {
        2 => cell::<2>(c, radius2, [x, y]),
        3 => cell::<3>(c, radius2, [x, y, z]),
        _ => cell::<4>(c, radius2, [x, y, z, w]),
    };
    (cell, value, dimensions)
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(760.0, 460.0);
    let (cell, value, dimensions) = chosen_cell(c);
    let left = if dimensions == 2 { draw_picture(&mut d, c, &cell) } else { 20.0 };
    for (k, corner) in cell.corners.iter().enumerate() {
        let y = 34.0 + (if dimensions == 2 { 112.0 } else { 78.0 }) * k as f64;
        let id = format!("corner{k}");
        d.disc(&id, Ink::Corner(k as u8), [left, y], 5.0);
        d.text(
            Ink::Text,
            13.0,
            [left + 12.0, y],
            Anchor::Left,
            &format!("corner {}", format_point(&corner.cell)),
        );
        if c.step() >= 1 {
            draw_hash(&mut d, corner, (k, left + 12.0, y + 20.0), dimensions);
        }
        if c.step() >= 2 {
            draw_ramp(&mut d, corner, (k, left + 12.0, y + 39.0));
        }
        if c.step() >= 3 {
            let at = ([left + 12.0, y + 58.0], Anchor::Left);
            let name = format!("kernel{k}");
            d.number(&id, Ink::Text, at, Readout::new("kernel ", &name, corner.kernel, 8));
            let at = ([left + 190.0, y + 58.0], Anchor::Left);
            let (name, value) = (format!("influence{k}"), corner.influence);
            let label = format!("× ramp = {}", plus_sign(value));
            d.number(&id, Ink::of_sign(value), at, Readout::new(&label, &name, value, 8));
        }
    }
    if c.step() == 4 {
        draw_total(&mut d, (value, dimensions), left);
    }
    write_formula(&mut d, &cell, value, dimensions);
    draw_note(&mut d);
    finish_in_cells(d, c, &[0, 1, 3, 4, 7])
}

/// Draws the triangle with its arrows and offsets. Returns the left edge of the numbers.
fn draw_picture(d: &mut Drawing, c: &Context, cell: &CellTrace) -> f64 {
    let grid = Triangles { at: [104.0, 306.0], unit: 214.0, skewed: 0.0 };
    let rhombus = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0]];
    d.line("grid", Ink::Grid, 1.5, rhombus.map(|s| grid.place(s)).to_vec());
    grid.draw_triangle(d, cell, Ink::Gradient).scale_opacity(0.18);
    let p = grid.place_of_offset([cell.fraction[0], cell.fraction[1]]);
    for (k, corner) in cell.corners.iter().enumerate() {
        let id = format!("corner{k}");
        let at = grid.place_of_corner(cell, &corner.cell);
        if c.step() >= 2 {
            d.line(&id, Ink::Offset, 1.5, vec![at, p]);
        }
        if c.step() >= 1 {
            let to = [at[0] + 46.0 * corner.gradient[0], at[1] - 46.0 * corner.gradient[1]];
            d.arrow(&id, Ink::Gradient, 2.0, at, to);
        }
        d.disc(&id, Ink::Corner(k as u8), at, 5.0);
        // The label stands behind the arrow's start, where the arrow does not cover it.
        let length = corner.gradient[0].hypot(corner.gradient[1]).max(1.0);
        let direction = |axis: usize| corner.gradient[axis] / length;
        let behind = [(at[0] - 34.0 * direction(0)).max(30.0), at[1] + 18.0 * direction(1)];
        d.text(Ink::Muted, 11.0, behind, Anchor::Middle, &format_point(&corner.cell));
    }
    d.disc("p", Ink::Point, p, 6.0);
    d.handles.push(Handle::point(p, [grid.unit, -grid.unit]));
    392.0
}

/// The index of a corner, and the place of its words.
type CornerPlace = (usize, f64, f64);

fn draw_hash(d: &mut Drawing, corner: &CornerTrace, (k, x, y): CornerPlace, dimensions: usize) {
    let id = format!("corner{k}");
    let name = format!("hash{k}");
    let value = f64::from(corner.hash);
    d.number(&id, Ink::Text, ([x, y], Anchor::Left), Readout::new("hash ", &name, value, 0));
    if let Pick::Index { of, index } = corner.pick {
        let name = format!("pick{k}");
        let (label, value) = (format!("mod {of} = "), f64::from(index));
        let readout = Readout::new(&label, &name, value, 0);
        d.number(&id, Ink::Text, ([x + 130.0, y], Anchor::Left), readout);
    }
    let parts: Vec<i64> = corner.gradient.iter().map(|g| *g as i64).collect();
    let text = format!("g = {}", format_point(&parts));
    d.text(Ink::Gradient, 12.0, [x + 228.0, y], Anchor::Left, &text);
    // The chain of look-ups, if its numbers are short enough.
    let is_short = |step: &Lookup| matches!(step, Lookup::Table { .. } | Lookup::P289 { .. });
    if dimensions == 2 && corner.lookups.iter().all(is_short) {
        let steps: Vec<String> = corner.lookups.iter().map(Lookup::to_string).collect();
        d.text(Ink::Muted, 11.0, [x, y + 57.0], Anchor::Left, &steps.join(",   "));
    }
}

fn draw_ramp(d: &mut Drawing, corner: &CornerTrace, (k, x, y): CornerPlace) {
    let id = format!("corner{k}");
    let dot: f64 = corner.gradient.iter().zip(&corner.offset).map(|(g, d)| g * d).sum();
    let (name, value) = (format!("ramp{k}"), dot);
    let label = format!("g·d = {}", plus_sign(value));
    let at = ([x, y], Anchor::Left);
    d.number(&id, Ink::of_sign(value), at, Readout::new(&label, &name, value, 5));
    let (name, value) = (format!("square{k}"), squared_length(&corner.offset));
    let at = ([x + 130.0, y], Anchor::Left);
    d.number(&id, Ink::Offset, at, Readout::new("d² = ", &name, value, 5));
}

fn draw_total(d: &mut Drawing, (value, dimensions): (f64, usize), left: f64) {
    let y = if dimensions == 4 { 424.0 } else { 386.0 };
    let label = format!("sum × {} = {}", SCALE[dimensions - 2], plus_sign(value));
    let readout = Readout::new(&label, "noise", value, 11);
    d.number("noise", Ink::of_sign(value), ([left, y], Anchor::Left), readout);
}

fn write_formula(d: &mut Drawing, cell: &CellTrace, value: f64, dimensions: usize) {
    let mut line = vec![Term::label("noise", "noise = ")];
    line.push(Term::text(&format!("{}·(", SCALE[dimensions - 2])));
    for (k, corner) in cell.corners.iter().enumerate() {
        if k > 0 {
            line.push(Term::text(" + "));
        }
        let mut number = Term::number("", &format!("influence{k}"), corner.influence, 7);
        number.id = format!("corner{k}");
        line.push(number);
    }
    line.extend(live_number(") = ", "noise", value, 8));
    let axes: Vec<&str> = order(cell).into_iter().map(|axis| ["x", "y", "z", "w"][axis]).collect();
    d.formula = vec![line, vec![Term::text(&format!("the walk takes {}", axes.join(", then ")))]];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{State, teaching_scene};

    #[test]
    fn the_noise_and_the_corners_match_the_catalogue() {
        let (scene, state) = (teaching_scene(), State::of(&SUM));
        let c = Context::new(&scene, &state, &SUM).unwrap();
        let d = c.draw();
        assert!((d.value("noise").unwrap() - 0.348_986_408_12).abs() < 5e-12);
        let (cell, ..) = chosen_cell(&c);
        let corners: Vec<_> = cell.corners.iter().map(|corner| corner.cell.clone()).collect();
        assert_eq!(corners, [[3, 3], [3, 4], [4, 4]]);
        let is_solved = (0..10_000).any(|i| {
            let point = [f64::from(i % 100) * 0.05, f64::from(i / 100) * 0.05];
            let state = State { point, ..State::of(&SUM) };
            (SUM.challenge.is_solved)(&Context::new(&scene, &state, &SUM).unwrap())
        });
        assert!(is_solved);
    }

    #[test]
    fn numbers_match_the_trace_in_every_dimension() {
        let scene = teaching_scene();
        for i in 0..300 {
            let point = [f64::from(i) * 0.413 - 50.0, f64::from(i) * 0.271];
            let mut state = State { point, ..State::of(&SUM) };
            for choice in 0..3 {
                state.set(&SUM, "sum.dimensions", f64::from(choice));
                let c = Context::new(&scene, &state, &SUM).unwrap();
                let d = c.draw();
                let dimensions = 2 + choice as usize;
                let p = [point[0], point[1], 0.4, 0.6];
                let trace = super::super::noise::noise(&c, dimensions, 0.6)
                    .unwrap()
                    .trace(&p[..dimensions]);
                assert_eq!(d.value("noise"), Some(trace.value));
                let cell = &trace.octaves[0].cells[0];
                assert_eq!(cell.corners.len(), dimensions + 1);
                for (k, corner) in cell.corners.iter().enumerate() {
                    assert_eq!(d.value(&format!("influence{k}")), Some(corner.influence));
                    assert_eq!(d.value(&format!("hash{k}")), Some(f64::from(corner.hash)));
                    let ramp = d.value(&format!("ramp{k}")).unwrap();
                    assert!((ramp * corner.kernel - corner.influence).abs() < 1e-15);
                }
            }
        }
    }
}
