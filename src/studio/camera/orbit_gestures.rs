//! Turns, pans and zooms an orbit by mouse, wheel and keys, with smoothing. `moves` computes the
//! poses.
//!
//! The crate `bevy_panorbit_camera` converts mouse motion to angles. Its component is on an entity
//! without a camera, and its angles start from zero in every frame.

use std::f64::consts::{PI, TAU};

use bevy::ecs::system::SystemParam;
use bevy::input::gestures::PinchGesture;
use bevy::input::mouse::MouseWheel;
use bevy::math::{DVec2, DVec3};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_panorbit_camera::{
    ActiveCameraData, PanOrbitCamera, PanOrbitCameraPlugin, PanOrbitCameraSystemSet,
};

use super::cursor::direction_at;
use super::moves::{MoveLand, ZOOM_PER_NOTCH, ZoomAnchor, has_arrived, interpolate};
use super::orbit_limits::{Limits, half_view};
use super::pointer::{PointerMotion, notches};
use super::rig::Rig;
use super::state::{CameraMode, FreeArea, InputOwner};
use super::steer::Steer;
use crate::plugin::camera::LandCamera;
use crate::plugin::camera::pose::Pose;
use crate::plugin::land::state::{ShownLand, WantedScene};
use crate::plugin::order::OrogenSet;
use crate::studio::app::keys::Keys;
use crate::terrain::scene::Scene;
use crate::terrain::surface::Surface;
use crate::terrain::view::field_rad;

/// The factor by which Shift speeds up slides.
const FAST: f64 = 4.0;

/// The speed of a slide by keys: a share of [`MoveLand::pace_m`] per second.
const PACE: f64 = 0.8;

/// The time constant with which the camera approaches its goal, in seconds.
const EASE_S: f64 = 0.06;

/// The longest time step of a frame, in seconds.
const LONGEST_FRAME_S: f64 = 0.25;

/// The gestures in progress.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct OrbitGestures {
    drag: Option<OrbitDrag>,
    wheel: Option<Wheel>,
    keys: Option<Slide>,
}

/// A drag with a held button, from the pointer's first motion on.
#[derive(Clone, Copy, Debug)]
enum OrbitDrag {
    Turn {
        /// The pose that the drag would give if no land were in the way.
        free: Pose,
        /// The least height of the eye above the ground during the drag.
        clearance_m: f64,
    },
    Pan {
        /// The point of the land that stays under the pointer.
        grabbed_m: DVec3,
    },
}

/// A zoom by wheel or pinching. It ends when the pointer moves, or when something else changes the
/// goal.
#[derive(Clone, Copy, Debug)]
struct Wheel {
    pointer: Vec2,
    anchor: ZoomAnchor,
    goal: Pose,
}

/// A slide by keys. It ends when all moving keys are up.
#[derive(Clone, Copy, Debug, Default)]
struct Slide {
    /// The point to which Q and E zoom; a slide over the land resets it.
    anchor: Option<ZoomAnchor>,
}

/// The gesture that a held button requests.
#[derive(Clone, Copy, Debug, PartialEq)]
enum DragKind {
    Turn,
    Pan,
}

/// Adds the systems that turn, pan and zoom an orbit.
pub fn plugin(app: &mut App) {
    app.add_plugins(PanOrbitCameraPlugin)
        // Without this, the crate would search for the camera under the pointer.
        .insert_resource(ActiveCameraData { manual: true, ..default() })
        .init_resource::<OrbitGestures>()
        .add_systems(Startup, spawn_orbit)
        .add_systems(
            PostUpdate,
            (load_orbit.before(PanOrbitCameraSystemSet), steer.after(PanOrbitCameraSystemSet))
                .in_set(OrogenSet::Steer),
        );
}

fn spawn_orbit(mut commands: Commands) {
    // The component requires a camera, but the land already has one.
    commands.spawn(PanOrbitCamera::default()).remove::<(Camera3d, Camera)>();
}

/// Returns the button that turns and the button that pans. Shift swaps them.
fn buttons_of(keyboard: &ButtonInput<KeyCode>) -> [MouseButton; 2] {
    let [turns, pans] = [MouseButton::Left, MouseButton::Right];
    if keyboard.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]) {
        [pans, turns]
    } else {
        [turns, pans]
    }
}

/// Lets `bevy_panorbit_camera` read the turn of this frame only. Pans and zooms need the land under
/// the pointer, which the crate does not know, so this file handles them.
pub(super) fn load_orbit(
    owner: Res<InputOwner>,
    mode: Res<CameraMode>,
    keyboard: Res<ButtonInput<KeyCode>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    cameras: Query<&Camera, (With<LandCamera>, Without<PanOrbitCamera>)>,
    mut active: ResMut<ActiveCameraData>,
    mut orbits: Query<(Entity, &mut PanOrbitCamera)>,
) {
    let (Ok(camera), Ok((entity, mut orbit))) = (cameras.single(), orbits.single_mut()) else {
        return;
    };
    active.entity = Some(entity);
    active.viewport_size = camera.logical_viewport_size();
    active.window_size = window.map(|window| window.size());
    let [button_orbit, button_pan] = buttons_of(&keyboard);
    *orbit = PanOrbitCamera {
        enabled: !owner.panel_has_drag && *mode == CameraMode::Orbit,
        yaw: Some(0.0),
        pitch: Some(0.0),
        radius: Some(1.0),
        target_radius: 1.0,
        pan_sensitivity: 0.0,
        zoom_sensitivity: 0.0,
        button_orbit,
        button_pan,
        initialized: true,
        ..default()
    };
}

