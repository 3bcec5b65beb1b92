//! Static to mountain: what noise is for.

mod build_up;
mod slider;

use crate::lab::row::Row;

/// Its figures.
pub(in crate::lab) static ROWS: &[&Row] = &[&build_up::BUILD_UP, &slider::SLIDER];
