//! features.about.

pub mod panel;
pub mod state;
