//! The presets as pictures, and the user's own presets.

pub mod folder;
pub mod name_line;
pub mod pictures;
pub mod portrait;
pub mod state;
