//! Flying and walking by keys and pointer, and the commands that switch modes.

use bevy::input::mouse::MouseWheel;
use bevy::prelude::*;

use super::fly::Flight;
use super::orbit_limits::{Limits, MIN_DISTANCE_M};
use super::pointer::{PointerMotion, notches};
use super::rig::{Placed, Rig};
use super::state::{CameraMode, InputOwner};
use super::steer::Steer;
use super::walk::Walk;
use crate::plugin::camera::LandCamera;
use crate::plugin::camera::eye::Eye;
use crate::plugin::camera::pose::Pose;
use crate::plugin::land::state::{ShownLand, WantedScene};
use crate::plugin::order::OrogenSet;
use crate::studio::app::keys::Keys;
use crate::studio::command::kinds::Command;
use crate::terrain::scene::Scene;
use crate::terrain::surface::{Ray, Surface};
use crate::terrain::view::magnification;

/// The state of flights and walks.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Roam {
    pub flight: Flight,
    pub walk: Walk,
    /// True if the next run of [`switch`] returns to the orbit.
    pub returns_to_orbit: bool,
}

/// The distance from the eye to the focus in flights and walks, in metres.
const FOCUS_M: f64 = 100.0;

/// The turn per logical pixel of pointer motion, in radians, with the default lens. Longer lenses
/// turn less.
const TURN_RAD: f64 = 0.0035;

/// The longest time step of a frame, in seconds.
const LONGEST_FRAME_S: f64 = 0.1;

impl Roam {
    /// Ends all motion and starts from an eye.
    pub fn stop_at(&mut self, eye: &Eye) {
        self.flight.velocity_m_s = default();
        self.walk = self.walk.start_at(eye);
    }

    /// Returns the actual or the chosen speed, whichever is larger, in m/s.
    pub fn speed_m_s(&self, mode: CameraMode) -> f64 {
        match mode {
            CameraMode::Walk => self.walk.speed_m_s.max(self.walk.pace_m_s),
            _ => self.flight.speed_m_s.max(self.flight.velocity_m_s.length()),
        }
    }
}

/// Adds the modes for flying and walking.
pub fn plugin(app: &mut App) {
    app.init_resource::<Roam>().add_systems(
        PostUpdate,
        (
            switch.in_set(OrogenSet::Switch),
            move_eye.in_set(OrogenSet::Steer),
            stay_above_land.before(Placed).in_set(OrogenSet::AdjustHeight),
        ),
    );
}

/// Switches the mode; the eye stays where it is.
pub fn switch(
    mut commands: MessageReader<Command>,
    mut mode: ResMut<CameraMode>,
    mut roam: ResMut<Roam>,
    shown: Res<ShownLand>,
    wanted_scene: Res<WantedScene>,
    mut rigs: Query<&mut Rig, With<LandCamera>>,
) {
    let Some(surface) = shown.surface() else { return };
    let return_request = std::mem::take(&mut roam.returns_to_orbit).then_some(None);
    for command in return_request.into_iter().chain(commands.read().copied().map(Some)) {
        let wanted = command.map_or(Some(CameraMode::Orbit), |command| mode_after(*mode, command));
        let Some(wanted) = wanted.filter(|wanted| *wanted != *mode) else { continue };
        let Ok(mut rig) = rigs.single_mut() else { continue };
        let eye = rig.now().eye_above(surface);
        let [x, y, z] = eye.position_m.to_array();
        if *mode == CameraMode::Orbit {
            roam.stop_at(&eye);
        }
        match wanted {
            CameraMode::Fly => roam.flight = Flight::at_height(y - surface.surface_m([x, z])),
            CameraMode::Walk => {
                roam.walk = roam.walk.start_landing(&eye, surface.footing([x, z]).floor_m());
            }
            CameraMode::Orbit => {}
        }
        rig.jump_to(match wanted {
            CameraMode::Orbit => orbit_pose(&eye, &wanted_scene.0, surface),
            _ => Pose::of_eye(&eye, FOCUS_M),
        });
        *mode = wanted;
    }
}

