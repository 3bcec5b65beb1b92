//! app.settings.

pub mod data;
pub mod kept;
