//! The context menu of a layer's row in the list.

use bevy_egui::egui::{Button, Ui};

use super::actions::{LayerAction, layer_name};
use super::add::{self, MENU_WIDTH};
use super::list_state::MenuPage;
use super::part::ListPart;
use crate::studio::ui::menu;
use crate::studio::ui::tips::Tip;
use crate::terrain::layer::{Layer, MAX_LAYERS};
use crate::terrain::mask::{MAX_MASKS, Mask};
use crate::terrain::operation::{ListedOperation, MAX_OPERATIONS};

/// Shows the menu. Returns the chosen action. `index` is the index of the layer, and `last` is the
/// index of the topmost layer.
pub(super) fn show(
    ui: &mut Ui,
    layer: &Layer,
    [index, last]: [usize; 2],
    is_compared: bool,
    open_page: &mut Option<(u32, MenuPage)>,
) -> Option<LayerAction> {
    let page = open_page.filter(|(id, _)| *id == layer.id).map(|(_, page)| page);
    let action = match page {
        None => entries(ui, layer, [index, last], is_compared, open_page),
        Some(MenuPage::Masks) => {
            ui.set_width(MENU_WIDTH);
            let title = format!("A mask of “{}”", layer_name(layer));
            add::entries(ui, &title, &Mask::kinds()).map(|kind| LayerAction::Mask(index, kind))
        }
        Some(MenuPage::Operations) => {
            ui.set_width(MENU_WIDTH);
            let title = format!("An operation on “{}”", layer_name(layer));
            add::entries(ui, &title, &ListedOperation::kinds())
                .map(|kind| LayerAction::Operation(index, kind))
        }
    };
    if action.is_some() {
        ui.close();
    }
    action
}

fn entries(
    ui: &mut Ui,
    layer: &Layer,
    [index, last]: [usize; 2],
    is_compared: bool,
    open_page: &mut Option<(u32, MenuPage)>,
) -> Option<LayerAction> {
    let head = &layer.head.layer;
    let (up, down) = (index + 1, index.checked_sub(1));
    let compare = if is_compared { "Close the divider" } else { "Compare" };
    let rows: [(&str, &str, bool, LayerAction); 7] = [
        ("Rename", "", true, LayerAction::Rename(index)),
        (if head.visible { "Mute" } else { "Unmute" }, "", true, LayerAction::Mute(index)),
        (if head.solo { "End solo" } else { "Solo" }, "", true, LayerAction::Solo(index)),
        (compare, "C", true, LayerAction::Compare(index)),
        ("Duplicate", "Ctrl+D", last + 1 < MAX_LAYERS, LayerAction::Duplicate(index)),
        ("Move up", "Alt+Up", index < last, LayerAction::Move(index, up)),
        ("Move down", "Alt+Down", down.is_some(), LayerAction::Move(index, down.unwrap_or(index))),
    ];
    let mut action = None;
    for (text, keys, enabled, chosen) in rows {
        if menu::entry(ui, enabled, Button::new(text).shortcut_text(keys)).clicked() {
            action = Some(chosen);
        }
    }
    ui.separator();
    let pages = [
        ("Add a mask…", layer.masks.0.len() < MAX_MASKS, MenuPage::Masks),
        ("Add an operation…", layer.operations.len() < MAX_OPERATIONS, MenuPage::Operations),
    ];
    for (text, has_room, page) in pages {
        let entry = menu::entry(ui, has_room, Button::new(text));
        let entry = if has_room { entry } else { entry.tip("The list is full") };
        if entry.clicked() {
            *open_page = Some((layer.id, page));
            menu::turn_page(ui.ctx());
        }
    }
    ui.separator();
    let remove = Button::new("Remove").shortcut_text("Delete");
    if menu::entry(ui, last > 0, remove).clicked() {
        action = Some(LayerAction::Remove(index));
    }
    action
}
