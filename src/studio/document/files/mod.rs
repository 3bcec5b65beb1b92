//! Opens and saves files, and asks before changes would be lost.

pub mod aside;
pub mod dialog;
pub mod fault;
pub mod import;
pub mod kept_text;
pub mod open;
pub mod papers;
pub mod path_line;
pub mod question;
pub mod recent;
pub mod recovery;
pub mod save;
pub mod stamp;
pub mod title;
pub mod windows;
pub mod work;

#[cfg(test)]
pub mod laid_out;
#[cfg(test)]
pub mod test_app;
#[cfg(test)]
mod tests;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

pub use papers::{Files, Wish};

use crate::plugin::order::OrogenSet;
use crate::studio::app::order::PassSet;
use crate::studio::document::history::steps;

/// Opens and saves lands, and asks before one would be lost.
pub fn plugin(app: &mut App) {
    app.init_resource::<Files>()
        .init_resource::<import::state::Import>()
        .add_plugins((work::plugin, recovery::plugin, fault::plugin))
        .add_systems(Startup, papers::stamp_first)
        .add_systems(
            Update,
            (open::dropped, windows::closing, windows::close_after_exports, title::follow),
        )
        .add_systems(
            PostUpdate,
            (papers::obey, import::dialog::obey, windows::show_dialog)
                .chain()
                .before(steps::settle)
                .in_set(OrogenSet::Edit),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (import::sheet::draw, windows::draw).chain().in_set(PassSet::OverPanels),
        );
}
