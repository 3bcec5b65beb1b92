//! Lattice noise, built by hand.

mod band;
mod hill;
mod land;
mod midpoint;
mod placed_hill;
mod slope;
mod speed;
mod sum;

use crate::figure_row::FigureRow;

/// The figures of this screen, in order.
pub(crate) static ROWS: &[&FigureRow] = &[
    &hill::HILL,
    &slope::SLOPE_HILL,
    &sum::HILLS,
    &midpoint::MIDPOINT,
    &band::BAND,
    &speed::SPEED,
];
