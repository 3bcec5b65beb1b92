//! Static to mountain: what noise is for.

mod slider;

use crate::lab::row::Row;

/// Its figures.
pub(in crate::lab) static ROWS: &[&Row] = &[&slider::SLIDER];
