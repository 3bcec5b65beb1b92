//! Uses the lists and their context menus with the keyboard alone.

use bevy_egui::egui::{Id, Key, Modifiers, PointerButton, Pos2, pos2, vec2};

use super::{Desk, desk, layers, title};
use crate::studio::panel::layers::actions::row_id;
use crate::studio::ui::shared::{place_of, take_place};
use crate::studio::ui::widgets::ids::widget_id;
use crate::studio::ui::{menu, tab};
use crate::terrain::layer::LayerKind;
use crate::terrain::mask::{Mask, MaskType};
use crate::terrain::operation::{ListedOperation, Operation, OperationKind};
use crate::terrain::scene::Scene;

impl Desk {
    fn focused(&self) -> Option<Id> {
        self.context.memory(|memory| memory.focused())
    }

    fn settle(&mut self) {
        (0..4).for_each(|_| self.pass([]));
    }

    fn press_key(&mut self, key: Key) {
        self.key(key, Modifiers::NONE);
        self.pass([]);
    }

    /// Enters the panel and presses Tab until a widget has the keyboard.
    fn tab_to(&mut self, id: Id) {
        if !tab::is_navigating(&self.context) {
            tab::enter_or_leave(&self.context);
            self.settle();
        }
        for _ in 0..300 {
            if self.focused() == Some(id) {
                return;
            }
            self.key(Key::Tab, Modifiers::NONE);
        }
        panic!("{id:?} is not reached");
    }

    /// Returns the middle of a menu entry.
    fn entry(&self, text: &str) -> Pos2 {
        self.text(text).unwrap_or_else(|| panic!("the menu has {text}")).center()
    }

    fn right_click(&mut self, at: Pos2) {
        self.time += 1.0;
        self.click(at, PointerButton::Secondary);
        self.settle();
    }

    /// Opens the context menu with the menu key.
    fn open_menu(&mut self) {
        menu::request(&self.context);
        self.settle();
    }
}

fn icon(name: &str) -> Id {
    Id::new(("sign", name))
}

fn header(address: &str) -> Id {
    Id::new(("header of", address))
}

/// Returns a land whose lowest layer has masks and operations.
fn parts() -> Scene {
    let mut scene = layers(2);
    let listed = |id| ListedOperation::new(id, Operation::new(OperationKind::Terraces));
    scene.recipe.layers[0].operations = vec![listed(1), listed(2)];
    scene.recipe.layers[0].masks.0 = vec![Mask::new(1, MaskType::Slope)];
    scene
}

#[test]
fn tab_reaches_rows_and_icons_and_keys_act_on_them() {
    let mut desk = desk(layers(3));
    desk.tab_to(row_id(3));
    desk.press_key(Key::Enter);
    assert_eq!(desk.layers.selected, 3);
    desk.press_key(Key::ArrowDown);
    assert_eq!(
        (desk.layers.selected, desk.focused()),
        (2, Some(row_id(2))),
        "down is the next row"
    );
    desk.press_key(Key::ArrowDown);
    desk.press_key(Key::ArrowDown);
    assert_eq!(
        (desk.layers.selected, desk.focused()),
        (1, Some(row_id(1))),
        "the last row is the end"
    );
    desk.press_key(Key::ArrowUp);
    assert_eq!(desk.layers.selected, 2);
    for name in ["layer.2 eye", "layer.2 solo", "layer.2 compare", "layer.2 copy", "layer.2 remove"]
    {
        desk.tab_to(icon(name));
    }
    desk.tab_to(icon("layer.2 eye"));
    desk.one_step("Space on an eye", |desk| desk.press_key(Key::Space));
    assert!(!desk.layer(2).head.layer.visible);
    desk.tab_to(row_id(2));
    desk.one_step("Alt+Up", |desk| desk.key(Key::ArrowUp, Modifiers::ALT));
    assert_eq!((desk.ids(), desk.focused()), (vec![1, 3, 2], Some(row_id(2))));
    desk.one_step("Delete", |desk| desk.press_key(Key::Delete));
    assert_eq!(
        (desk.ids(), desk.focused()),
        (vec![1, 3], Some(row_id(3))),
        "the next row has the keyboard"
    );
    assert!(tab::is_navigating(&desk.context), "the navigation continues");
}

