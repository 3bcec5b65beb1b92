//! The chain of look-ups from a lattice point to its gradient.

use crate::screens::prelude::*;
use crate::words::plus_sign;
use orogen_noise::lookup::Lookup;
use orogen_noise::trace::{CellTrace, CornerTrace};
use orogen_noise::{Basis, Noise, PermutationKind};

/// The land's first octave as Perlin noise in its own cells, optionally with another permutation.
pub(super) fn perlin(c: &Context, permutation: Option<PermutationKind>) -> Option<Noise> {
    let cells = c.octave_in_cells(2)?;
    let mut spec = cells.spec().clone();
    spec.basis = Basis::Perlin;
    spec.period = None;
    spec.permutation = permutation.unwrap_or(spec.permutation);
    spec.build(2).ok()
}

/// The trace of p's cell.
pub(super) fn cell(noise: &Noise, c: &Context) -> Option<CellTrace> {
    first_cell(&noise.trace(&c.cell_p())).cloned()
}

/// The two look-ups of a corner, as index and value. `None` unless the permutation is a table or
/// computed by arithmetic.
pub(super) fn two_lookups(corner: &CornerTrace) -> Option<[(u32, u32); 2]> {
    let step = |lookup: &Lookup| match *lookup {
        Lookup::Table { index, value, .. } | Lookup::P289 { index, value, .. } => {
            Some((index, value))
        }
        _ => None,
    };
    match &corner.lookups[..] {
        [first, second] => Some([step(first)?, step(second)?]),
        _ => None,
    }
}

/// The names of the corners in controls, x first.
pub(super) const CORNERS: &[&str] = &["00", "10", "01", "11"];

/// A table of a cell's corners (hash, arrow, influence), with the blends below it.
pub(super) struct CornerTable {
    pub at: Place,
    /// The right edges of the columns, relative to `at`.
    pub columns: [f64; 4],
    /// The width of the bar behind the chosen corner.
    pub width: f64,
    /// The height of a row.
    pub row_height: f64,
    /// The y of the first blend, relative to `at`.
    pub first_blend_y: f64,
    /// Formats a component of an arrow.
    pub component: fn(f64) -> String,
    /// The labels and the names of the blends.
    pub blends: [(&'static str, &'static str); 3],
}

impl CornerTable {
    /// Draws the corners of a cell, with the chosen corner highlighted, and its blends.
    pub fn draw(&self, d: &mut Drawing, cell: &CellTrace, chosen: usize) {
        let [x, y] = self.at;
        let columns = self.columns.map(|column| x + column);
        for (x, title) in columns.into_iter().zip(["corner", "h", "arrow", "influence"]) {
            d.text(Ink::Muted, 12.0, [x, y], Anchor::Right, title);
        }
        for (index, corner) in cell.corners.iter().enumerate() {
            let y = y + self.row_height * (index + 1) as f64;
            let at = |column: usize| [columns[column], y];
            if index == chosen {
                let size = [self.width, 20.0];
                d.rect("", Ink::Accent, [x - 4.0, y - 10.0], size).scale_opacity(0.2);
            }
            d.text(Ink::Text, 12.0, at(0), Anchor::Right, CORNERS[index]);
            let hash = format!("hash{}", CORNERS[index]);
            let readout = Readout::new("", &hash, f64::from(corner.hash), 0);
            d.number("second", Ink::Text, (at(1), Anchor::Right), readout);
            if let [gx, gy] = corner.gradient[..] {
                let text = format!("({}, {})", (self.component)(gx), (self.component)(gy));
                d.text(Ink::Gradient, 12.0, at(2), Anchor::Right, &text);
            }
            let (id, value) = (format!("n{}", CORNERS[index]), corner.influence);
            let readout = Readout::new(plus_sign(value), &id, value, 3);
            d.number(&id, Ink::of_sign(value), (at(3), Anchor::Right), readout);
        }
        for (index, ((label, name), blend)) in self.blends.iter().zip(&cell.blends).enumerate() {
            let at = [x, y + self.first_blend_y + self.row_height * index as f64];
            let ink = if index == 2 { Ink::Noise } else { Ink::Text };
            let readout = Readout::new(label, name, blend.result, 6);
            d.number(name, ink, (at, Anchor::Left), readout);
        }
    }
}

/// Formats a number with two decimals; a whole number gets no decimals.
pub(super) fn format_short(x: f64) -> String {
    decimal(x, if x.fract() == 0.0 { 0 } else { 2 })
}
