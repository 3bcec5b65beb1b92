//! The panel: its head and foot, and between them what comes first, all settings, or what a search
//! finds.

use bevy::render::renderer::RenderAdapterInfo;
use bevy_egui::egui::{self, Id, Ui};

use super::first_screen;
use super::foot;
use super::found;
use super::head;
use super::histogram::FieldHistogram;
use super::layers::LayersUi;
use super::search::Sought;
use super::table;
use super::tips;
use super::widgets::known::{self, Known};
use super::{tab, theme};
use crate::studio::command::Command;
use crate::studio::document::Document;
use crate::studio::settings::Settings;
use crate::studio::shelf::Shelf;
use crate::terrain::scene::Scene;
use crate::terrain::settings::Side;
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

/// Shows the panel at its side, edits the scene, and returns the commands that its buttons give.
pub fn show(root: &mut Ui, scene: &mut Scene, mut shown: Shown) -> Vec<Command> {
    let mut asked = Vec::new();
    let context = root.ctx().clone();
    Known::of(&context, scene, shown.document, shown.settings, shown.histogram).tell(&context);
    let side = shown.settings.panel_side;
    let panel = match side {
        Side::Right => egui::Panel::right("parameters"),
        Side::Left => egui::Panel::left("parameters"),
    };
    let panel = panel.resizable(true).default_size(350.0).size_range(310.0..=540.0);
    let place = panel.show_inside(root, |ui| {
        tips::tell(&context, ui.max_rect().expand(8.0), side);
        head::show(ui, scene, &mut shown, &mut asked);
        let frame = egui::Frame::new().inner_margin(egui::Margin { top: 6, ..Default::default() });
        egui::Panel::bottom("foot").frame(frame).show_separator_line(false).show_inside(ui, |ui| {
            foot::show(ui, &mut shown, &mut asked);
        });
        let sought = Sought::new(shown.search);
        if sought.is_empty() && !shown.settings.all_settings {
            first_screen::show(ui, scene, &mut shown, &mut asked);
            return;
        }
        if sought.is_empty() {
            shown.histogram.show(ui, &scene.recipe);
        }
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            if sought.is_empty() {
                table::show(ui, scene, &mut shown, &mut asked);
            } else {
                found::show(ui, scene, &mut shown, &sought, &mut asked);
            }
            ui.add_space(8.0);
            tab::scroll(ui);
        });
    });
    tips::tell(&context, place.response.rect, side);
    known::take_locks(&context, shown.settings);
    asked
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
    use super::tips::Tip;
    let hint = crate::studio::command::with_keys(hint, command);
    if ui.add_sized(size, egui::Button::new(text)).tip(hint).clicked() {
        asked.push(command);
    }
}
