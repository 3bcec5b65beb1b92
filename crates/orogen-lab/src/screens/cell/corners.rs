//! The four corners of the cell that contains p: names, coordinates and gradients.

use crate::common_shapes;
use crate::screens::prelude::*;
use orogen_noise::trace::{CellTrace, CornerTrace};
use orogen_noise::{Basis, FractalKind, GradientSet, Noise, NoiseSpec, PermutationKind, Seed};

/// The name of a corner, `00` to `11`: first its x, then its y.
pub(super) fn corner_name(corner: usize) -> String {
    format!("{}{}", corner & 1, corner >> 1)
}

/// The corners' names as subscripts.
pub(super) const SUBSCRIPTS: [&str; 4] = ["₀₀", "₁₀", "₀₁", "₁₁"];

/// The coordinates of a corner in the cell, 0 or 1 each.
pub(super) fn unit_corner(corner: usize) -> [f64; 2] {
    [(corner & 1) as f64, (corner >> 1) as f64]
}

/// The trace of the land's noise in the cell that contains p; `None` unless that cell is a square
/// with four blended corners.
pub(super) fn square_cell(c: &Context) -> Option<CellTrace> {
    let trace = c.octave_in_cells(2)?.trace(&c.cell_p());
    first_cell(&trace).filter(|cell| is_square(cell)).cloned()
}

/// Returns true if the cell blends four corners, twice along x and once along y.
pub(super) fn is_square(cell: &CellTrace) -> bool {
    cell.fades.len() == 2 && cell.corners.len() == 4 && cell.blends.len() == 3
}

/// Writes into the drawing that this noise has no square cells.
pub(super) fn no_square_cells(d: Drawing, c: &Context) -> Drawing {
    let why = format!("{} noise has no square cells whose corners are blended.", c.spec().basis);
    common_shapes::explain_missing_picture(
        d,
        &why,
        "Choose Perlin, value or lattice noise to see its cells.",
    )
}

/// The gradient of a corner in the plane; `None` if the corners have no gradient.
pub(super) fn gradient(corner: &CornerTrace) -> Option<[f64; 2]> {
    match corner.gradient[..] {
        [x, y] => Some([x, y]),
        _ => None,
    }
}

/// One octave of a basis with new random gradients in any direction, or new random values. `roll`
/// is the seed.
pub(super) fn random_octave(c: &Context, basis: Basis, roll: usize) -> Option<Noise> {
    let spec = NoiseSpec {
        basis,
        seed: Seed(roll as u64),
        permutation: PermutationKind::Hash,
        gradients: GradientSet::Continuous,
        fractal: FractalKind::None,
        fade: c.spec().fade,
        ..NoiseSpec::default()
    };
    spec.build(2).ok()
}
