//! Lattice noise, built by hand.

mod band;
mod bump;
mod hill;
mod land;
mod midpoint;
mod slope;
mod speed;
mod sum;

use crate::row::Row;

/// Its figures.
pub(crate) static ROWS: &[&Row] = &[
    &hill::HILL,
    &slope::SLOPE_HILL,
    &sum::HILLS,
    &midpoint::MIDPOINT,
    &band::BAND,
    &speed::SPEED,
];
