//! The curve editor, driven by the pointer.

use bevy_egui::egui::{Event, Key, Modifiers, PointerButton, Rect, vec2};

use super::{Desk, desk, layers};
use crate::studio::panel::layers::curve::PRESETS;
use crate::terrain::operation::{HeightCurve, ListedOperation, Operation};

fn points(desk: &Desk) -> Vec<[f64; 2]> {
    match &desk.scene.recipe.operations[0].operation {
        Operation::HeightCurve(curve) => curve.points.clone(),
        _ => panic!("a curve"),
    }
}

/// Returns the panel with a curve open, and the square of the curve.
fn curve(points: &[[f64; 2]]) -> (Desk, Rect) {
    let mut scene = layers(2);
    let curve = HeightCurve { points: points.to_vec(), ..Default::default() };
    scene.recipe.operations = vec![ListedOperation::new(1, Operation::HeightCurve(curve))];
    let mut desk = desk(scene);
    desk.press(desk.at("operation.1").left_center() + vec2(12.0, 0.0));
    let square = desk.at("operation.1.points").shrink(7.0);
    (desk, square)
}

#[test]
fn points_of_a_curve_are_dragged_added_and_removed() {
    let ends = vec![[0.0, 0.0], [0.5, 0.5], [1.0, 1.0]];
    let (mut desk, square) = curve(&ends);
    let place =
        |x: f32, y: f32| square.left_bottom() + vec2(x * square.width(), -y * square.height());

    // Esc cancels a drag.
    let steps = desk.history.steps();
    desk.pass([Event::PointerMoved(place(0.5, 0.5))]);
    desk.button(place(0.5, 0.5), PointerButton::Primary, true);
    for x in [0.45, 0.4, 0.3] {
        desk.pass([Event::PointerMoved(place(x, 0.75))]);
    }
    assert!(points(&desk)[1][0] < 0.4, "it is dragged");
    desk.key(Key::Escape, Modifiers::NONE);
    desk.pass([Event::PointerMoved(place(0.2, 0.75))]);
    desk.button(place(0.2, 0.75), PointerButton::Primary, false);
    desk.pass([]);
    assert_eq!((points(&desk), desk.history.steps()), (ends.clone(), steps));

    desk.one_step("a drag", |desk| desk.drag_to(place(0.5, 0.5), place(0.25, 0.75)));
    let [x, y] = points(&desk)[1];
    assert!((x - 0.25).abs() < 0.01 && (y - 0.75).abs() < 0.01, "{x} {y}");
    desk.one_step("a drag past the next", |desk| desk.drag_to(place(0.25, 0.75), place(0.99, 0.0)));
    desk.one_step("a drag past the last", |desk| desk.drag_to(place(1.0, 1.0), place(0.1, 0.9)));
    assert!(points(&desk).windows(2).all(|pair| pair[0][0] < pair[1][0]), "{:?}", points(&desk));
    desk.one_step("a preset curve", |desk| {
        desk.press(desk.at("operation.1.points").right_top() + vec2(24.0, 17.0));
    });
    assert_eq!(points(&desk), PRESETS[0].1);

    desk.one_step("a double-click", |desk| desk.double_click(place(0.3, 0.6)));
    let added = points(&desk);
    assert!(added.len() == 3 && (added[1][0] - 0.3).abs() < 0.01, "{added:?}");
    desk.one_step("a right-click", |desk| {
        desk.time += 1.0;
        desk.click(place(0.3, 0.6), PointerButton::Secondary);
    });
    assert_eq!(points(&desk).len(), 2);
    desk.time += 1.0;
    desk.click(place(0.0, 0.0), PointerButton::Secondary);
    assert_eq!(points(&desk).len(), 2, "two points stay");
    desk.double_click(place(0.3, 0.6));
    desk.one_step("a drag out", |desk| {
        desk.drag_to(place(0.3, 0.6), square.left_top() - vec2(60.0, 0.0))
    });
    assert_eq!(points(&desk).len(), 2);
    desk.double_click(place(0.3, 0.6));
    desk.one_step("a second double-click", |desk| desk.double_click(place(0.3, 0.6)));
    assert_eq!(points(&desk).len(), 2);
    assert_eq!(
        desk.context.memory(|memory| memory.focused()),
        None,
        "keys still belong to the land"
    );
}

#[test]
fn a_drag_of_the_line_adds_a_point() {
    let ends = vec![[0.0, 0.0], [1.0, 1.0]];
    let (mut desk, square) = curve(&ends);
    let place =
        |x: f32, y: f32| square.left_bottom() + vec2(x * square.width(), -y * square.height());
    desk.press(place(0.5, 0.5));
    assert_eq!(points(&desk), ends, "a click on the line adds nothing");
    desk.one_step("a drag of the line", |desk| desk.drag_to(place(0.5, 0.5), place(0.5, 0.8)));
    let made = points(&desk);
    assert!(made.len() == 3, "{made:?}");
    assert!((made[1][0] - 0.5).abs() < 0.02 && (made[1][1] - 0.8).abs() < 0.02, "{made:?}");
    // A drag far from the line changes nothing.
    let steps = desk.history.steps();
    desk.drag_to(place(0.8, 0.1), place(0.6, 0.3));
    assert_eq!((points(&desk), desk.history.steps()), (made.clone(), steps));
    // If the curve is full, a drag moves the nearest point.
    let Operation::HeightCurve(curve) = &mut desk.scene.recipe.operations[0].operation else {
        panic!("a curve")
    };
    let max_points = 16;
    curve.points = (0..max_points).map(|i| [f64::from(i) / 15.0, f64::from(i) / 15.0]).collect();
    (0..2).for_each(|_| desk.pass([]));
    let middle = 7.5 / 15.0;
    let offset = vec2(2.0, -1.0);
    desk.one_step("a drag of a full line", |desk| {
        desk.drag_to(place(middle, middle) + offset, place(middle, 0.3))
    });
    assert_eq!(points(&desk).len(), max_points as usize);
}
