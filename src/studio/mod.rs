//! The window: what is opened and edited in it, its commands, its camera and its panels.
//!
//! It may touch the plugin and all below it; nothing below touches it. `window` puts its parts
//! together.

pub mod about;
pub mod area_frame;
pub mod before;
pub mod build_up;
pub mod camera;
pub mod clipboard;
pub mod command;
pub mod contour_labels;
pub mod display;
pub mod divider;
pub mod document;
pub mod draft;
pub mod escape;
pub mod export;
pub mod files;
pub mod films;
pub mod history;
pub mod idle;
pub mod keys;
pub mod lab;
pub mod lab_land;
pub mod look_commands;
pub mod mask_view;
pub mod new_land;
pub mod notice;
pub mod order;
pub mod painter;
pub mod palette;
pub mod panel_commands;
pub mod panels;
pub mod settings;
pub mod shelf;
pub mod slots;
pub mod soak;
pub mod software;
pub mod trace;
pub mod variations;
pub mod waves;
pub mod window;
pub mod xray;
