//! The undo history: states of the scene, names of steps, and the window that lists them.

pub mod file_form;
pub mod names;
pub mod states;
pub mod steps;
pub mod values;
pub mod window;