#[test]
fn keys_reach_and_fold_headers_of_masks_and_operations() {
    let mut desk = desk(parts());
    for (address, row) in [
        ("layer.1.mask.1", "layer.1.mask.1.from_deg"),
        ("layer.1.operation.1", "layer.1.operation.1.step_m"),
    ] {
        let is_open = |desk: &mut Desk| {
            take_place(&desk.context, widget_id(row));
            desk.pass([]);
            place_of(&desk.context, widget_id(row)).is_some()
        };
        desk.tab_to(header(address));
        assert!(!is_open(&mut desk), "{address}");
        desk.press_key(Key::ArrowRight);
        assert!(is_open(&mut desk), "{address}: right opens");
        assert_eq!(desk.focused(), Some(header(address)), "and stays there");
        desk.press_key(Key::ArrowLeft);
        assert!(!is_open(&mut desk), "{address}: left closes");
        desk.press_key(Key::Enter);
        assert!(is_open(&mut desk), "{address}: Enter toggles it");
        desk.press_key(Key::Space);
        assert!(!is_open(&mut desk), "{address}: and so does Space");
        for icon_name in ["eye", "copy", "remove"] {
            desk.tab_to(icon(&format!("{address} {icon_name}")));
        }
    }
    desk.tab_to(header("layer.1.operation.1"));
    desk.one_step("Alt+Down", |desk| desk.key(Key::ArrowDown, Modifiers::ALT));
    let ids = |desk: &Desk| -> Vec<u32> { desk.layer(1).operations.iter().map(|o| o.id).collect() };
    assert_eq!(ids(&desk), [2, 1]);
    desk.one_step("Delete", |desk| desk.press_key(Key::Delete));
    assert_eq!((ids(&desk), desk.focused()), (vec![2], Some(header("layer.1.operation.2"))));
}

#[test]
fn the_context_menu_of_a_layer_has_all_its_actions() {
    let mut desk = desk(layers(3));
    let at = |desk: &Desk, id: u32| desk.at(&format!("layer.{id}")).left_center() + vec2(20.0, 0.0);
    let choose = |desk: &mut Desk, id: u32, text: &str| {
        desk.right_click(at(desk, id));
        let entry = desk.entry(text);
        desk.press(entry);
        desk.settle();
    };
    desk.one_step("Mute", |desk| choose(desk, 2, "Mute"));
    assert!(!desk.layer(2).head.layer.visible);
    desk.one_step("Unmute", |desk| choose(desk, 2, "Unmute"));
    desk.one_step("Solo", |desk| choose(desk, 2, "Solo"));
    assert!(desk.layer(2).head.layer.solo);
    desk.one_step("Move up", |desk| choose(desk, 2, "Move up"));
    assert_eq!(desk.ids(), [1, 3, 2]);
    desk.one_step("Move down", |desk| choose(desk, 2, "Move down"));
    assert_eq!(desk.ids(), [1, 2, 3]);
    desk.one_step("Duplicate", |desk| choose(desk, 2, "Duplicate"));
    assert_eq!(desk.ids(), [1, 2, 4, 3]);
    desk.one_step("Remove", |desk| choose(desk, 4, "Remove"));
    assert_eq!(desk.ids(), [1, 2, 3]);
    desk.one_step("a mask", |desk| {
        choose(desk, 2, "Add a mask…");
        let entry = desk.text_from(&format!("{}\n", title("slope"))).expect("kinds of masks");
        desk.press(entry.center());
    });
    assert_eq!(desk.layer(2).masks.0.len(), 1);
    desk.one_step("an operation", |desk| {
        choose(desk, 2, "Add an operation…");
        let entry =
            desk.text_from(&format!("{}\n", title("terraces"))).expect("kinds of operations");
        desk.press(entry.center());
    });
    assert_eq!(desk.layer(2).operations.len(), 1);
    desk.settle();
    desk.one_step("a name", |desk| {
        choose(desk, 3, "Rename");
        desk.letters("Peaks");
        desk.press_key(Key::Enter);
    });
    assert_eq!(desk.layer(3).head.layer.name, "Peaks");
    // Impossible actions are grey.
    desk.scene.recipe.layers =
        crate::terrain::layer::Layers::new(vec![desk.layer(1).clone()]).unwrap();
    desk.scene.recipe.layers[0].kind = LayerKind::named("dunes").unwrap();
    desk.settle();
    let steps = desk.history.steps();
    choose(&mut desk, 1, "Remove");
    assert_eq!((desk.ids(), desk.history.steps()), (vec![1], steps), "the only layer stays");
}

