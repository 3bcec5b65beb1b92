//! What is open in the window, and what was done to it.

pub mod clipboard;
pub mod files;
pub mod history;
pub mod new_land;
pub mod shelf;
pub mod slots;
pub mod state;

use bevy::prelude::*;

/// Keeps what is open, its history, and the presets.
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
