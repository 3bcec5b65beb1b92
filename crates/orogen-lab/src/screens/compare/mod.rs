//! Noises side by side.

mod cost;
mod globe;
mod noises;
mod pane;
mod panes;
mod spheres;
mod value_gradient;
mod wishes;

use crate::figure_row::FigureRow;

pub(crate) use panes::{NOISE_KEYS, PANE_KEY};
pub(super) use value_gradient::VALUE_GRADIENT;

/// The figures of this screen, in order.
pub(crate) static ROWS: &[&FigureRow] = &[
    &noises::NOISES,
    &value_gradient::VALUE_GRADIENT,
    &panes::PANES,
    &spheres::SPHERES,
    &cost::COST,
    &wishes::WISHES,
];
