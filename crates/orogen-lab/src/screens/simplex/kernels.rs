//! Kernels: round hills around lattice points, of which only three reach any point.

use super::noise::{draw_note, format_point, squared_length};
use super::triangles::Triangles;
use crate::screens::prelude::*;
use crate::words::live_number;
use orogen_noise::simplex::skew_factors;
use orogen_noise::trace::CellTrace;

pub(super) static KERNELS: FigureRow = FigureRow {
    name: "kernels",
    screen: Screen::Simplex,
    title: "Kernels that end at the edges",
    question: "Why are three corners enough?",
    steps: &[
        "p lies in a triangle of edge √⅔ = 0.816. Its altitude is √½ = 0.707.",
        "Every corner has a kernel that is 0 beyond its radius. With r² = ½ the radius is the \
         altitude: the kernels of p's three corners (filled) end at the edge opposite to them, and \
         the kernels of all other corners (green circles) end before they reach p.",
        "Three terms, each with the weight (r² − d²)⁴; a corner farther away than r adds 0. With a \
         larger r², circles of other corners cross the triangle: the sum leaves out their terms, \
         and the noise jumps.",
    ],
    reproduces: &[("S7", 2)],
    controls: &[Control::number(
        "kernels.radius2",
        "r²",
        (0.2, 0.5, 0.8),
        "The square of the radius at which kernels end: 0.5 as published for the plane.",
    )],
    code: &[
        "let mut sum = 0.0;",
        "for corner in three_corners {",
        "    let d = p - corner;",
        "    let t = r2 - d.dot(d);",
        "    if t > 0.0 {",
        "        sum += t.powi(4) * gradient(corner).dot(d);",
        "    }",
        "}",
    ],
    draw,
    challenge: Challenge {
        task: "Find a place where only one kernel is above 0.",
        hint: "Move p close to a corner: the other two kernels end before it.",
        is_solved: |c| {
            let (cell, _) = super::noise::cell::<2>(c, 0.5, c.cell_p());
            cell.corners.iter().filter(|corner| corner.kernel > 0.0).count() == 1
        },
    },
};

const GRID: Triangles = Triangles { at: [176.0, 306.0], unit: 168.0, skewed: 0.0 };
const PICTURE_SIZE: [f64; 2] = [480.0, 430.0];

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(740.0, 480.0);
    let radius2 = c.value("kernels.radius2");
    let (cell, _) = super::noise::cell::<2>(c, radius2, c.cell_p());
    GRID.draw_triangle(&mut d, &cell, Ink::Gradient).scale_opacity(0.12);
    if c.step() >= 1 {
        draw_discs(&mut d, &cell, radius2);
    }
    draw_lattice(&mut d);
    for (k, corner) in cell.corners.iter().enumerate() {
        let at = GRID.place_of_corner(&cell, &corner.cell);
        d.disc(&id(k), Ink::Corner(k as u8), at, 5.0);
        if c.step() == 2 && corner.kernel > 0.0 {
            let p = GRID.place_of_offset([cell.fraction[0], cell.fraction[1]]);
            d.line(&id(k), Ink::Corner(k as u8), 1.5, vec![at, p]);
        }
    }
    let p = GRID.place_of_offset([cell.fraction[0], cell.fraction[1]]);
    d.disc("p", Ink::Point, p, 6.0);
    d.handles.push(Handle::point(p, [GRID.unit, -GRID.unit]));
    write_numbers(&mut d, c, &cell, radius2);
    draw_note(&mut d);
    finish_in_cells(d, c, &[2, 3, 5])
}

fn id(k: usize) -> String {
    format!("corner{k}")
}

/// The lattice points in and around the picture, as offsets from the lowest corner of p's cell.
fn points() -> impl Iterator<Item = [i64; 2]> {
    (-4..=5).flat_map(|j| (-4..=5).map(move |i| [i, j]))
}

fn is_visible([x, y]: Place, margin: f64) -> bool {
    (margin..=PICTURE_SIZE[0] - margin).contains(&x)
        && (margin..=PICTURE_SIZE[1] - margin).contains(&y)
}

/// Draws the grid of triangles.
fn draw_lattice(d: &mut Drawing) {
    for [i, j] in points() {
        let place = |di: i64, dj: i64| GRID.place([(i + di) as f64, (j + dj) as f64]);
        for end in [place(1, 0), place(0, 1), place(1, 1)] {
            // Clips the line to the picture in small pieces.
            let at = |k: i32| {
                let t = f64::from(k) / 24.0;
                [0, 1].map(|axis| place(0, 0)[axis] * (1.0 - t) + end[axis] * t)
            };
            let mut visible_steps = (0..=24).filter(|k| is_visible(at(*k), 2.0));
            if let Some(first) = visible_steps.next() {
                let last = visible_steps.next_back().unwrap_or(first);
                d.line("grid", Ink::Grid, 1.5, vec![at(first), at(last)]);
            }
        }
    }
}

/// Draws the part of a circle that lies in the picture, as a line.
fn draw_circle(d: &mut Drawing, id: &str, centre: Place, radius: f64) {
    let at = |k: usize| {
        let (sin, cos) = (k as f64 * std::f64::consts::TAU / 96.0).sin_cos();
        [centre[0] + radius * cos, centre[1] + radius * sin]
    };
    let mut piece = Vec::new();
    for k in 0..=96 {
        if is_visible(at(k), 2.0) {
            piece.push(at(k));
        }
        if (k == 96 || !is_visible(at(k), 2.0)) && piece.len() > 1 {
            d.line(id, Ink::Good, 1.2, std::mem::take(&mut piece)).scale_opacity(0.8);
        } else if !is_visible(at(k), 2.0) {
            piece.clear();
        }
    }
}

