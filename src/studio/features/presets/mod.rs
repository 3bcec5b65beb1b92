//! The presets of the program and the user's own, which the menu shows as pictures.

pub mod folder;
pub mod name_line;
pub mod pictures;
pub mod portrait;
pub mod state;
