//! Exports to files: the dialog, the frame around the area on the land, and the queue.

pub mod area_frame;
pub mod area_handles;
pub mod browse;
pub mod choices;
pub mod estimate;
pub mod file;
pub mod film;
pub mod film_process;
pub mod filmed;
pub mod films;
pub mod kinds;
pub mod list;
pub mod panel;
pub mod planned;
pub mod prepared;
pub mod queue;
pub mod rows;
pub mod task;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use crate::plugin::order::OrogenSet;
use crate::studio::app::escape::CloseByEsc;
use crate::studio::app::order::PassSet;

/// Adds the export dialog, its frame on the land and its queue.
pub fn plugin(app: &mut App) {
    app.init_resource::<panel::ExportPanel>()
        .close_by_esc::<panel::ExportPanel>()
        .init_resource::<queue::ExportQueue>()
        .add_plugins((area_frame::plugin, area_handles::plugin))
        .add_systems(Update, (panel::poll, browse::browse))
        .add_systems(EguiPrimaryContextPass, panel::draw.in_set(PassSet::Windows))
        .add_systems(PostUpdate, panel::handle_commands.in_set(OrogenSet::Edit));
}

#[cfg(test)]
mod tests;