/// Returns the mode after a command, or `None` if the command does not concern modes.
fn mode_after(mode: CameraMode, command: Command) -> Option<CameraMode> {
    match command {
        Command::ToggleFly if mode != CameraMode::Fly => Some(CameraMode::Fly),
        Command::ToggleWalk if mode != CameraMode::Walk => Some(CameraMode::Walk),
        Command::ToggleFly | Command::ToggleWalk | Command::FrameLand => Some(CameraMode::Orbit),
        _ => None,
    }
}

/// Returns the orbit pose for an eye. Its focus is on the ground ahead, or in the air if the eye
/// sees no ground.
fn orbit_pose(eye: &Eye, scene: &Scene, surface: &Surface) -> Pose {
    let ground = surface.pick(&Ray::new(eye.position_m.into(), eye.forward().into()));
    let distance_m = ground.map_or(FOCUS_M, |ground| eye.position_m.distance(ground.into()));
    Pose::of_eye(eye, distance_m.clamp(MIN_DISTANCE_M, Limits::of(scene, surface).max_distance_m))
}

/// Turns the eye by the pointer and moves it by keys.
fn move_eye(
    mode: Res<CameraMode>,
    mut roam: ResMut<Roam>,
    pointer: Res<PointerMotion>,
    mut wheel: MessageReader<MouseWheel>,
    keys: Res<Keys>,
    owner: Res<InputOwner>,
    time: Res<Time<Real>>,
    (shown, scene): (Res<ShownLand>, Res<WantedScene>),
    mut rigs: Query<&mut Rig, With<LandCamera>>,
) {
    let notches = notches(&mut wheel);
    let (Some(surface), Ok(mut rig)) = (shown.surface(), rigs.single_mut()) else { return };
    if *mode == CameraMode::Orbit {
        return;
    }
    let mut changed = *roam;
    let mut eye = rig.now().eye();
    let turn_rad = TURN_RAD / magnification(scene.0.view.params.camera.lens_mm);
    if !owner.panel_has_drag {
        // The motion counts only while a button is held.
        let turn = pointer.delta.as_dvec2() * turn_rad;
        eye.turn(turn.x, -turn.y);
    }
    if !owner.panel_has_pointer && notches != 0.0 {
        if *mode == CameraMode::Fly {
            changed.flight.change_speed(notches)
        } else {
            changed.walk.change_speed(notches)
        }
    }
    let steer = if owner.panel_has_keyboard { Steer::default() } else { keys.steer() };
    let seconds = time.delta_secs_f64().min(LONGEST_FRAME_S);
    match *mode {
        CameraMode::Fly => {
            changed.flight.step(&mut eye, steer, seconds, |place| surface.surface_m(place))
        }
        CameraMode::Walk => {
            changed.walk.step(&mut eye, steer, seconds, |place| surface.footing(place));
            // A walker stays on a bounded land.
            if let Some([low, high]) = surface.bounds_m() {
                eye.position_m.x = eye.position_m.x.clamp(low, high);
                eye.position_m.z = eye.position_m.z.clamp(low, high);
            }
        }
        CameraMode::Orbit => {}
    }
    *roam = changed;
    follow_eye(&mut rig, &eye);
}

/// Keeps the eye above the land of this frame.
fn stay_above_land(
    mode: Res<CameraMode>,
    mut roam: ResMut<Roam>,
    shown: Res<ShownLand>,
    mut rigs: Query<&mut Rig, With<LandCamera>>,
) {
    let (Some(surface), Ok(mut rig)) = (shown.surface(), rigs.single_mut()) else { return };
    let mut eye = rig.now().eye();
    match *mode {
        CameraMode::Orbit => return,
        CameraMode::Fly => roam.flight.stay_above(&mut eye, |place| surface.surface_m(place)),
        CameraMode::Walk => roam.walk.stay_above(&mut eye, |place| surface.footing(place)),
    }
    follow_eye(&mut rig, &eye);
}

/// Moves the rig to an eye, unless the rig is already there.
fn follow_eye(rig: &mut Rig, eye: &Eye) {
    if rig.now().eye() != *eye {
        rig.jump_to(Pose::of_eye(eye, FOCUS_M));
    }
}
