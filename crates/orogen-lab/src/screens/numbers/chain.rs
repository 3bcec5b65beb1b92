//! The chain of look-ups from a lattice point to its gradient.

use crate::screens::kit::*;
use orogen_noise::lookup::Lookup;
use orogen_noise::trace::{CellTrace, CornerTrace};
use orogen_noise::{Basis, Noise, PermutationKind};
/// One octave of Perlin noise in its own cells of the plane, with another source of numbers where that is asked for.
pub(super) fn perlin(c: &Context, permutation: Option<PermutationKind>) -> Option<Noise> {
    let cells = c.cells(2)?;
    let mut spec = cells.spec().clone();
    spec.basis = Basis::Perlin;
    spec.period = None;
    spec.permutation = permutation.unwrap_or(spec.permutation);
    spec.build(2).ok()
}

/// The cell of p.
pub(super) fn cell(noise: &Noise, c: &Context) -> Option<CellTrace> {
    first_cell(&noise.trace(&c.cell_p())).cloned()
}

/// The two look-ups of a corner in a table or by arithmetic, as index and value.
pub(super) fn two(corner: &CornerTrace) -> Option<[(u32, u32); 2]> {
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

/// The corners as controls name them, x first.
pub(super) const CORNERS: &[&str] = &["00", "10", "01", "11"];
