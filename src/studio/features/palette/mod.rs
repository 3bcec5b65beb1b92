//! features.palette.

pub mod addition;
pub mod found;
pub mod panel;
