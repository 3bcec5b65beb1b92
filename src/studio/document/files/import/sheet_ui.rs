//! Draws the import dialog: a preview, facts about the file, and the options.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, ColorImage, Key, RichText, TextureOptions, Ui};

use super::fields;
use super::state::{HeightmapPreview, ImportSheet};
use crate::export::heightmap::{self, Description};
use crate::export::read::{MapLocation, System};
use crate::studio::document::files::file_context::{FileAction, FileContext};
use crate::studio::document::files::question::{BUTTON, modal, row_of_buttons};
use crate::studio::panel::state::UiState;
use crate::studio::ui::fonts::Fallback;
use crate::studio::ui::tab;
use crate::studio::ui::theme;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::window_area;

const WIDTH: f32 = 470.0;
/// The side of the preview, in points.
const PICTURE: f32 = 170.0;

/// The requests of the user in a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SheetRequests {
    /// True to add the map as a layer.
    pub adds_layer: bool,
    /// True to open the map as a new land.
    pub opens_land: bool,
    /// True to close the dialog.
    pub closes: bool,
    /// True to read the file again with new options.
    pub rereads: bool,
}

/// Draws the dialog over all panels.
pub fn draw(
    mut contexts: EguiContexts,
    mut file_context: FileContext,
    mut fonts: ResMut<Fallback>,
    ui: Res<UiState>,
) -> Result {
    if ui.hidden_for_picture || file_context.import.sheet.is_none() {
        return Ok(());
    }
    // A question or a path line hides the dialog.
    if file_context.files.question.is_some()
        || file_context.files.line.is_some()
        || file_context.files.dialog.is_some()
    {
        return Ok(());
    }
    let context = contexts.ctx_mut()?.clone();
    let FileContext { import, wanted, .. } = &mut file_context;
    let Some(sheet) = &mut import.sheet else { return Ok(()) };
    fonts.load_missing(&context, [&*sheet.path.to_string_lossy()]);
    sheet.covering = heightmap::describe_covering_layers(&wanted.0.recipe.layers);
    let requests = sheet.show(&context);
    if requests.rereads {
        file_context.read_map(false);
    }
    if requests.closes {
        if let Some(mut sheet) = file_context.import.sheet.take() {
            sheet.cancel_reading();
        }
    } else if requests.adds_layer {
        file_context.add_layer();
    } else if requests.opens_land {
        // This asks first if the open land has unsaved changes.
        file_context.request(FileAction::Map);
    }
    Ok(())
}

impl ImportSheet {
    /// Shows the dialog.
    pub(super) fn show(&mut self, context: &egui::Context) -> SheetRequests {
        let restored = self.before.take_if_cancelled(context, || self.choices.clone());
        let is_dragged = restored.is_some();
        self.choices = restored.unwrap_or_else(|| self.choices.take());
        let screen = context.viewport_rect().size();
        let shown = modal(context, "import").show(context, |ui| {
            ui.set_width(WIDTH.min(screen.x - 40.0));
            let name = self.path.file_name().unwrap_or_default().display().to_string();
            let title = RichText::new(format!("Import {name}")).color(theme::of(ui).strong);
            ui.add(egui::Label::new(title.strong()).truncate());
            ui.add_space(4.0);
            let mut requests = SheetRequests::default();
            // The scroll area leaves room for the buttons below.
            let max_height = (screen.y - 150.0).max(60.0);
            egui::ScrollArea::vertical().max_height(max_height).show(ui, |ui| {
                self.show_body(ui);
                requests.rereads = fields::show(ui, self);
                self.show_remarks(ui);
                window_area::end_list(ui);
            });
            ui.add_space(8.0);
            self.show_buttons(ui, &mut requests);
            requests
        });
        let mut requests = shown.inner;
        let pressed = |key| context.input_mut(|i| i.consume_key(egui::Modifiers::NONE, key));
        let has_focus = context.memory(|memory| memory.focused().is_some());
        // Esc closes the dialog, unless it has just ended a drag or the typing of a text.
        let is_free =
            !is_dragged && !std::mem::replace(&mut self.is_typed, context.text_edit_focused());
        requests.closes |= pressed(Key::Escape) && is_free;
        requests.adds_layer |= !has_focus && self.is_ready() && pressed(Key::Enter);
        requests
    }

