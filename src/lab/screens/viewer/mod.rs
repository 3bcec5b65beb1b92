//! A viewer of noises and textures in the plane.

use crate::lab::row::Row;

/// Its figures.
pub(in crate::lab) static ROWS: &[&Row] = &[];
