//! The divider's line in the view, with a handle to drag and a label for each side.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Color32, CursorIcon, FontId, Rect, Sense, Stroke, pos2, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::state::{Divider, part_name};
use crate::plugin::camera::LandCamera;
use crate::plugin::land::state::{DividerPosition, ShownLand, WantedScene};
use crate::studio::app::order::PassSet;
use crate::studio::camera::state::FreeArea;
use crate::studio::panel::layers::list_state::LayersUi;
use crate::studio::panel::state::UiState;
use crate::studio::ui::before_drag::BeforeDrag;
use crate::studio::ui::theme::{self, ACCENT};

/// Adds the line, and keeps the list of layers in step with the divider.
pub fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        (
            write_list.in_set(PassSet::Begin),
            read_list.in_set(PassSet::End),
            draw.in_set(PassSet::OverPanels),
        ),
    );
}

/// Tells the list of layers which part the divider leaves out, before the list is drawn.
fn write_list(mut list: ResMut<LayersUi>, divider: Res<Divider>) {
    list.compared = divider.part();
}

/// Leaves out the part that the user chose in the list of layers, after the list was drawn.
fn read_list(list: Res<LayersUi>, mut divider: ResMut<Divider>) {
    if list.compared != divider.part() {
        divider.set_part(list.compared);
    }
}

/// The width of the strip around the line in which the user can grab it, in points.
const GRAB_WIDTH: f32 = 12.0;
/// The width and height of the handle, in points.
const HANDLE: egui::Vec2 = vec2(12.0, 34.0);
/// The least distance from the line to the panels, in points.
const MARGIN: f32 = 16.0;
/// The distance from the top of the free area to the top of the line, in points. Above it are
/// buttons.
const TOP: f32 = 54.0;

fn draw(
    mut contexts: EguiContexts,
    state: Res<UiState>,
    wanted: Res<WantedScene>,
    divider: Res<Divider>,
    shown: Res<ShownLand>,
    area: Res<FreeArea>,
    mut position: ResMut<DividerPosition>,
    (mut was_open, mut before): (Local<bool>, Local<BeforeDrag<f32>>),
    cameras: Query<&Camera, With<LandCamera>>,
) -> Result {
    let size = cameras.single().ok().and_then(|camera| camera.logical_viewport_size());
    let Some(size) = size.filter(|size| size.x >= 1.0) else { return Ok(()) };
    let context = contexts.ctx_mut()?.clone();
    let scale = context.zoom_factor();
    let window = bevy::math::Rect::from_corners(Vec2::ZERO, size);
    // While a screenshot hides the panels, the free area is the whole window.
    let free = area.0.filter(|_| !state.hidden_for_picture).unwrap_or(window);
    let [min, max] = [free.min, free.max].map(|p| pos2(p.x / scale, p.y / scale));
    let line = LineRange { free: Rect::from_min_max(min, max), width: size.x / scale };
    let Some(part) = divider.part() else {
        // The first time, the line appears in the middle; later, where the user left it.
        if !*was_open {
            position.set_if_neq(DividerPosition(line.free.center().x / line.width));
        }
        return Ok(());
    };
    *was_open = true;
    if shown.second.is_none() {
        return Ok(());
    }
    let restored = before.take_if_cancelled(&context, || position.0);
    let clamped = line.clamp(restored.unwrap_or(position.0));
    let dragged = line.show(&context, clamped, !state.hidden_for_picture);
    line.label(&context, dragged, &part_name(&wanted.0.recipe, part));
    position.set_if_neq(DividerPosition(dragged));
    Ok(())
}

/// The area in which the user can move the line, in points.
#[derive(Clone, Copy)]
struct LineRange {
    /// The area that the panels leave free.
    free: Rect,
    /// The width of the whole picture.
    width: f32,
}

impl LineRange {
    /// Limits a position to where the user can grab the line. Positions are fractions of the
    /// picture's width, from 0 to 1.
    fn clamp(self, position: f32) -> f32 {
        let Rect { min, max } = self.free;
        let margin = MARGIN.min(0.5 * (max.x - min.x).max(0.0));
        // If the window is narrower than its panels, the upper limit is below the lower limit,
        // which `clamp` does not allow.
        (position * self.width).max(min.x + margin).min(max.x - margin) / self.width
    }

