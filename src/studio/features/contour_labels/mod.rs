//! features.contour_labels.

pub mod panel;
pub mod places;
