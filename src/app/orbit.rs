//! The orbit camera: drag, pan, zoom, focus; never under the ground, never lost.

use bevy::camera::CameraUpdateSystems;
use bevy::input::mouse::{MouseButtonInput, MouseMotion};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::{EguiContexts, EguiPostUpdateSet};
use bevy_panorbit_camera::{FocusBoundsShape, PanOrbitCamera, PanOrbitCameraPlugin, PanOrbitCameraSystemSet};

use super::OrogenSet;
use super::camera::{self, GROUND_CLEARANCE_M, LandCamera, ground_m};
use super::command::Command;
use super::land::{ShownLand, WantedScene};
use super::origin::{self, OriginShifted, WorldOrigin};
use crate::terrain::land::Land;
use crate::terrain::scene::Scene;
use crate::terrain::view::Camera as CameraPose;

/// Where the pointer and the keyboard belong: to the panel, or to the land.
#[derive(Resource, Default, Debug)]
pub struct InputOwner {
    /// The panel has the pointer: it is over it, or a drag began there.
    pub panel_has_pointer: bool,
    /// Text is being typed.
    pub panel_has_keyboard: bool,
    dragging: bool,
}

impl InputOwner {
    /// Keeps the pointer from the camera until every button is up again.
    pub fn hold(&mut self) {
        self.panel_has_pointer = true;
        self.dragging = true;
    }
}

/// The rectangle that the panels leave free, in logical pixels; the pointer belongs to the land only in there.
#[derive(Resource, Default, Debug)]
pub struct FreeArea(pub Option<Rect>);

/// Orbit, pan, zoom and focus.
pub struct OrbitPlugin;

impl Plugin for OrbitPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(PanOrbitCameraPlugin)
            .init_resource::<InputOwner>()
            .init_resource::<FreeArea>()
            .init_resource::<StartPose>()
            .add_systems(Update, motion_from_cursor)
            .add_systems(
                PostUpdate,
                (decide_owner, start_pose, obey_commands, move_by_keys, limit)
                    .chain()
                    .after(EguiPostUpdateSet::EndPass)
                    .after(OrogenSet::Edit)
                    .before(PanOrbitCameraSystemSet),
            )
            .add_observer(shift_origin)
            .add_systems(
                PostUpdate,
                stay_above_ground
                    .after(PanOrbitCameraSystemSet)
                    .before(OrogenSet::Build)
                    .before(TransformSystems::Propagate)
                    .before(CameraUpdateSystems),
            );
    }
}

/// The pose to take once there is land to stand on: at the start, and when a preset names one.
#[derive(Resource, Default)]
pub struct StartPose(pub Option<CameraPose>);

/// The pointer belongs to whom its press fell on until every button is up again.
fn decide_owner(
    mut owner: ResMut<InputOwner>,
    mut contexts: EguiContexts,
    area: Res<FreeArea>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    buttons: Res<ButtonInput<MouseButton>>,
    mut cameras: Query<&mut PanOrbitCamera>,
    keyboard: Res<ButtonInput<KeyCode>>,
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
        wanted.enabled = !owner.panel_has_pointer;
        // One pan button is all there is: while Shift is held, the left one pans.
        (wanted.button_orbit, wanted.button_pan) =
            if shift { (MouseButton::Right, MouseButton::Left) } else { (MouseButton::Left, MouseButton::Right) };
        camera.set_if_neq(wanted);
    }
}

/// Pointers that report places only (of remote desktops, virtual machines, tablets) give no relative motion, which orbiting
/// reads: it is made from the cursor's path where none came.
fn motion_from_cursor(mut moved: MessageReader<CursorMoved>, mut motions: ResMut<Messages<MouseMotion>>) {
    let delta: Vec2 = moved.read().filter_map(|moved| moved.delta).sum();
    let none_came = motions.iter_current_update_messages().all(|motion| motion.delta == Vec2::ZERO);
    if delta != Vec2::ZERO && none_came {
        motions.write(MouseMotion { delta });
    }
}

