//! One cell of the lattice.

mod blend;
mod corners;
mod grid;
mod influence;
mod planes;
mod ramps;
mod slide;
mod steps;

use crate::row::Row;

/// Its figures.
pub(crate) static ROWS: &[&Row] = &[
    &steps::CELL,
    &grid::GRID,
    &influence::INFLUENCE,
    &blend::BLEND,
    &planes::PLANES,
    &ramps::RAMPS,
    &slide::SLIDE,
];
