//! The features of the window. Each file or folder holds one feature's state, its plugin and its
//! drawing.

pub mod about;
pub mod contour_labels;
pub mod disc_handle;
pub mod divider;
pub mod export;
pub mod go_to;
pub mod guides;
pub mod hands;
pub mod help;
pub mod hints;
pub mod histogram;
pub mod lab;
pub mod left_out_part;
pub mod legend;
pub mod look_commands;
pub mod mask_view;
pub mod palette;
pub mod presets;
pub mod river_network;
pub mod scale_bar;
pub mod screenshot;
pub mod variations;
pub mod waves;
pub mod which_land;
pub mod xray;

use bevy::prelude::*;

/// Adds the plugins of the features. The panels' plugin adds the others (see `panel::draw`).
pub fn plugin(app: &mut App) {
    app.add_plugins((about::plugin, export::plugin, hints::plugin, lab::LabPlugin))
        .add_plugins((palette::panel::plugin, help::plugin, go_to::plugin))
        .add_plugins((presets::state::plugin, screenshot::plugin, variations::plugin))
        .add_plugins((xray::plugin, left_out_part::plugin, divider::state::plugin))
        .add_plugins((divider::panel::plugin, look_commands::plugin, river_network::plugin))
        .add_plugins((mask_view::plugin, waves::plugin, hands::plugin, which_land::plugin));
}
