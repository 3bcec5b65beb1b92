//! One cell of the lattice.

mod steps;

use crate::lab::row::Row;

/// Its figures.
pub(in crate::lab) static ROWS: &[&Row] = &[&steps::CELL];
