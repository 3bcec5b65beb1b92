//! One cell of the lattice.

mod blend;
mod corners;
mod grid;
mod influence;
mod planes;
mod ramps;
mod slide;
mod steps;

use crate::figure_row::FigureRow;

/// The figures of this screen, in order.
pub(crate) static ROWS: &[&FigureRow] = &[
    &steps::CELL,
    &grid::GRID,
    &influence::INFLUENCE,
    &blend::BLEND,
    &planes::PLANES,
    &ramps::RAMPS,
    &slide::SLIDE,
];