    /// Shows the preview, the facts about the file, and the options.
    fn show_body(&mut self, ui: &mut Ui) {
        match &self.read {
            _ if self.under_way.is_some() => {
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.label("Reading …");
                });
            }
            Some(Ok(preview)) => {
                let texture = self.texture.get_or_insert_with(|| load_texture(ui, preview));
                let size = texture.size_vec2();
                let size = size * (PICTURE / size.max_elem());
                ui.horizontal_top(|ui| {
                    let picture = egui::Image::new((texture.id(), size));
                    let response = ui.add(picture.alt_text("The heightmap from above"));
                    response.tip("The map from above, with north up. Brighter is higher.");
                    ui.vertical(|ui| show_facts(ui, preview));
                });
            }
            Some(Err(problem)) => {
                let colour = theme::of(ui).error;
                show_wrapped(ui, RichText::new(problem.to_string()).color(colour));
            }
            None => {}
        }
        ui.add_space(6.0);
    }

    /// Shows why the import failed, and the layers that would cover the map.
    fn show_remarks(&self, ui: &mut Ui) {
        if let Some(problem) = &self.problem {
            let colour = theme::of(ui).error;
            show_wrapped(ui, RichText::new(problem).color(colour));
        }
        if let Some(covering) = self.covering.as_ref().filter(|_| self.is_ready()) {
            let line = format!("As a layer: {covering}. A new land has only the map.");
            let colour = theme::of(ui).accent;
            show_wrapped(ui, RichText::new(line).color(colour));
        }
    }

    fn show_buttons(&self, ui: &mut Ui, requests: &mut SheetRequests) {
        row_of_buttons(ui, |ui| {
            let cancel = ui.add(egui::Button::new("Cancel").min_size(BUTTON));
            let cancel = cancel.tip("Leaves the land as it is (Esc).");
            let text = RichText::new("Add as a layer").color(theme::of(ui).strong).strong();
            let add = egui::Button::new(text).min_size(BUTTON);
            let add = ui.add_enabled(self.is_ready(), add);
            let add =
                add.tip("Adds the map below the other layers; noise and erosion apply on top.");
            let open = egui::Button::new("Open as a new land").min_size(BUTTON);
            let open = ui.add_enabled(self.is_ready(), open);
            let open = open.tip("Opens a new land with only the map, in place of the open land.");
            [&open, &add, &cancel].into_iter().for_each(tab::stop);
            (requests.closes, requests.adds_layer) = (cancel.clicked(), add.clicked());
            requests.opens_land = open.clicked();
        });
    }
}

fn load_texture(ui: &Ui, preview: &HeightmapPreview) -> egui::TextureHandle {
    let (size, grey) = &preview.picture;
    let image = ColorImage::from_gray(*size, grey);
    ui.ctx().load_texture("heightmap", image, TextureOptions::LINEAR)
}

/// Shows facts about the file, one per line.
fn show_facts(ui: &mut Ui, preview: &HeightmapPreview) {
    let muted = theme::of(ui).muted;
    for line in description_lines(&preview.map) {
        show_wrapped(ui, RichText::new(line).small());
    }
    for warning in &preview.map.warnings {
        let colour = theme::of(ui).accent;
        show_wrapped(ui, RichText::new(warning).small().color(colour));
    }
    if preview.map.cell_m.is_none() {
        show_wrapped(ui, RichText::new("The file states no scale.").small().color(muted));
    }
}

fn show_wrapped(ui: &mut Ui, text: RichText) {
    ui.add(egui::Label::new(text).wrap());
}

/// Returns facts about a file, one per line.
pub(super) fn description_lines(map: &Description) -> Vec<String> {
    let [columns, rows] = map.size();
    let mut lines = vec![map.form.clone(), format!("{columns} × {rows} samples")];
    let [low, high] = map.raster.range();
    lines.push(match map.unit {
        crate::export::read::SampleUnit::Metres(_) => {
            let [low_m, high_m] = heightmap::height_range_m(map, &map.choices);
            format!("heights {low_m:.1} to {high_m:.1} m")
        }
        crate::export::read::SampleUnit::UpTo(max_sample) => {
            format!("samples {low} to {high} of at most {max_sample}")
        }
    });
    if let Some([east, south]) = map.cell_m {
        lines.push(match (east - south).abs() < 0.0005 * east {
            true => format!("a sample every {east:.3} m"),
            false => format!("a sample every {east:.3} m east, {south:.3} m south"),
        });
    }
    lines.push(match map.place {
        Some(MapLocation { system: System::Degrees, middle: [east, north] }) => {
            let (east_or_west, north_or_south) =
                (if east < 0.0 { "W" } else { "E" }, if north < 0.0 { "S" } else { "N" });
            format!(
                "its middle is at {:.4}° {north_or_south}, {:.4}° {east_or_west}",
                north.abs(),
                east.abs()
            )
        }
        Some(MapLocation { system: System::Metres, middle: [east, north] }) => {
            format!("its middle has the easting {east:.1} m and the northing {north:.1} m")
        }
        None => "the file states no position".to_owned(),
    });
    lines.push(match map.voids {
        0 => "no voids".to_owned(),
        1 => "1 void, which was filled".to_owned(),
        n => format!("{n} voids, which were filled"),
    });
    lines
}
