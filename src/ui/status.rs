//! The status bar: what the program does, and what is under the cursor.

use bevy::diagnostic::{DiagnosticsStore, FrameTimeDiagnosticsPlugin};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, Ui};

use super::notice::Notice;
use super::theme::{ACCENT, MUTED};
use crate::app::land::{ChunkIndex, ShownLand};
use crate::terrain::ground::{Place, material_name};
use crate::terrain::recipe::Recipe;

/// The ground under the cursor, in metres of the world; `None` when the cursor is elsewhere.
#[derive(Resource, Default)]
pub struct CursorGround(pub Option<[f64; 3]>);

/// What the bar reads.
#[derive(SystemParam)]
pub struct Status<'w> {
    diagnostics: Option<Res<'w, DiagnosticsStore>>,
    land: Res<'w, ShownLand>,
    chunks: Res<'w, ChunkIndex>,
    ground: Res<'w, CursorGround>,
}

impl Status<'_> {
    /// Shows the bar at the bottom.
    pub fn show(&self, root: &mut Ui, recipe: &Recipe, notice: &Notice) {
        egui::Panel::bottom("status").exact_size(24.0).show_separator_line(false).show_inside(root, |ui| {
            ui.horizontal_centered(|ui| {
                let fps = self.diagnostics.as_ref().and_then(|d| d.get(&FrameTimeDiagnosticsPlugin::FPS)?.smoothed());
                cell(ui, "FPS", fps.map_or("–".to_owned(), |fps| format!("{fps:.0}")));
                cell(ui, "chunks", self.chunks.0.len().to_string());
                cell(ui, "triangles", thousands(self.land.triangles));
                cell(ui, "edit", format!("{:.1} ms", self.land.edit_duration.as_secs_f64() * 1e3));
                self.under_cursor(ui, recipe);
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let text = self.land.problem.clone().or_else(|| notice.text().map(str::to_owned));
                    if let Some(text) = text {
                        ui.add(egui::Label::new(RichText::new(text).color(ACCENT)).truncate());
                    }
                });
            });
        });
    }

    /// What is under the cursor; its material by a recipe, whose colours and thresholds may be newer than the land.
    fn under_cursor(&self, ui: &mut Ui, recipe: &Recipe) {
        let (Some([x, _, z]), Some((_, land))) = (self.ground.0, &self.land.current) else { return };
        let place = Place::at(land, [x, z]);
        cell(ui, "x, z", format!("{x:.0}, {z:.0} m"));
        cell(ui, "height", format!("{:.1} m", place.bed_m));
        cell(ui, "slope", format!("{:.0}°", place.slope_deg()));
        cell(ui, "material", material_name(recipe, &place).to_owned());
    }
}

fn cell(ui: &mut Ui, label: &str, value: String) {
    ui.label(RichText::new(label).small().color(MUTED));
    ui.label(RichText::new(value).small().monospace());
    ui.add_space(10.0);
}

/// 524288 as `524 288`.
fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let (head, tail) = digits.split_at(first);
    let groups = tail.as_bytes().chunks(3).map(|g| String::from_utf8_lossy(g).into_owned());
    let parts: Vec<_> = (!head.is_empty()).then(|| head.to_owned()).into_iter().chain(groups).collect();
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::thousands;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([0, 12, 123, 1234, 524_288].map(thousands), ["0", "12", "123", "1 234", "524 288"]);
    }
}
