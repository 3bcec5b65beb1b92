//! The X-ray shows the lattice of one octave of the noise on the land. The user edits the noise by
//! dragging the gradients, which are arrows.

pub mod drag;
pub mod draw;
pub mod heights;
pub mod panel;
pub mod state;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use crate::plugin::order::OrogenSet;
use crate::studio::app::order::PassSet;
use state::{
    choose_octave, clamp_octave, drop_pending_edits, handle_commands, show_edits, update_lattice,
};

/// Adds the X-ray. The lab's preview on the land shows the edits of the X-ray.
pub fn plugin(app: &mut App) {
    app.init_resource::<state::Xray>()
        .add_systems(
            Update,
            (update_lattice, drag::find_tips, drag::drag_arrows, draw::draw).chain(),
        )
        .add_systems(EguiPrimaryContextPass, panel::draw.in_set(PassSet::OverPanels))
        .add_systems(
            PostUpdate,
            (handle_commands, drop_pending_edits, clamp_octave, show_edits)
                .chain()
                .in_set(OrogenSet::Edit),
        )
        .add_systems(PostUpdate, choose_octave.in_set(OrogenSet::Travel));
}
