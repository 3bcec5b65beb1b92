//! Actions on a layer, from icons and the menu of its row, keys and the palette.

use bevy_egui::egui::{Event, EventFilter, Id, Key, Modifiers, Rect, Ui};

use super::list_state::{LayersUi, Renaming};
use super::part::ListPart;
use super::reorder::move_to;
use crate::studio::panel::state::HoveredPart;
use crate::studio::ui::widgets::choice::title;
use crate::terrain::blend::Blend;
use crate::terrain::fitting::{self, MeasuredArea};
use crate::terrain::layer::{Layer, LayerKind, Layers, WeightedPart};
use crate::terrain::mask::{MAX_MASKS, Mask};
use crate::terrain::operation::{ListedOperation, MAX_OPERATIONS};
use crate::terrain::recipe::Recipe;

/// An action on the layer at an index of the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LayerAction {
    Rename(usize),
    /// Hides the layer in the land, or shows it.
    Mute(usize),
    Solo(usize),
    Duplicate(usize),
    /// Opens or closes the divider, which compares the land with and without the layer.
    Compare(usize),
    Remove(usize),
    /// Moves the layer to another index.
    Move(usize, usize),
    /// Selects the layer by keys.
    Select(usize),
    /// Adds a mask of a kind to the layer.
    Mask(usize, &'static str),
    /// Adds an operation of a kind to the layer.
    Operation(usize, &'static str),
}

/// Returns the name of a layer, or its kind and number for an unnamed layer.
pub fn layer_name(layer: &Layer) -> String {
    match &*layer.head.layer.name {
        "" => format!("{} {}", title(layer.kind.name()), layer.id),
        name => name.to_owned(),
    }
}

/// Adds a layer above the layer at the index `over`, and returns its index. A coast replaces the
/// land below it, from which it is derived; other kinds add to that land.
pub fn add(layers: &mut Layers, over: usize, kind: LayerKind) -> Option<usize> {
    let is_coast = kind.is_coast();
    let index = layers.add(over, kind)?;
    if is_coast {
        layers[index].head.layer.blend = Blend::Over;
    }
    Some(index)
}

/// Begins to rename a layer.
pub fn rename(layers_ui: &mut LayersUi, layer: &Layer) {
    layers_ui.renaming = Some(Renaming { id: layer.id, text: layer_name(layer), is_new: true });
}

/// Returns a number for a new part, above all numbers in the list.
pub fn next_id<P: ListPart>(list: &[P]) -> u32 {
    list.iter().map(P::id).max().unwrap_or(0).saturating_add(1)
}

/// Returns egui's id of a layer's row in the list.
pub fn row_id(id: u32) -> Id {
    Id::new(("row of layer", id))
}

/// Adds a mask of a kind to a layer, shows its rows, and returns its number. The range of the mask
/// is fitted to the heights and slopes of the land.
pub fn add_mask(
    recipe: &mut Recipe,
    layers_ui: &mut LayersUi,
    index: usize,
    kind: &str,
) -> Option<u32> {
    let layer = &recipe.layers[index];
    let (layer_id, list) = (layer.id, &layer.masks.0);
    let mut mask = Mask::named(next_id(list), kind).filter(|_| list.len() < MAX_MASKS)?;
    let mut others = recipe.layers.iter().rev().filter(|other| !other.kind.reshapes_below());
    if let Some(other) = others.find(|other| other.id != layer_id) {
        mask.set_source(other.id);
    }
    let id = mask.id;
    recipe.layers[index].masks.0.push(mask);
    fit_mask(recipe, WeightedPart::Layer(layer_id), id, layers_ui.view_area);
    layers_ui.open_parts.insert(format!("layer.{layer_id}.{}.{id}", Mask::WORD));
    Some(id)
}

/// Adds an operation of a kind to a layer, shows its rows, and returns its number.
pub fn add_operation(
    recipe: &mut Recipe,
    layers_ui: &mut LayersUi,
    index: usize,
    kind: &str,
) -> Option<u32> {
    let layer = &mut recipe.layers[index];
    let list = &mut layer.operations;
    let operation = ListedOperation::named(next_id(list), kind);
    let operation = operation.filter(|_| list.len() < MAX_OPERATIONS)?;
    let id = operation.id;
    list.push(operation);
    layers_ui.open_parts.insert(format!("layer.{}.{}.{id}", layer.id, ListedOperation::WORD));
    Some(id)
}

/// Fits the range of a new mask to the heights and slopes in an area. `owner` has the mask.
pub fn fit_mask(recipe: &mut Recipe, owner: WeightedPart, id: u32, area: MeasuredArea) {
    let fit = |mask: &Mask| fitting::fit(&mask.kind, recipe, owner, area);
    let masks = recipe.masks_of(owner);
    let fitted = masks.and_then(|masks| masks.0.iter().find(|mask| mask.id == id)).map(fit);
    let masks = recipe.masks_of_mut(owner);
    let mask = masks.and_then(|masks| masks.0.iter_mut().find(|mask| mask.id == id));
    if let (Some(mask), Some(fitted)) = (mask, fitted) {
        mask.kind = fitted;
    }
}

/// Carries out an action.
pub fn perform(recipe: &mut Recipe, layers_ui: &mut LayersUi, action: LayerAction) {
    let layers = &mut recipe.layers;
    match action {
        LayerAction::Rename(index) => {
            layers_ui.selected = layers[index].id;
            rename(layers_ui, &layers[index]);
        }
        LayerAction::Mute(index) => {
            let head = &mut layers[index].head.layer;
            head.visible = !head.visible;
        }
        LayerAction::Solo(index) => {
            let head = &mut layers[index].head.layer;
            head.solo = !head.solo;
        }
        LayerAction::Duplicate(index) => {
            let copy = layers.duplicate(index);
            copy.into_iter().for_each(|copy| layers_ui.selected = layers[copy].id);
        }
        LayerAction::Compare(index) => {
            layers_ui.selected = layers[index].id;
            let part = Some(HoveredPart::Layer(layers_ui.selected));
            layers_ui.compared = part.filter(|_| layers_ui.compared != part);
        }
        LayerAction::Remove(index) => {
            let was_selected = layers_ui.selected == layers[index].id;
            layers.remove(index);
            if was_selected {
                // Selects the layer below the removed layer.
                layers_ui.selected = layers[index.saturating_sub(1)].id;
            }
        }
        LayerAction::Move(from, to) => {
            layers_ui.selected = layers[from].id;
            move_to(layers, from, to);
        }
        LayerAction::Select(index) => {
            layers_ui.selected = layers[index].id;
            layers_ui.masks_shown = None;
        }
        LayerAction::Mask(index, kind) => {
            layers_ui.selected = layers[index].id;
            add_mask(recipe, layers_ui, index, kind);
        }
        LayerAction::Operation(index, kind) => {
            layers_ui.selected = layers[index].id;
            add_operation(recipe, layers_ui, index, kind);
        }
    }
}

/// Returns the action of the keys that were pressed. Keys count while a row has the keyboard, the
/// pointer is over the list, or the last click was on the list.
pub fn keys(ui: &Ui, area: Rect, layers_ui: &mut LayersUi, layers: &Layers) -> Option<LayerAction> {
    let is_over = ui.rect_contains_pointer(area);
    let is_press = |event: &Event| matches!(event, Event::PointerButton { pressed: true, .. });
    if ui.input(|input| input.events.iter().any(is_press)) {
        layers_ui.was_pressed = is_over;
    }
    let is_typing = ui.ctx().text_edit_focused();
    layers_ui.handles_keys = (is_over || layers_ui.was_pressed) && !is_typing;
    if !layers_ui.handles_keys && (layers_ui.focused.is_none() || is_typing) {
        return None;
    }
    let last = layers.len() - 1;
    let focused = layers_ui.focused.and_then(|id| layers.iter().position(|layer| layer.id == id));
    let index = focused.unwrap_or_else(|| layers_ui.selected_index(layers));
    let pressed =
        |modifiers: Modifiers, key: Key| ui.input_mut(|input| input.consume_key(modifiers, key));
    if pressed(Modifiers::ALT, Key::ArrowUp) {
        return (index < last).then_some(LayerAction::Move(index, index + 1));
    }
    if pressed(Modifiers::ALT, Key::ArrowDown) {
        return (index > 0).then(|| LayerAction::Move(index, index - 1));
    }
    if [Key::D, Key::J].iter().any(|key| pressed(Modifiers::CTRL, *key)) {
        return Some(LayerAction::Duplicate(index));
    }
    if pressed(Modifiers::NONE, Key::Delete) {
        return (last > 0).then_some(LayerAction::Remove(index));
    }
    // Arrow keys also work while an icon of a row has the focus.
    let focused = focused?;
    let filter = EventFilter { vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| {
        memory.focused().into_iter().for_each(|id| memory.set_focus_lock_filter(id, filter));
    });
    if pressed(Modifiers::NONE, Key::ArrowUp) {
        return (focused < last).then(|| LayerAction::Select(focused + 1));
    }
    pressed(Modifiers::NONE, Key::ArrowDown)
        .then(|| focused.checked_sub(1).map(LayerAction::Select))
        .flatten()
}
