//! The orbit camera: drag, pan, zoom, focus; never under the ground, never lost.

use std::f32::consts::{PI, TAU};

use bevy::input::mouse::{MouseButtonInput, MouseMotion};
use bevy::math::DVec2;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::EguiContexts;
use bevy_panorbit_camera::{
    FocusBoundsShape, PanOrbitCamera, PanOrbitCameraPlugin, PanOrbitCameraSystemSet,
};

use super::framing;
use super::pose::{self, NEAREST_M, cursor_ray, furthest_m};
use super::state::{CameraMode, FreeArea, InputOwner};
use crate::plugin::camera::{GROUND_CLEARANCE_M, LandCamera};
use crate::plugin::land::origin::{OriginShifted, WorldOrigin};
use crate::plugin::land::state::{ShownLand, WantedScene};
use crate::plugin::order::OrogenSet;
use crate::studio::command::Command;
use crate::studio::keys::Keys;
use crate::terrain::scene::Scene;
use crate::terrain::view::Camera as CameraPose;

/// The lowest pitch that dragging gives: just above the horizon of the focus.
const LOWEST_PITCH_RAD: f32 = 0.02;

/// How much of the free part's height buttons take, in logical pixels.
const STRIP: f32 = 36.0;

/// How much faster the focus moves with Shift.
const FAST: f32 = 4.0;

/// Orbit, pan, zoom and focus.
pub struct OrbitPlugin;

impl Plugin for OrbitPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(PanOrbitCameraPlugin)
            .init_resource::<InputOwner>()
            .init_resource::<FreeArea>()
            .add_systems(Update, motion_from_cursor)
            .add_observer(shift_origin)
            .add_systems(
                PostUpdate,
                (
                    decide_owner.in_set(OrogenSet::Claim),
                    ((obey_commands, move_by_keys), limit).chain().in_set(OrogenSet::Steer),
                    // Before the build, which looks where the camera is; and after it, for it may
                    // have brought another land.
                    stay_above_ground.after(PanOrbitCameraSystemSet).in_set(OrogenSet::Follow),
                    stay_above_ground.in_set(OrogenSet::Stand),
                ),
            );
    }
}

/// The pointer belongs to whom its press fell on until every button is up again.
fn decide_owner(
    mut owner: ResMut<InputOwner>,
    mut contexts: EguiContexts,
    area: Res<FreeArea>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    buttons: Res<ButtonInput<MouseButton>>,
    mut cameras: Query<&mut PanOrbitCamera>,
    keyboard: Res<ButtonInput<KeyCode>>,
    mode: Res<CameraMode>,
) {
    let Ok(context) = contexts.ctx_mut() else { return };
    let over_egui = context.is_pointer_over_egui() || context.egui_is_using_pointer();
    let cursor = window.as_ref().and_then(|window| window.cursor_position());
    // In pixels of the window; egui's own are scaled by the zoom factor.
    let outside = match (cursor, area.0) {
        (Some(cursor), Some(area)) => !area.contains(cursor),
        (None, _) => true,
        _ => false,
    };
    owner.panel_has_keyboard = context.text_edit_focused();
    let pressed = buttons.get_pressed().next().is_some();
    if !(pressed && owner.dragging) {
        owner.panel_has_pointer = over_egui || outside;
    }
    owner.dragging = pressed;
    let shift = keyboard.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    for mut camera in &mut cameras {
        let mut wanted = *camera;
        wanted.enabled = !owner.panel_has_pointer && *mode == CameraMode::Orbit;
        // One pan button is all there is: while Shift is held, the left one pans.
        (wanted.button_orbit, wanted.button_pan) = if shift {
            (MouseButton::Right, MouseButton::Left)
        } else {
            (MouseButton::Left, MouseButton::Right)
        };
        camera.set_if_neq(wanted);
    }
}

/// Pointers that report places only (of remote desktops, virtual machines, tablets) give no
/// relative motion, which orbiting reads: it is made from the cursor's path where none came.
fn motion_from_cursor(
    mut moved: MessageReader<CursorMoved>,
    mut motions: ResMut<Messages<MouseMotion>>,
) {
    let delta: Vec2 = moved.read().filter_map(|moved| moved.delta).sum();
    let none_came = motions.iter_current_update_messages().all(|motion| motion.delta == Vec2::ZERO);
    if delta != Vec2::ZERO && none_came {
        motions.write(MouseMotion { delta });
    }
}

