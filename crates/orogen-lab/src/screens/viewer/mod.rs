//! A viewer of noises and textures in the plane.

mod gallery;
mod picture;
mod plots;
mod view;

use crate::row::Row;

/// Its figures.
pub(crate) static ROWS: &[&Row] = &[&view::VIEWER, &gallery::GALLERY];