/// The input of a frame.
#[derive(SystemParam)]
pub(super) struct OrbitInputs<'w, 's> {
    owner: Res<'w, InputOwner>,
    pointer: Res<'w, PointerMotion>,
    buttons: Res<'w, ButtonInput<MouseButton>>,
    keyboard: Res<'w, ButtonInput<KeyCode>>,
    keys: Res<'w, Keys>,
    wheel: MessageReader<'w, 's, MouseWheel>,
    pinches: MessageReader<'w, 's, PinchGesture>,
    time: Res<'w, Time<Real>>,
    window: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
    orbit: Query<'w, 's, &'static PanOrbitCamera>,
}

impl OrbitInputs<'_, '_> {
    /// Returns the gesture of the buttons that are down, or were released in this frame.
    fn requested_drag(&self) -> Option<DragKind> {
        let is_held = |button| self.buttons.pressed(button) || self.buttons.just_released(button);
        let [turns, pans] = buttons_of(&self.keyboard);
        match () {
            _ if self.owner.panel_has_drag => None,
            _ if is_held(turns) => Some(DragKind::Turn),
            _ if is_held(pans) || is_held(MouseButton::Middle) => Some(DragKind::Pan),
            _ => None,
        }
    }

    /// Returns the factor by which the wheel or pinching changes the distance.
    fn zoom(&mut self) -> f64 {
        let notches = notches(&mut self.wheel);
        let pinched: f32 = self.pinches.read().map(|pinch| pinch.0).sum();
        if self.owner.panel_has_pointer {
            return 1.0;
        }
        ZOOM_PER_NOTCH.powf(notches) * f64::from(-pinched).exp()
    }

    /// Returns the turn that the pointer's motion requests, to the right and down, in radians.
    ///
    /// A motion across the window's width is a full circle, and a motion across its height half a
    /// circle, as in `bevy_panorbit_camera`.
    fn turn_rad(&self) -> DVec2 {
        let crate_turn = self
            .orbit
            .single()
            .map_or(Vec2::ZERO, |orbit| Vec2::new(-orbit.target_yaw, orbit.target_pitch));
        if crate_turn != Vec2::ZERO && !self.pointer.is_part {
            return crate_turn.as_dvec2();
        }
        // The crate ignores pointers that report no relative motion, and buttons that the user has
        // already released. It also counts the motion before a press.
        let size = self.window.single().map_or(Vec2::ONE, Window::size).max(Vec2::ONE);
        (self.pointer.delta / size).as_dvec2() * DVec2::new(TAU, PI)
    }

    fn keys(&self) -> Steer {
        if self.owner.panel_has_keyboard { Steer::default() } else { self.keys.steer() }
    }

    fn seconds(&self) -> f64 {
        self.time.delta_secs_f64().min(LONGEST_FRAME_S)
    }
}

/// Returns the land to move over, with limits for scene and free area.
pub fn move_land<'a>(
    surface: &'a Surface,
    scene: &Scene,
    camera: &Camera,
    area: &FreeArea,
) -> MoveLand<'a> {
    let field_rad = field_rad(scene.view.params.camera.lens_mm);
    let half_view = half_view(field_rad, camera.logical_viewport_size(), area.0);
    MoveLand { surface, limits: Limits::of(scene, surface), half_field_rad: half_view.y.atan() }
}

pub(super) fn steer(
    mut inputs: OrbitInputs,
    mut gestures: ResMut<OrbitGestures>,
    mode: Res<CameraMode>,
    shown: Res<ShownLand>,
    wanted: Res<WantedScene>,
    area: Res<FreeArea>,
    mut cameras: Query<(&mut Rig, &Camera), With<LandCamera>>,
) {
    // The wheel is read in every mode, so that no old notches take effect in a later mode.
    let factor = inputs.zoom();
    let Some(surface) = shown.surface().filter(|_| *mode == CameraMode::Orbit) else {
        *gestures = OrbitGestures::default();
        return;
    };
    let Ok((mut rig, camera)) = cameras.single_mut() else { return };
    let land = move_land(surface, &wanted.0, camera, &area);
    // Working on a copy leaves Bevy's change flag unset if nothing moves.
    let mut next = *rig;
    gestures.turn_or_pan(&mut next, &land, camera, &inputs);
    if factor != 1.0 {
        gestures.zoom(&mut next, &land, camera, (inputs.pointer.position, factor));
    }
    gestures.slide(&mut next, &land, inputs.keys(), inputs.seconds());
    ease(&mut next, inputs.seconds());
    rig.set_if_neq(next);
}

