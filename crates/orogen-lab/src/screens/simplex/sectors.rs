//! A cube seen along its diagonal has six sectors; in 4D, comparisons tell 24 orders of axes apart.

use super::cube::{ALONG_DIAGONAL, CubeView, INKS, ORDERS, corners, order_name};
use super::noise::{cell, draw_note, order};
use crate::screens::prelude::*;
use crate::words::{live_number, plus_sign};

pub(super) static SECTORS: FigureRow = FigureRow {
    name: "sectors",
    screen: Screen::Simplex,
    title: "Orders of the offsets",
    question: "In which of six tetrahedra, or 24 simplices, does p lie?",
    steps: &[
        "Seen along its diagonal a cube is a hexagon. Its six sectors are the tetrahedra: each has \
         one order of the offsets x, y and z.",
        "The walk goes along the axis of the largest offset first, then the second, then the \
         smallest. Its start and its end both lie in the middle.",
        "In 4D, six comparisons with weights from 32 to 1 make an index into 64 rows. Only 24 rows \
         can occur, because the comparisons depend on each other: x > y and y > z imply x > z.",
    ],
    reproduces: &[("S11", 2)],
    controls: &[
        Control::number("sectors.z", "z", (-4.0, 0.4, 4.0), "The third coordinate of p."),
        Control::number("sectors.w", "w", (-4.0, 0.6, 4.0), "The fourth coordinate of p."),
    ],
    code: &[
        "let bit = |is: bool, weight: usize| weight * is as usize;",
        "let row = bit(x > y, 32)",
        "    + bit(x > z, 16)",
        "    + bit(y > z, 8)",
        "    + bit(x > w, 4)",
        "    + bit(y > w, 2)",
        "    + bit(z > w, 1);",
        "let ranks = TABLE[row]; // 64 rows, 24 used",
    ],
    draw,
    challenge: Challenge {
        task: "Reach row 63 of the table: offsets in the order x, y, z, w.",
        hint: "Lower w, then move p until x is the largest offset and z the third.",
        is_solved: |c| row(&offsets(c)) == 63,
    },
};

/// The pairs of axes to compare, each with its weight in the row number.
const COMPARISONS: [([usize; 2], u32); 6] =
    [([0, 1], 32), ([0, 2], 16), ([1, 2], 8), ([0, 3], 4), ([1, 3], 2), ([2, 3], 1)];

/// The offset of p from the lowest corner of its cell, in four dimensions.
fn offsets(c: &Context) -> Vec<f64> {
    let [x, y] = c.cell_p();
    let (cell, _) = cell::<4>(c, 0.6, [x, y, c.value("sectors.z"), c.value("sectors.w")]);
    cell.fraction
}

/// The row of the table for these offsets: the sum of the weights of all true comparisons.
fn row(offsets: &[f64]) -> u32 {
    COMPARISONS.iter().map(|([a, b], weight)| weight * u32::from(offsets[*a] > offsets[*b])).sum()
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(740.0, 470.0);
    let [x, y] = c.cell_p();
    let (cube, _) = cell::<3>(c, 0.6, [x, y, c.value("sectors.z")]);
    draw_hexagon(&mut d, c.step(), &cube);
    if c.step() == 2 {
        draw_comparisons(&mut d, c);
    }
    draw_note(&mut d);
    finish_in_cells(d, c, &[0, 0, 7])
}

fn draw_hexagon(d: &mut Drawing, step: usize, cube: &orogen_noise::trace::CellTrace) {
    let [azimuth, elevation] = ALONG_DIAGONAL;
    let centre = [206.0, 210.0];
    let view = CubeView { centre, unit: 190.0, azimuth, elevation, squash: 0.0, separation: 0.0 };
    let p_order = order(cube);
    for (sector, ink) in ORDERS.iter().zip(INKS) {
        let [start, first, second, _] = corners(sector).map(|s| view.place(s, None));
        let (id, is_p_sector) = (order_name(sector), sector[..] == p_order[..]);
        d.polygon(&id, ink, vec![start, first, second]).scale_opacity(if is_p_sector {
            0.4
        } else {
            0.18
        });
        d.line(&id, Ink::Axis, 1.5, vec![start, first, second, start]);
        let middle = [0, 1].map(|axis| (first[axis] + second[axis] + start[axis]) / 3.0);
        let label_at = [0, 1].map(|axis| centre[axis] + 1.18 * (middle[axis] - centre[axis]));
        d.text(Ink::Text, 13.0, label_at, Anchor::Middle, &id);
    }
    let walk: Vec<Place> = corners(&p_order).map(|s| view.place(s, None)).to_vec();
    if step >= 1 {
        for (k, pair) in walk.windows(2).enumerate() {
            d.arrow("walk", Ink::Text, 3.0, pair[0], pair[1]);
            let at = [0, 1].map(|axis| 0.45 * pair[0][axis] + 0.55 * pair[1][axis]);
            d.disc("walk", Ink::Paper, at, 9.0);
            d.circle("walk", Ink::Text, at, 9.0);
            d.text(Ink::Text, 11.0, at, Anchor::Middle, ["1", "2", "3"][k]);
        }
    }
    let skew = orogen_noise::simplex::skew_factors(3).0;
    let sum: f64 = cube.fraction.iter().sum();
    let s = [0, 1, 2].map(|axis| cube.fraction[axis] + skew * sum);
    d.disc("p", Ink::Paper, view.place(s, None), 7.0);
    d.disc("p", Ink::Point, view.place(s, None), 5.5);
    for (k, axis) in ["x", "y", "z"].into_iter().enumerate() {
        let value = cube.fraction[k];
        let label = format!("{axis} = {}", plus_sign(value));
        let at = ([40.0 + 120.0 * k as f64, 410.0], Anchor::Left);
        d.number("p", Ink::Offset, at, Readout::new(&label, axis, value, 4));
    }
    let text = format!("3D: {}", order_name(&p_order));
    d.text(Ink::Text, 13.0, [40.0, 432.0], Anchor::Left, &text);
}

