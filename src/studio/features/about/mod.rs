//! The window that says what the program is.

pub mod panel;
pub mod state;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use crate::plugin::order::OrogenSet;
use crate::studio::app::escape::CloseByEsc;
use crate::studio::app::order::PassSet;

/// Opens the window, and copies the diagnostics.
pub fn plugin(app: &mut App) {
    app.init_resource::<state::About>()
        .close_by_esc::<state::About>()
        .add_systems(EguiPrimaryContextPass, panel::draw.in_set(PassSet::Windows))
        .add_systems(PostUpdate, state::obey.in_set(OrogenSet::Edit));
}
