//! Opens and saves files, and asks before unsaved changes would be lost.

pub mod dialog;
pub mod fault;
pub mod file_context;
pub mod import;
pub mod kept_text;
pub mod open;
pub mod path_line;
pub mod question;
pub mod recent;
pub mod recovery;
pub mod save;
pub mod set_aside;
pub mod stamp;
pub mod title;
pub mod windows;
pub mod work;

#[cfg(test)]
pub mod test_app;
#[cfg(test)]
pub mod test_windows;
#[cfg(test)]
mod tests;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

pub use file_context::{FileAction, Files};

use crate::plugin::order::OrogenSet;
use crate::studio::app::order::PassSet;
use crate::studio::document::history::steps;

/// Adds the systems that open and save lands.
pub fn plugin(app: &mut App) {
    app.init_resource::<Files>()
        .init_resource::<import::state::Import>()
        .add_plugins((work::plugin, recovery::plugin, fault::plugin))
        .add_systems(Startup, file_context::remember_first_file)
        .add_systems(
            Update,
            (
                open::open_dropped_file,
                windows::handle_close_requests,
                windows::close_after_exports,
                title::update,
            ),
        )
        .add_systems(
            PostUpdate,
            (file_context::handle_commands, import::dialog::handle_commands, windows::show_dialog)
                .chain()
                .before(steps::settle)
                .in_set(OrogenSet::Edit),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (import::sheet_ui::draw, windows::draw).chain().in_set(PassSet::OverPanels),
        );
}
