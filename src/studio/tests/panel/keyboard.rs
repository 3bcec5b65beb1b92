//! Uses the panel with the keyboard alone: enters it, reaches all widgets, presses buttons and changes
//! values.

use std::collections::BTreeSet;

use bevy_egui::egui::{Id, Key, Modifiers};

use super::{Desk, number};
use crate::studio::command::kinds::Command;
use crate::studio::ui::tab;
use crate::terrain::preset::PRESETS;
use crate::terrain::scene::Scene;

/// Returns a panel that has the keyboard.
fn entered(all_settings: bool, open: &[&str]) -> Desk {
    let mut desk = Desk::new(Scene::default(), open);
    desk.settings.all_settings = all_settings;
    tab::enter_or_leave(&desk.context);
    (0..3).for_each(|_| desk.pass([]));
    desk
}

fn focused(desk: &Desk) -> Option<Id> {
    desk.context.memory(|memory| memory.focused())
}

/// Presses Tab until the focused widget is at the place of the named one.
fn tab_to(desk: &mut Desk, name: &str) {
    for _ in 0..200 {
        desk.key(Key::Tab, Modifiers::NONE);
        let place = desk.rect(crate::studio::ui::widgets::ids::widget_id(name));
        let at = focused(desk).and_then(|id| desk.context.read_response(id));
        if at.is_some_and(|at| place.expand(1.0).contains(at.rect.center())) {
            return;
        }
    }
    panic!("{name} is not reached");
}

#[test]
fn tab_visits_all_widgets_and_starts_again() {
    let mut desk = entered(false, &[]);
    let mut places = BTreeSet::new();
    for _ in 0..120 {
        desk.key(Key::Tab, Modifiers::NONE);
        let id = focused(&desk).expect("something has the focus");
        let ring = desk.context.read_response(id).expect("it is drawn").rect;
        places.insert((ring.left() as i32, ring.top() as i32));
    }
    // The header has three widgets, and each preset a picture. Nine rows have a lock each. Then come
    // the dice, four widgets of the footer, and the border.
    assert_eq!(places.len(), 3 + PRESETS.len() + 18 + 1 + 4 + 1, "{places:?}");
    assert_eq!(desk.scene, Scene::default(), "Tab over fields changes no value");
    desk.key(Key::Escape, Modifiers::NONE);
    desk.pass([]);
    assert!(!tab::is_navigating(&desk.context) && focused(&desk).is_none(), "Esc leaves the panel");
    for enters in [true, false] {
        tab::enter_or_leave(&desk.context);
        (0..3).for_each(|_| desk.pass([]));
        assert_eq!((focused(&desk).is_some(), tab::is_navigating(&desk.context)), (enters, enters));
    }
}

#[test]
fn keys_press_buttons_and_locks() {
    let mut desk = entered(false, &[]);
    tab_to(&mut desk, "preset Canyon");
    desk.key(Key::Enter, Modifiers::NONE);
    desk.pass([]);
    assert!(matches!(desk.commands[..], [Command::OpenPreset(_)]), "{:?}", desk.commands);
    tab_to(&mut desk, "lock of world.sea_level_m");
    desk.key(Key::Space, Modifiers::NONE);
    desk.pass([]);
    assert!(desk.settings.is_locked("world.sea_level_m"));
}

#[test]
fn arrow_keys_change_a_value_and_shift_makes_finer_steps() {
    let mut desk = entered(true, &["fractal"]);
    tab_to(&mut desk, "fractal.gain");
    let current = |desk: &Desk| number(desk, "fractal.gain");
    desk.key(Key::ArrowUp, Modifiers::NONE);
    assert!((current(&desk) - 0.46).abs() < 1e-9, "{}", current(&desk));
    desk.key(Key::ArrowDown, Modifiers::SHIFT);
    assert!((current(&desk) - 0.459).abs() < 1e-9, "{}", current(&desk));
    desk.letters("0.3");
    desk.key(Key::Enter, Modifiers::NONE);
    desk.pass([]);
    assert_eq!(current(&desk), 0.3);
    desk.pass([]);
    assert!(
        tab::is_navigating(&desk.context) && focused(&desk).is_some(),
        "the navigation continues"
    );
}
