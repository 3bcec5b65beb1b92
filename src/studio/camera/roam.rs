//! Flying and walking: what keys and pointer do to the eye, and how the modes follow one another.
//! The orbit camera is kept in step, so that whoever asks for the pose gets the eye's.

use bevy::input::mouse::{MouseMotion, MouseScrollUnit, MouseWheel};
use bevy::prelude::*;
use bevy_panorbit_camera::PanOrbitCamera;

use super::eye::{Eye, Steer};
use super::fly::Flight;
use super::pose;
use super::state::{CameraMode, InputOwner};
use super::walk::Walk;
use crate::plugin::camera::{LandCamera, world_ray};
use crate::plugin::land::origin::WorldOrigin;
use crate::plugin::land::state::{ShownLand, WantedScene};
use crate::plugin::order::OrogenSet;
use crate::studio::command::Command;
use crate::studio::keys::Keys;
use crate::terrain::surface::Surface;

/// The eye of flights and walks, and how they go.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Roam {
    pub eye: Eye,
    pub flight: Flight,
    pub walk: Walk,
    /// One wants to orbit again.
    pub leave: bool,
}

/// The distance of the orbit camera's focus while one flies or walks.
const FOCUS_M: f64 = 100.0;

/// How far the eye turns a pixel of the pointer's way.
const TURN_RAD: f64 = 0.0035;

/// A frame moves no further than in this time, in seconds, however long it took.
const LONGEST_FRAME_S: f64 = 0.1;

impl Roam {
    /// Puts the eye somewhere, at rest.
    pub fn place(&mut self, eye: Eye) {
        self.eye = eye;
        self.flight.velocity_m_s = default();
        self.walk = self.walk.from(&eye);
    }

    /// How fast one goes now or would go, in metres a second.
    pub fn speed_m_s(&self, mode: CameraMode) -> f64 {
        match mode {
            CameraMode::Walk => self.walk.speed_m_s.max(self.walk.pace_m_s),
            _ => self.flight.speed_m_s.max(self.flight.velocity_m_s.length()),
        }
    }
}

/// Fly and walk modes.
pub struct RoamPlugin;

impl Plugin for RoamPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<CameraMode>().init_resource::<Roam>().add_systems(
            PostUpdate,
            (
                switch.in_set(OrogenSet::Switch),
                move_eye.in_set(OrogenSet::Steer),
                stand.in_set(OrogenSet::Stand),
            ),
        );
    }
}

/// Changes the mode; the eye stays where it is and looks where it looked.
pub fn switch(
    mut commands: MessageReader<Command>,
    mut mode: ResMut<CameraMode>,
    mut roam: ResMut<Roam>,
    shown: Res<ShownLand>,
    wanted_scene: Res<WantedScene>,
    origin: Res<WorldOrigin>,
    mut cameras: Query<(&Transform, &mut PanOrbitCamera), With<LandCamera>>,
) {
    let Some(surface) = shown.surface() else { return };
    let left = std::mem::take(&mut roam.leave).then_some(None);
    for command in left.into_iter().chain(commands.read().copied().map(Some)) {
        let wanted = command.map_or(Some(CameraMode::Orbit), |command| after(*mode, command));
        let Some(wanted) = wanted.filter(|wanted| *wanted != *mode) else { continue };
        let Ok((transform, mut orbit)) = cameras.single_mut() else { continue };
        if *mode == CameraMode::Orbit {
            let eye = Eye::of_transform(transform, *origin);
            roam.place(eye);
        }
        let eye = roam.eye;
        match wanted {
            CameraMode::Fly => {
                let ground = surface.surface_m([eye.position_m.x, eye.position_m.z]);
                roam.flight = Flight::at_height(eye.position_m.y - ground);
            }
            CameraMode::Walk => {
                let floor_m = surface.footing([eye.position_m.x, eye.position_m.z]).floor_m();
                roam.walk = roam.walk.landing(&eye, floor_m);
            }
            CameraMode::Orbit => {
                let furthest_m = pose::furthest_m(
                    surface.bounds_m(),
                    wanted_scene.0.view.params.distance.horizon_km,
                );
                look_at_ground(&mut orbit, &eye, surface, *origin, furthest_m);
            }
        }
        *mode = wanted;
    }
}

