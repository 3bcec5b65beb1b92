//! The results of the panel's search.
//!
//! It finds parameters by label, key and sentence, and commands and moods by name and sentence. The
//! groups of camera, quality and program are found by lists of words.

use bevy_egui::egui::{self, Button, RichText, Ui};

use super::group::section;
use super::inputs::PanelInputs;
use super::search::{GroupFilter, SearchTerms};
use super::{program, quality, sun, table};
use crate::studio::command::kinds::{Command, CommandRow};
use crate::studio::command::table::COMMANDS;
use crate::studio::ui::theme;
use crate::studio::ui::tips::Tip;
use crate::terrain::mood::{MOODS, Mood};
use crate::terrain::scene::Scene;
use crate::terrain::view::ViewParams;

/// The maximum number of commands shown.
const MAX_COMMANDS: usize = 8;
/// Words by which a search finds the camera group.
const CAMERA_WORDS: &str = "camera lens aperture focus depth of field of view bookmarks pose \
                            azimuth pitch go to place copy paste";

/// Shows the results.
pub fn show(
    ui: &mut Ui,
    scene: &mut Scene,
    inputs: &mut PanelInputs,
    terms: &SearchTerms,
    commands: &mut Vec<Command>,
) {
    let mut found = mood_buttons(ui, &mut scene.view.params, terms);
    if terms.finds(&[CAMERA_WORDS]) {
        table::camera(ui, scene, inputs, true, commands);
        found += 1;
    }
    if terms.finds(&[quality::WORDS]) {
        table::quality(ui, inputs, true);
        found += 1;
    }
    if terms.finds(&[program::WORDS]) {
        program::window(ui, inputs, true, commands);
        found += 1;
    }
    if terms.finds(&[program::PERFORMANCE_WORDS]) {
        program::performance(ui, inputs, true);
        found += 1;
    }
    let mut filter = GroupFilter { terms, folds: &mut inputs.settings.groups };
    found += table::land_groups(ui, &mut scene.recipe, inputs.layers, &mut filter);
    found += table::view_groups(ui, &mut scene.view.params, &mut filter);
    found += command_buttons(ui, terms, commands);
    if found == 0 {
        let message = format!("No result for “{}”.", inputs.search.trim());
        ui.label(RichText::new(message).color(theme::of(ui).muted));
    }
}

/// Shows the moods that the search found as buttons. Returns their number.
fn mood_buttons(ui: &mut Ui, view: &mut ViewParams, terms: &SearchTerms) -> usize {
    let is_found = |mood: &&Mood| terms.finds(&["mood", mood.title, mood.slug, mood.doc]);
    let found: Vec<_> = MOODS.iter().filter(is_found).collect();
    if found.is_empty() {
        return 0;
    }
    section(ui, "Moods");
    sun::moods(ui, view, found.iter().copied());
    found.len()
}

/// Shows the commands that the search found as buttons. Returns their number.
fn command_buttons(ui: &mut Ui, terms: &SearchTerms, commands: &mut Vec<Command>) -> usize {
    let by_name = |row: &&CommandRow| terms.finds(&[row.name, row.keys]);
    let by_doc = |row: &&CommandRow| !by_name(row) && terms.finds(&[row.name, row.doc]);
    let found = COMMANDS.iter().filter(by_name).chain(COMMANDS.iter().filter(by_doc));
    let found: Vec<_> = found.take(MAX_COMMANDS).collect();
    if found.is_empty() {
        return 0;
    }
    section(ui, "Commands");
    for row in &found {
        let size = egui::vec2(ui.available_width(), ui.spacing().interact_size.y);
        let button = Button::new(row.name).shortcut_text(row.keys).min_size(size);
        if ui.add(button).tip(row.doc).clicked() {
            commands.push(row.command);
        }
    }
    found.len()
}
