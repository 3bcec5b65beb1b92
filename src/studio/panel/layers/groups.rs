//! Shows the layers of a land: the list, and the groups of the selected layer.
//!
//! | file | content |
//! |---|---|
//! | `list`, `row_menu` | the rows of the list, and the menu of a row |
//! | `actions` | the effects of buttons, keys, menus and the palette on layers |
//! | `thumbnail` | a small picture of each layer |
//! | `parts`, `part` | lists of masks and operations |
//! | `masks` | the masks of the rivers, the erosion and the plants |
//! | `marks` | the list of the marks of a layer |
//! | `picture` | a small plot of the effect of an operation |
//! | `curve` | the curve editor |
//! | `add`, `reorder`, `icons`, `rows` | code that several lists use |

#[cfg(test)]
mod tests;

use super::{actions, add, list, marks, parts, rows};
use bevy_egui::egui::Ui;

use super::actions::fit_mask;
use super::list::HEAD;
use super::part::ListOwner;
use super::parts::{ListContext, PartList};
use crate::studio::panel::documents::Groups;
use crate::studio::panel::group::{Heading, section};
use crate::studio::panel::search::GroupFilter;
use crate::studio::ui::widgets::choice::title;
use crate::studio::ui::widgets::row_facts::RowFacts;
use crate::terrain::address::{AddressRow, Target};
use crate::terrain::layer::{Layer, LayerKind, Layers, WeightedPart};
use crate::terrain::mask::MAX_MASKS;
use crate::terrain::operation::MAX_OPERATIONS;
use crate::terrain::recipe::{NoiseLayer, Recipe};
use crate::terrain::snippet;

use super::actions::layer_name;
use super::list_state::LayersUi;

/// Shows the list of layers, and the buttons that add layers. A land with one plain layer needs no
/// list and has only the buttons.
pub fn show_list(ui: &mut Ui, recipe: &mut Recipe, layers_ui: &mut LayersUi) {
    layers_ui.hovered = None;
    if !is_plain(recipe) {
        list::show(ui, recipe, layers_ui);
    }
    let index = layers_ui.selected_index(&recipe.layers);
    ui.horizontal(|ui| {
        match add::layer_button(ui, &recipe.layers) {
            Some(add::LayerChoice::Kind(kind)) => {
                if let Some(index) = actions::add(&mut recipe.layers, index, *kind) {
                    layers_ui.selected = recipe.layers[index].id;
                }
            }
            Some(add::LayerChoice::Map) => layers_ui.wants_map = true,
            None => {}
        }
        // In a land with several layers, the lists of masks and operations have buttons for this.
        if recipe.layers.len() == 1 {
            let layer = &mut recipe.layers[0];
            let (prefix, owner) = (prefix(layer.id), WeightedPart::Layer(layer.id));
            let open_parts = &mut layers_ui.open_parts;
            if layer.masks.0.is_empty()
                && parts::add_button(ui, &mut layer.masks.0, &prefix, MAX_MASKS, open_parts)
            {
                let id = layer.masks.0[0].id;
                fit_mask(recipe, owner, id, layers_ui.view_area);
            }
            let layer = &mut recipe.layers[0];
            if layer.operations.is_empty() {
                let operations = &mut layer.operations;
                parts::add_button(ui, operations, &prefix, MAX_OPERATIONS, open_parts);
            }
        }
    });
}

/// Returns true if the land has a single noise layer with default blending, so that a list would
/// show nothing new.
fn is_plain(recipe: &Recipe) -> bool {
    let [layer] = &recipe.layers[..] else { return false };
    layer.as_noise().is_some() && layer.head == Default::default()
}

/// Shortens a name so that it fits into a heading.
fn shorten(name: &str) -> String {
    const MAX_CHARS: usize = 24;
    match name.chars().nth(MAX_CHARS) {
        Some(_) => name.chars().take(MAX_CHARS - 1).chain(['…']).collect(),
        None => name.to_owned(),
    }
}

