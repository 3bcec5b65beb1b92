//! Shows an octave's offset in the figures that draw cells. An octave with its own seed adds this
//! offset to the point p before it finds the cell that contains p.

use super::context::Context;
use super::figure::{Anchor, Drawing, Readout, decimal};
use super::ink::Ink;

/// The left edge of the numbers, and the spacing of their columns and lines, in points.
const LEFT: f64 = 16.0;
const COLUMN: f64 = 150.0;
const LINE: f64 = 20.0;

/// Writes p, the offset and their sum below a figure, for the first `axis_count` axes, and extends
/// the caption. Does nothing if the octave has no offset.
pub(super) fn show(d: &mut Drawing, c: &Context, axis_count: usize) {
    let (p, offset, sum) = (c.p(), c.offset(), c.cell_p());
    if offset == [0.0; 2] {
        return;
    }
    let top = d.size[1];
    d.size[1] += LINE * axis_count as f64 + 10.0;
    for (axis, letter) in ["x", "y"].into_iter().enumerate().take(axis_count) {
        let y = top + LINE * axis as f64 + 6.0;
        let columns = [
            (format!("p.{letter} = "), "given", p[axis]),
            ("+ offset ".to_owned(), "offset", offset[axis]),
            ("= ".to_owned(), "sum", sum[axis]),
        ];
        for (column, (label, name, value)) in columns.into_iter().enumerate() {
            let at = ([LEFT + COLUMN * column as f64, y], Anchor::Left);
            let name = format!("{name}_{letter}");
            d.number(
                "p",
                Ink::Point,
                at,
                Readout { label: &label, name: &name, value, decimals: 4 },
            );
        }
    }
    d.caption += &sentence(&offset[..axis_count], &sum[..axis_count]);
}

/// The sentence that the caption gains.
fn sentence(offset: &[f64], sum: &[f64]) -> String {
    let numbers = |numbers: &[f64]| {
        let parts: Vec<_> = numbers.iter().map(|number| decimal(*number, 3)).collect();
        if parts.len() == 1 { parts.concat() } else { format!("({})", parts.join(", ")) }
    };
    let [offset, sum] = [numbers(offset), numbers(sum)];
    format!(
        " This octave has its own seed, which adds the offset {offset} to p. The cell contains p + \
         offset = {sum}."
    )
}
