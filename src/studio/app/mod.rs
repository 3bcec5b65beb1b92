//! app.

pub mod display;
pub mod draft;
pub mod esc;
pub mod escape;
pub mod idle;
pub mod keys;
pub mod notice;
pub mod order;
pub mod painter;
pub mod settings;
pub mod software;
pub mod trace;