/// Returns the prefix of the addresses of a layer's parameters and parts.
fn prefix(id: u32) -> String {
    format!("layer.{id}.")
}

/// Shows the groups of the selected layer, and the operations on the whole land. Returns the number
/// of rows that the search found.
pub fn show_groups(
    ui: &mut Ui,
    recipe: &mut Recipe,
    layers_ui: &mut LayersUi,
    filter: &mut GroupFilter,
) -> usize {
    let is_search = !filter.terms.is_empty();
    if is_search {
        layers_ui.hovered = None;
    }
    let index = layers_ui.selected_index(&recipe.layers);
    let names = names(&recipe.layers);
    let is_alone = recipe.layers.len() == 1;
    let mut found = 0;
    if !is_search {
        if !is_alone || !recipe.operations.is_empty() {
            found += show_land_operations(ui, recipe, layers_ui, filter);
        }
        let name =
            if is_alone { "Land".to_owned() } else { shorten(&layer_name(&recipe.layers[index])) };
        section(ui, &name);
        if !is_plain(recipe) {
            rows::show_head(ui, &mut recipe.layers[index], &|row| HEAD.contains(&row.key));
            ui.add_space(4.0);
        }
    } else {
        found += show_found_head(ui, &mut recipe.layers[index], filter);
    }
    let layer = &mut recipe.layers[index];
    found += show_kind(ui, layer, is_alone, filter);
    let prefix = prefix(layer.id);
    let mut list_context = ListContext {
        owner: ListOwner::Weighted(WeightedPart::Layer(layer.id)),
        prefix: &prefix,
        names: &names,
        hovered: &mut layers_ui.hovered,
        open_parts: &mut layers_ui.open_parts,
        added: None,
    };
    if !is_alone || !layer.masks.0.is_empty() {
        let parts = PartList { group: "masks", title: "Masks", max_parts: MAX_MASKS };
        found += parts.show(ui, &mut layer.masks.0, filter, &mut list_context);
    }
    let added = list_context.added.take();
    if !is_alone || !layer.operations.is_empty() {
        let parts =
            PartList { group: "operations", title: "Operations", max_parts: MAX_OPERATIONS };
        found += parts.show(ui, &mut layer.operations, filter, &mut list_context);
    }
    let owner = WeightedPart::Layer(layer.id);
    added.into_iter().for_each(|id| fit_mask(recipe, owner, id, layers_ui.view_area));
    if is_search {
        found += show_land_operations(ui, recipe, layers_ui, filter);
    }
    found
}

/// Shows the operations on the whole land, which act after all layers.
fn show_land_operations(
    ui: &mut Ui,
    recipe: &mut Recipe,
    layers_ui: &mut LayersUi,
    filter: &mut GroupFilter,
) -> usize {
    let mut list_context = ListContext {
        owner: ListOwner::Land,
        prefix: "",
        names: &[],
        hovered: &mut layers_ui.hovered,
        open_parts: &mut layers_ui.open_parts,
        added: None,
    };
    let title = "Operations on the whole land";
    let parts = PartList { group: "land-operations", title, max_parts: MAX_OPERATIONS };
    parts.show(ui, &mut recipe.operations, filter, &mut list_context)
}

/// Shows those parameters of a layer's head that the search finds. Returns their number.
fn show_found_head(ui: &mut Ui, layer: &mut Layer, filter: &mut GroupFilter) -> usize {
    let name = layer_name(layer);
    let finds =
        |row: &AddressRow| !row.key.contains('.') && rows::matches(row, &name, filter.terms);
    let found = Target::Layer(layer).rows().iter().filter(|row| finds(row)).count();
    if found > 0 {
        let title = shorten(&name);
        let heading = Heading {
            name: "layer",
            title: &title,
            is_open_for_search: true,
            ..Heading::default()
        };
        heading.show(ui, filter.folds);
        rows::show_head(ui, layer, &finds);
        ui.add_space(4.0);
    }
    found
}

