//! The inputs of the panel, and widgets that several parts of it use.

use bevy::render::renderer::RenderAdapterInfo;
use bevy_egui::egui::{self, Id, Ui};

use crate::studio::app::settings::data::Settings;
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::with_keys;
use crate::studio::document::preset_shelf::Shelf;
use crate::studio::document::state::OpenDocument;
use crate::studio::features::histogram::FieldHistogram;
use crate::studio::panel::layers::list_state::LayersUi;
use crate::studio::ui::theme;
use crate::studio::ui::tips::Tip;
use crate::terrain::view::Camera;

/// Everything that the panel needs besides the scene.
pub struct PanelInputs<'a> {
    pub histogram: &'a FieldHistogram,
    /// The current pose of the camera.
    pub camera: Camera,
    /// True if there is a step to undo.
    pub can_undo: bool,
    /// True if there is a step to redo.
    pub can_redo: bool,
    /// The text of the search field.
    pub search: &'a mut String,
    /// The settings: folds, locks and switches.
    pub settings: &'a mut Settings,
    /// The state of the list of layers.
    pub layers: &'a mut LayersUi,
    /// The graphics card or software driver that draws.
    pub adapter: Option<&'a RenderAdapterInfo>,
    /// The open document. Resets return to its values.
    pub document: &'a OpenDocument,
    pub shelf: &'a Shelf,
    /// Measurements of speed: name, value, explanation.
    pub performance: &'a [(&'static str, String, &'static str)],
}

/// Returns the id of the search field.
pub fn search_id() -> Id {
    Id::new("search")
}

/// Shows a button for a command, with its keys in the tooltip.
pub fn command_button(
    ui: &mut Ui,
    (text, hint): (&str, &str),
    width: f32,
    command: Command,
    commands: &mut Vec<Command>,
) {
    let size = egui::vec2(width, theme::ROW + 4.0);
    let hint = with_keys(hint, command);
    if ui.add_sized(size, egui::Button::new(text)).tip(hint).clicked() {
        commands.push(command);
    }
}
