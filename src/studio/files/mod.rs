//! Files: what is open, saved and asked for, so that nothing is lost.

pub mod aside;
pub mod dialog;
mod fault;
pub mod import;
#[cfg(test)]
pub mod laid_out;
mod open;
mod papers;
pub mod path_line;
pub mod presets;
mod question;
mod recent;
pub mod recovery;
mod save;
mod stamp;
#[cfg(test)]
mod tests;
mod title;
mod windows;
pub mod work;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

pub use papers::{Files, Wish};

use super::panels;
use crate::plugin::order::OrogenSet;

/// Opens and saves lands, and asks before one would be lost.
pub struct FilesPlugin;

impl Plugin for FilesPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Files>()
            .init_resource::<import::Import>()
            .add_plugins((work::WorkPlugin, recovery::RecoveryFilePlugin, fault::FaultPlugin))
            .add_plugins(presets::PresetsPlugin)
            .add_systems(Startup, papers::stamp_first)
            .add_systems(
                Update,
                (open::dropped, windows::closing, windows::close_after_exports, title::follow),
            )
            .add_systems(
                PostUpdate,
                (papers::obey, import::obey, windows::show_dialog)
                    .chain()
                    .before(super::history::settle)
                    .in_set(OrogenSet::Edit),
            )
            .add_systems(
                EguiPrimaryContextPass,
                (import::draw, windows::draw).chain().after(panels::draw),
            );
    }
}
