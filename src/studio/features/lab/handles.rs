//! The handles in a figure's picture. The user drags them, or moves the focused handle with the
//! arrow keys.

use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{
    Color32, CursorIcon, EventFilter, Id, Key, Modifiers, PointerButton, Pos2, Rect, Response,
    Sense, Ui, Vec2,
};

use super::pane::note;
use super::picture::ScreenPlace;
use super::state::Lab;
use crate::lab::FigureRow;
use crate::lab::control::ControlKind;
use crate::lab::figure::{Click, DragDirection, Drawing, Handle, Target, decimal};
use crate::studio::ui::tips::Tip;
use crate::studio::ui::{tab, theme};
use crate::terrain::Scene;
use crate::terrain::param::ParamKind;
use crate::terrain::values;

/// The radius of a handle, in points: at rest, highlighted, and of its click area.
pub const RADIUS: f32 = 8.0;
const HIGHLIGHT_RADIUS: f32 = 11.0;
pub const GRAB_RADIUS: f32 = 13.0;
/// The scale of a picture from which its handles have full size. In smaller pictures they shrink.
const FULL_SIZE_SCALE: f32 = 0.7;
/// The amount by which an arrow key changes a number with Shift, with Ctrl, and with neither.
const STEPS: [(Modifiers, f64); 3] =
    [(Modifiers::SHIFT, 0.1), (Modifiers::CTRL, 0.001), (Modifiers::NONE, 0.01)];

/// Limits the steps of arrow keys for numbers with a wide range, in points of the figure per unit
/// of [`STEPS`]: with neither key, a handle moves by at most 8 points.
const MAX_POINTS_PER_UNIT: f64 = 800.0;

/// The pointer and the handle's numbers at the start of a drag.
#[derive(Clone, Copy)]
struct DragStart {
    pointer: Pos2,
    numbers: [Option<f64>; 2],
}

/// Returns the egui id of a figure's handle. `index` is its place in the drawing's list.
pub fn handle_id(row: &FigureRow, index: usize) -> Id {
    Id::new(("handle of", row.name, index))
}

/// Shows the handles of a picture and applies the user's input to them.
pub fn show(
    ui: &mut Ui,
    lab: &mut Lab,
    scene: &mut Scene,
    drawing: &Drawing,
    screen_place: &ScreenPlace,
) {
    let clip = ui.clip_rect();
    ui.set_clip_rect(clip.intersect(screen_place.clip).intersect(screen_place.place));
    for (index, handle) in drawing.handles.iter().enumerate() {
        // A handle outside the picture appears at its edge.
        let centre = screen_place.place.shrink(RADIUS).clamp(screen_place.to_screen(handle.at));
        let id = handle_id(lab.row, index);
        let place = Rect::from_center_size(centre, Vec2::splat(2.0 * GRAB_RADIUS));
        let response = ui.interact(place, id, Sense::click_and_drag());
        note(ui, &format!("handle {index}"), place);
        drag(ui, lab, scene, (handle, &response), screen_place.scale);
        keys(ui, lab, scene, (handle, &response));
        if response.clicked() {
            response.request_focus();
            lab.click(scene, &handle.click);
        }
        if response.secondary_clicked() {
            restore_gradient(lab, handle);
        }
        describe(ui, lab, scene, handle, &response);
        // The rings shrink in a small picture, so that they do not overlap.
        paint(ui, centre, &response, (screen_place.scale / FULL_SIZE_SCALE).min(1.0));
        let cursor = if response.dragged() { CursorIcon::Grabbing } else { CursorIcon::Grab };
        response.on_hover_cursor(cursor).tip(hint(handle));
    }
    ui.set_clip_rect(clip);
}

fn drag(
    ui: &Ui,
    lab: &mut Lab,
    scene: &mut Scene,
    (handle, response): (&Handle, &Response),
    scale: f32,
) {
    let id = response.id;
    let directions = [&handle.x, &handle.y];
    if response.dragged_by(PointerButton::Primary)
        && let Some(pointer) = response.interact_pointer_pos()
    {
        let start = ui.data(|data| data.get_temp::<DragStart>(id)).unwrap_or_else(|| {
            let number = |direction: &Option<DragDirection>| {
                direction.as_ref().and_then(|direction| lab.number(scene, &direction.target))
            };
            let origin = ui.input(|input| input.pointer.press_origin()).unwrap_or(pointer);
            response.request_focus();
            DragStart { pointer: origin, numbers: directions.map(number) }
        });
        ui.data_mut(|data| data.insert_temp(id, start));
        let offset = (pointer - start.pointer) / scale;
        for (i, moved) in [offset.x, offset.y].into_iter().enumerate() {
            if let (Some(direction), Some(from)) = (directions[i], start.numbers[i]) {
                lab.set_number(
                    scene,
                    &direction.target,
                    from + direction.per_point * f64::from(moved),
                );
            }
        }
    } else if !response.is_pointer_button_down_on() {
        ui.data_mut(|data| data.remove::<DragStart>(id));
    }
}

