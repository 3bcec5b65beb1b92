//! Handles on the land: as large on the screen from near as from far, and dragged over the land.

use bevy::prelude::*;
use bevy_egui::egui::{
    self, Color32, CursorIcon, Order, Painter, Pos2, Rect, Response, Sense, Stroke, StrokeKind,
    pos2, vec2,
};

use super::theme::ACCENT;
use super::tips::Tip;
use crate::plugin::camera::world_ray;
use crate::plugin::land::origin::WorldOrigin;
use crate::plugin::land::state::Sides;
use crate::studio::camera::state::FreeArea;
use crate::studio::features::contour_labels::places::Sight;
use crate::terrain::surface::Surface;

/// How large the place is in which the pointer takes a handle, in points.
const REACH: f32 = 22.0;

/// How far away a place can be that a handle is dragged to.
const FURTHEST_M: f64 = 64_000.0;

/// The look of a handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A disc.
    Round,
    /// A square, as corners have.
    Square,
    /// A disc with arrows to all sides: it moves something whole.
    Move,
}

/// How the land is seen.
pub struct LandView<'a> {
    sides: &'a Sides<'a>,
    /// The width of the picture, in pixels.
    width: f32,
    sight: Sight<'a>,
    /// Pixels a point.
    scale: f32,
}

impl<'a> LandView<'a> {
    /// The view of a camera, whose picture the panels leave free in a part; `None` before there is
    /// one.
    pub fn of(
        context: &egui::Context,
        sides: &'a Sides<'a>,
        (camera, transform): (&'a Camera, &'a GlobalTransform),
        origin: WorldOrigin,
        area: &FreeArea,
    ) -> Option<Self> {
        let sight = Sight { camera, transform, origin, area: area.0? };
        let width = camera.logical_viewport_size()?.x;
        Some(Self { sides, width, sight, scale: context.zoom_factor() })
    }

    /// The surface that is drawn at a pixel.
    fn surface(&self, pixel: Vec2) -> Option<&Surface> {
        self.sides.surface_at(pixel.x / self.width)
    }

    /// Where a place of the land is on the screen, in points. On the other side of the divider it is
    /// as high as the land there.
    pub fn at(&self, place_m: [f64; 2]) -> Option<Pos2> {
        let [x, z] = place_m;
        let on = |of: &Surface| self.sight.project([x, of.surface_m(place_m), z]);
        let pixel = on(self.surface(on(self.sides.shown.surface()?)?)?)?;
        self.sight.area.contains(pixel).then(|| pos2(pixel.x / self.scale, pixel.y / self.scale))
    }

    /// The place of the land that is at a point of the screen.
    pub fn place_m(&self, at: Pos2) -> Option<[f64; 2]> {
        let pixel = Vec2::new(at.x, at.y) * self.scale;
        let ray = self.sight.camera.viewport_to_world(self.sight.transform, pixel).ok()?;
        let ray = world_ray(ray, self.sight.origin);
        let [x, _, z] = ray.at(self.surface(pixel)?.cast(&ray, 0.0..FURTHEST_M)?);
        // Whole metres are near enough, and read well.
        Some([x.round(), z.round()])
    }
}

/// Shows a handle at a point of the screen; with what the pointer looks like over it, and a hint.
pub fn handle(
    context: &egui::Context,
    id: egui::Id,
    at: Pos2,
    shape: Shape,
    (cursor, hint): (CursorIcon, &str),
) -> Response {
    let size = egui::Vec2::splat(REACH);
    let area = egui::Area::new(id)
        .fixed_pos(at - 0.5 * size)
        // Below windows that open over the land.
        .order(Order::Background)
        .constrain(false);
    let shown = area.show(context, |ui| {
        let (rect, handle) = ui.allocate_exact_size(size, Sense::drag());
        let is_lit = handle.hovered() || handle.dragged();
        draw(ui.painter(), rect, shape, if is_lit { Color32::WHITE } else { ACCENT });
        handle.on_hover_and_drag_cursor(cursor).tip(hint)
    });
    shown.inner
}

/// Draws a handle within what the pointer takes of it: with a dark rim, to be seen on any land.
fn draw(painter: &Painter, rect: Rect, shape: Shape, fill: Color32) {
    let (middle, rim) = (rect.center(), Stroke::new(2.0, Color32::BLACK));
    match shape {
        Shape::Round => _ = painter.circle(middle, 6.0, fill, rim),
        Shape::Square => {
            let square = Rect::from_center_size(middle, vec2(11.0, 11.0));
            painter.rect(square, 2.0, fill, rim, StrokeKind::Outside);
        }
        Shape::Move => {
            painter.circle(middle, 10.0, fill, rim);
            for way in [vec2(1.0, 0.0), vec2(-1.0, 0.0), vec2(0.0, 1.0), vec2(0.0, -1.0)] {
                let (tip, aside) = (middle + 7.5 * way, 2.6 * way.rot90());
                let line = Stroke::new(1.6, Color32::BLACK);
                painter.line_segment([middle, tip], line);
                let back = tip - 2.6 * way;
                painter.line(vec![back + aside, tip, back - aside], line);
            }
        }
    }
}
