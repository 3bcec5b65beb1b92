//! The masks of what is no layer: of the erosion, and of the plants.

use std::collections::BTreeMap;

use bevy_egui::egui::Ui;

use super::deeds::fit_mask;
use super::part::Owner;
use super::parts::{Around, Parts};
use super::state::names;
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::with_keys;
use crate::studio::panel::layers::kept::LayersUi;
use crate::studio::panel::search::Sought;
use crate::studio::ui::tips::Tip;
use crate::terrain::layer::Weighed;
use crate::terrain::look::Overlay;
use crate::terrain::mask::{MOST_MASKS, Masks};
use crate::terrain::recipe::Recipe;

/// The list of the erosion's masks; how many rows a search has found.
pub fn of_erosion(
    ui: &mut Ui,
    recipe: &mut Recipe,
    kept: &mut LayersUi,
    sought: &Sought,
    folds: &mut BTreeMap<String, bool>,
) -> usize {
    let names = names(&recipe.layers);
    let (of, hovered) = (Owner::Weighed(Weighed::Erosion), &mut kept.hovered);
    let mut around = Around { of, prefix: "erosion.", names: &names, sought, hovered, added: None };
    let parts = Parts { group: "erosion-masks", title: "Where land is eroded", most: MOST_MASKS };
    let found = parts.show(ui, &mut recipe.erosion_masks.0, folds, &mut around);
    let added = around.added;
    added.into_iter().for_each(|id| fit_mask(recipe, Weighed::Erosion, id, kept.spot));
    found
}

/// The list of the plants' masks; how many rows a search has found.
pub fn of_plants(
    ui: &mut Ui,
    recipe: &mut Recipe,
    kept: &mut LayersUi,
    sought: &Sought,
    folds: &mut BTreeMap<String, bool>,
) -> usize {
    let names = names(&recipe.layers);
    let (of, hovered) = (Owner::Weighed(Weighed::Plants), &mut kept.hovered);
    let mut around = Around { of, prefix: "plants.", names: &names, sought, hovered, added: None };
    let parts = Parts { group: "plants-masks", title: "Where plants stand", most: MOST_MASKS };
    let found = parts.show(ui, &mut recipe.plants_masks.0, folds, &mut around);
    let added = around.added;
    added.into_iter().for_each(|id| fit_mask(recipe, Weighed::Plants, id, kept.spot));
    found
}

/// Has the view of masks show these, and shows the selected layer's again.
pub fn show_where(ui: &mut Ui, masks: &Masks, of: Weighed, hint: &str, kept: &mut LayersUi) {
    let is_shown = kept.masks_shown == Some(of);
    if masks.on().next().is_none() {
        kept.masks_shown = kept.masks_shown.filter(|_| !is_shown);
        return;
    }
    let hint = with_keys(hint, Command::View(Overlay::Mask));
    if ui.selectable_label(is_shown, "Where").tip(hint).clicked() {
        kept.masks_shown = (!is_shown).then_some(of);
    }
}
