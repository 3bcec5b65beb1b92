//! A viewer of noises and textures in the plane.

mod gallery;
mod picture;
mod plots;
mod view;

use crate::lab::row::Row;

/// Its figures.
pub(in crate::lab) static ROWS: &[&Row] = &[&view::VIEWER, &gallery::GALLERY];
