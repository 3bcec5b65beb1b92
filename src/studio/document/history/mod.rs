//! Undo and redo.

pub mod file_form;
pub mod names;
pub mod states;
pub mod steps;
pub mod values;
pub mod window;
