//! The presets of the program and of the user, which the menu shows as pictures.

pub mod folder;
pub mod name_line;
pub mod pictures;
pub mod portrait;
pub mod state;
