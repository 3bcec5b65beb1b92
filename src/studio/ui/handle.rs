//! Handles: marks of a fixed screen size that the user drags over the land.

use bevy::prelude::*;
use bevy_egui::egui::{
    self, Color32, CursorIcon, Order, Painter, Pos2, Rect, Response, Sense, Stroke, StrokeKind,
    pos2, vec2,
};

use super::theme::ACCENT;
use super::tips::Tip;
use crate::plugin::camera::world_ray;
use crate::plugin::land::origin::RenderOrigin;
use crate::plugin::land::state::Sides;
use crate::studio::camera::state::FreeArea;
use crate::studio::features::contour_labels::places::LabelCamera;
use crate::terrain::surface::Surface;

/// The side of the square that reacts to the pointer, in points.
const SIDE: f32 = 22.0;

/// The largest distance to which a handle can be dragged, in metres.
const MAX_DISTANCE_M: f64 = 64_000.0;

/// The shape of a handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandleShape {
    /// A disc.
    Round,
    /// A square, for corners.
    Square,
    /// A disc with four arrows: it moves an object as a whole.
    Move,
}

/// Converts between places on the land and positions on the screen.
pub struct LandView<'a> {
    sides: &'a Sides<'a>,
    /// The width of the picture, in pixels.
    width: f32,
    camera_view: LabelCamera<'a>,
    /// Pixels per point.
    scale: f32,
}

impl<'a> LandView<'a> {
    /// Returns the view of the land's camera, in the area that the panels leave free. `None` before
    /// the first pass.
    pub fn of(
        context: &egui::Context,
        sides: &'a Sides<'a>,
        (camera, transform): (&'a Camera, &'a GlobalTransform),
        origin: RenderOrigin,
        area: &FreeArea,
    ) -> Option<Self> {
        let camera_view = LabelCamera { camera, transform, origin, area: area.0? };
        let width = camera.logical_viewport_size()?.x;
        Some(Self { sides, width, camera_view, scale: context.zoom_factor() })
    }

    /// Returns the surface of the land that is drawn at a pixel; a divider can show two lands.
    fn surface(&self, pixel: Vec2) -> Option<&Surface> {
        self.sides.surface_at(pixel.x / self.width)
    }

    /// Returns the screen position of a place, in points. Beyond the divider, the height comes from
    /// the second land.
    pub fn screen_position(&self, place_m: [f64; 2]) -> Option<Pos2> {
        let [x, z] = place_m;
        let project =
            |surface: &Surface| self.camera_view.project([x, surface.surface_m(place_m), z]);
        let pixel = project(self.surface(project(self.sides.shown.surface()?)?)?)?;
        self.camera_view
            .area
            .contains(pixel)
            .then(|| pos2(pixel.x / self.scale, pixel.y / self.scale))
    }

    /// Returns the place of the land at a screen position, rounded to metres.
    pub fn place_m(&self, position: Pos2) -> Option<[f64; 2]> {
        let pixel = Vec2::new(position.x, position.y) * self.scale;
        let ray =
            self.camera_view.camera.viewport_to_world(self.camera_view.transform, pixel).ok()?;
        let ray = world_ray(ray, self.camera_view.origin);
        let [x, _, z] = ray.at(self.surface(pixel)?.cast(&ray, 0.0..MAX_DISTANCE_M)?);
        // Whole metres are precise enough, and easy to read.
        Some([x.round(), z.round()])
    }
}

/// Shows a handle at a screen position, with its mouse cursor and tooltip.
pub fn handle(
    context: &egui::Context,
    id: egui::Id,
    position: Pos2,
    shape: HandleShape,
    (cursor, hint): (CursorIcon, &str),
) -> Response {
    let size = egui::Vec2::splat(SIDE);
    let area = egui::Area::new(id)
        .fixed_pos(position - 0.5 * size)
        // Windows that open over the land must cover the handles.
        .order(Order::Background)
        .constrain(false);
    let shown = area.show(context, |ui| {
        let (rect, handle) = ui.allocate_exact_size(size, Sense::drag());
        let is_active = handle.hovered() || handle.dragged();
        draw(ui.painter(), rect, shape, if is_active { Color32::WHITE } else { ACCENT });
        handle.on_hover_and_drag_cursor(cursor).tip(hint)
    });
    shown.inner
}

/// Draws a handle with a dark rim, so that it is visible on light and dark land.
fn draw(painter: &Painter, rect: Rect, shape: HandleShape, fill: Color32) {
    let (middle, rim) = (rect.center(), Stroke::new(2.0, Color32::BLACK));
    match shape {
        HandleShape::Round => _ = painter.circle(middle, 6.0, fill, rim),
        HandleShape::Square => {
            let square = Rect::from_center_size(middle, vec2(11.0, 11.0));
            painter.rect(square, 2.0, fill, rim, StrokeKind::Outside);
        }
        HandleShape::Move => {
            painter.circle(middle, 10.0, fill, rim);
            for direction in [vec2(1.0, 0.0), vec2(-1.0, 0.0), vec2(0.0, 1.0), vec2(0.0, -1.0)] {
                let (tip, aside) = (middle + 7.5 * direction, 2.6 * direction.rot90());
                let line = Stroke::new(1.6, Color32::BLACK);
                painter.line_segment([middle, tip], line);
                let back = tip - 2.6 * direction;
                painter.line(vec![back + aside, tip, back - aside], line);
            }
        }
    }
}
