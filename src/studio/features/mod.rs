//! features.

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
pub mod variations;
pub mod waves;
pub mod which_land;
pub mod xray;
