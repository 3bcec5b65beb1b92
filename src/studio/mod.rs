//! The studio, the program's window: documents, commands, camera and panels.
//!
//! It may use the plugin (`crate::plugin`) and all crates below the plugin; they never use it.
//! `window` puts its parts together.

pub mod app;
pub mod camera;
pub mod command;
pub mod document;
pub mod features;
pub mod panel;
pub mod ui;
pub mod window;

#[cfg(test)]
mod tests;
