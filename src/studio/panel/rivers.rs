//! The rivers group of the panel, with the masks of the rivers.

use bevy_egui::egui::Ui;

use super::documents::Groups;
use super::group;
use super::layers::masks;
use super::search::GroupFilter;
use crate::studio::panel::layers::list_state::LayersUi;
use crate::terrain::layer::WeightedPart;
use crate::terrain::recipe::Recipe;

/// Returns true if a group belongs to this section.
pub fn has_group(group: &str) -> bool {
    group == "rivers"
}

/// Shows the group and its masks. Returns the number of rows that the search found.
pub fn show(
    ui: &mut Ui,
    recipe: &mut Recipe,
    layers_ui: &mut LayersUi,
    filter: &mut GroupFilter,
) -> usize {
    let groups = Groups { is_shown: &has_group, uses: &Recipe::uses, ..Groups::new(filter) };
    let mut found = groups.show(ui, recipe);
    if recipe.rivers.on || !recipe.rivers_masks.0.is_empty() {
        found += masks::show(ui, recipe, WeightedPart::Rivers, layers_ui, filter);
    }
    if recipe.rivers.on && filter.terms.is_empty() {
        let hint = "Shows the masks of the rivers on the land";
        group::body(ui, "rivers-where", |ui| {
            masks::show_masks_button(
                ui,
                &recipe.rivers_masks,
                WeightedPart::Rivers,
                hint,
                layers_ui,
            );
        });
    }
    found
}
