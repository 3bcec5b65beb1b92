//! The lists of masks that belong to the rivers, to the erosion and to the plants.

use bevy_egui::egui::Ui;

use super::actions::fit_mask;
use super::groups::names;
use super::part::ListOwner;
use super::parts::{ListContext, PartList};
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::with_keys;
use crate::studio::panel::layers::list_state::LayersUi;
use crate::studio::panel::search::GroupFilter;
use crate::studio::ui::tips::Tip;
use crate::terrain::layer::WeightedPart;
use crate::terrain::look::Overlay;
use crate::terrain::mask::{MAX_MASKS, Masks};
use crate::terrain::recipe::Recipe;

/// Shows the masks of the rivers, the erosion or the plants. Returns the number of rows that the search found.
pub fn show(
    ui: &mut Ui,
    recipe: &mut Recipe,
    part: WeightedPart,
    layers_ui: &mut LayersUi,
    filter: &mut GroupFilter,
) -> usize {
    let names = names(&recipe.layers);
    let (prefix, group, title, list) = match part {
        WeightedPart::Layer(_) => return 0,
        WeightedPart::Rivers => {
            ("rivers.", "rivers-masks", "River masks", &mut recipe.rivers_masks)
        }
        WeightedPart::Erosion => {
            ("erosion.", "erosion-masks", "Erosion masks", &mut recipe.erosion_masks)
        }
        WeightedPart::Plants => {
            ("plants.", "plants-masks", "Plant masks", &mut recipe.plants_masks)
        }
    };
    let mut list_context = ListContext {
        owner: ListOwner::Weighted(part),
        prefix,
        names: &names,
        hovered: &mut layers_ui.hovered,
        open_parts: &mut layers_ui.open_parts,
        added: None,
    };
    let parts = PartList { group, title, max_parts: MAX_MASKS };
    let found = parts.show(ui, &mut list.0, filter, &mut list_context);
    let added = list_context.added;
    added.into_iter().for_each(|id| fit_mask(recipe, part, id, layers_ui.view_area));
    found
}

/// Shows a button for the mask view, which shades the land by these masks.
pub fn show_masks_button(
    ui: &mut Ui,
    masks: &Masks,
    part: WeightedPart,
    hint: &str,
    layers_ui: &mut LayersUi,
) {
    let is_shown = layers_ui.masks_shown == Some(part);
    if masks.enabled().next().is_none() {
        layers_ui.masks_shown = layers_ui.masks_shown.filter(|_| !is_shown);
        return;
    }
    let hint = with_keys(hint, Command::View(Overlay::Mask));
    if ui.selectable_label(is_shown, "Show masks").tip(hint).clicked() {
        layers_ui.masks_shown = (!is_shown).then_some(part);
    }
}
