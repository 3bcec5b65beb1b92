//! The window: what is opened and edited in it, its commands, its camera and its panels.
//!
//! It may use the plugin and all crates below; they never use it. `window` puts its parts together.

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
