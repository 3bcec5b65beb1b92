//! What the parts of the panel show, and what they share.

use bevy::render::renderer::RenderAdapterInfo;
use bevy_egui::egui::{self, Id, Ui};

use crate::studio::app::settings::data::Settings;
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::with_keys;
use crate::studio::document::shelf::Shelf;
use crate::studio::document::state::Document;
use crate::studio::features::histogram::FieldHistogram;
use crate::studio::panel::layers::kept::LayersUi;
use crate::studio::ui::theme;
use crate::studio::ui::tips::Tip;
use crate::terrain::view::Camera;

/// What the panel shows besides the scene that it edits.
pub struct Shown<'a> {
    pub histogram: &'a FieldHistogram,
    /// Where the camera is now.
    pub camera: Camera,
    /// Whether there is something to take back, and to make again.
    pub can_undo: bool,
    pub can_redo: bool,
    /// What is searched for among the parameters.
    pub search: &'a mut String,
    /// Folds, locks, and the switches of the machine.
    pub settings: &'a mut Settings,
    /// What the list of layers keeps, and what the pointer is over.
    pub layers: &'a mut LayersUi,
    /// What draws.
    pub adapter: Option<&'a RenderAdapterInfo>,
    /// What is open, to whose values a reset goes.
    pub document: &'a Document,
    pub shelf: &'a Shelf,
    /// What the land costs: name, value, sentence.
    pub performance: &'a [(&'static str, String, &'static str)],
}

/// The line of the search, which a command goes to.
pub fn search_id() -> Id {
    Id::new("search")
}

/// A button of a command with its keys in the tooltip, over a width.
pub fn command_button(
    ui: &mut Ui,
    (text, hint): (&str, &str),
    width: f32,
    command: Command,
    asked: &mut Vec<Command>,
) {
    let size = egui::vec2(width, theme::ROW + 4.0);
    let hint = with_keys(hint, command);
    if ui.add_sized(size, egui::Button::new(text)).tip(hint).clicked() {
        asked.push(command);
    }
}
