//! The user's settings on this machine.

pub mod data;
pub mod file;
