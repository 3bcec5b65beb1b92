//! The orbit: pan, zoom and focus by keys and clicks; never lost. The mouse is the hand's affair.

use bevy::input::mouse::MouseButtonInput;
use bevy::math::{DVec2, DVec3};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::cursor::{cursor_ray, cursor_share};
use super::framing;
use super::hand;
use super::reach::{Limits, NEAREST_M};
use super::rig::Rig;
use super::state::{CameraMode, FreeArea, InputOwner};
use crate::plugin::camera::LandCamera;
use crate::plugin::camera::pose::Pose;
use crate::plugin::land::origin::WorldOrigin;
use crate::plugin::land::state::{ShownLand, Sides, WantedScene};
use crate::plugin::order::OrogenSet;
use crate::studio::command::Command;
use crate::studio::keys::Keys;
use crate::terrain::view::{Camera as CameraPose, field_rad};

/// How much of the free part's height buttons take, in logical pixels.
const STRIP: f32 = 36.0;

/// How much faster the focus moves with Shift.
const FAST: f64 = 4.0;

/// Orbit, pan, zoom and focus.
pub struct OrbitPlugin;

impl Plugin for OrbitPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            PostUpdate,
            ((obey_commands, move_by_keys), limit)
                .chain()
                .before(hand::load)
                .in_set(OrogenSet::Steer),
        );
    }
}

/// The tangents of half the angles, across and up, of the free part of the picture, in whose middle
/// the camera looks.
fn half_view(fov_rad: f64, size: Option<Vec2>, free: Option<Rect>) -> DVec2 {
    let tangent = (0.5 * fov_rad).tan();
    let size = size.unwrap_or(Vec2::new(1280.0, 720.0));
    let free = free.map_or(size, |free| free.size().min(size)).max(Vec2::ONE);
    // The projection's angle is that of a picture of which the free part is the middle; see
    // `panels::centre_land`.
    let whole = 2.0 * size - free;
    // Buttons lie along the free part's upper edge.
    let used = (free - Vec2::new(0.0, 2.0 * STRIP)).max(0.5 * free);
    tangent * used.as_dvec2() / f64::from(whole.y)
}

fn obey_commands(
    mut commands: MessageReader<Command>,
    mut clicks: MessageReader<MouseButtonInput>,
    mut last_click: Local<Option<(f32, Vec2)>>,
    time: Res<Time<Real>>,
    owner: Res<InputOwner>,
    mode: Res<CameraMode>,
    sides: Sides,
    (origin, scene): (Res<WorldOrigin>, Res<WantedScene>),
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    area: Res<FreeArea>,
    mut cameras: Query<(&mut Rig, &Camera, &GlobalTransform), With<LandCamera>>,
) {
    let cursor = window.as_ref().and_then(|w| w.cursor_position());
    let mut wanted: Vec<Command> = commands.read().copied().collect();
    for _ in clicks.read().filter(|c| c.button == MouseButton::Left && c.state.is_pressed()) {
        let (now, at) = (time.elapsed_secs(), cursor.unwrap_or_default());
        let twice =
            last_click.is_some_and(|(then, there)| now - then < 0.4 && there.distance(at) < 6.0);
        *last_click = if twice { None } else { Some((now, at)) };
        if twice && !owner.panel_has_pointer {
            wanted.push(Command::FocusCursor);
        }
    }
    let Some(surface) = sides.shown.surface() else { return };
    let Ok((mut rig, camera, transform)) = cameras.single_mut() else { return };
    for command in wanted {
        match command {
            Command::FrameLand => {
                let now = rig.goal().view();
                let field_rad = field_rad(scene.0.view.params.camera.lens_mm);
                let half_view = half_view(field_rad, camera.logical_viewport_size(), area.0);
                // Of an endless land: as much as the first look shows.
                let first = CameraPose { distance_m: CameraPose::default().distance_m, ..now };
                let wanted = framing::whole_land(&now, surface, half_view)
                    .unwrap_or_else(|| framing::clear_pose(&first, surface, field_rad));
                rig.aim(Pose::of_view(&wanted, surface));
            }
            // Who flies or walks drags the view, and clicks a lot.
            Command::FocusCursor if *mode == CameraMode::Orbit => {
                let ray = window.as_ref().and_then(|w| cursor_ray(w, (camera, transform), *origin));
                let share = window.as_ref().and_then(|w| cursor_share(w)).unwrap_or_default();
                let seen = sides.surface_at(share);
                if let Some(point) = seen.zip(ray).and_then(|(seen, ray)| seen.pick(&ray)) {
                    let goal = Pose { focus_m: point.into(), ..rig.goal() };
                    rig.aim(goal);
                }
            }
            _ => {}
        }
    }
}

/// W A S D and the arrows move the focus over the ground, Q and E zoom; the speed goes with the
/// distance.
fn move_by_keys(
    keys: Res<Keys>,
    owner: Res<InputOwner>,
    mode: Res<CameraMode>,
    time: Res<Time<Real>>,
    mut rigs: Query<&mut Rig, With<LandCamera>>,
) {
    let steer = keys.steer();
    if owner.panel_has_keyboard || *mode != CameraMode::Orbit || steer.is_idle() {
        return;
    }
    // A slow frame must not throw the camera across the land.
    let seconds = time.delta_secs_f64().min(0.1);
    let pace = if steer.fast { FAST } else { 1.0 };
    for mut rig in &mut rigs {
        let (now, mut goal) = (rig.now(), rig.goal());
        let eye = goal.eye();
        let level = (eye.ahead() * steer.ahead + eye.right() * steer.right).normalize_or_zero();
        goal.focus_m += level * goal.distance_m * 0.8 * pace * seconds;
        goal.distance_m *= (steer.up * seconds).exp();
        rig.approach(now, goal);
    }
}

/// Limits of zoom and focus; the focus follows the ground.
fn limit(
    shown: Res<ShownLand>,
    wanted: Res<WantedScene>,
    mode: Res<CameraMode>,
    mut rigs: Query<&mut Rig, With<LandCamera>>,
) {
    let Some(surface) = shown.surface().filter(|_| *mode == CameraMode::Orbit) else { return };
    let limits = Limits::of(&wanted.0, surface);
    for mut rig in &mut rigs {
        let (now, mut goal) = (rig.now(), rig.goal());
        goal.distance_m = goal.distance_m.clamp(NEAREST_M, limits.furthest_m);
        let DVec3 { x, y, z } = goal.focus_m;
        let [x, z] =
            limits.bounds_m.map_or([x, z], |[low, high]| [x, z].map(|c| c.clamp(low, high)));
        // A focus that the scene sets in the air stays there until one moves.
        let moves = [x, z] != [now.focus_m.x, now.focus_m.z];
        let y = if moves { surface.ground_m([x, z]) } else { y };
        goal.focus_m = DVec3::new(x, y, z);
        if goal != rig.goal() {
            rig.approach(now, goal);
        }
    }
}