impl OrbitGestures {
    /// Turns or pans while a button is held.
    fn turn_or_pan(
        &mut self,
        rig: &mut Rig,
        land: &MoveLand,
        camera: &Camera,
        inputs: &OrbitInputs,
    ) {
        let Some(kind) = inputs.requested_drag() else {
            self.drag = None;
            return;
        };
        let PointerMotion { delta, position, press_position, .. } = *inputs.pointer;
        // A press without motion moves nothing.
        let (true, Some(position)) = (delta != Vec2::ZERO, position) else { return };
        let drag = match (kind, self.drag) {
            (DragKind::Turn, Some(drag @ OrbitDrag::Turn { .. })) => drag,
            (DragKind::Pan, Some(drag @ OrbitDrag::Pan { .. })) => drag,
            (kind, before) => {
                let pose = land.start_pose(&rig.now());
                rig.jump_to(pose);
                let from =
                    if before.is_none() { press_position.unwrap_or(position) } else { position };
                match (kind, direction_at(camera, &pose.eye(), from)) {
                    (DragKind::Turn, _) => {
                        OrbitDrag::Turn { free: pose, clearance_m: land.clearance_m(&pose) }
                    }
                    (DragKind::Pan, Some(direction)) => {
                        OrbitDrag::Pan { grabbed_m: land.visible_point(&pose, direction) }
                    }
                    (DragKind::Pan, None) => return,
                }
            }
        };
        self.drag = Some(match drag {
            OrbitDrag::Turn { free, clearance_m } => {
                let turn_rad = inputs.turn_rad();
                let mut free = land.turn(&free, turn_rad.x, turn_rad.y);
                let goal = land.lift(&free, clearance_m);
                // The ground may have stopped the turn. A drag back then takes effect at once.
                if turn_rad.y < 0.0 {
                    free.pitch_rad = free.pitch_rad.max(goal.pitch_rad);
                }
                rig.set(rig.now(), goal);
                OrbitDrag::Turn { free, clearance_m }
            }
            OrbitDrag::Pan { grabbed_m } => {
                let goal = rig.goal();
                if let Some(direction) = direction_at(camera, &goal.eye(), position) {
                    rig.jump_to(land.pan(&goal, grabbed_m, direction));
                }
                drag
            }
        });
    }

    /// Zooms to or from the point under the pointer; `factor` multiplies the distance.
    fn zoom(
        &mut self,
        rig: &mut Rig,
        land: &MoveLand,
        camera: &Camera,
        (pointer, factor): (Option<Vec2>, f64),
    ) {
        let Some(pointer) = pointer else { return };
        let goal = rig.goal();
        let ongoing = self.wheel.filter(|wheel| wheel.pointer == pointer && wheel.goal == goal);
        let (pose, anchor) = match ongoing {
            Some(wheel) => (goal, Some(wheel.anchor)),
            None => {
                let pose = land.start_pose(&goal);
                let direction = direction_at(camera, &pose.eye(), pointer);
                (pose, direction.map(|direction| land.anchor(&pose, direction)))
            }
        };
        let Some(mut anchor) = anchor else { return };
        let goal = land.zoom(&pose, &mut anchor, factor);
        self.wheel = Some(Wheel { pointer, anchor, goal });
        if let Some(OrbitDrag::Turn { free, .. }) = &mut self.drag {
            *free = goal;
        }
        rig.set(rig.now(), goal);
    }

    /// Moves the view by keys: W A S D and the arrows slide it over the land, Q and E zoom.
    fn slide(&mut self, rig: &mut Rig, land: &MoveLand, steer: Steer, seconds: f64) {
        if steer.is_idle() {
            self.keys = None;
            return;
        }
        let mut goal = rig.goal();
        let mut slide = self.keys.unwrap_or_else(|| {
            goal = land.start_pose(&goal);
            Slide::default()
        });
        let eye = goal.eye();
        let direction = (eye.ahead() * steer.ahead + eye.right() * steer.right).normalize_or_zero();
        if direction != DVec3::ZERO {
            let pace = PACE * if steer.fast { FAST } else { 1.0 };
            goal = land.slide(&goal, direction * land.pace_m(&goal) * pace * seconds);
            slide.anchor = None;
        }
        if steer.up != 0.0 {
            let anchor = slide.anchor.get_or_insert_with(|| land.anchor(&goal, eye.forward()));
            goal = land.zoom(&goal, anchor, (steer.up * seconds).exp());
        }
        self.keys = Some(slide);
        rig.set(rig.now(), goal);
    }
}

/// Moves the rig's pose towards its goal.
fn ease(rig: &mut Rig, seconds: f64) {
    let (now, goal) = (rig.now(), rig.goal());
    let now = interpolate(&now, &goal, 1.0 - (-seconds / EASE_S).exp());
    rig.set(if has_arrived(&now, &goal) { goal } else { now }, goal);
}
