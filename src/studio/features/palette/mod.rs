//! The palette finds commands, parameters, figures, and everything that can be added.

pub mod addition;
pub mod found;
pub mod panel;
