//! The open land: its files, its history and other lands to choose from.

pub mod clipboard;
pub mod files;
pub mod history;
pub mod new_land;
pub mod shelf;
pub mod slots;
pub mod state;

use bevy::prelude::*;

/// Holds the open document, its history and the presets.
pub struct DocumentPlugin;

impl Plugin for DocumentPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<state::Document>()
            .init_resource::<shelf::Shelf>()
            .add_plugins(history::steps::plugin);
    }
}

/// Adds files, new lands, the two slots, the clipboard and the list of steps.
pub fn plugin(app: &mut App) {
    app.add_plugins((files::plugin, new_land::plugin, slots::plugin))
        .add_plugins((clipboard::plugin, history::window::plugin));
}
