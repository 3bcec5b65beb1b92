//! The masks of the erosion and of the plants.

use bevy_egui::egui::Ui;

use super::actions::fit_mask;
use super::part::Owner;
use super::parts::{Around, Parts};
use super::state::names;
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::with_keys;
use crate::studio::panel::layers::kept::LayersUi;
use crate::studio::panel::search::Filter;
use crate::studio::ui::tips::Tip;
use crate::terrain::layer::Weighed;
use crate::terrain::look::Overlay;
use crate::terrain::mask::{MOST_MASKS, Masks};
use crate::terrain::recipe::Recipe;

/// Shows the masks of the erosion or the plants. Returns the number of rows that the search found.
pub fn show(
    ui: &mut Ui,
    recipe: &mut Recipe,
    of: Weighed,
    kept: &mut LayersUi,
    filter: &mut Filter,
) -> usize {
    let names = names(&recipe.layers);
    let (prefix, group, title, list) = match of {
        Weighed::Layer(_) => return 0,
        Weighed::Erosion => {
            ("erosion.", "erosion-masks", "Where land is eroded", &mut recipe.erosion_masks)
        }
        Weighed::Plants => {
            ("plants.", "plants-masks", "Where plants stand", &mut recipe.plants_masks)
        }
    };
    let (owner, hovered) = (Owner::Weighed(of), &mut kept.hovered);
    let mut around = Around { of: owner, prefix, names: &names, hovered, added: None };
    let parts = Parts { group, title, most: MOST_MASKS };
    let found = parts.show(ui, &mut list.0, filter, &mut around);
    let added = around.added;
    added.into_iter().for_each(|id| fit_mask(recipe, of, id, kept.spot));
    found
}

/// Shows a button that puts these masks into the view of masks.
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
