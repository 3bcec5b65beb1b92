//! Names of undo steps: what was added, removed, moved or changed.

use super::values;
use super::values::layer_name;
use crate::studio::document::state::{OpenDocument, SceneSource};
use crate::studio::ui::widgets::choice::title;
use crate::terrain::layer::Layer;
use crate::terrain::marks::Mark;
use crate::terrain::mask::Mask;
use crate::terrain::operation::ListedOperation;
use crate::terrain::scene::Scene;

/// The name of a step that opened a document.
pub fn of_opening(document: &OpenDocument) -> String {
    match &document.source {
        SceneSource::Factory => "New land".to_owned(),
        SceneSource::Preset(title) => format!("Preset {title}"),
        SceneSource::File(_) => format!("Opened {}", document.name()),
        SceneSource::Text => "Pasted".to_owned(),
    }
}

/// Returns the name of the step from one scene to another.
pub fn of_changes(before: &Scene, after: &Scene) -> String {
    let changes = part_changes(before, after);
    let values = || values::describe_changes(before, after);
    match &changes[..] {
        [] => values().unwrap_or_else(|| name_without_parameters(before, after).to_owned()),
        [change] => change.clone(),
        many => format!("{} and {} more", many[0], many.len() - 1),
    }
}

/// Returns the name of a step that changes no parameter.
fn name_without_parameters(before: &Scene, after: &Scene) -> &'static str {
    if before.view.bookmarks != after.view.bookmarks { "Bookmark" } else { "Camera" }
}

/// Describes layers, operations and masks that were added, removed or moved.
fn part_changes(before: &Scene, after: &Scene) -> Vec<String> {
    let (old, new) = (&before.recipe, &after.recipe);
    // A first stroke adds a layer, but the user has drawn a mark.
    let layer = |layer: &Layer| match layer.marks() {
        [mark] => mark.tool.kind().name().to_owned(),
        _ => format!("layer “{}”", layer_name(layer)),
    };
    let mut changes =
        list_changes(&old.layers, &new.layers, |layer| (layer.id, layer.kind.name()), layer);
    for new_layer in new.layers.iter() {
        let Some(old_layer) = old.layers.iter().find(|layer| layer.id == new_layer.id) else {
            continue;
        };
        let with_layer_name = |text: String| match new.layers.len() {
            1 => text,
            _ => format!("{text} of “{}”", layer_name(new_layer)),
        };
        let changed = operation_changes(&old_layer.operations, &new_layer.operations);
        changes.extend(changed.into_iter().map(with_layer_name));
        changes.extend(
            mask_changes(&old_layer.masks.0, &new_layer.masks.0).into_iter().map(with_layer_name),
        );
        let mark_name = |mark: &Mark| mark.tool.kind().name().to_owned();
        let key = |mark: &Mark| (mark.id, mark.tool.kind().name());
        let changed = list_changes(old_layer.marks(), new_layer.marks(), key, mark_name);
        changes.extend(changed.into_iter().map(with_layer_name));
        let edits = |layer: &Layer| layer.as_noise().map(|noise| noise.edits.clone());
        if edits(old_layer) != edits(new_layer) {
            changes.push(with_layer_name("Edited lattice points".to_owned()));
        }
    }
    changes.extend(operation_changes(&old.operations, &new.operations));
    let of_rivers = mask_changes(&old.rivers_masks.0, &new.rivers_masks.0);
    changes.extend(of_rivers.into_iter().map(|text| format!("{text} of the rivers")));
    let of_erosion = mask_changes(&old.erosion_masks.0, &new.erosion_masks.0);
    changes.extend(of_erosion.into_iter().map(|text| format!("{text} of the erosion")));
    let of_plants = mask_changes(&old.plants_masks.0, &new.plants_masks.0);
    changes.extend(of_plants.into_iter().map(|text| format!("{text} of the plants")));
    changes
}

fn operation_changes(before: &[ListedOperation], after: &[ListedOperation]) -> Vec<String> {
    let kind = |listed: &ListedOperation| listed.operation.kind().name();
    let name = |listed: &ListedOperation| {
        format!("operation {}", title(listed.operation.kind().name()).to_lowercase())
    };
    list_changes(before, after, |listed| (listed.id, kind(listed)), name)
}

fn mask_changes(before: &[Mask], after: &[Mask]) -> Vec<String> {
    let kind = |mask: &Mask| mask.kind.mask_type().name();
    let name = |mask: &Mask| format!("mask {}", title(kind(mask)).to_lowercase());
    list_changes(before, after, |mask| (mask.id, kind(mask)), name)
}

/// Describes items of a list that were added, removed or moved. `key` returns the number and kind
/// of an item.
fn list_changes<T>(
    before: &[T],
    after: &[T],
    key: impl Fn(&T) -> (u32, &'static str),
    name: impl Fn(&T) -> String,
) -> Vec<String> {
    let has = |list: &[T], item: &T| list.iter().any(|other| key(other) == key(item));
    let removed = before.iter().filter(|item| !has(after, item)).map(|item| ("Removed", item));
    let added = after.iter().filter(|item| !has(before, item)).map(|item| ("Added", item));
    let mut changes: Vec<_> =
        added.chain(removed).map(|(verb, item)| format!("{verb} {}", name(item))).collect();
    if changes.is_empty() {
        changes.extend(moved_item(before, after, &key).map(|item| format!("Moved {}", name(item))));
    }
    changes
}

/// Returns the item that was moved; without it, both lists have the same order. If two
/// neighbours were swapped, returns the item that moved towards the end of the list.
fn moved_item<'a, T>(
    before: &[T],
    after: &'a [T],
    key: &impl Fn(&T) -> (u32, &'static str),
) -> Option<&'a T> {
    let keys = |list: &[T]| list.iter().map(key).collect::<Vec<_>>();
    let (old, new) = (keys(before), keys(after));
    if old == new {
        return None;
    }
    let without = |list: &[(u32, &'static str)], item: (u32, &'static str)| {
        list.iter().copied().filter(|other| *other != item).collect::<Vec<_>>()
    };
    let is_moved = |item: &&T| without(&old, key(item)) == without(&new, key(item));
    after.iter().rev().find(is_moved).or_else(|| after.last())
}