/// Shows the parameters that belong to the kind of the layer, such as those of its noise.
fn show_kind(ui: &mut Ui, layer: &mut Layer, is_alone: bool, filter: &mut GroupFilter) -> usize {
    // Files address the noise of a single layer without the prefix `layer.N.`.
    let layer_prefix = prefix(layer.id);
    let noise = match &mut layer.kind {
        LayerKind::Noise(noise) => noise,
        LayerKind::Marks(list) => return marks::show(ui, list, filter),
        LayerKind::Landform(_) | LayerKind::Heightmap(_) => {
            return show_landform(ui, layer, filter);
        }
    };
    let prefix = if is_alone { "" } else { &layer_prefix };
    let groups = Groups { prefix, uses: &NoiseLayer::uses, ..Groups::new(filter) };
    groups.show(ui, noise)
}

/// Shows the group of parameters of a landform.
fn show_landform(ui: &mut Ui, layer: &mut Layer, filter: &mut GroupFilter) -> usize {
    let terms = filter.terms;
    let Some(mut default_layer) =
        LayerKind::named(layer.kind.name()).map(|kind| Layer::new(layer.id, kind))
    else {
        return 0;
    };
    let name = title(layer.kind.name());
    let is_wanted = |row: &AddressRow| {
        row.key.contains('.') && (terms.is_empty() || rows::matches(row, &name, terms))
    };
    let wanted = Target::Layer(layer).rows().iter().filter(|row| is_wanted(row)).count();
    if wanted == 0 {
        return 0;
    }
    let prefix = prefix(layer.id);
    let facts = RowFacts::current(ui.ctx());
    let opened: Vec<_> = Target::Layer(layer)
        .rows()
        .into_iter()
        .filter(|row| row.key.contains('.'))
        .filter_map(|row| {
            let address = format!("{prefix}{}", row.key);
            let opened_value = facts.opened_value(&address, &row);
            Some((
                row.key,
                opened_value.or_else(|| Target::Layer(&mut default_layer).get(row.key))?,
            ))
        })
        .collect();
    let target = Target::Layer(layer);
    let changed_count = opened
        .iter()
        .filter(|(key, opened_value)| target.get(key).as_ref() != Some(opened_value))
        .count();
    let values = opened.iter().filter_map(|(key, _)| Some((key, target.get(key)?)));
    let copied: String = values
        .map(|(key, value)| snippet::of_parameter(&format!("{prefix}{key}"), &value))
        .collect();
    let lock = format!("{prefix}{}", layer_group(layer));
    let heading = Heading {
        name: "landform",
        title: &name,
        changed_count,
        lock: Some(&lock),
        is_open_for_search: !terms.is_empty(),
        copy: Some(&|| copied.clone()),
    };
    let response = heading.show(ui, filter.folds);
    if response.reset {
        for (key, opened_value) in opened {
            // The value was valid when the document was opened, so this cannot fail.
            let _ = Target::Layer(layer).set(key, opened_value);
        }
    }
    if response.open {
        let rows =
            rows::LayerRows { prefix: &prefix, wanted: &is_wanted, enabled: &|_| true, names: &[] };
        rows.show(ui, Target::Layer(layer), Target::Layer(&mut default_layer));
        ui.add_space(4.0);
    }
    wanted
}

/// Returns the name of the group that contains a landform's parameters.
fn layer_group(layer: &mut Layer) -> &'static str {
    let rows = Target::Layer(layer).rows();
    rows.iter().find_map(|row| row.key.split_once('.')).map_or("", |(group, _)| group)
}

/// Returns the numbers and names of the layers from which a mask can be derived. Coasts and layers
/// of marks are not among them, because they are derived from other layers.
pub(super) fn names(layers: &Layers) -> Vec<(u32, String)> {
    let is_independent = |layer: &&Layer| !layer.kind.reshapes_below();
    layers.iter().rev().filter(is_independent).map(|layer| (layer.id, layer_name(layer))).collect()
}
