//! The keys of the lab, which work while the pointer is over it.

use bevy_egui::egui::{Event, Key, Modifiers, Ui};

use super::pane::{LabPane, start_id};

use super::state::{Lab, SaveRequest};
use super::{copy, figure_window, handles};
use crate::studio::ui::tab;
use crate::terrain::Scene;

/// Applies the keys that were pressed since the last frame.
pub fn apply(ui: &mut Ui, lab: &mut Lab, pane: &mut LabPane, scene: &mut Scene) {
    let context = ui.ctx().clone();
    if !lab.has_keyboard || context.text_edit_focused() {
        return;
    }
    let pressed = |key| context.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if pressed(Key::PageUp) {
        lab.turn_screen(-1);
    }
    if pressed(Key::PageDown) {
        lab.turn_screen(1);
    }
    let first = handles::handle_id(lab.row, 0);
    let has_handles = !lab.sheet && context.read_response(first).is_some();
    if !tab::is_navigating(&context) && pressed(Key::Tab) {
        let start = if has_handles { first } else { start_id() };
        tab::navigate_from(&context, start);
    }
    if lab.sheet {
        return;
    }
    figure_window::apply_keys(ui, lab, pane);
    let focused = context.memory(|memory| memory.focused());
    // If a button has the focus, Space presses the button and does not play.
    let may_play = focused.is_none_or(|id| (0..64).any(|i| handles::handle_id(lab.row, i) == id));
    if may_play && pressed(Key::Space) {
        lab.toggle_play();
    }
    for (key, steps) in [(Key::Comma, -1), (Key::Period, 1)] {
        if pressed(key) {
            lab.step_by(steps);
        }
    }
    if pressed(Key::Home) {
        lab.go_to_step(0);
    }
    if pressed(Key::End) {
        lab.go_to_step(usize::MAX);
    }
    if pressed(Key::Backspace) {
        lab.reset();
    }
    if pressed(Key::F) {
        lab.is_pinned = !lab.is_pinned;
    }
    if pressed(Key::P) || pressed(Key::F12) {
        lab.save_request = Some(SaveRequest::AtOnce);
    }
    let arrows = [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown];
    let is_arrow_pressed = context.input(|input| arrows.iter().any(|key| input.key_pressed(*key)));
    let is_free = focused.is_none() && !figure_window::takes_arrows(lab, pane);
    if is_free && has_handles && is_arrow_pressed {
        context.memory_mut(|memory| memory.request_focus(first));
    }
    let copies = context.input(|input| input.events.contains(&Event::Copy));
    if copies {
        copy::copy(lab, pane, scene, &context);
    }
}
