//! The panel, the bars above and below the land, and the notices.

pub mod camera_group;
pub mod commands;
pub mod documents;
pub mod draw;
pub mod erosion;
pub mod first_screen;
pub mod footer;
pub mod group;
pub mod header;
pub mod inputs;
pub mod layers;
pub mod looks;
pub mod pass;
pub mod plants;
pub mod program;
pub mod quality;
pub mod rivers;
pub mod search;
pub mod search_results;
pub mod side_panel;
pub mod state;
pub mod status;
pub mod strip;
pub mod sun;
pub mod table;
pub mod toasts;
