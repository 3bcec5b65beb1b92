//! All settings of the panel: the groups of recipe, view and program.

use bevy_egui::egui::Ui;

use super::documents::{Groups, SEED};
use super::group::{self, Heading, section};
use super::inputs::PanelInputs;
use super::layers::groups as layers;
use super::search::{GroupFilter, SearchTerms};
use super::{camera_group, erosion, plants, program, quality, rivers, sun};
use crate::studio::command::kinds::Command;
use crate::studio::panel::layers::list_state::LayersUi;
use crate::studio::ui::widgets::row::param_row;
use crate::terrain::param::Document;
use crate::terrain::recipe::{NoiseLayer, Recipe};
use crate::terrain::scene::Scene;
use crate::terrain::view::ViewParams;

/// Shows all groups.
pub fn show(ui: &mut Ui, scene: &mut Scene, inputs: &mut PanelInputs, commands: &mut Vec<Command>) {
    let mut filter =
        GroupFilter { terms: &SearchTerms::default(), folds: &mut inputs.settings.groups };
    land_groups(ui, &mut scene.recipe, inputs.layers, &mut filter);
    section(ui, "View");
    view_groups(ui, &mut scene.view.params, &mut filter);
    camera(ui, scene, inputs, false, commands);
    section(ui, "Program");
    quality(ui, inputs, false);
    program::show(ui, inputs, commands);
}

/// Shows the seed, the layers, and all groups of the recipe. Returns the number of rows that the
/// search found.
pub fn land_groups(
    ui: &mut Ui,
    recipe: &mut Recipe,
    layers: &mut LayersUi,
    filter: &mut GroupFilter,
) -> usize {
    if filter.terms.is_empty() {
        section(ui, "Layers");
        group::body(ui, "layers", |ui| {
            let seed = Recipe::param(SEED);
            seed.into_iter().for_each(|seed| param_row(ui, seed, "", recipe, true));
            layers::show_list(ui, recipe, layers);
        });
    }
    let mut found = layers::show_groups(ui, recipe, layers, filter);
    found += erosion::show(ui, recipe, layers, filter);
    if filter.terms.is_empty() {
        section(ui, "World");
    }
    let is_layer_group = |group: &str| NoiseLayer::groups().iter().any(|(name, _)| *name == group);
    let is_world = |group: &str| group == "world";
    let is_shown_elsewhere = |group: &str| {
        let others = [erosion::has_group, rivers::has_group, plants::has_group];
        is_layer_group(group) || is_world(group) || others.iter().any(|has| has(group))
    };
    let is_other = |group: &str| !is_shown_elsewhere(group);
    let groups = Groups { is_shown: &is_world, uses: &Recipe::uses, ..Groups::new(filter) };
    found += groups.show(ui, recipe);
    found += rivers::show(ui, recipe, layers, filter);
    let groups = Groups { is_shown: &is_other, uses: &Recipe::uses, ..Groups::new(filter) };
    found += groups.show(ui, recipe);
    found += plants::show(ui, recipe, layers, filter);
    found
}

/// Shows the groups of the view. Returns the number of rows that the search found.
pub fn view_groups(ui: &mut Ui, view: &mut ViewParams, filter: &mut GroupFilter) -> usize {
    let widgets = |ui: &mut Ui, view: &mut ViewParams, group: &str| {
        if group == "light" {
            group::body(ui, group, |ui| sun::show(ui, view));
        }
    };
    // The camera group is shown separately, together with the bookmarks.
    let is_shown = |group: &str| group != "camera";
    Groups { is_shown: &is_shown, widgets: &widgets, ..Groups::new(filter) }.show(ui, view)
}

/// Shows the camera group with its bookmarks.
pub fn camera(
    ui: &mut Ui,
    scene: &mut Scene,
    inputs: &mut PanelInputs,
    is_open_for_search: bool,
    commands: &mut Vec<Command>,
) {
    let heading =
        Heading { name: "camera", title: "Camera", is_open_for_search, ..Heading::default() };
    if heading.show(ui, &mut inputs.settings.groups).open {
        let view = &mut scene.view;
        group::body(ui, "camera", |ui| {
            camera_group::lens(ui, &mut view.params);
            camera_group::show(ui, &inputs.camera, &mut view.bookmarks, commands);
        });
    }
}

/// Shows the quality group.
pub fn quality(ui: &mut Ui, inputs: &mut PanelInputs, is_open_for_search: bool) {
    let heading =
        Heading { name: "quality", title: "Quality", is_open_for_search, ..Heading::default() };
    if heading.show(ui, &mut inputs.settings.groups).open {
        group::body(ui, "quality", |ui| {
            quality::show(ui, inputs.settings, inputs.adapter);
            if super::footer::is_software(inputs) {
                super::footer::software_note(ui, inputs);
            }
        });
    }
}
