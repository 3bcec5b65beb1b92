//! features.xray.

pub mod draw;
pub mod hold;
pub mod panel;
pub mod state;
