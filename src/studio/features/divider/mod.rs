//! features.divider.

pub mod panel;
pub mod state;
