//! Octaves and their sum.

mod aliasing;
mod course;
mod land;
mod origin;
mod range;
mod roughness;
mod strips;
mod strips_controls;
mod variants;

use crate::figure_row::FigureRow;

pub(super) use range::RANGE;
pub(super) use strips::OCTAVES;
pub(crate) use strips_controls::SOLO;

/// The figures of this screen, in order.
pub(crate) static ROWS: &[&FigureRow] = &[
    &strips::OCTAVES,
    &variants::VARIANTS,
    &course::COURSE,
    &range::RANGE,
    &roughness::ROUGHNESS,
    &aliasing::ALIASING,
    &origin::ORIGIN,
    &land::LAND,
];
