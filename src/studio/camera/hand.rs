//! The hand that orbits: `bevy_panorbit_camera`, which reads the mouse and smooths.
//!
//! Its component sits on an entity of its own, without a camera. In every frame it is loaded from
//! the rig, as seen from the rig's focus (so that f32 is exact anywhere in the world), runs, and
//! gives the rig back what it has changed. It keeps nothing from one frame to the next.

use std::f32::consts::{PI, TAU};

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_panorbit_camera::{
    ActiveCameraData, FocusBoundsShape, PanOrbitCamera, PanOrbitCameraPlugin,
    PanOrbitCameraSystemSet,
};

use super::pointer::PointerMotion;
use super::reach::{self, LOWEST_PITCH_RAD, NEAREST_M, STEEPEST_PITCH_RAD};
use super::rig::Rig;
use super::state::{CameraMode, InputOwner};
use crate::plugin::camera::LandCamera;
use crate::plugin::camera::pose::Pose;
use crate::plugin::land::state::{ShownLand, WantedScene};
use crate::plugin::order::OrogenSet;

/// The hand, and what it was loaded with.
#[derive(Component, Default)]
pub struct Hand(PanOrbitCamera);

/// Orbits by mouse, smoothly.
pub struct HandPlugin;

impl Plugin for HandPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(PanOrbitCameraPlugin)
            // Which camera the mouse moves is known.
            .insert_resource(ActiveCameraData { manual: true, ..default() })
            .add_systems(Startup, spawn)
            .add_systems(
                PostUpdate,
                (load.before(PanOrbitCameraSystemSet), store.after(PanOrbitCameraSystemSet))
                    .in_set(OrogenSet::Steer),
            );
    }
}

fn spawn(mut commands: Commands) {
    // The component asks for a camera, which the hand is none.
    commands.spawn((Hand::default(), PanOrbitCamera::default())).remove::<(Camera3d, Camera)>();
}

/// Loads the hand with the rig's pose, its limits, and whether the mouse is its own.
pub(super) fn load(
    owner: Res<InputOwner>,
    mode: Res<CameraMode>,
    pointer: Res<PointerMotion>,
    buttons: Res<ButtonInput<MouseButton>>,
    keyboard: Res<ButtonInput<KeyCode>>,
    shown: Res<ShownLand>,
    wanted: Res<WantedScene>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut active: ResMut<ActiveCameraData>,
    cameras: Query<(&Rig, &Camera, &Projection), (With<LandCamera>, Without<Hand>)>,
    mut hands: Query<(Entity, &mut Hand, &mut PanOrbitCamera, &mut Transform, &mut Projection)>,
) {
    let Ok((rig, camera, seen)) = cameras.single() else { return };
    let Ok((entity, mut hand, mut orbit, mut transform, mut projection)) = hands.single_mut()
    else {
        return;
    };
    active.entity = Some(entity);
    active.viewport_size = camera.logical_viewport_size();
    active.window_size = window.map(|window| window.size());
    // What a pixel of panning is, the projection says; its way, the transform.
    *projection = seen.clone();
    transform.rotation = rig.now().eye().transform(default()).rotation;
    *orbit = loaded(rig);
    orbit.enabled =
        !owner.panel_has_pointer && *mode == CameraMode::Orbit && shown.surface().is_some();
    let shift = keyboard.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    // One pan button is all there is: while Shift is held, the left one pans.
    (orbit.button_orbit, orbit.button_pan) = if shift {
        (MouseButton::Right, MouseButton::Left)
    } else {
        (MouseButton::Left, MouseButton::Right)
    };
    if *mode == CameraMode::Orbit
        && let Some(surface) = shown.surface()
    {
        let limits = reach::Limits::of(&wanted.0, surface);
        set_limits(&mut orbit, rig, &limits);
    }
    hand.0 = *orbit;
    if pointer.is_of_cursor && orbit.enabled {
        drag(&mut orbit, &active, &projection, &transform, &buttons, pointer.delta);
    }
}

/// The rig's poses, as seen from the focus.
fn loaded(rig: &Rig) -> PanOrbitCamera {
    let (now, goal) = (rig.now(), rig.goal());
    PanOrbitCamera {
        focus: Vec3::ZERO,
        target_focus: (goal.focus_m - now.focus_m).as_vec3(),
        yaw: Some(-now.yaw_rad as f32),
        target_yaw: -goal.yaw_rad as f32,
        pitch: Some(now.pitch_rad as f32),
        target_pitch: goal.pitch_rad as f32,
        radius: Some(now.distance_m as f32),
        target_radius: goal.distance_m as f32,
        zoom_lower_limit: NEAREST_M as f32,
        initialized: true,
        ..default()
    }
}

/// The limits of what the mouse does.
fn set_limits(orbit: &mut PanOrbitCamera, rig: &Rig, limits: &reach::Limits) {
    orbit.zoom_upper_limit = Some(limits.furthest_m as f32);
    // A pose that looks up, as a walk leaves it, is kept until one looks further down.
    orbit.pitch_lower_limit = Some((LOWEST_PITCH_RAD as f32).min(orbit.target_pitch));
    orbit.pitch_upper_limit = Some(STEEPEST_PITCH_RAD as f32);
    if let Some([low, high]) = limits.bounds_m {
        let middle = 0.5 * (low + high);
        let origin = bevy::math::DVec3::new(middle, 0.0, middle) - rig.now().focus_m;
        orbit.focus_bounds_origin = origin.as_vec3();
        let [side, height] = [(high - low) as f32, limits.height_m as f32];
        orbit.focus_bounds_shape =
            Some(FocusBoundsShape::Cuboid(Cuboid::new(side, 2.0 * height, side)));
    }
}

