//! Imports heightmaps as layers or as new lands.

pub mod dialog;
pub mod fields;
pub mod preview;
pub mod sheet_ui;
pub mod state;
