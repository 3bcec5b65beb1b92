//! features.import.

pub mod dialog;
pub mod fields;
pub mod preview;
pub mod sheet;
pub mod state;
