//! The panels and windows, driven by events, and laid out at several sizes.

pub mod driven;
mod layout;
mod panel;
