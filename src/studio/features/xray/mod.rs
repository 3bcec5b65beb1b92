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
use state::{
    choose_octave, clamp_octave, drop_loose_edits, handle_commands, show_edits, update_lattice,
};

/// Adds the X-ray.
pub fn plugin(app: &mut App) {
    app.init_resource::<state::Xray>()
        .init_resource::<LabLand>()
        .add_systems(Update, (update_lattice, hold::find_tips, hold::hold, draw::draw).chain())
        .add_systems(EguiPrimaryContextPass, panel::draw.in_set(PassSet::OverPanels))
        .add_systems(
            PostUpdate,
            (handle_commands, drop_loose_edits, clamp_octave, show_edits)
                .chain()
                .in_set(OrogenSet::Edit),
        )
        .add_systems(PostUpdate, choose_octave.in_set(OrogenSet::Travel));
}
