//! The window: what is opened and edited in it, its commands, its camera and its panels.
//!
//! It may touch the plugin and all below it; nothing below touches it. `window` puts its parts
//! together.

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