/// What the crate does with a mouse's motion, for pointers that report places only, which it does
/// not read.
fn drag(
    orbit: &mut PanOrbitCamera,
    active: &ActiveCameraData,
    projection: &Projection,
    transform: &Transform,
    buttons: &ButtonInput<MouseButton>,
    delta: Vec2,
) {
    let (Some(window), Some(viewport)) = (active.window_size, active.viewport_size) else {
        return;
    };
    if buttons.pressed(orbit.button_orbit) {
        orbit.target_yaw -= delta.x / window.x * TAU;
        orbit.target_pitch += delta.y / window.y * PI;
    } else if let Projection::Perspective(seen) = projection
        && buttons.pressed(orbit.button_pan)
    {
        let share = delta * Vec2::new(seen.fov * seen.aspect_ratio, seen.fov) / viewport;
        let way = transform.rotation * Vec3::new(-share.x, share.y, 0.0);
        orbit.target_focus += way * orbit.radius.unwrap_or_default();
    }
}

/// Gives the rig what the hand has changed, and nothing else: what it has not touched keeps its
/// f64.
pub(super) fn store(
    mut cameras: Query<&mut Rig, With<LandCamera>>,
    hands: Query<(&Hand, &PanOrbitCamera)>,
) {
    let (Ok(mut rig), Ok((Hand(loaded), orbit))) = (cameras.single_mut(), hands.single()) else {
        return;
    };
    if loaded != orbit {
        let (now, goal) = stored(&rig, loaded, orbit);
        rig.approach(now, goal);
    }
}

fn stored(rig: &Rig, loaded: &PanOrbitCamera, orbit: &PanOrbitCamera) -> (Pose, Pose) {
    let (was, aim) = (rig.now(), rig.goal());
    let kept = |old: f32, new: f32, exact: f64, sign: f64| {
        if old == new { exact } else { sign * f64::from(new) }
    };
    let goal = Pose {
        focus_m: if orbit.target_focus == loaded.target_focus {
            aim.focus_m
        } else {
            was.focus_m + orbit.target_focus.as_dvec3()
        },
        yaw_rad: kept(loaded.target_yaw, orbit.target_yaw, aim.yaw_rad, -1.0),
        pitch_rad: kept(loaded.target_pitch, orbit.target_pitch, aim.pitch_rad, 1.0),
        distance_m: kept(loaded.target_radius, orbit.target_radius, aim.distance_m, 1.0),
    };
    // What has arrived is where it was to go, to the last bit.
    let there = |old: Option<f32>, new: Option<f32>, target: f32, exact: f64, end: f64, sign| {
        let (old, new) = (old.unwrap_or(target), new.unwrap_or(target));
        if new == target { end } else { kept(old, new, exact, sign) }
    };
    let now = Pose {
        focus_m: if orbit.focus == orbit.target_focus {
            goal.focus_m
        } else {
            was.focus_m + orbit.focus.as_dvec3()
        },
        yaw_rad: there(loaded.yaw, orbit.yaw, orbit.target_yaw, was.yaw_rad, goal.yaw_rad, -1.0),
        pitch_rad: there(
            loaded.pitch,
            orbit.pitch,
            orbit.target_pitch,
            was.pitch_rad,
            goal.pitch_rad,
            1.0,
        ),
        distance_m: there(
            loaded.radius,
            orbit.radius,
            orbit.target_radius,
            was.distance_m,
            goal.distance_m,
            1.0,
        ),
    };
    (now, goal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::math::DVec3;
    use proptest::prelude::*;

    fn poses() -> impl Strategy<Value = Pose> {
        (-1e9..1e9, -7.0..7.0, -1.5..1.5, 2.0..1e5).prop_map(|(x, yaw_rad, pitch_rad, d)| Pose {
            focus_m: DVec3::new(x, 120.0, -x),
            yaw_rad,
            pitch_rad,
            distance_m: d,
        })
    }

    proptest! {
        #[test]
        fn what_the_hand_leaves_stays_to_the_last_bit(now in poses(), goal in poses()) {
            let goal = Pose { focus_m: now.focus_m + DVec3::new(3.0, 0.1, -7.0), ..goal };
            let mut rig = Rig::default();
            rig.approach(now, goal);
            let loaded = loaded(&rig);
            // Only the goal's distance is changed, as by the wheel.
            let mut orbit = loaded;
            orbit.target_radius *= 0.5;
            let (stored_now, stored_goal) = stored(&rig, &loaded, &orbit);
            prop_assert_eq!(stored_now.yaw_rad, now.yaw_rad);
            prop_assert_eq!(stored_goal.yaw_rad, goal.yaw_rad);
            prop_assert_eq!(stored_goal.focus_m, goal.focus_m);
            prop_assert!((stored_goal.distance_m / goal.distance_m - 0.5).abs() < 1e-6);
        }

        #[test]
        fn what_arrives_rests_at_its_goal(now in poses(), goal in poses()) {
            let goal = Pose { focus_m: now.focus_m + DVec3::new(3.0, 0.1, -7.0), ..goal };
            let mut rig = Rig::default();
            rig.approach(now, goal);
            let loaded = loaded(&rig);
            let mut orbit = loaded;
            orbit.focus = orbit.target_focus;
            orbit.yaw = Some(orbit.target_yaw);
            orbit.pitch = Some(orbit.target_pitch);
            orbit.radius = Some(orbit.target_radius);
            prop_assert_eq!(stored(&rig, &loaded, &orbit), (goal, goal));
        }
    }
}
