//! Explains parameters with figures of the lab: the command that opens the figure of a parameter,
//! and the small picture in a parameter's tooltip.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::Context;

use super::pane::palette_of;
use super::state::Lab;
use super::thumbs::Thumbs;
use crate::lab::{FigureRow, ROWS, row, sliders};
use crate::plugin::land::state::WantedScene;
use crate::plugin::order::OrogenSet;
use crate::studio::app::notice::Notice;
use crate::studio::app::settings::file::KeptSettings;
use crate::studio::command::kinds::Command;
use crate::studio::ui::explanation::{self, Explanation};
use crate::terrain::Scene;

/// The notice if the pointer is not over a parameter of the panel.
const POINT_HINT: &str = "point at a parameter of the panel and press Ctrl+L to explain it";

/// Adds the command that explains the parameter under the pointer.
pub struct ExplainPlugin;

impl Plugin for ExplainPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(PostUpdate, handle_commands.in_set(OrogenSet::Edit));
    }
}

fn handle_commands(
    mut commands: MessageReader<Command>,
    mut lab: ResMut<Lab>,
    wanted: Res<WantedScene>,
    settings: Res<KeptSettings>,
    mut notice: ResMut<Notice>,
    mut contexts: EguiContexts,
) {
    for _ in commands.read().filter(|command| **command == Command::ExplainRow) {
        let Ok(context) = contexts.ctx_mut() else { continue };
        match explanation::pointed_row(context) {
            Some(address) => {
                lab.restore(&settings.lab);
                lab.explain(&wanted.0, &address);
            }
            None => notice.replace("explain", POINT_HINT.to_owned()),
        }
    }
}

/// Returns the figure that explains a parameter.
fn figure(scene: &Scene, address: &str) -> &'static FigureRow {
    row(sliders::explaining_figure(scene, address).0).unwrap_or(ROWS[0])
}

/// Gives a tooltip the thumbnail that it requests. Without a request, removes the last thumbnail.
pub(super) fn provide_thumbnail(context: &Context, thumbs: &mut Thumbs) {
    let Some(address) = explanation::take_wanted_picture(context) else {
        explanation::set_picture(context, None);
        return;
    };
    let row = figure(thumbs.scene(), &address);
    let explained = Some(&*address).filter(|_| row.name == sliders::GENERAL);
    let palette = palette_of(context);
    let Some(texture) = thumbs.thumbnail(context, row, explained, palette) else { return };
    explanation::set_picture(context, Some(Explanation { address, texture, title: row.title }));
}
