//! Noises side by side.

mod globe;
mod noises;
mod pane;
mod panes;
mod spheres;
mod value_gradient;

use crate::lab::row::Row;

/// Its figures.
pub(in crate::lab) static ROWS: &[&Row] =
    &[&noises::NOISES, &panes::PANES, &spheres::SPHERES, &value_gradient::VALUE_GRADIENT];
