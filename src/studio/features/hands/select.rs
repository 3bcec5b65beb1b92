//! Lets the user select marks on the land, drag them and their points, copy and remove them.

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowEvent};

use super::input::{MIN_MOVE, PointerLand};
use super::selection::{MarkGrab, duplicate, mark, nearest_knot, nearest_mark, remove};
use super::state::Hands;
use crate::plugin::land::state::WantedScene;
use crate::studio::app::keys::Keys;
use crate::studio::app::notice::Notice;
use crate::studio::camera::pointer::CoveredAreas;
use crate::studio::camera::state::InputOwner;

/// The distance from the pointer within which a mark or a point is found, as a fraction of the
/// distance between the eye and the place.
const PICK_FRACTION: f64 = 0.012;

/// Follows the pointer while marks are selected.
pub(super) fn read_pointer(
    mut events: MessageReader<WindowEvent>,
    pick: PointerLand,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut covered: CoveredAreas,
    mut hands: ResMut<Hands>,
    mut owner: ResMut<InputOwner>,
    mut wanted: ResMut<WantedScene>,
    mut pixel: Local<Option<Vec2>>,
    mut press_pixel: Local<Option<Vec2>>,
) {
    if !hands.open || !hands.is_selecting() {
        events.clear();
        (*pixel, *press_pixel) = (None, None);
        return;
    }
    *pixel = pixel.or_else(|| window.as_ref().and_then(|window| window.cursor_position()));
    let mut has_moved = false;
    let mut is_dragged = hands.grab.is_some();
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(moved) => {
                *pixel = Some(moved.position);
                let is_drag =
                    press_pixel.is_some_and(|pixel| pixel.distance(moved.position) > MIN_MOVE);
                has_moved |= is_drag;
            }
            WindowEvent::MouseButtonInput(input) if input.button == MouseButton::Left => {
                let Some(pixel) = *pixel else { continue };
                if input.state.is_pressed() && !covered.contain(pixel) {
                    *press_pixel = Some(pixel);
                    grab(&mut hands, &pick, &wanted, pixel);
                    is_dragged |= hands.grab.is_some();
                } else if !input.state.is_pressed() {
                    if has_moved {
                        drag(&mut hands, &pick, &mut wanted, pixel);
                    }
                    (hands.grab, *press_pixel, has_moved) = (None, None, false);
                }
            }
            _ => {}
        }
    }
    if is_dragged {
        owner.give_to_panel();
    }
    if let (true, Some(pixel), true) = (has_moved, *pixel, hands.grab.is_some()) {
        drag(&mut hands, &pick, &mut wanted, pixel);
    }
}

/// Selects the mark under a pixel, and grabs the mark or its point there.
fn grab(hands: &mut Hands, pick: &PointerLand, wanted: &WantedScene, pixel: Vec2) {
    let Some((surface, [x, y, z])) = pick.shown_place(pixel) else { return };
    let max_distance_m = PICK_FRACTION * pick.distance_m([x, y, z]);
    let recipe = &wanted.0.recipe;
    let selected = hands.selected.and_then(|address| Some((address, mark(recipe, address)?)));
    let grabbed_knot = selected.and_then(|(address, mark)| {
        nearest_knot(mark, [x, z], max_distance_m).map(|knot| (address, Some(knot)))
    });
    let found = grabbed_knot
        .or_else(|| nearest_mark(recipe, [x, z], max_distance_m).map(|address| (address, None)));
    hands.selected = found.map(|(address, _)| address);
    hands.grab = found.map(|(address, knot)| MarkGrab {
        before: recipe.clone(),
        shown: recipe.clone(),
        surface: surface.clone(),
        address,
        knot,
        from_m: [x, z],
    });
}

/// Moves the grabbed mark or its point to a pixel.
fn drag(hands: &mut Hands, pick: &PointerLand, wanted: &mut WantedScene, pixel: Vec2) {
    let Some(grab) = &mut hands.grab else { return };
    let Some([x, _, z]) = pick.place_at(&grab.surface, pixel) else { return };
    let recipe = grab.recipe([x, z]);
    if recipe != wanted.0.recipe {
        grab.shown = recipe.clone();
        wanted.0.recipe = recipe;
    }
}

/// Lets keys remove and copy the selected mark.
pub(super) fn read_keys(
    keys: Res<Keys>,
    owner: Res<InputOwner>,
    mut hands: ResMut<Hands>,
    mut wanted: ResMut<WantedScene>,
    mut notice: ResMut<Notice>,
) {
    if !hands.open || !hands.is_selecting() || owner.panel_has_keyboard || hands.grab.is_some() {
        return;
    }
    let Some(address) = hands.selected else { return };
    for (key, modifiers) in keys.pressed() {
        match (key, modifiers.ctrl) {
            (KeyCode::Delete | KeyCode::Backspace, false) => {
                remove(&mut wanted.0.recipe, address);
                hands.selected = None;
            }
            (KeyCode::KeyD, true) => copy_selected(&mut hands, &mut wanted, &mut notice),
            _ => {}
        }
    }
}

/// Copies the selected mark and selects the copy.
pub(super) fn copy_selected(hands: &mut Hands, wanted: &mut WantedScene, notice: &mut Notice) {
    let Some(address) = hands.selected else { return };
    match duplicate(&mut wanted.0.recipe, address) {
        Some(copy) => hands.selected = Some(copy),
        None => notice.replace("hands", "this layer has no room for another mark".to_owned()),
    }
}

/// Forgets a selected mark that no longer exists.
pub(super) fn forget_missing(mut hands: ResMut<Hands>, wanted: Res<WantedScene>) {
    let is_gone = |address| mark(&wanted.0.recipe, address).is_none();
    if hands.selected.is_some_and(is_gone) {
        hands.selected = None;
    }
}
