//! The open land: its files, its undo history, and other lands to choose from.

pub mod clipboard;
pub mod files;
pub mod history;
pub mod land_slots;
pub mod network_hold;
pub mod new_land;
pub mod preset_shelf;
pub mod state;

use bevy::prelude::*;

/// Holds the open document, its history and the presets.
pub struct DocumentPlugin;

impl Plugin for DocumentPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<state::OpenDocument>()
            .init_resource::<preset_shelf::Shelf>()
            .add_plugins(history::steps::plugin);
    }
}

/// Adds files, new lands, the slots A and B, the hold of the river network, clipboard and list of steps.
pub fn plugin(app: &mut App) {
    app.add_plugins((files::plugin, new_land::plugin, land_slots::plugin, network_hold::plugin))
        .add_plugins((clipboard::plugin, history::window::plugin));
}
