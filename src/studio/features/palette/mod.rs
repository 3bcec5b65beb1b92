//! The command palette: a search over commands, parameters, figures of the lab, and layers, masks
//! and operations to add.

pub mod addition;
pub mod panel;
pub mod search;
