//! Commands and double-clicks of an orbit: frame the land, or look at a point.
//!
//! `orbit_gestures` handles drags, the wheel and moving keys.

use bevy::input::mouse::MouseButtonInput;
use bevy::math::DVec3;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::cursor::{cursor_ray, cursor_share};
use super::framing::frame_whole_land;
use super::orbit_gestures;
use super::orbit_limits::half_view;
use super::overlook::overlook;
use super::rig::Rig;
use super::state::{CameraMode, FreeArea, InputOwner};
use crate::plugin::camera::LandCamera;
use crate::plugin::camera::pose::Pose;
use crate::plugin::land::origin::RenderOrigin;
use crate::plugin::land::state::{Sides, WantedScene};
use crate::plugin::order::OrogenSet;
use crate::studio::command::kinds::Command;
use crate::terrain::view::field_rad;

/// Adds the systems that frame the land and look at points.
pub fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        obey_commands.before(orbit_gestures::steer).in_set(OrogenSet::Steer),
    );
}

fn obey_commands(
    mut commands: MessageReader<Command>,
    mut clicks: MessageReader<MouseButtonInput>,
    mut last_click: Local<Option<(f32, Vec2)>>,
    time: Res<Time<Real>>,
    owner: Res<InputOwner>,
    mode: Res<CameraMode>,
    sides: Sides,
    (origin, scene): (Res<RenderOrigin>, Res<WantedScene>),
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    area: Res<FreeArea>,
    mut cameras: Query<(&mut Rig, &Camera, &GlobalTransform), With<LandCamera>>,
) {
    let cursor = window.as_ref().and_then(|w| w.cursor_position());
    let mut wanted: Vec<Command> = commands.read().copied().collect();
    for _ in clicks.read().filter(|c| c.button == MouseButton::Left && c.state.is_pressed()) {
        let (now_s, position) = (time.elapsed_secs(), cursor.unwrap_or_default());
        let is_double_click = last_click.is_some_and(|(last_s, last_position)| {
            now_s - last_s < 0.4 && last_position.distance(position) < 6.0
        });
        *last_click = if is_double_click { None } else { Some((now_s, position)) };
        if is_double_click && !owner.panel_has_pointer {
            wanted.push(Command::FocusCursor);
        }
    }
    let Some(surface) = sides.shown.surface() else { return };
    let Ok((mut rig, camera, transform)) = cameras.single_mut() else { return };
    for command in wanted {
        match command {
            Command::FrameLand => {
                let now = rig.goal().view();
                let params = &scene.0.view.params;
                let field_rad = field_rad(params.camera.lens_mm);
                let half_view = half_view(field_rad, camera.logical_viewport_size(), area.0);
                let horizon_m = 1000.0 * params.distance.horizon_km;
                let pose = frame_whole_land(&now, surface, half_view)
                    .unwrap_or_else(|| overlook(&now, surface, horizon_m, half_view.y.atan()));
                rig.aim(Pose::of_view(&pose, surface));
            }
            // In flights and walks, double-clicks are part of turning the view.
            Command::FocusCursor if *mode == CameraMode::Orbit => {
                let ray = window.as_ref().and_then(|w| cursor_ray(w, (camera, transform), *origin));
                let share = window.as_ref().and_then(|w| cursor_share(w)).unwrap_or_default();
                let clicked_surface = sides.surface_at(share);
                if let Some(point) =
                    clicked_surface.zip(ray).and_then(|(surface, ray)| surface.pick(&ray))
                {
                    let land = orbit_gestures::move_land(surface, &scene.0, camera, &area);
                    let goal = land.face(&rig.goal(), DVec3::from(point));
                    rig.aim(goal);
                }
            }
            _ => {}
        }
    }
}
