//! The part of a plane that a figure shows, called its window here. Dragging, the wheel and keys
//! pan and zoom it.

use bevy_egui::egui::{Event, Id, Key, MouseWheelUnit, PointerButton, Rect, Sense, Ui, Vec2};

use super::pane::{LabPane, note};
use super::picture::ScreenPlace;
use super::state::Lab;
use crate::lab::figure::Drawing;
use crate::lab::pan_zoom;
use crate::lab::plane_window::{PlaneWindow, SIDES_PER_SECOND};

/// The longest time step in seconds. It keeps the window from jumping after a slow frame.
const MAX_STEP_S: f32 = 0.1;
/// Pairs of keys, and the direction in which each pair pans: x to the right, y upwards.
const DIRECTIONS: [([Key; 2], [f64; 2]); 4] = [
    ([Key::ArrowRight, Key::D], [1.0, 0.0]),
    ([Key::ArrowLeft, Key::A], [-1.0, 0.0]),
    ([Key::ArrowUp, Key::W], [0.0, 1.0]),
    ([Key::ArrowDown, Key::S], [0.0, -1.0]),
];
/// The key that closes the lab while the figure has a window.
const CLOSE_KEY: Key = Key::Q;

/// Returns the window of the current figure, if the figure has a window.
fn window_of(lab: &Lab, pane: &LabPane) -> Option<PlaneWindow> {
    let made = pane.figure.made.as_ref().filter(|made| made.is_named(lab.row.name));
    made.and_then(|made| made.drawing.plane_window)
}

/// Pans the window while arrow keys or W A S D are held, and closes the lab after a press of Q.
/// Arrow keys pan only while no widget has the focus.
pub fn apply_keys(ui: &Ui, lab: &mut Lab, pane: &LabPane) {
    let Some(figure_window) = window_of(lab, pane) else { return };
    let context = ui.ctx();
    let is_widget_focused = context.memory(|memory| memory.focused().is_some());
    let (pan_sides, closes_lab) = context.input(|input| {
        let is_alone = !input.modifiers.any();
        // A key pressed and released within one frame counts as held for that frame.
        let is_held = |key: Key| is_alone && (input.key_down(key) || input.key_pressed(key));
        let mut direction_sum = [0.0; 2];
        for ([arrow, letter], direction) in DIRECTIONS {
            if is_held(letter) || is_held(arrow) && !is_widget_focused {
                direction_sum = [0, 1].map(|axis| direction_sum[axis] + direction[axis]);
            }
        }
        let seconds = f64::from(input.stable_dt.min(MAX_STEP_S));
        let closes_lab = is_alone && input.key_pressed(CLOSE_KEY);
        (direction_sum.map(|x| x * seconds * SIDES_PER_SECOND), closes_lab)
    });
    if closes_lab {
        lab.toggle();
    } else if pan_sides != [0.0; 2] {
        pan_zoom::pan(&figure_window, (&mut lab.state, lab.row), pan_sides);
        context.request_repaint();
    }
}

/// Returns true if the arrow keys pan the figure while no widget has the focus.
pub fn takes_arrows(lab: &Lab, pane: &LabPane) -> bool {
    window_of(lab, pane).is_some()
}

/// Keeps the wheel from scrolling the lab while the pointer is over a figure's window.
pub fn hold_wheel(ui: &Ui, lab: &Lab, pane: &LabPane) {
    let pointer = ui.input(|input| input.pointer.hover_pos());
    let is_over = pane.window.zip(pointer).is_some_and(|(place, pointer)| place.contains(pointer));
    if is_over && window_of(lab, pane).is_some() {
        ui.input_mut(|input| input.smooth_scroll_delta = Vec2::ZERO);
    }
}

/// Lets the user drag the plane with the pointer, and zoom it with the wheel. Returns the visible
/// part of the window.
pub fn show(
    ui: &mut Ui,
    lab: &mut Lab,
    drawing: &Drawing,
    screen_place: &ScreenPlace,
) -> Option<Rect> {
    let figure_window = drawing.plane_window?;
    let end = figure_window.at.map(|x| x + figure_window.side);
    let window =
        Rect::from_min_max(screen_place.to_screen(figure_window.at), screen_place.to_screen(end));
    let place = window.intersect(screen_place.clip).intersect(ui.clip_rect());
    // The window takes no keyboard focus, because keys pan it anyway.
    let response = ui.interact(place, Id::new(("window on", lab.row.name)), Sense::DRAG);
    note(ui, "window", place);
    let side = f64::from(window.width().max(1.0));
    if response.drag_started_by(PointerButton::Primary) {
        ui.memory_mut(|memory| {
            memory.focused().into_iter().for_each(|id| memory.surrender_focus(id))
        });
    }
    if response.dragged_by(PointerButton::Primary) {
        // The plane follows the pointer, so the window moves the opposite way. y points up.
        let drag = response.drag_delta();
        let sides = [-f64::from(drag.x) / side, f64::from(drag.y) / side];
        pan_zoom::pan(&figure_window, (&mut lab.state, lab.row), sides);
    }
    if response.contains_pointer() {
        let notches = ui.input(|input| input.events.iter().map(wheel_notches).sum::<f64>());
        if notches != 0.0 {
            pan_zoom::zoom(&figure_window, (&mut lab.state, lab.row), notches);
        }
    }
    Some(place)
}

/// Returns the notches that the wheel was turned upwards. A touchpad sends fractions of a notch.
fn wheel_notches(event: &Event) -> f64 {
    match event {
        Event::MouseWheel { unit: MouseWheelUnit::Point, delta, .. } => f64::from(delta.y) / 50.0,
        Event::MouseWheel { delta, .. } => f64::from(delta.y),
        _ => 0.0,
    }
}
