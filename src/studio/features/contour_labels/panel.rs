//! Writes heights along the contour lines of the heights view. The labels belong to the picture, so
//! screenshots show them too.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Color32, FontId, LayerId, epaint::TextShape, pos2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::places::{ContourLabel, LabelCamera, is_bold, labels};
use crate::plugin::camera::LandCamera;
use crate::plugin::land::origin::RenderOrigin;
use crate::plugin::land::state::{Sides, WantedScene};
use crate::studio::app::order::PassSet;
use crate::studio::camera::state::FreeArea;
use crate::studio::ui::text::trimmed;
use crate::terrain::look::Overlay;

/// Adds the labels to the view.
pub fn plugin(app: &mut App) {
    // The labels are drawn before the panels, so that panels cover them.
    app.init_resource::<ContourLabels>()
        .add_systems(EguiPrimaryContextPass, draw.in_set(PassSet::UnderPanels));
}

/// The inputs of the labels. If one changes, the labels are computed again.
#[derive(Clone, Copy, PartialEq)]
struct LabelInputs {
    revision: u64,
    step_m: f64,
    eye: GlobalTransform,
    origin: RenderOrigin,
    area: Rect,
}

/// The labels on the screen. After the view or the land has changed, they are computed again as
/// soon as two frames in a row have the same inputs.
#[derive(Resource, Default)]
struct ContourLabels {
    /// The labels to the left and to the right of the divider.
    labels: [Vec<ContourLabel>; 2],
    made_for: Option<LabelInputs>,
    last_inputs: Option<LabelInputs>,
}

fn draw(
    mut contexts: EguiContexts,
    mut cache: ResMut<ContourLabels>,
    wanted: Res<WantedScene>,
    sides: Sides,
    area: Res<FreeArea>,
    origin: Res<RenderOrigin>,
    camera: Query<(&Camera, &GlobalTransform), With<LandCamera>>,
) -> Result {
    let look = &wanted.0.view.params.look;
    let Ok((camera, eye)) = camera.single() else { return Ok(()) };
    let shown = &*sides.shown;
    if look.overlay != Overlay::Contours {
        if cache.made_for.is_some() {
            *cache = ContourLabels::default();
        }
        return Ok(());
    }
    let Some(size) = camera.logical_viewport_size() else { return Ok(()) };
    let area = area.0.unwrap_or(Rect::from_corners(Vec2::ZERO, size));
    let step_m = look.contour_m;
    let view = LabelCamera { camera, transform: eye, origin: *origin, area };
    let now = LabelInputs { revision: shown.revision, step_m, eye: *eye, origin: *origin, area };
    if cache.made_for != Some(now) && cache.last_inputs == Some(now) {
        cache.labels = [&shown.current, &shown.second].map(|land| {
            land.iter().flat_map(|made| labels(&made.surface, step_m, &view)).collect()
        });
        cache.made_for = Some(now);
    }
    cache.last_inputs = Some(now);
    let context = contexts.ctx_mut()?;
    let scale = context.zoom_factor();
    let ends = [area.min, area.max].map(|p| pos2(p.x / scale, p.y / scale));
    let view_rect = egui::Rect::from_min_max(ends[0], ends[1]);
    let divider = sides.divider().map_or(area.max.x, |position| position * size.x) / scale;
    let (left, right) = view_rect.split_left_right_at_x(divider.clamp(ends[0].x, ends[1].x));
    // Do not draw labels made for another land or another contour interval: they would miss the
    // lines.
    let is_current_land =
        |made: &LabelInputs| (made.revision, made.step_m) == (now.revision, now.step_m);
    if cache.made_for.as_ref().is_some_and(is_current_land) {
        for (labels, clip_rect) in cache.labels.iter().zip([left, right]) {
            let painter = context.layer_painter(LayerId::background()).with_clip_rect(clip_rect);
            labels.iter().for_each(|label| write(&painter, &view, label, step_m, scale));
        }
    }
    Ok(())
}

fn write(
    painter: &egui::Painter,
    view: &LabelCamera,
    label: &ContourLabel,
    step_m: f64,
    scale: f32,
) {
    let [x, y, z] = label.position_m;
    let [dx, dz] = label.direction;
    let distance_m =
        view.origin.local(label.position_m).distance(view.transform.translation()) as f64;
    let half_span_m = 0.01 * distance_m;
    let ends = [-half_span_m, half_span_m].map(|d| view.project([x + dx * d, y, z + dz * d]));
    let (Some(pixel), [Some(from), Some(to)]) = (view.project(label.position_m), ends) else {
        return;
    };
    let direction = to - from;
    // The angle of the line, turned by 180° where the text would be upside down.
    let angle = if direction.x < 0.0 {
        (-direction.y).atan2(-direction.x)
    } else {
        direction.y.atan2(direction.x)
    };
    let size = if is_bold(label.height_m, step_m) { 12.5 } else { 11.0 };
    let text = trimmed(label.height_m, 2);
    let galley = painter.layout_no_wrap(text, FontId::proportional(size), Color32::PLACEHOLDER);
    let centre = pos2(pixel.x / scale, pixel.y / scale);
    let draw_text = |offset: egui::Vec2, colour: Color32| {
        let top_left = centre + offset - 0.5 * galley.size();
        painter.add(
            TextShape::new(top_left, galley.clone(), colour)
                .with_angle_and_anchor(angle, Align2::CENTER_CENTER),
        );
    };
    for (dx, dy) in [
        (-1.0, 0.0),
        (1.0, 0.0),
        (0.0, -1.0),
        (0.0, 1.0),
        (-0.8, -0.8),
        (0.8, -0.8),
        (-0.8, 0.8),
        (0.8, 0.8),
    ] {
        draw_text(
            egui::vec2(1.3 * dx, 1.3 * dy),
            Color32::from_rgba_unmultiplied(250, 246, 236, 200),
        );
    }
    draw_text(egui::Vec2::ZERO, Color32::from_rgb(28, 24, 30));
}
