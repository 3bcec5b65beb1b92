//! The lists of masks that belong to the erosion and to the plants.

use bevy_egui::egui::Ui;

use super::actions::fit_mask;
use super::part::ListOwner;
use super::parts::{ListContext, PartList};
use super::state::names;
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::with_keys;
use crate::studio::panel::layers::list_state::LayersUi;
use crate::studio::panel::search::Filter;
use crate::studio::ui::tips::Tip;
use crate::terrain::layer::WeightedPart;
use crate::terrain::look::Overlay;
use crate::terrain::mask::{MOST_MASKS, Masks};
use crate::terrain::recipe::Recipe;

/// Shows the masks of the erosion or the plants. Returns the number of rows that the search found.
pub fn show(
    ui: &mut Ui,
    recipe: &mut Recipe,
    of: WeightedPart,
    kept: &mut LayersUi,
    filter: &mut Filter,
) -> usize {
    let names = names(&recipe.layers);
    let (prefix, group, title, list) = match of {
        WeightedPart::Layer(_) => return 0,
        WeightedPart::Erosion => {
            ("erosion.", "erosion-masks", "Where land is eroded", &mut recipe.erosion_masks)
        }
        WeightedPart::Plants => {
            ("plants.", "plants-masks", "Where plants stand", &mut recipe.plants_masks)
        }
    };
    let (owner, hovered) = (ListOwner::Weighted(of), &mut kept.hovered);
    let mut around = ListContext { of: owner, prefix, names: &names, hovered, added: None };
    let parts = PartList { group, title, most: MOST_MASKS };
    let found = parts.show(ui, &mut list.0, filter, &mut around);
    let added = around.added;
    added.into_iter().for_each(|id| fit_mask(recipe, of, id, kept.spot));
    found
}

/// Shows a button that displays these masks in the mask view. That view shades the land by masks.
pub fn show_where(ui: &mut Ui, masks: &Masks, of: WeightedPart, hint: &str, kept: &mut LayersUi) {
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
