//! Noises side by side.

use crate::lab::row::Row;

/// Its figures.
pub(in crate::lab) static ROWS: &[&Row] = &[];
