//! Static to mountain: what noise is for.

use crate::lab::row::Row;

/// Its figures.
pub(in crate::lab) static ROWS: &[&Row] = &[];
