//! The palette: a search for commands, parameters, figures and parts to add.

pub mod addition;
pub mod panel;
pub mod search;
