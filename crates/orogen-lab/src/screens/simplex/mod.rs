//! Simplex noise.

mod claims;
mod cube;
mod jump;
mod kernels;
mod noise;
mod sectors;
mod simplices;
mod skew;
mod sum;
mod surflets;
mod tetrahedra;
mod triangles;
mod walk;

use crate::figure_row::FigureRow;

pub(super) use claims::CLAIMS;

/// The figures of this screen, in order.
pub(crate) static ROWS: &[&FigureRow] = &[
    &simplices::SIMPLICES,
    &skew::SKEW,
    &walk::WALK,
    &kernels::KERNELS,
    &surflets::SURFLETS,
    &sum::SUM,
    &tetrahedra::TETRAHEDRA,
    &sectors::SECTORS,
    &jump::JUMP,
    &claims::CLAIMS,
];