fn draw_discs(d: &mut Drawing, cell: &CellTrace, radius2: f64) {
    let radius = radius2.sqrt() * GRID.unit;
    let cell_corners: Vec<[i64; 2]> =
        cell.corners.iter().map(|corner| relative(cell, &corner.cell)).collect();
    for point in points().filter(|point| !cell_corners.contains(point)) {
        let at = GRID.place(point.map(|x| x as f64));
        if is_visible(at, -radius) {
            draw_circle(d, "others", at, radius);
        }
    }
    for (k, point) in cell_corners.iter().enumerate() {
        let at = GRID.place(point.map(|x| x as f64));
        d.disc(&id(k), Ink::Gradient, at, radius).scale_opacity(0.16);
        let shape = Shape::Disc { centre: at, radius, line: 1.5 };
        d.add(&id(k), Ink::Gradient, shape).scale_opacity(0.8);
    }
}

fn relative(cell: &CellTrace, lattice_point: &[i64]) -> [i64; 2] {
    [0, 1].map(|axis| lattice_point[axis].wrapping_sub(cell.cell[axis]))
}

/// The number of kernels that reach p but are missing from the sum of three corners.
fn missed_kernels(cell: &CellTrace, radius2: f64) -> usize {
    let (_, unskew) = skew_factors(2);
    let cell_corners: Vec<[i64; 2]> =
        cell.corners.iter().map(|corner| relative(cell, &corner.cell)).collect();
    let reaches = |[i, j]: [i64; 2]| {
        let shift = unskew * (i + j) as f64;
        let distance =
            [cell.fraction[0] - (i as f64 - shift), cell.fraction[1] - (j as f64 - shift)];
        squared_length(&distance) < radius2
    };
    points().filter(|point| !cell_corners.contains(point) && reaches(*point)).count()
}

fn write_numbers(d: &mut Drawing, c: &Context, cell: &CellTrace, radius2: f64) {
    let x = 500.0;
    let lengths = [
        ("edge √⅔ = ", "edge", (2.0f64 / 3.0).sqrt()),
        ("altitude √½ = ", "altitude", 0.5f64.sqrt()),
        ("radius r = ", "radius", radius2.sqrt()),
    ];
    for (k, (label, name, value)) in lengths.into_iter().enumerate() {
        if k == 2 && c.step() == 0 {
            break;
        }
        let at = ([x, 30.0 + 20.0 * k as f64], Anchor::Left);
        d.number("radius", Ink::Text, at, Readout::new(label, name, value, 4));
    }
    if c.step() == 2 {
        for (k, corner) in cell.corners.iter().enumerate() {
            let y = 116.0 + 76.0 * k as f64;
            let d2 = squared_length(&corner.offset);
            let ink = Ink::Corner(k as u8);
            let words = format!("corner {}", format_point(&corner.cell));
            d.text(ink, 12.0, [x, y], Anchor::Left, &words);
            let (d2_name, name) = (format!("d2_{k}"), format!("kernel{k}"));
            let at = ([x + 12.0, y + 20.0], Anchor::Left);
            d.number(&id(k), Ink::Text, at, Readout::new("d² = ", &d2_name, d2, 4));
            let at = ([x + 12.0, y + 40.0], Anchor::Left);
            let label = "(r² − d²)⁴ = ";
            d.number(&id(k), Ink::Text, at, Readout::new(label, &name, corner.kernel, 6));
        }
        let count = missed_kernels(cell, radius2) as f64;
        let (ink, label) = match count {
            0.0 => (Ink::Good, "kernels left out: "),
            _ => (Ink::Bad, "kernels left out (it jumps): "),
        };
        let at = ([x, 360.0], Anchor::Left);
        d.number("others", ink, at, Readout::new(label, "missed", count, 0));
    }
    let mut line = vec![Term::label("radius", "r² = ")];
    line.push(
        Term::number("radius", "radius2", radius2, 2).editing(Target::Control("kernels.radius2")),
    );
    for (k, corner) in cell.corners.iter().enumerate() {
        line.extend(live_number(
            &format!(",  k{} = ", ["₀", "₁", "₂"][k]),
            &format!("kernel{k}"),
            corner.kernel,
            6,
        ));
    }
    d.formula = vec![line];
}

#[cfg(test)]
mod tests {
    use super::super::triangles::cell as cell_of_p;
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn the_radius_one_half_leaves_out_no_kernel_and_a_larger_one_does() {
        let mut max_missed = 0;
        for i in 0..2000 {
            let point = [f64::from(i) * 0.0173, f64::from(i) * 0.0311];
            let trial = trial_of(&KERNELS).at(point);
            let c = trial.context();
            let (cell, _) = cell_of_p(&c);
            assert_eq!(missed_kernels(&cell, 0.5), 0);
            assert_eq!(cell.corners.len(), 3);
            max_missed = max_missed.max(missed_kernels(&cell, 0.6));
        }
        assert!(max_missed > 0);
    }
}