#[test]
fn keys_open_and_use_the_menu_of_a_layer() {
    let mut desk = desk(layers(2));
    desk.tab_to(row_id(2));
    desk.open_menu();
    assert!(desk.text("Rename").is_some(), "the menu is open");
    assert_ne!(desk.focused(), Some(row_id(2)), "its first entry has the keyboard");
    desk.press_key(Key::Escape);
    desk.settle();
    assert!(desk.text("Rename").is_none(), "Esc closes it");
    assert_eq!(desk.focused(), Some(row_id(2)), "and goes back to the row");
    assert!(tab::is_navigating(&desk.context));
    desk.open_menu();
    desk.press_key(Key::ArrowDown);
    desk.one_step("Mute", |desk| desk.press_key(Key::Enter));
    assert!(!desk.layer(2).head.layer.visible);
    desk.settle();
    assert_eq!((desk.focused(), desk.text("Rename")), (Some(row_id(2)), None));
    // Up from the first entry goes to the last, Remove, and once more to the entry that adds
    // an operation.
    desk.open_menu();
    desk.press_key(Key::ArrowUp);
    desk.press_key(Key::ArrowUp);
    desk.press_key(Key::Enter);
    desk.settle();
    assert!(desk.text("Rename").is_none(), "the menu shows kinds instead of entries");
    desk.one_step("the first kind", |desk| desk.press_key(Key::Enter));
    assert_eq!(desk.layer(2).operations.len(), 1);
    // After renaming by keys, the row has the keyboard again.
    desk.settle();
    desk.open_menu();
    desk.one_step("a name", |desk| {
        desk.press_key(Key::Enter);
        desk.settle();
        desk.letters("Crags");
        desk.press_key(Key::Enter);
    });
    desk.settle();
    assert_eq!((&*desk.layer(2).head.layer.name, desk.focused()), ("Crags", Some(row_id(2))));
}

#[test]
fn the_menu_key_opens_the_menu_of_the_selected_layer() {
    let mut desk = desk(layers(2));
    desk.press(desk.at("layer.2").left_center() + vec2(20.0, 0.0));
    desk.open_menu();
    assert!(desk.text("Rename").is_some());
    desk.press_key(Key::Escape);
    desk.settle();
    tab::leave(&desk.context);
    desk.press(pos2(60.0, 600.0));
    desk.open_menu();
    assert!(desk.text("Rename").is_none(), "elsewhere the menu key opens nothing");
}

#[test]
fn operations_have_a_menu_and_keys_press_the_add_buttons() {
    let mut desk = desk(parts());
    desk.one_step("Switch off", |desk| {
        desk.right_click(desk.at("layer.1.operation.1").left_center() + vec2(40.0, 0.0));
        let entry = desk.entry("Switch off");
        desk.press(entry);
    });
    assert!(!desk.layer(1).operations[0].on);
    desk.settle();
    desk.tab_to(header("layer.1.mask.1"));
    desk.open_menu();
    desk.press_key(Key::ArrowUp);
    desk.one_step("Remove", |desk| desk.press_key(Key::Enter));
    assert!(desk.layer(1).masks.0.is_empty());
    desk.settle();
    let button = |desk: &Desk, text: &str| {
        let place = desk.text(text).expect("the button is there").center();
        move |desk: &Desk| {
            let at = desk.focused().and_then(|id| desk.context.read_response(id));
            at.is_some_and(|at| at.rect.contains(place))
        }
    };
    let is_there = button(&desk, "+ Mask");
    for _ in 0..300 {
        if is_there(&desk) {
            break;
        }
        desk.key(Key::Tab, Modifiers::NONE);
    }
    assert!(is_there(&desk), "Tab reaches the button");
    desk.press_key(Key::Enter);
    desk.settle();
    desk.press_key(Key::ArrowDown);
    desk.one_step("the second kind", |desk| desk.press_key(Key::Enter));
    assert_eq!(desk.layer(1).masks.0[0].kind.mask_type(), MaskType::ALL[1].value);
}
