//! The plants group of the panel, with the masks of the plants.

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
    group == "plants"
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
    found += masks::show(ui, recipe, WeightedPart::Plants, layers_ui, filter);
    if filter.terms.is_empty() {
        let hint = "Shows the masks of the plants on the land";
        group::body(ui, "plants-where", |ui| {
            masks::show_masks_button(
                ui,
                &recipe.plants_masks,
                WeightedPart::Plants,
                hint,
                layers_ui,
            );
        });
    }
    found
}
