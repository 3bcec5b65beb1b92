//! The machine's settings.

pub mod data;
pub mod kept;
