//! features.variations.

pub mod panel;
pub mod state;
