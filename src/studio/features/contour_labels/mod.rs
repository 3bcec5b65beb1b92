//! Heights along contour lines.

pub mod panel;
pub mod places;
