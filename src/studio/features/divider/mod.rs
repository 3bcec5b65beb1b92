//! The divider: a line in the view, with the whole land on its left, and on its right the land
//! without one part.

pub mod panel;
pub mod state;
