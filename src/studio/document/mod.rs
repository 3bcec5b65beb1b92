//! document.

pub mod clipboard;
pub mod files;
pub mod history;
pub mod new_land;
pub mod shelf;
pub mod slots;
pub mod state;
