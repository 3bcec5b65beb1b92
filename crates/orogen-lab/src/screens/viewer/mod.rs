//! A viewer of noises and textures in the plane.

mod gallery;
mod picture;
mod plots;
mod view;

use crate::figure_row::FigureRow;

/// The figures of this screen, in order.
pub(crate) static ROWS: &[&FigureRow] = &[&view::VIEWER, &gallery::GALLERY];