/// The mode that a command asks for.
fn after(mode: CameraMode, command: Command) -> Option<CameraMode> {
    match command {
        Command::ToggleFly if mode != CameraMode::Fly => Some(CameraMode::Fly),
        Command::ToggleWalk if mode != CameraMode::Walk => Some(CameraMode::Walk),
        Command::ToggleFly | Command::ToggleWalk | Command::FrameLand => Some(CameraMode::Orbit),
        _ => None,
    }
}

/// Puts the orbit camera where the eye is, its focus on the ground ahead, or in the air where there
/// is none.
fn look_at_ground(
    orbit: &mut PanOrbitCamera,
    eye: &Eye,
    surface: &Surface,
    origin: WorldOrigin,
    furthest_m: f64,
) {
    let transform = eye.transform(origin);
    let ray = Ray3d::new(transform.translation, transform.forward());
    let ground = surface.pick(&world_ray(ray, origin));
    let distance_m = ground.map_or(FOCUS_M, |ground| eye.position_m.distance(ground.into()));
    let pose = eye.pose(distance_m.clamp(pose::NEAREST_M, furthest_m));
    if let Some(focus_m) = pose.focus_m {
        pose::set_pose(orbit, &pose, focus_m, origin);
    }
}

/// Turns with the pointer, goes with the keys.
fn move_eye(
    mode: Res<CameraMode>,
    mut roam: ResMut<Roam>,
    mut motion: MessageReader<MouseMotion>,
    mut wheel: MessageReader<MouseWheel>,
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<Keys>,
    owner: Res<InputOwner>,
    time: Res<Time<Real>>,
    shown: Res<ShownLand>,
) {
    let moved: Vec2 = motion.read().map(|motion| motion.delta).sum();
    let notch = |wheel: &MouseWheel| match wheel.unit {
        MouseScrollUnit::Line => wheel.y,
        MouseScrollUnit::Pixel => wheel.y / 50.0,
    };
    let notches = f64::from(wheel.read().map(notch).sum::<f32>());
    let Some(surface) = shown.surface() else { return };
    if *mode == CameraMode::Orbit {
        return;
    }
    let mut new = *roam;
    if !owner.panel_has_pointer {
        if buttons.any_pressed([MouseButton::Left, MouseButton::Right]) {
            new.eye.turn(f64::from(moved.x) * TURN_RAD, f64::from(-moved.y) * TURN_RAD);
        }
        if notches != 0.0 {
            if *mode == CameraMode::Fly {
                new.flight.wheel(notches)
            } else {
                new.walk.wheel(notches)
            }
        }
    }
    let steer = if owner.panel_has_keyboard { Steer::default() } else { keys.steer() };
    let seconds = time.delta_secs_f64().min(LONGEST_FRAME_S);
    match *mode {
        CameraMode::Fly => {
            new.flight.step(&mut new.eye, steer, seconds, |at| surface.surface_m(at))
        }
        CameraMode::Walk => {
            new.walk.step(&mut new.eye, steer, seconds, |at| surface.footing(at));
            // A bounded land has an edge, and nothing beyond it to stand on.
            if let Some([low, high]) = surface.bounds_m() {
                new.eye.position_m.x = new.eye.position_m.x.clamp(low, high);
                new.eye.position_m.z = new.eye.position_m.z.clamp(low, high);
            }
        }
        CameraMode::Orbit => {}
    }
    *roam = new;
}

/// Stands on the land of this frame, which may be another than a moment ago, and shows it.
fn stand(
    mode: Res<CameraMode>,
    mut roam: ResMut<Roam>,
    shown: Res<ShownLand>,
    origin: Res<WorldOrigin>,
    mut cameras: Query<(&mut Transform, &mut PanOrbitCamera), With<LandCamera>>,
) {
    let Some(surface) = shown.surface() else { return };
    let Roam { mut eye, mut flight, mut walk, leave } = *roam;
    match *mode {
        CameraMode::Orbit => return,
        CameraMode::Fly => flight.stay_above(&mut eye, |at| surface.surface_m(at)),
        CameraMode::Walk => walk.stay_above(&mut eye, |at| surface.footing(at)),
    }
    *roam = Roam { eye, flight, walk, leave };
    for (mut transform, mut orbit) in &mut cameras {
        transform.set_if_neq(eye.transform(*origin));
        let pose = eye.pose(FOCUS_M);
        if let Some(focus_m) = pose.focus_m {
            let mut followed = *orbit;
            pose::set_pose(&mut followed, &pose, focus_m, *origin);
            followed.force_update = false;
            orbit.set_if_neq(followed);
        }
    }
}