/// Lets the arrow keys move the focused handle in their direction on the screen.
fn keys(ui: &Ui, lab: &mut Lab, scene: &mut Scene, (handle, response): (&Handle, &Response)) {
    if !response.has_focus() || !lab.has_keyboard && !tab::is_navigating(ui.ctx()) {
        return;
    }
    let filter =
        EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    for (modifiers, step) in STEPS {
        let [right, down] = ui.input_mut(|input| {
            let mut presses_of = |key| input.count_and_consume_key(modifiers, key) as f64;
            [
                presses_of(Key::ArrowRight) - presses_of(Key::ArrowLeft),
                presses_of(Key::ArrowDown) - presses_of(Key::ArrowUp),
            ]
        });
        for (direction, presses) in [(&handle.x, right), (&handle.y, down)] {
            if let Some(direction) = direction.as_ref().filter(|_| presses != 0.0)
                && let Some(number) = lab.number(scene, &direction.target)
            {
                let step = key_step(lab, scene, direction, step);
                let sign = direction.per_point.signum();
                // Round off binary fractions such as 0.30000000000000004.
                let next = number + presses * step * sign;
                lab.set_number(scene, &direction.target, (next * 1e9).round() / 1e9);
            }
        }
    }
}

/// Returns the step of an arrow key: `step`, but 1 for whole numbers. For a wide range it is a
/// fraction of the range, limited so that the handle moves by only a few points.
fn key_step(lab: &Lab, scene: &Scene, direction: &DragDirection, step: f64) -> f64 {
    let max_step = step * MAX_POINTS_PER_UNIT * direction.per_point.abs();
    let limited =
        |span: f64| if span > 20.0 { (step * 0.1 * span).min(max_step.max(step)) } else { step };
    match &direction.target {
        Target::Control(key) => match lab.row.control(key).map(|control| control.kind) {
            Some(ControlKind::Number { min, max, .. }) => limited(max - min),
            _ => 1.0,
        },
        Target::Recipe(address) => {
            let value = values::at(scene, address);
            match value.map(|value| value.row.kind) {
                Some(ParamKind::Number { min, max, .. }) => limited(max - min),
                _ => 1.0,
            }
        }
        Target::Point(_) | Target::Gradient { .. } => step,
    }
}

/// Restores a lattice point's gradient from the permutation table, if the handle changes a
/// gradient.
fn restore_gradient(lab: &mut Lab, handle: &Handle) {
    let targets = [&handle.x, &handle.y].into_iter().flatten().map(|direction| &direction.target);
    for target in targets {
        if let Target::Gradient { octave, cell, .. } = target {
            lab.state.restore_gradient(*octave, *cell);
        }
    }
}

fn hint(handle: &Handle) -> String {
    let is_gradient = |direction: &Option<DragDirection>| {
        direction
            .as_ref()
            .is_some_and(|direction| matches!(direction.target, Target::Gradient { .. }))
    };
    let click_hint = match handle.click {
        Click::Reroll { .. } => "; a click gives it a random direction",
        Click::Set(..) => "; a click selects it",
        Click::Choose => "",
    };
    let restores = if is_gradient(&handle.x) { ", a right-click restores it" } else { "" };
    let mut label = handle.label.clone();
    if let Some(first) = label.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    format!("{label}: drag it, or click it and use the arrow keys{click_hint}{restores}")
}

/// Describes the handle to screen readers.
fn describe(ui: &Ui, lab: &Lab, scene: &Scene, handle: &Handle, response: &Response) {
    let number = |direction: &Option<DragDirection>| {
        direction.as_ref().and_then(|direction| lab.number(scene, &direction.target))
    };
    let numbers = [&handle.x, &handle.y].into_iter().filter_map(number);
    let value: Vec<_> = numbers.map(|number| decimal(number, 3)).collect();
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_role(Role::Slider);
        node.set_label(handle.label.as_str());
        node.set_value(value.join(", "));
    });
}

fn paint(ui: &Ui, centre: Pos2, response: &Response, size: f32) {
    let is_highlighted = response.hovered() || response.dragged() || response.has_focus();
    let radius = size * if is_highlighted { HIGHLIGHT_RADIUS } else { RADIUS };
    let (colour, outline) = match ui.visuals().dark_mode {
        true => (Color32::from_rgb(255, 216, 77), Color32::from_black_alpha(170)),
        false => (theme::of(ui).accent, Color32::from_white_alpha(200)),
    };
    let painter = ui.painter();
    painter.circle_stroke(centre, radius, (4.0, outline));
    painter.circle_stroke(centre, radius, (2.0, colour));
    if response.has_focus() {
        painter.circle_stroke(centre, radius + 4.0, (1.5, colour));
    }
}