/// The focus goes with the rendering origin; the camera does not move in the world.
fn shift_origin(shifted: On<OriginShifted>, mut cameras: Query<&mut PanOrbitCamera>) {
    for mut orbit in &mut cameras {
        orbit.focus += shifted.by;
        orbit.target_focus += shifted.by;
        orbit.force_update = true;
    }
}

/// Lets an orbit camera glide to a pose, the shorter way round.
fn glide_to(orbit: &mut PanOrbitCamera, pose: &CameraPose, origin: WorldOrigin) {
    let turn = -(pose.yaw_deg.to_radians() as f32) - orbit.target_yaw;
    orbit.target_yaw += (turn + PI).rem_euclid(TAU) - PI;
    orbit.target_pitch = pose.pitch_deg.to_radians() as f32;
    orbit.target_radius = pose.distance_m as f32;
    if let Some(focus_m) = pose.focus_m {
        orbit.target_focus = origin.local(focus_m);
    }
}

/// The tangents of half the angles, across and up, of the free part of the picture, in whose middle
/// the camera looks.
fn half_view(projection: &Projection, size: Option<Vec2>, free: Option<Rect>) -> DVec2 {
    let tangent = match projection {
        Projection::Perspective(perspective) => f64::from(0.5 * perspective.fov).tan(),
        _ => 0.5,
    };
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
    shown: Res<ShownLand>,
    origin: Res<WorldOrigin>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    area: Res<FreeArea>,
    mut cameras: Query<
        (&mut PanOrbitCamera, &Camera, &Projection, &GlobalTransform),
        With<LandCamera>,
    >,
) {
    let cursor = window.as_ref().and_then(|w| w.cursor_position());
    let mut wanted: Vec<Command> = commands.read().copied().collect();
    for click in clicks.read().filter(|c| c.button == MouseButton::Left && c.state.is_pressed()) {
        let (now, at) = (time.elapsed_secs(), cursor.unwrap_or_default());
        let twice =
            last_click.is_some_and(|(then, there)| now - then < 0.4 && there.distance(at) < 6.0);
        *last_click = if twice { None } else { Some((now, at)) };
        let _ = click;
        if twice && !owner.panel_has_pointer {
            wanted.push(Command::FocusCursor);
        }
    }
    let Some(surface) = shown.surface() else { return };
    let Ok((mut orbit, camera, projection, transform)) = cameras.single_mut() else { return };
    for command in wanted {
        match command {
            Command::FrameLand => {
                let now = pose::of_orbit(&orbit, *origin);
                let half_view = half_view(projection, camera.logical_viewport_size(), area.0);
                // Of an endless land: as much as the first look shows.
                let default = CameraPose { distance_m: CameraPose::default().distance_m, ..now };
                let wanted = framing::whole_land(&now, surface, half_view);
                glide_to(
                    &mut orbit,
                    &wanted.unwrap_or_else(|| framing::clear_pose(&default, surface)),
                    *origin,
                );
            }
            // Who flies or walks drags the view, and clicks a lot.
            Command::FocusCursor if *mode == CameraMode::Orbit => {
                let ray = window.as_ref().and_then(|w| cursor_ray(w, (camera, transform), *origin));
                if let Some(point) = ray.and_then(|ray| surface.pick(&ray)) {
                    orbit.target_focus = origin.local(point);
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
    mut cameras: Query<&mut PanOrbitCamera, With<LandCamera>>,
) {
    let steer = keys.steer();
    if owner.panel_has_keyboard || *mode != CameraMode::Orbit || steer.is_idle() {
        return;
    }
    // A slow frame must not throw the camera across the land.
    let seconds = time.delta_secs().min(0.1);
    let pace = if steer.fast { FAST } else { 1.0 };
    for mut orbit in &mut cameras {
        let turn = Quat::from_rotation_y(orbit.target_yaw);
        let level = Vec3::new(steer.right as f32, 0.0, -steer.ahead as f32).normalize_or_zero();
        let step = turn * level * orbit.target_radius * 0.8 * pace * seconds;
        orbit.target_focus += step;
        orbit.target_radius *= (steer.up as f32 * seconds).exp();
    }
}

/// Limits of zoom, pitch and focus; the focus follows the ground.
fn limit(
    shown: Res<ShownLand>,
    wanted: Res<WantedScene>,
    origin: Res<WorldOrigin>,
    mode: Res<CameraMode>,
    mut cameras: Query<&mut PanOrbitCamera, With<LandCamera>>,
) {
    let Some(surface) = shown.surface() else { return };
    if *mode != CameraMode::Orbit {
        cameras.iter_mut().for_each(|mut camera| {
            let mut free = *camera;
            (free.pitch_lower_limit, free.pitch_upper_limit) = (None, None);
            (free.focus_bounds_shape, free.zoom_upper_limit) = (None, None);
            camera.set_if_neq(free);
        });
        return;
    }
    let Scene { recipe: edited, view } = &wanted.0;
    let reach =
        edited.shape.height_m.abs().max(edited.world.sea_level_m.abs()) as f32 * 4.0 + 1000.0;
    let bounds = surface.bounds_m();
    let furthest_m = furthest_m(bounds, view.params.distance.horizon_km) as f32;
    for mut camera in &mut cameras {
        let mut orbit = *camera;
        orbit.zoom_lower_limit = NEAREST_M as f32;
        orbit.zoom_upper_limit = Some(furthest_m);
        orbit.target_radius = orbit.target_radius.clamp(orbit.zoom_lower_limit, furthest_m);
        // A pose that looks up, as a walk leaves it, is kept until one looks further down.
        orbit.pitch_lower_limit = Some(LOWEST_PITCH_RAD.min(orbit.target_pitch));
        orbit.pitch_upper_limit = Some(1.55);
        let mut focus = origin.world_m(orbit.target_focus);
        orbit.focus_bounds_shape = None;
        if let Some([low, high]) = bounds {
            let middle = 0.5 * (low + high);
            orbit.focus_bounds_origin = origin.local([middle, 0.0, middle]);
            let side = (high - low) as f32;
            orbit.focus_bounds_shape =
                Some(FocusBoundsShape::Cuboid(Cuboid::new(side, 2.0 * reach, side)));
            focus = [focus[0].clamp(low, high), focus[1], focus[2].clamp(low, high)];
        }
        let target = origin.local(focus);
        // A focus that the scene sets in the air stays there until one moves.
        if (target.x, target.z) != (orbit.focus.x, orbit.focus.z) {
            focus[1] = surface.ground_m([focus[0], focus[2]]);
        }
        orbit.target_focus = origin.local(focus);
        camera.set_if_neq(orbit);
    }
}

/// Puts the camera where the orbit has it, lifted where the land would cover it. Nothing else moves
/// it, so that it comes down again with the land.
fn stay_above_ground(
    shown: Res<ShownLand>,
    origin: Res<WorldOrigin>,
    mode: Res<CameraMode>,
    mut cameras: Query<(&mut Transform, &PanOrbitCamera), With<LandCamera>>,
) {
    let Some(surface) = shown.surface() else { return };
    if *mode != CameraMode::Orbit {
        return;
    }
    for (mut transform, orbit) in &mut cameras {
        let (Some(yaw), Some(pitch), Some(radius)) = (orbit.yaw, orbit.pitch, orbit.radius) else {
            continue;
        };
        let mut wanted = orbit_transform(orbit.focus, yaw, pitch, radius);
        let eye = origin.world_m(wanted.translation);
        let lowest = surface.surface_m([eye[0], eye[2]]) + GROUND_CLEARANCE_M;
        if eye[1] < lowest {
            wanted.translation.y = lowest as f32;
            wanted.look_at(orbit.focus, Vec3::Y);
        }
        transform.set_if_neq(wanted);
    }
}

/// Where an orbit camera stands, as the crate that moves it has it.
fn orbit_transform(focus: Vec3, yaw: f32, pitch: f32, radius: f32) -> Transform {
    let rotation = Quat::from_rotation_y(yaw) * Quat::from_rotation_x(-pitch);
    Transform::from_translation(focus + rotation * Vec3::new(0.0, 0.0, radius))
        .with_rotation(rotation)
}
