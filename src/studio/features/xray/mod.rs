//! The X-ray shows the lattice of an octave over the land. The user drags its arrows.

pub mod draw;
pub mod hold;
pub mod panel;
pub mod state;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use crate::plugin::order::OrogenSet;
use crate::studio::app::order::PassSet;
use crate::studio::features::lab::land::LabLand;
use state::{hold_octave, leave, look, obey, show_edits, turn_wheel};

/// Adds the X-ray.
pub fn plugin(app: &mut App) {
    app.init_resource::<state::Xray>()
        .init_resource::<LabLand>()
        .add_systems(Update, (look, hold::find, hold::hold, draw::draw).chain())
        .add_systems(EguiPrimaryContextPass, panel::draw.in_set(PassSet::OverPanels))
        .add_systems(
            PostUpdate,
            (obey, leave, hold_octave, show_edits).chain().in_set(OrogenSet::Edit),
        )
        .add_systems(PostUpdate, turn_wheel.in_set(OrogenSet::Travel));
}
