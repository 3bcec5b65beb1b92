//! Variations: nine similar lands, shown as pictures for the user to choose from.

pub mod panel;
pub mod state;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use crate::plugin::order::OrogenSet;
use crate::studio::app::escape::CloseByEsc;
use crate::studio::app::order::PassSet;
use crate::studio::document::new_land::TakeLand;

/// Adds the window of variations.
pub fn plugin(app: &mut App) {
    app.init_resource::<state::Variations>()
        .close_by_esc::<state::Variations>()
        .add_message::<TakeLand>()
        .add_systems(EguiPrimaryContextPass, panel::draw.in_set(PassSet::Windows))
        .add_systems(
            PostUpdate,
            (state::handle_commands, state::update_variations).in_set(OrogenSet::Edit),
        );
}
