//! What the window can do, a folder or file a feature: its state, its plugin, and what it draws.

pub mod about;
pub mod before;
pub mod contour_labels;
pub mod disc_handle;
pub mod divider;
pub mod export;
pub mod go_to;
pub mod guides;
pub mod help;
pub mod hints;
pub mod histogram;
pub mod lab;
pub mod legend;
pub mod look_commands;
pub mod mask_view;
pub mod palette;
pub mod presets;
pub mod scale_bar;
pub mod screenshot;
pub mod variations;
pub mod waves;
pub mod which_land;
pub mod xray;
