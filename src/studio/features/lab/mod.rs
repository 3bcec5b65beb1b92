//! The lab: figures (interactive drawings) that explain how noise becomes the land. The lab
//! takes the left part of the window.

pub mod build_up;
pub mod controls;
pub mod copy;
pub mod current_drawing;
pub mod explain;
pub mod figure;
pub mod figure_window;
pub mod flag;
pub mod handles;
pub mod keys;
pub mod land;
pub mod link;
pub mod pane;
pub mod panel;
pub mod picture;
pub mod save;
pub mod sheet;
pub mod state;
pub mod target;
pub mod textures;
pub mod thumbs;
pub mod wake;
pub mod words;
pub mod worker;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use crate::lab::ROWS;
use crate::plugin::order::OrogenSet;
use crate::studio::app::order::PassSet;
use crate::studio::app::settings::file::KeptSettings;
use crate::studio::camera::travel::GoTo;
use crate::studio::command::kinds::Command;
use state::Lab;

/// Adds the lab: its pane, its link to the land, its previews and its files.
pub struct LabPlugin;

impl Plugin for LabPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Lab>()
            .add_message::<GoTo>()
            .add_plugins((link::LinkPlugin, save::SavePlugin, build_up::BuildUpPlugin))
            .add_plugins((flag::FlagPlugin, explain::ExplainPlugin))
            .add_systems(EguiPrimaryContextPass, panel::draw.in_set(PassSet::Lab))
            .add_systems(PostUpdate, handle_commands.in_set(OrogenSet::Edit));
    }
}

fn handle_commands(
    mut commands: MessageReader<Command>,
    mut lab: ResMut<Lab>,
    settings: Res<KeptSettings>,
) {
    for command in commands.read() {
        match command {
            Command::ToggleLab => lab.toggle_sheet(&settings.lab),
            Command::ShowFigure(index) => {
                if let Some(row) = ROWS.get(usize::from(*index)) {
                    lab.restore(&settings.lab);
                    lab.show(row, None);
                }
            }
            _ => {}
        }
    }
}
