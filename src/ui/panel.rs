//! The panel of parameters, made wholly from the tables of recipe and view.

use bevy_egui::egui::{self, RichText, Ui};

use super::histogram::FieldHistogram;
use super::sun;
use super::theme::{ACCENT, MUTED};
use super::widgets::param_row;
use crate::app::command::Command;
use crate::terrain::param::Document;
use crate::terrain::preset::PRESETS;
use crate::terrain::recipe::Recipe;
use crate::terrain::scene::Scene;
use crate::terrain::view::ViewParams;

/// Groups that are open at first: what one reaches for.
const OPEN_AT_FIRST: &[&str] = &["noise", "fractal", "shape", "world", "look", "light"];

/// Shows the panel at the right, edits the scene, and returns the commands that its buttons give; `machine` adds what
/// belongs to no scene.
pub fn show(
    root: &mut Ui,
    scene: &mut Scene,
    histogram: &FieldHistogram,
    machine: impl FnOnce(&mut Ui),
) -> Vec<Command> {
    let mut asked = Vec::new();
    egui::Panel::right("parameters").resizable(true).default_size(330.0).size_range(280.0..=520.0).show_inside(
        root,
        |ui| {
            header(ui, scene, &mut asked);
            ui.separator();
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                let uses = |recipe: &Recipe, key: &str| recipe.uses(key);
                histogram.show(ui, &scene.recipe);
                let nothing = |_: &mut Ui, _: &mut Recipe, _: &str| {};
                groups(ui, &mut scene.recipe, uses, note, nothing);
                let widgets = |ui: &mut Ui, view: &mut ViewParams, group: &str| {
                    if group == "light" {
                        sun::show(ui, view);
                    }
                };
                groups(ui, &mut scene.view.params, |_: &ViewParams, _: &str| true, |_, _| None, widgets);
                machine(ui);
                ui.add_space(8.0);
            });
        },
    );
    asked
}

fn header(ui: &mut Ui, scene: &mut Scene, asked: &mut Vec<Command>) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new("Orogen").heading().color(ACCENT));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let mut button = |ui: &mut Ui, text: &str, hint: &str, command| {
                if ui.button(text).on_hover_text(hint).clicked() {
                    asked.push(command);
                }
            };
            button(ui, "?", "The list of keys (F1)", Command::ToggleHelp);
            button(ui, "Randomise", "Another seed (R)", Command::Randomise);
            button(ui, "Frame", "Shows the whole land (F)", Command::FrameLand);
        });
    });
    ui.horizontal(|ui| {
        ui.menu_button("Presets ⏷", |ui| {
            for preset in PRESETS {
                if ui.button(preset.title).on_hover_text(preset.doc).clicked() {
                    // An embedded preset reads: a test says so.
                    if let Ok(preset) = preset.scene() {
                        *scene = preset;
                        asked.push(Command::TakePose);
                    }
                    ui.close();
                }
            }
        });
        if ui.button("Export…").on_hover_text("Heightmaps, exactly as the view shows them (Ctrl+E)").clicked() {
            asked.push(Command::ToggleExport);
        }
        if ui.button("Undo").on_hover_text("Ctrl+Z").clicked() {
            asked.push(Command::Undo);
        }
        if ui.button("Redo").on_hover_text("Ctrl+Y").clicked() {
            asked.push(Command::Redo);
        }
    });
}

/// Every group of a document: a header with a reset, widgets of its own, and a row a parameter.
fn groups<D: Document>(
    ui: &mut Ui,
    document: &mut D,
    uses: impl Fn(&D, &str) -> bool,
    note: impl Fn(&D, &str) -> Option<String>,
    widgets: impl Fn(&mut Ui, &mut D, &str),
) {
    for (group, title) in D::groups() {
        let params = || D::params().iter().filter(|p| p.group() == *group);
        let id = ui.make_persistent_id(("group", group));
        let open = OPEN_AT_FIRST.contains(group);
        let state = egui::collapsing_header::CollapsingState::load_with_default_open(ui.ctx(), id, open);
        let header = state.show_header(ui, |ui| {
            ui.strong(*title);
            let default = D::default();
            if params().any(|p| (p.get)(document) != (p.get)(&default)) {
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let reset = ui.small_button("reset").on_hover_text(format!("Sets “{title}” to its defaults."));
                    if reset.clicked() {
                        for param in params() {
                            // A default is within its own range: a test says so.
                            let _ = param.set(document, (param.get)(&default));
                        }
                    }
                });
            }
        });
        header.body_unindented(|ui| {
            widgets(ui, document, group);
            for param in params() {
                let enabled = uses(document, param.key);
                param_row(ui, param, document, enabled);
                if let Some(note) = note(document, param.key) {
                    ui.horizontal(|ui| {
                        ui.add_space(110.0);
                        ui.label(RichText::new(note).small().color(MUTED));
                    });
                }
            }
            ui.add_space(4.0);
        });
    }
}

/// What a parameter comes to, where its own unit does not say it.
fn note(recipe: &Recipe, key: &str) -> Option<String> {
    match key {
        "noise.frequency" => {
            let size_m = recipe.feature_size_m();
            Some(if size_m < 1000.0 {
                format!("features of {size_m:.0} m")
            } else {
                format!("features of {:.2} km", size_m / 1000.0)
            })
        }
        "world.extent_chunks" => {
            let side_m = f64::from(recipe.world.extent_chunks) * 64.0 * recipe.world.spacing_m.metres();
            Some(format!("{side_m} m × {side_m} m"))
        }
        _ => None,
    }
}
