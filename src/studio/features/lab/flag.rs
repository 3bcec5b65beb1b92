//! A flag on the land at the point p, at which the figures evaluate the noise.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Color32, FontId, LayerId, Stroke, pos2, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::state::Lab;
use crate::lab::figure::decimal;
use crate::plugin::camera::LandCamera;
use crate::plugin::land::origin::RenderOrigin;
use crate::plugin::land::state::{Sides, WantedScene};
use crate::studio::app::order::PassSet;
use crate::studio::camera::state::FreeArea;
use crate::studio::features::contour_labels::places::LabelCamera;
use crate::studio::panel::state::UiState;
use crate::studio::ui::theme::ACCENT;

/// The height of the flag's pole, in points.
const POLE: f32 = 44.0;

/// Shows the flag while the lab is open.
pub struct FlagPlugin;

impl Plugin for FlagPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(EguiPrimaryContextPass, draw.in_set(PassSet::OverPanels));
    }
}

fn draw(
    mut contexts: EguiContexts,
    lab: Res<Lab>,
    state: Res<UiState>,
    wanted: Res<WantedScene>,
    sides: Sides,
    area: Res<FreeArea>,
    origin: Res<RenderOrigin>,
    camera: Query<(&Camera, &GlobalTransform), With<LandCamera>>,
) -> Result {
    if !lab.open || state.hidden_for_picture {
        return Ok(());
    }
    let (Ok((camera, transform)), Some(area)) = (camera.single(), area.0) else {
        return Ok(());
    };
    let Some(surface) = sides.shown.surface() else { return Ok(()) };
    let per_m = wanted.0.recipe.base().frequency_per_m();
    let place_m = lab.state.point.map(|x| x / per_m);
    let view = LabelCamera { camera, transform, origin: *origin, area };
    let height_m = surface.surface_m(place_m);
    let [x, z] = place_m;
    let pixel = view.project([x, height_m, z]).filter(|pixel| area.contains(*pixel));
    let context = contexts.ctx_mut()?;
    let scale = context.zoom_factor();
    let Some(foot) = pixel.map(|pixel| pos2(pixel.x / scale, pixel.y / scale)) else {
        return Ok(());
    };
    let ends = [area.min, area.max].map(|end| pos2(end.x / scale, end.y / scale));
    let clip = egui::Rect::from_min_max(ends[0], ends[1]);
    let painter = context.layer_painter(LayerId::background()).with_clip_rect(clip);
    let dark = Color32::from_black_alpha(170);
    // If there is no room above the point, the flag hangs below it.
    let up = if foot.y - POLE - 40.0 < clip.top() { -1.0 } else { 1.0 };
    let top = foot - vec2(0.0, up * POLE);
    painter.line_segment([foot, top], Stroke::new(4.0, dark));
    painter.line_segment([foot, top], Stroke::new(2.0, ACCENT));
    painter.circle(foot, 4.0, ACCENT, Stroke::new(1.5, dark));
    let [px, py] = lab.state.point.map(|x| decimal(x, 2));
    let lines = format!("p = ({px}, {py})\n{} m", decimal(height_m, 1));
    let galley = painter.layout_no_wrap(lines, FontId::proportional(12.0), Color32::WHITE);
    let size = galley.size() + vec2(10.0, 6.0);
    let to_left = top.x + size.x + 2.0 > clip.right();
    let align = match (to_left, up > 0.0) {
        (false, true) => Align2::LEFT_TOP,
        (true, true) => Align2::RIGHT_TOP,
        (false, false) => Align2::LEFT_BOTTOM,
        (true, false) => Align2::RIGHT_BOTTOM,
    };
    let flag = align.anchor_size(top, size);
    painter.rect_filled(flag, 3.0, Color32::from_black_alpha(190));
    painter.rect_stroke(flag, 3.0, (1.0, ACCENT), egui::StrokeKind::Inside);
    painter.galley(flag.min + vec2(5.0, 3.0), galley, Color32::WHITE);
    Ok(())
}
