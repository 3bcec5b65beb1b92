//! Heightmaps of others become layers, or lands of their own.

pub mod dialog;
pub mod fields;
pub mod preview;
pub mod sheet;
pub mod state;
