//! The network view draws the rivers' network on the land: nodes, courses by order, hollows and
//! lakes, and the catchment above the place under the cursor, with the statistics of its river.

pub mod drawing;
pub mod lines;
pub mod panel;
pub mod state;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use crate::plugin::order::OrogenSet;
use crate::studio::app::order::PassSet;

/// Adds the network view.
pub fn plugin(app: &mut App) {
    app.init_resource::<state::NetworkView>()
        .add_systems(Update, (state::update, lines::draw).chain())
        .add_systems(EguiPrimaryContextPass, panel::draw.in_set(PassSet::OverPanels))
        .add_systems(PostUpdate, state::handle_commands.in_set(OrogenSet::Edit));
}
