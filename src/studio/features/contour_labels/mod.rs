//! Labels with the height of contour lines.

pub mod panel;
pub mod places;
