//! The palette finds commands, parameters, figures and what can be added.

pub mod addition;
pub mod found;
pub mod panel;