/// Draws the comparisons and the table row in four dimensions.
fn draw_comparisons(d: &mut Drawing, c: &Context) {
    let offsets = offsets(c);
    let names = ["x", "y", "z", "w"];
    let left = 440.0;
    d.text(Ink::Text, 13.0, [left, 24.0], Anchor::Left, "Four dimensions");
    for (k, axis) in names.into_iter().enumerate() {
        let value = offsets[k];
        let label = format!("{axis} = {}", plus_sign(value));
        let at = ([left + 140.0 * (k % 2) as f64, 50.0 + 20.0 * (k / 2) as f64], Anchor::Left);
        let name = format!("{axis}4");
        d.number("p", Ink::Offset, at, Readout::new(&label, &name, value, 4));
    }
    for (head, x) in [("compared", 0.0), ("weight", 110.0), ("adds", 210.0)] {
        d.text(Ink::Muted, 12.0, [left + x, 104.0], Anchor::Left, head);
    }
    for (k, ([a, b], weight)) in COMPARISONS.into_iter().enumerate() {
        let y = 128.0 + 24.0 * k as f64;
        let is_larger = offsets[a] > offsets[b];
        let ink = if is_larger { Ink::Good } else { Ink::Muted };
        let sign = if is_larger { "✔" } else { "✖" };
        let text = format!("{sign}  {} > {}", names[a], names[b]);
        d.text(ink, 13.0, [left, y], Anchor::Left, &text);
        let numbers = [
            (format!("weight{}{}", names[a], names[b]), f64::from(weight), 110.0),
            (
                format!("adds{}{}", names[a], names[b]),
                f64::from(weight * u32::from(is_larger)),
                210.0,
            ),
        ];
        for (name, value, x) in numbers {
            let at = ([left + x, y], Anchor::Left);
            d.number("row", ink, at, Readout::new("", &name, value, 0));
        }
    }
    let value = f64::from(row(&offsets));
    let at = ([left + 110.0, 282.0], Anchor::Left);
    d.number("row", Ink::Accent, at, Readout::new("row of the table: ", "row", value, 0));
    let at = [left, 312.0];
    let [x, y] = c.cell_p();
    let (cell_4d, _) = cell::<4>(c, 0.6, [x, y, c.value("sectors.z"), c.value("sectors.w")]);
    let text = format!("order of the walk: {}", order_name(&order(&cell_4d)));
    d.text(Ink::Text, 13.0, at, Anchor::Left, &text);
    d.text(Ink::Muted, 12.0, [left, 336.0], Anchor::Left, "64 rows, of which 24 are used");
    draw_rows(d, value as u32, [left, 352.0]);
    let mut line = vec![Term::label("row", "row = ")];
    for (k, ([a, b], weight)) in COMPARISONS.into_iter().enumerate() {
        let value = f64::from(weight * u32::from(offsets[a] > offsets[b]));
        let words = if k == 0 { "" } else { " + " };
        line.extend(live_number(words, &format!("adds{}{}", names[a], names[b]), value, 0));
    }
    line.extend(live_number(" = ", "row", value, 0));
    d.formula = vec![line];
}

/// Draws the 64 rows as small squares. Used rows are blue, p's row is highlighted.
fn draw_rows(d: &mut Drawing, p_row: u32, [x, y]: Place) {
    let used = used_rows();
    for k in 0..64u32 {
        let at = [x + 17.0 * f64::from(k % 16), y + 17.0 * f64::from(k / 16)];
        let (ink, opacity) = match (k == p_row, used.contains(&k)) {
            (true, _) => (Ink::Accent, 1.0),
            (_, true) => (Ink::Noise, 0.7),
            _ => (Ink::Grid, 0.5),
        };
        d.rect("row", ink, at, [14.0, 14.0]).scale_opacity(opacity);
    }
}

/// The rows that the 24 orders of four offsets use.
fn used_rows() -> Vec<u32> {
    let mut rows = Vec::new();
    for code in 0..256usize {
        let ranks = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6].map(|rank| rank as f64);
        let is_order = (0..4).all(|a| (0..a).all(|b| ranks[a] != ranks[b]));
        let row = row(&ranks);
        if is_order && !rows.contains(&row) {
            rows.push(row);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn twenty_four_rows_are_used_and_points_lie_in_them() {
        let used = used_rows();
        assert_eq!(used.len(), 24);
        let mut solved_count = 0;
        for i in 0..500 {
            let point = [f64::from(i) * 0.119, 20.0 - f64::from(i) * 0.083];
            let trial =
                trial_of(&SECTORS).at(point).set("sectors.w", f64::from(i % 40) * 0.2 - 4.0);
            let c = trial.context();
            let drawn = c.draw().value("row").unwrap();
            assert!(used.contains(&(drawn as u32)));
            solved_count += usize::from((SECTORS.challenge.is_solved)(&c));
        }
        assert!(solved_count > 0);
    }
}
