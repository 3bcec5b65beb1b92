//! The draggable handles on the frame around the area to export.

use bevy::prelude::*;
use bevy_egui::egui::{self, CursorIcon, Pos2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::area_frame::{AreaFrame, FrameHandle, dragged, handles};
use crate::export::Area;
use crate::plugin::camera::LandCamera;
use crate::plugin::land::origin::RenderOrigin;
use crate::plugin::land::state::Sides;
use crate::studio::app::order::PassSet;
use crate::studio::camera::state::FreeArea;
use crate::studio::panel::state::UiState;
use crate::studio::ui::before_drag::BeforeDrag;
use crate::studio::ui::handle::{HandleShape, LandView, handle};
use crate::terrain::recipe::Recipe;

/// Draws the handles and lets the user drag them.
pub fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.in_set(PassSet::OverPanels));
}

fn draw(
    mut contexts: EguiContexts,
    mut frame: ResMut<AreaFrame>,
    mut before: Local<BeforeDrag<Option<Area>>>,
    state: Res<UiState>,
    sides: Sides,
    free: Res<FreeArea>,
    origin: Res<RenderOrigin>,
    camera: Query<(&Camera, &GlobalTransform), With<LandCamera>>,
) -> Result {
    let Some(area) = frame.area.filter(|_| frame.shown && !state.hidden_for_picture) else {
        return Ok(());
    };
    let context = contexts.ctx_mut()?.clone();
    if let Some(restored) = before.take_if_cancelled(&context, || Some(area)) {
        frame.area = restored;
        return Ok(());
    }
    let (Ok(camera), Some(land)) = (camera.single(), &sides.shown.current) else {
        return Ok(());
    };
    let Some(view) = LandView::of(&context, &sides, camera, *origin, &free) else {
        return Ok(());
    };
    let to_screen = |place_m| view.screen_position(place_m);
    let to_land = |point| view.place_m(point);
    let new_area = show(&context, &area, &land.recipe, to_screen, to_land);
    if new_area != Some(area) && new_area.is_some() {
        frame.area = new_area;
    }
    Ok(())
}

/// Draws the handles. Returns the new area if the user drags a handle. `to_screen` converts a
/// position on the land (in metres) to the screen, and `to_land` converts a point of the screen to
/// the land.
fn show(
    context: &egui::Context,
    area: &Area,
    recipe: &Recipe,
    to_screen: impl Fn([f64; 2]) -> Option<Pos2>,
    to_land: impl Fn(Pos2) -> Option<[f64; 2]>,
) -> Option<Area> {
    let middle = to_screen(area.centre_m);
    let mut new_area = None;
    for (index, (place, kind)) in handles(area).into_iter().enumerate() {
        let Some(point) = to_screen(place) else { continue };
        let (shape, cursor, hint) = match kind {
            FrameHandle::Middle => (HandleShape::Move, CursorIcon::Move, "Drag to move the area"),
            FrameHandle::Corner => {
                (HandleShape::Square, resize_cursor(middle, point), "Drag to resize the area")
            }
        };
        let id = egui::Id::new(("handle of the area", index));
        let handle = handle(context, id, point, shape, (cursor, hint));
        if handle.dragged()
            && let Some(place) = handle.interact_pointer_pos().and_then(&to_land)
        {
            new_area = Some(dragged(*area, kind, place, recipe));
        }
    }
    new_area
}

/// Returns the cursor with the diagonal arrow that fits the direction from the middle to a corner.
fn resize_cursor(middle: Option<Pos2>, corner: Pos2) -> CursorIcon {
    let is_falling = middle.is_none_or(|middle| {
        let offset = corner - middle;
        offset.x * offset.y > 0.0
    });
    if is_falling { CursorIcon::ResizeNwSe } else { CursorIcon::ResizeNeSw }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Event, PointerButton, RawInput, Rect, pos2, vec2};

    use super::*;

    /// A view straight down on a land, at one metre per point.
    struct AreaView {
        context: egui::Context,
        area: Area,
    }

    impl AreaView {
        fn pass(&mut self, events: Vec<Event>) {
            let screen_rect = Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 400.0)));
            let input = RawInput { screen_rect, events, ..Default::default() };
            let Self { context, area } = self;
            let to_screen = |[x, z]: [f64; 2]| Some(pos2(x as f32, z as f32));
            let to_land = |point: Pos2| Some([f64::from(point.x), f64::from(point.y)]);
            let _ = context.clone().run_ui(input, |ui| {
                let new_area = show(ui.ctx(), area, &Recipe::default(), to_screen, to_land);
                *area = new_area.unwrap_or(*area);
            });
        }

        fn drag(&mut self, from: Pos2, to: Pos2) {
            let button = |pos, pressed| Event::PointerButton {
                pos,
                button: PointerButton::Primary,
                pressed,
                modifiers: egui::Modifiers::NONE,
            };
            (0..2).for_each(|_| self.pass(vec![Event::PointerMoved(from)]));
            self.pass(vec![button(from, true)]);
            self.pass(vec![Event::PointerMoved(to)]);
            self.pass(vec![button(to, false)]);
        }
    }

    #[test]
    fn corners_resize_the_area_and_the_middle_moves_it() {
        let area = Area { centre_m: [400.0, 200.0], side_m: 200.0 };
        let mut screen = AreaView { context: egui::Context::default(), area };
        screen.drag(pos2(502.0, 301.0), pos2(552.0, 310.0));
        assert_eq!(screen.area, Area { centre_m: [400.0, 200.0], side_m: 304.0 });
        screen.drag(pos2(400.0, 200.0), pos2(300.0, 180.0));
        assert_eq!(screen.area.centre_m, [300.0, 180.0]);
        let before = screen.area;
        screen.drag(pos2(330.0, 150.0), pos2(200.0, 300.0));
        assert_eq!(screen.area, before, "a drag beside the handles changes nothing");
    }
}