/// Takes the pose that the scene asks for, before its land is built around it.
fn start_pose(world: &mut World, cameras: &mut QueryState<(&mut PanOrbitCamera, &mut Transform), With<LandCamera>>) {
    let Some(pose) = world.resource::<StartPose>().0 else { return };
    let recipe = world.resource::<WantedScene>().0.recipe.clone();
    let Ok(land) = Land::new(&recipe) else { return };
    world.resource_mut::<StartPose>().0 = None;
    let focus = camera::focus_m(&pose, &recipe, &land);
    origin::follow(world, [focus[0], focus[2]]);
    let origin = *world.resource::<WorldOrigin>();
    for (mut orbit, mut transform) in cameras.iter_mut(world) {
        orbit.focus = origin.local(focus);
        orbit.target_focus = orbit.focus;
        orbit.target_yaw = -(pose.yaw_deg.to_radians() as f32);
        orbit.target_pitch = pose.pitch_deg.to_radians() as f32;
        orbit.target_radius = pose.distance_m as f32;
        orbit.yaw = Some(orbit.target_yaw);
        orbit.pitch = Some(orbit.target_pitch);
        orbit.radius = Some(orbit.target_radius);
        orbit.initialized = true;
        orbit.force_update = true;
        *transform = camera::transform(&pose, &recipe, &land, origin);
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

/// The pose of an orbit camera, for the view's text.
pub fn pose(orbit: &PanOrbitCamera, origin: WorldOrigin) -> CameraPose {
    CameraPose {
        yaw_deg: f64::from(-orbit.target_yaw.to_degrees()).rem_euclid(360.0),
        pitch_deg: f64::from(orbit.target_pitch.to_degrees()).clamp(-89.0, 89.0),
        distance_m: f64::from(orbit.target_radius).clamp(1.0, 1e6),
        focus_m: Some(origin.world_m(orbit.target_focus)),
    }
}

/// The ray through the cursor, if the cursor is over the land.
pub fn cursor_ray(window: &Window, camera: (&Camera, &GlobalTransform)) -> Option<Ray3d> {
    camera.0.viewport_to_world(camera.1, window.cursor_position()?).ok()
}

fn obey_commands(
    mut commands: MessageReader<Command>,
    mut clicks: MessageReader<MouseButtonInput>,
    mut last_click: Local<Option<(f32, Vec2)>>,
    time: Res<Time<Real>>,
    owner: Res<InputOwner>,
    shown: Res<ShownLand>,
    origin: Res<WorldOrigin>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut cameras: Query<(&mut PanOrbitCamera, &Camera, &GlobalTransform), With<LandCamera>>,
) {
    let cursor = window.as_ref().and_then(|w| w.cursor_position());
    let mut wanted: Vec<Command> = commands.read().copied().collect();
    for click in clicks.read().filter(|c| c.button == MouseButton::Left && c.state.is_pressed()) {
        let (now, at) = (time.elapsed_secs(), cursor.unwrap_or_default());
        let twice = last_click.is_some_and(|(then, there)| now - then < 0.4 && there.distance(at) < 6.0);
        *last_click = if twice { None } else { Some((now, at)) };
        let _ = click;
        if twice && !owner.panel_has_pointer {
            wanted.push(Command::FocusCursor);
        }
    }
    let Some((recipe, land)) = &shown.current else { return };
    let Ok((mut orbit, camera, transform)) = cameras.single_mut() else { return };
    for command in wanted {
        match command {
            Command::FrameLand => {
                // Of an endless land: as much as the first look shows.
                let default = CameraPose::default();
                let (focus, distance_m) = match camera::bounds_m(recipe) {
                    Some([low, high]) => ([0.5 * (low + high); 2], 1.15 * (high - low)),
                    None => {
                        let [x, _, z] = origin.world_m(orbit.target_focus);
                        ([x, z], default.distance_m)
                    }
                };
                orbit.target_focus = origin.local([focus[0], ground_m(recipe, land, focus), focus[1]]);
                orbit.target_radius = distance_m as f32;
                orbit.target_pitch = orbit.target_pitch.max(0.45);
            }
            Command::FocusCursor => {
                let ray = window.as_ref().and_then(|w| cursor_ray(w, (camera, transform)));
                if let Some(point) = ray.and_then(|ray| camera::pick(recipe, land, ray, *origin)) {
                    orbit.target_focus = origin.local(point);
                }
            }
            _ => {}
        }
    }
}

/// W A S D and the arrows move the focus over the ground, Q and E zoom; the speed goes with the distance.
fn move_by_keys(
    keyboard: Res<ButtonInput<KeyCode>>,
    owner: Res<InputOwner>,
    time: Res<Time<Real>>,
    mut cameras: Query<&mut PanOrbitCamera, With<LandCamera>>,
) {
    let ctrl = keyboard.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    if owner.panel_has_keyboard || ctrl {
        return;
    }
    let held = |keys: [KeyCode; 2]| f32::from(u8::from(keyboard.any_pressed(keys)));
    let ahead = held([KeyCode::KeyW, KeyCode::ArrowUp]) - held([KeyCode::KeyS, KeyCode::ArrowDown]);
    let aside = held([KeyCode::KeyD, KeyCode::ArrowRight]) - held([KeyCode::KeyA, KeyCode::ArrowLeft]);
    let away = held([KeyCode::KeyE; 2]) - held([KeyCode::KeyQ; 2]);
    if (ahead, aside, away) == (0.0, 0.0, 0.0) {
        return;
    }
    // A slow frame must not throw the camera across the land.
    let seconds = time.delta_secs().min(0.1);
    for mut orbit in &mut cameras {
        let turn = Quat::from_rotation_y(orbit.target_yaw);
        let step = turn * Vec3::new(aside, 0.0, -ahead) * orbit.target_radius * 0.8 * seconds;
        orbit.target_focus += step;
        orbit.target_radius *= (away * seconds).exp();
    }
}

/// Limits of zoom, pitch and focus; the focus follows the ground.
fn limit(
    shown: Res<ShownLand>,
    wanted: Res<WantedScene>,
    origin: Res<WorldOrigin>,
    mut cameras: Query<&mut PanOrbitCamera, With<LandCamera>>,
) {
    let Some((recipe, land)) = &shown.current else { return };
    let Scene { recipe: edited, view } = &wanted.0;
    let reach = edited.shape.height_m.abs().max(edited.world.sea_level_m.abs()) as f32 * 4.0 + 1000.0;
    let bounds = camera::bounds_m(recipe);
    let furthest_m = bounds.map_or(1000.0 * view.params.distance.horizon_km, |[low, high]| 4.0 * (high - low)) as f32;
    for mut camera in &mut cameras {
        let mut orbit = *camera;
        orbit.zoom_lower_limit = 4.0 * GROUND_CLEARANCE_M as f32;
        orbit.zoom_upper_limit = Some(furthest_m);
        orbit.target_radius = orbit.target_radius.clamp(orbit.zoom_lower_limit, furthest_m);
        orbit.pitch_lower_limit = Some(0.02);
        orbit.pitch_upper_limit = Some(1.55);
        let mut focus = origin.world_m(orbit.target_focus);
        orbit.focus_bounds_shape = None;
        if let Some([low, high]) = bounds {
            let middle = 0.5 * (low + high);
            orbit.focus_bounds_origin = origin.local([middle, 0.0, middle]);
            let side = (high - low) as f32;
            orbit.focus_bounds_shape = Some(FocusBoundsShape::Cuboid(Cuboid::new(side, 2.0 * reach, side)));
            focus = [focus[0].clamp(low, high), focus[1], focus[2].clamp(low, high)];
        }
        let target = origin.local(focus);
        // A focus that the scene sets in the air stays there until one moves.
        if (target.x, target.z) != (orbit.focus.x, orbit.focus.z) {
            focus[1] = ground_m(recipe, land, [focus[0], focus[2]]);
        }
        orbit.target_focus = origin.local(focus);
        camera.set_if_neq(orbit);
    }
}

/// Lifts the camera where the land would cover it.
fn stay_above_ground(
    shown: Res<ShownLand>,
    origin: Res<WorldOrigin>,
    mut cameras: Query<(&mut Transform, &PanOrbitCamera), With<LandCamera>>,
) {
    let Some((recipe, land)) = &shown.current else { return };
    for (mut transform, orbit) in &mut cameras {
        let eye = origin.world_m(transform.translation);
        let lowest = ground_m(recipe, land, [eye[0], eye[2]]) + GROUND_CLEARANCE_M;
        if eye[1] < lowest {
            transform.translation.y = lowest as f32;
            transform.look_at(orbit.focus, Vec3::Y);
        }
    }
}
