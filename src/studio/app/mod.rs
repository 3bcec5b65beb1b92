//! What the window has whatever is open in it: the order of a frame, keys, settings, rest, notices.

pub mod activity;
pub mod display;
pub mod draft;
pub mod esc;
pub mod escape;
pub mod frame;
pub mod idle;
pub mod keys;
pub mod notice;
pub mod order;
pub mod painter;
pub mod picture;
pub mod settings;
pub mod shaders;
pub mod shortcuts;
pub mod software;
pub mod trace;
