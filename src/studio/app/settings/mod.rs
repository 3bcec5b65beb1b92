//! The machine's settings.

pub mod data;
pub mod file;
