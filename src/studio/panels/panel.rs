//! The panel of parameters, made wholly from the tables of recipe and view.

use std::collections::BTreeMap;

use bevy::render::renderer::RenderAdapterInfo;
use bevy_egui::egui::{self, Id, RichText, Ui};

use super::documents::{Groups, SEED};
use super::group::{self, section};
use super::histogram::FieldHistogram;
use super::layers::LayersUi;
use super::search::Sought;
use super::theme::{ACCENT, CLOSE, MUTED};
use super::widgets::param_row;
use super::{camera_group, erosion, layers, quality, sun, tab, widgets};
use crate::studio::command::{Command, with_keys};
use crate::studio::settings::Settings;
use crate::studio::shelf::Shelf;
use crate::terrain::param::Document;
use crate::terrain::preset::PRESETS;
use crate::terrain::recipe::{NoiseLayer, Recipe};
use crate::terrain::scene::Scene;
use crate::terrain::view::{Camera, ViewParams};

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
    /// Folds, and the switches of the machine.
    pub settings: &'a mut Settings,
    /// What the list of layers keeps, and what the pointer is over.
    pub layers: &'a mut LayersUi,
    /// What draws.
    pub adapter: Option<&'a RenderAdapterInfo>,
}

/// Shows the panel at the right, edits the scene, and returns the commands that its buttons give.
pub fn show(root: &mut Ui, scene: &mut Scene, shown: Shown) -> Vec<Command> {
    let mut asked = Vec::new();
    let Shown { histogram, camera, can_undo, can_redo, search, settings, layers, adapter } = shown;
    let panel = egui::Panel::right("parameters")
        .resizable(true)
        .default_size(330.0)
        .size_range(290.0..=520.0);
    panel.show_inside(root, |ui| {
        header(ui, [can_undo, can_redo], &mut asked);
        histogram.show(ui, &scene.recipe);
        search_row(ui, search);
        ui.add_space(2.0);
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let sought = Sought::new(search);
            let folds = &mut settings.groups;
            let mut found = land_groups(ui, &mut scene.recipe, layers, &sought, folds);
            if sought.is_empty() {
                section(ui, "View");
            }
            let widgets = |ui: &mut Ui, view: &mut ViewParams, group: &str| {
                if group == "light" {
                    group::body(ui, group, |ui| sun::show(ui, view));
                }
            };
            let view_groups = Groups {
                prefix: "",
                sought: &sought,
                folds,
                has: &|_| true,
                uses: &|_, _| true,
                note: &|_, _| None,
                widgets: &widgets,
            };
            found += view_groups.show(ui, &mut scene.view.params);
            if sought.is_empty() {
                if group::header(ui, folds, ("camera", "Camera"), false, false).open {
                    let bookmarks = &mut scene.view.bookmarks;
                    group::body(ui, "camera", |ui| {
                        camera_group::show(ui, &camera, bookmarks, &mut asked)
                    });
                }
                section(ui, "Program");
                if group::header(ui, &mut settings.groups, ("quality", "Quality"), false, false)
                    .open
                {
                    group::body(ui, "quality", |ui| quality::show(ui, settings, adapter));
                }
                group::body(ui, "program", |ui| program_rows(ui, settings));
            } else if found == 0 {
                ui.label(
                    RichText::new(format!("No parameter has “{}” in its name.", search.trim()))
                        .color(MUTED),
                );
            }
            ui.add_space(8.0);
        });
    });
    asked
}

/// The seed, the layers, and all groups of the recipe; how many rows a search has found.
fn land_groups(
    ui: &mut Ui,
    recipe: &mut Recipe,
    layers: &mut LayersUi,
    sought: &Sought,
    folds: &mut BTreeMap<String, bool>,
) -> usize {
    if sought.is_empty() {
        section(ui, "Layers");
        group::body(ui, "layers", |ui| {
            let seed = Recipe::param(SEED);
            seed.into_iter().for_each(|seed| param_row(ui, seed, "", recipe, true));
            layers::show_list(ui, recipe, layers);
        });
    }
    let mut found = layers::show_groups(ui, recipe, layers, sought, folds);
    found += erosion::show(ui, recipe, layers, sought, folds);
    if sought.is_empty() {
        section(ui, "World");
    }
    let of_layer = |group: &str| NoiseLayer::groups().iter().any(|(own, _)| *own == group);
    let is_own = |group: &str| !of_layer(group) && !erosion::has(group);
    let groups = Groups {
        prefix: "",
        sought,
        folds,
        has: &is_own,
        uses: &|recipe: &Recipe, key| recipe.uses(key),
        note: &note,
        widgets: &|_, _, _| {},
    };
    found += groups.show(ui, recipe);
    found
}