    /// Draws the line and its handle. Returns its position, which changes while the user drags.
    fn show(self, context: &egui::Context, position: f32, has_handle: bool) -> f32 {
        let x = position * self.width;
        let top = self.free.top() + TOP.min(0.5 * self.free.height());
        let place = Rect::from_x_y_ranges(
            x - 0.5 * GRAB_WIDTH..=x + 0.5 * GRAB_WIDTH,
            top..=self.free.bottom(),
        );
        // The line is drawn behind panels and windows.
        let area = egui::Area::new("divider".into())
            .fixed_pos(place.min)
            .order(egui::Order::Background)
            .constrain(false);
        let shown = area.show(context, |ui| {
            let (rect, response) = ui.allocate_exact_size(place.size(), Sense::drag());
            let is_highlighted = response.hovered() || response.dragged();
            let colour = if is_highlighted { Color32::WHITE } else { ACCENT };
            let (x, rows) = (rect.center().x, rect.y_range());
            let painter = ui.painter();
            painter.vline(x, rows, Stroke::new(3.5, Color32::from_black_alpha(110)));
            painter.vline(x, rows, Stroke::new(1.5, colour));
            if has_handle {
                let handle = Rect::from_center_size(rect.center(), HANDLE);
                painter.rect_filled(handle.expand(1.0), 6.0, Color32::from_black_alpha(140));
                painter.rect_filled(handle, 5.0, colour);
                for dx in [-1.8, 1.8] {
                    let grip = handle.shrink2(vec2(0.0, 11.0)).y_range();
                    let stroke = Stroke::new(1.2, theme::of(ui).fill);
                    painter.vline(handle.center().x + dx, grip, stroke);
                }
            }
            response.on_hover_cursor(CursorIcon::ResizeHorizontal)
        });
        let pointer = shown.inner.interact_pointer_pos().filter(|_| shown.inner.dragged());
        pointer.map_or(position, |pointer| self.clamp(pointer.x / self.width))
    }

    /// Writes a label on each side of the line, at its top.
    fn label(self, context: &egui::Context, position: f32, name: &str) {
        let line_top = pos2(position * self.width, self.free.top() + TOP);
        let painter = context.layer_painter(egui::LayerId::background()).with_clip_rect(self.free);
        let colours = theme::of_context(context);
        let sides = [
            (format!("with {name}"), line_top - vec2(10.0, 0.0), Align2::RIGHT_CENTER),
            (format!("without {name}"), line_top + vec2(10.0, 0.0), Align2::LEFT_CENTER),
        ];
        for (text, anchor, align) in sides {
            let galley = painter.layout_no_wrap(text, FontId::proportional(12.5), colours.strong);
            let place = align.anchor_size(anchor, galley.size());
            let fill = colours.fill.gamma_multiply(0.85);
            painter.rect_filled(place.expand2(vec2(6.0, 3.0)), 4.0, fill);
            painter.galley(place.min, galley, colours.strong);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studio::panel::state::HoveredPart;
    use crate::studio::tests::driven::Desk;
    use crate::studio::ui::widgets::ids::widget_id;
    use crate::terrain::layer::LayerKind;
    use crate::terrain::scene::Scene;
    use egui::{Event, PointerButton, RawInput};

    const LINE: LineRange =
        LineRange { free: Rect::from_min_max(pos2(0.0, 0.0), pos2(600.0, 400.0)), width: 800.0 };

    #[test]
    fn the_line_can_be_dragged_within_the_free_area() {
        let context = egui::Context::default();
        let mut position = LINE.clamp(0.25);
        let mut pass = |events: Vec<Event>| {
            let screen_rect = Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 400.0)));
            let input = RawInput { screen_rect, events, ..Default::default() };
            let _ = context.run_ui(input, |ui| position = LINE.show(ui.ctx(), position, true));
            position
        };
        let press = |x: f32, pressed| Event::PointerButton {
            pos: pos2(x, 300.0),
            button: PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        let to = |x: f32| Event::PointerMoved(pos2(x, 300.0));
        (0..2).for_each(|_| _ = pass(vec![to(203.0)]));
        pass(vec![press(203.0, true)]);
        assert_eq!(pass(vec![to(400.0)]), 0.5);
        assert_eq!(pass(vec![to(790.0)]), (600.0 - MARGIN) / 800.0, "not under the panels");
        pass(vec![press(400.0, false)]);
        let left = pass(vec![to(100.0)]);
        assert_eq!(pass(vec![press(100.0, true)]), left, "elsewhere it stays");
    }

    #[test]
    fn the_compare_icon_of_a_layer_opens_and_closes_the_divider() {
        let mut scene = Scene::default();
        scene.recipe.layers.add(0, LayerKind::named("craters").unwrap()).unwrap();
        let mut desk = Desk::new(scene, &[]);
        let press = |desk: &mut Desk| {
            let row = desk.rect(widget_id("layer.2")).center();
            desk.time += 1.0;
            desk.pass([Event::PointerMoved(row)]);
            desk.pass([]);
            let icon = desk.rect(widget_id("layer.2 compare")).center();
            desk.click(icon, PointerButton::Primary);
        };
        press(&mut desk);
        assert_eq!(desk.layers.compared, Some(HoveredPart::Layer(2)));
        assert_eq!(desk.layers.selected, 2);
        press(&mut desk);
        assert_eq!(desk.layers.compared, None);
    }
}
