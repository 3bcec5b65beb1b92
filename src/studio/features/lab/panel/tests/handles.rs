//! The handles of figures, moved by the pointer and the arrow keys.

use super::*;

#[test]
fn the_pointer_and_the_arrow_keys_move_a_handle() {
    let mut desk = Desk::at("cell", 5);
    let index = handle(&desk, "p");
    let at = desk.part(&format!("handle {index}")).center();
    let picture = desk.part("picture");
    let scale = picture.width() / CELL_WIDTH;
    // A cell is 280 points of the figure.
    desk.drag(at, at + vec2(30.0 * scale, -15.0 * scale));
    let [x, y] = desk.lab.state.point;
    assert!((x - 1.7 - 30.0 / 280.0).abs() < 1e-3, "{x}");
    assert!((y - 2.3 - 15.0 / 280.0).abs() < 1e-3, "{y}");
    assert_eq!(desk.scene, teaching_scene(), "the land is as it was");
    desk.lab.state.point = [1.7, 2.3];
    desk.passes(1);
    for (key, modifiers, [x, y]) in [
        (Key::ArrowRight, Modifiers::NONE, [1.71, 2.3]),
        (Key::ArrowUp, Modifiers::SHIFT, [1.71, 2.4]),
        (Key::ArrowLeft, Modifiers::CTRL, [1.709, 2.4]),
        (Key::ArrowDown, Modifiers::NONE, [1.709, 2.39]),
    ] {
        desk.key(key, modifiers);
        let [px, py] = desk.lab.state.point;
        assert!((px - x).abs() < 1e-9 && (py - y).abs() < 1e-9, "{key:?}: {px} {py}");
    }
}

#[test]
fn esc_returns_a_handle_to_the_start_of_the_drag() {
    let mut desk = Desk::at("cell", 5);
    let at = desk.part(&format!("handle {}", handle(&desk, "p"))).center();
    let before = desk.lab.state.clone();
    desk.pass(vec![Event::PointerMoved(at)]);
    desk.button(at, PointerButton::Primary, true);
    for x in 1..=8 {
        desk.pass(vec![Event::PointerMoved(at + vec2(5.0 * x as f32, 0.0))]);
    }
    assert_ne!(desk.lab.state.point, before.point, "it is dragged");
    desk.key(Key::Escape, Modifiers::NONE);
    assert_eq!(desk.lab.state, before);
    desk.pass(vec![Event::PointerMoved(at + vec2(60.0, 0.0))]);
    desk.button(at + vec2(60.0, 0.0), PointerButton::Primary, false);
    desk.passes(2);
    assert_eq!(desk.lab.state, before, "the rest of the drag changes nothing");
}

/// Returns the index of a handle in the figure.
fn handle(desk: &Desk, id: &str) -> usize {
    let context = crate::lab::Context::new(&desk.scene, &desk.lab.state, desk.lab.row).unwrap();
    let drawing = context.draw();
    drawing.handles.iter().position(|handle| handle.id == id).expect("a handle")
}

#[test]
fn gradients_can_be_dragged_rerolled_and_restored() {
    let mut desk = Desk::at("cell", 5);
    let name = format!("handle {}", handle(&desk, "g10"));
    let at = desk.part(&name).center();
    desk.click(&name);
    assert_eq!(desk.lab.state.gradients.len(), 1, "another one");
    desk.lab.state.gradients.clear();
    desk.passes(1);
    desk.drag(at, at + vec2(20.0, 0.0));
    assert_eq!(desk.lab.state.gradients.len(), 1, "dragged");
    let at = desk.part(&name).center();
    desk.button(at, PointerButton::Secondary, true);
    desk.button(at, PointerButton::Secondary, false);
    desk.passes(2);
    assert!(desk.lab.state.gradients.is_empty(), "the original gradient");
}
