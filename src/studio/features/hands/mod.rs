//! Tools with which the user shapes the land under the pointer. Each stroke becomes a mark of the
//! recipe.

pub mod input;
pub mod panel;
pub mod ring;
mod select;
mod selection;
pub mod state;
pub mod stroke;
pub mod tools;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use crate::plugin::order::OrogenSet;
use crate::studio::app::order::PassSet;

/// Adds the tools.
pub fn plugin(app: &mut App) {
    app.init_resource::<state::Hands>()
        .add_systems(
            Update,
            (
                input::drop_stroke_of_other_land,
                input::read_keys,
                select::forget_missing,
                select::read_keys,
                input::read_pointer,
                select::read_pointer,
                state::note_gesture,
                ring::draw,
            )
                .chain(),
        )
        .add_systems(EguiPrimaryContextPass, panel::draw.in_set(PassSet::OverPanels))
        .add_systems(PostUpdate, state::handle_commands.in_set(OrogenSet::Edit))
        .add_systems(PostUpdate, input::read_wheel.in_set(OrogenSet::Travel));
}
