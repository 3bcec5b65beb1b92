//! The undo history: its states, the names of its steps, and its window.

pub mod file_form;
pub mod names;
pub mod states;
pub mod steps;
pub mod values;
pub mod window;
