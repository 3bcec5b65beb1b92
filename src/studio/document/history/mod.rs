//! Undo and redo.

pub mod kept;
pub mod names;
pub mod states;
pub mod steps;
pub mod values;
pub mod window;
