//! Octaves and their sum.

use crate::lab::row::Row;

/// Its figures.
pub(in crate::lab) static ROWS: &[&Row] = &[];