fn header(ui: &mut Ui, [can_undo, can_redo]: [bool; 2], asked: &mut Vec<Command>) {
    ui.add_space(5.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new("Orogen").heading().color(ACCENT));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let mut button = |ui: &mut Ui, text: &str, hint: &str, enabled: bool, command| {
                let button = ui.add_enabled(enabled, egui::Button::new(text));
                if button.on_hover_text(with_keys(hint, command)).clicked() {
                    asked.push(command);
                }
            };
            button(ui, "?", "The list of keys", true, Command::ToggleHelp);
            button(
                ui,
                "Redo",
                "Makes the change again that was taken back",
                can_redo,
                Command::Redo,
            );
            button(ui, "Undo", "Takes the last change back", can_undo, Command::Undo);
        });
    });
    ui.columns(3, |columns| {
        for ui in columns.iter_mut() {
            ui.spacing_mut().button_padding.y = 3.0;
        }
        let wide = |ui: &Ui| egui::vec2(ui.available_width(), ui.spacing().interact_size.y + 3.0);
        let size = wide(&columns[0]);
        let centred = egui::Layout::centered_and_justified(egui::Direction::TopDown);
        columns[0].allocate_ui_with_layout(size, centred, |ui| presets(ui, asked));
        let hint = with_keys("Another seed: another land of the same kind", Command::Randomise);
        if columns[1].add_sized(size, egui::Button::new("Randomise")).on_hover_text(hint).clicked()
        {
            asked.push(Command::Randomise);
        }
        let hint = with_keys("Heightmaps, exactly as the view shows them", Command::ToggleExport);
        if columns[2].add_sized(size, egui::Button::new("Export…")).on_hover_text(hint).clicked()
        {
            asked.push(Command::ToggleExport);
        }
    });
    ui.add_space(2.0);
}

fn presets(ui: &mut Ui, asked: &mut Vec<Command>) {
    ui.menu_button("Presets ⏷", |ui| {
        for (place, preset) in PRESETS.iter().enumerate() {
            if ui.button(preset.title).on_hover_text(preset.doc).clicked() {
                asked.push(Shelf::command(place));
                ui.close();
            }
        }
    });
}

fn search_row(ui: &mut Ui, search: &mut String) {
    let size = egui::vec2(ui.available_width(), ui.spacing().interact_size.y);
    // From the right, so that the line takes what the button leaves: a row that is wider than its
    // panel widens it.
    ui.allocate_ui_with_layout(size, egui::Layout::right_to_left(egui::Align::Center), |ui| {
        if !search.is_empty() && ui.small_button(CLOSE).on_hover_text("Shows all again").clicked() {
            search.clear();
        }
        let width = ui.available_width();
        let line =
            egui::TextEdit::singleline(search).id(Id::new("search")).hint_text("Search parameters");
        let line = ui.add(line.desired_width(width));
        tab::stop(&line);
        line.on_hover_text(
            "Shows the parameters that have these words in their name, key or sentence.",
        );
    });
}

/// What a parameter comes to, where its own unit does not say it.
fn note(recipe: &Recipe, key: &str) -> Option<String> {
    match key {
        "world.extent_chunks" => {
            let side_m =
                f64::from(recipe.world.extent_chunks) * 64.0 * recipe.world.spacing_m.metres();
            Some(format!("{side_m} m × {side_m} m"))
        }
        _ => None,
    }
}

/// The switches of the machine.
fn program_rows(ui: &mut Ui, settings: &mut Settings) {
    widgets::switch_row(
        ui,
        "Draw continuously",
        "Makes frames without end, as a recording or a measurement wants them; otherwise a frame is made when something changes.",
        &mut settings.draw_continuously,
    );
    widgets::switch_row(
        ui,
        "Reopen the last land",
        "A start without arguments opens what was open when the window was closed.",
        &mut settings.restore_session,
    );
}
