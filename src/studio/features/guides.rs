//! Lines for framing a picture: the thirds and the horizon. Screenshots do not show them.

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, Order, Rect, Shape, Stroke, pos2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use crate::plugin::camera::LandCamera;
use crate::plugin::land::state::WantedScene;
use crate::studio::app::order::PassSet;
use crate::studio::app::settings::file::KeptSettings;
use crate::studio::camera::rig::Rig;
use crate::studio::camera::state::FreeArea;
use crate::studio::panel::state::UiState;
use crate::terrain::view::field_rad;

/// The lines are thin and pale with a dark edge, so that they are visible on snow and at night.
const LINE: Stroke =
    Stroke { width: 1.0, color: Color32::from_rgba_premultiplied(110, 110, 110, 110) };
const EDGE: Stroke = Stroke { width: 3.0, color: Color32::from_black_alpha(40) };
const HORIZON: Stroke =
    Stroke { width: 1.0, color: Color32::from_rgba_premultiplied(150, 110, 30, 160) };

/// Draws the lines if the user has turned them on in the settings.
pub fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.in_set(PassSet::OverPanels));
}

fn draw(
    mut contexts: EguiContexts,
    state: Res<UiState>,
    settings: Res<KeptSettings>,
    area: Res<FreeArea>,
    scene: Res<WantedScene>,
    cameras: Query<(&Camera, &Rig), With<LandCamera>>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let (true, Some(free), false, Ok((camera, rig))) =
        (settings.guides, area.0, state.hidden_for_picture, cameras.single())
    else {
        return Ok(());
    };
    let Some(size) = camera.logical_viewport_size() else { return Ok(()) };
    let zoom = context.zoom_factor();
    let to_points = |point: Vec2| pos2(point.x, point.y) / zoom;
    let free = Rect::from_min_max(to_points(free.min), to_points(free.max));
    // Half the height of the picture that has the camera's field of view, in points. The picture is
    // centred on the free area and exceeds the window (see `panel::pass::centre_land`).
    let half_height = size.y / zoom - 0.5 * free.height();
    let field = field_rad(scene.0.view.params.camera.lens_mm);
    let horizon = horizon(rig.now().pitch_rad, field) as f32;
    let painter =
        context.layer_painter(egui::LayerId::new(Order::Background, egui::Id::new("guides")));
    let painter = painter.with_clip_rect(free);
    let line = |ends: [egui::Pos2; 2], stroke: Stroke| {
        painter.add(Shape::line_segment(ends, EDGE));
        painter.add(Shape::line_segment(ends, stroke));
    };
    for third in [1.0 / 3.0, 2.0 / 3.0] {
        let crossing = free.lerp_inside(egui::vec2(third, third));
        line([pos2(crossing.x, free.top()), pos2(crossing.x, free.bottom())], LINE);
        line([pos2(free.left(), crossing.y), pos2(free.right(), crossing.y)], LINE);
    }
    let y = free.center().y - horizon * half_height;
    line([pos2(free.left(), y), pos2(free.right(), y)], HORIZON);
    Ok(())
}

/// Returns the height of the horizon above the picture's middle, as a fraction of half the height
/// of the picture. `pitch_rad` is positive if the camera looks down.
fn horizon(pitch_rad: f64, field_rad: f64) -> f64 {
    pitch_rad.tan() / (0.5 * field_rad).tan()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looking_down_by_half_the_field_puts_the_horizon_at_the_upper_edge() {
        assert_eq!(horizon(0.0, 0.8), 0.0);
        assert!((horizon(0.4, 0.8) - 1.0).abs() < 1e-12);
        assert!(horizon(-0.1, 0.8) < 0.0);
    }
}
