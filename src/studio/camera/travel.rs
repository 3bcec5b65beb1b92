//! Moves the camera to start poses, bookmarks and typed coordinates.
//!
//! The camera glides (moves smoothly) to near places, and jumps to far places.

use bevy::ecs::system::SystemParam;
use bevy::input::mouse::MouseWheel;
use bevy::math::DVec3;
use bevy::prelude::*;

use super::ground_clearance::Stance;
use super::rig::Rig;
use super::roam::Roam;
use super::state::{CameraMode, InputOwner, Journey};
use super::trail::Trail;
use crate::plugin::camera::LandCamera;
use crate::plugin::camera::pose::Pose;
use crate::plugin::land::origin;
use crate::plugin::land::state::{BuiltLand, WantedScene};
use crate::plugin::order::OrogenSet;
use crate::studio::app::keys::Keys;
use crate::studio::app::notice::Notice;
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::keys_of;
use crate::terrain::destination::Destination;
use crate::terrain::recipe::Recipe;
use crate::terrain::surface::Surface;
use crate::terrain::view::Camera as CameraPose;

/// A message that moves the camera to a place or pose, such as a typed or pasted place.
#[derive(Message, Clone, Debug)]
pub struct GoTo(pub Destination);

/// The duration of a glide, in seconds.
const GLIDE_S: f64 = 0.7;

/// The longest glide, as a multiple of the distance to the focus at its start or end, whichever is
/// larger.
const MAX_GLIDE_DISTANCES: f64 = 6.0;

/// Adds the systems for journeys.
pub fn plugin(app: &mut App) {
    app.add_message::<GoTo>().add_systems(
        PostUpdate,
        (travel, cancel_glide, glide, jump).chain().in_set(OrogenSet::Travel),
    );
}

/// The error of a place outside a bounded land.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "{} {} lies outside the land, which goes from {} to {} m; turn world.bounded off to go there",
    place_m[0], place_m[1], bounds_m[0], bounds_m[1]
)]
#[non_exhaustive]
pub struct OutsideLand {
    /// The x (east) and z (south) of the place.
    pub place_m: [f64; 2],
    /// The bounds of the land, the same on both axes.
    pub bounds_m: [f64; 2],
}

/// Checks that a place lies on the land.
///
/// # Errors
/// If it lies outside a bounded land.
pub fn check_place(place: &Destination, recipe: &Recipe) -> Result<(), OutsideLand> {
    let place_m = match place {
        Destination::Ground(place_m) => Some(*place_m),
        Destination::Point([x, _, z]) => Some([*x, *z]),
        Destination::Pose(pose) => pose.focus_m.map(|[x, _, z]| [x, z]),
        Destination::View(view) => view.camera.focus_m.map(|[x, _, z]| [x, z]),
    };
    let (Some(bounds_m), Some(place_m)) = (recipe.bounds_m(), place_m) else { return Ok(()) };
    if place_m.iter().all(|c| (bounds_m[0]..=bounds_m[1]).contains(c)) {
        return Ok(());
    }
    Err(OutsideLand { place_m, bounds_m })
}

/// The current pose, and the state of the modes that a new pose affects.
#[derive(SystemParam)]
struct CameraState<'w, 's> {
    mode: ResMut<'w, CameraMode>,
    roam: ResMut<'w, Roam>,
    journey: ResMut<'w, Journey>,
    rigs: Query<'w, 's, &'static mut Rig, With<LandCamera>>,
}

impl CameraState<'_, '_> {
    fn pose(&self) -> Option<Pose> {
        Some(self.rigs.iter().next()?.goal())
    }

    /// Moves to a pose: by a glide if the pose is near, otherwise by a jump.
    fn go(&mut self, to: CameraPose) {
        let end = to.focus_m.map(|focus_m| Pose::with_focus(&to, focus_m));
        self.glide_or_jump(to, end);
    }

    /// Like [`CameraState::go`]. `end` is the pose `to` with its focus, if the focus is known.
    fn glide_or_jump(&mut self, to: CameraPose, end: Option<Pose>) {
        let glide_poses = self.pose().zip(end).filter(|(from, to)| is_near(from, to));
        *self.journey = match glide_poses {
            Some((from, to)) => Journey::Glide { from, to, seconds: 0.0 },
            None => Journey::Jump(to),
        };
    }

    /// Jumps to a pose. A flight continues from there. A walk becomes an orbit, because the walker
    /// would fall.
    fn jump(&mut self, pose: Pose) {
        self.rigs.iter_mut().for_each(|mut rig| rig.jump_to(pose));
        match *self.mode {
            CameraMode::Fly => self.roam.stop_at(&pose.eye()),
            CameraMode::Walk => *self.mode = CameraMode::Orbit,
            CameraMode::Orbit => {}
        }
    }
}

/// Handles the commands for bookmarks and the trail, and [`GoTo`].
fn travel(
    mut commands: MessageReader<Command>,
    mut places: MessageReader<GoTo>,
    mut wanted: ResMut<WantedScene>,
    mut notice: ResMut<Notice>,
    mut trail: ResMut<Trail>,
    mut camera: CameraState,
) {
    for command in commands.read() {
        match *command {
            Command::ViewBack | Command::ViewForward => {
                let Some(pose) = camera.pose() else { continue };
                let is_back = *command == Command::ViewBack;
                let to = if is_back { trail.back(pose) } else { trail.forward(pose) };
                match to {
                    Some(to) => camera.glide_or_jump(to.view(), Some(to)),
                    None if is_back => notice.say("there is no earlier view".to_owned()),
                    None => notice.say("there is no later view".to_owned()),
                }
            }
            Command::SetBookmark(number) => {
                let Some(pose) = camera.pose() else { continue };
                wanted.0.view.bookmarks.set(number, Some(pose.view()));
                notice.say(format!("bookmark {number} stores this view"));
            }
            Command::GoBookmark(number) => match wanted.0.view.bookmarks.get(number) {
                Some(pose) => {
                    camera.go(pose);
                    notice.say(format!("bookmark {number}"));
                }
                None => {
                    let keys = keys_of(Command::SetBookmark(number));
                    notice.say(format!("bookmark {number} is empty; {keys} stores the view in it"));
                }
            },
            _ => {}
        }
    }
    for GoTo(place) in places.read() {
        if let Err(problem) = check_place(place, &wanted.0.recipe) {
            notice.say(problem.to_string());
            continue;
        }
        go_to(place, &mut wanted, &mut camera);
        notice.say(match place {
            Destination::Ground([x, z]) | Destination::Point([x, _, z]) => {
                format!("went to {x} {z}")
            }
            Destination::Pose(_) | Destination::View(_) => "went to the view".to_owned(),
        });
    }
}

fn go_to(place: &Destination, wanted: &mut ResMut<WantedScene>, camera: &mut CameraState) {
    let (point, height) = match place {
        Destination::Ground([x, z]) => ([*x, *z], None),
        Destination::Point([x, y, z]) => ([*x, *z], Some(*y)),
        Destination::Pose(pose) => return camera.go(*pose),
        Destination::View(view) => {
            let mut scene = wanted.0.clone();
            scene.view.params = view.params.clone();
            // If the text has no bookmarks, the existing bookmarks stay.
            if !view.bookmarks.is_empty() {
                scene.view.bookmarks = view.bookmarks;
            }
            if wanted.0 != scene {
                wanted.0 = scene;
            }
            return camera.go(view.camera);
        }
    };
    let recipe = &wanted.0.recipe;
    let (Some(pose), Ok(surface)) = (camera.pose(), Surface::new(recipe)) else { return };
    let ground = surface.ground_m(point);
    if *camera.mode == CameraMode::Orbit {
        let focus_m = Some([point[0], height.unwrap_or(ground), point[1]]);
        return camera.go(CameraPose { focus_m, ..pose.view() });
    }
    // A flight or walk keeps its height above the ground, unless the text names a height.
    let mut eye = pose.eye();
    let here = surface.ground_m([eye.position_m.x, eye.position_m.z]);
    eye.position_m =
        DVec3::new(point[0], height.unwrap_or(ground + eye.position_m.y - here), point[1]);
    *camera.journey = Journey::Over;
    camera.roam.stop_at(&eye);
    let pose = Pose::of_eye(&eye, pose.distance_m);
    camera.rigs.iter_mut().for_each(|mut rig| rig.jump_to(pose));
}

/// Returns true if two poses are close enough for a glide.
fn is_near(from: &Pose, to: &Pose) -> bool {
    from.focus_m.distance(to.focus_m) <= MAX_GLIDE_DISTANCES * from.distance_m.max(to.distance_m)
}

/// Interpolates poses, `t` from 0 to 1, with smooth ends. The yaw turns the shorter way, and the
/// distance changes by a constant factor.
fn interpolate(from: &Pose, to: &Pose, t: f64) -> Pose {
    use std::f64::consts::{PI, TAU};
    let t = t * t * (3.0 - 2.0 * t);
    let turn = (to.yaw_rad - from.yaw_rad + PI).rem_euclid(TAU) - PI;
    Pose {
        focus_m: from.focus_m.lerp(to.focus_m, t),
        yaw_rad: from.yaw_rad + turn * t,
        pitch_rad: from.pitch_rad + (to.pitch_rad - from.pitch_rad) * t,
        distance_m: from.distance_m * (to.distance_m / from.distance_m).powf(t),
    }
}

/// Ends a glide on any input for the camera.
fn cancel_glide(
    mut journey: ResMut<Journey>,
    mut wheel: MessageReader<MouseWheel>,
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<Keys>,
    owner: Res<InputOwner>,
) {
    let wheel = wheel.read().count() > 0;
    let uses_pointer =
        !owner.panel_has_pointer && (wheel || buttons.get_just_pressed().next().is_some());
    let uses_keys = !owner.panel_has_keyboard && !keys.steer().is_idle();
    if matches!(*journey, Journey::Glide { .. }) && (uses_pointer || uses_keys) {
        *journey = Journey::Over;
    }
}

fn glide(time: Res<Time<Real>>, mut camera: CameraState) {
    let Journey::Glide { from, to, seconds } = *camera.journey else { return };
    // The first frame may follow a pause, and a slow frame must not skip the glide.
    let seconds = seconds + time.delta_secs_f64().min(0.1);
    let t = seconds / GLIDE_S;
    *camera.journey = if t < 1.0 { Journey::Glide { from, to, seconds } } else { Journey::Over };
    camera.jump(if t < 1.0 { interpolate(&from, &to, t) } else { to });
}

/// Jumps to the requested pose before the land is built, so that the build knows the camera.
fn jump(world: &mut World, state: &mut bevy::ecs::system::SystemState<CameraState>) {
    let journey = *world.resource::<Journey>();
    let Some(view) = journey.jump_pose() else { return };
    let recipe = world.resource::<WantedScene>().0.recipe.clone();
    let Ok(land) = BuiltLand::new(&recipe) else { return };
    *world.resource_mut::<Journey>() = Journey::Over;
    let pose = Pose::of_view(&view, &land.surface);
    origin::follow(world, [pose.focus_m.x, pose.focus_m.z]);
    world.resource_mut::<Stance>().choose(pose, &land);
    if matches!(journey, Journey::Reframe(_)) {
        world.resource_mut::<Trail>().replace_current(pose);
    }
    if let Ok(mut camera) = state.get_mut(world) {
        camera.jump(pose);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pose(text: &str) -> Pose {
        let view: CameraPose = text.parse().unwrap();
        Pose::with_focus(&view, view.focus_m.unwrap())
    }

    #[test]
    fn a_glide_turns_the_shorter_way_and_ends_at_its_goal() {
        let (from, to) = (pose("350,10,100,0,0,0"), pose("30,40,400,100,10,0"));
        assert_eq!(interpolate(&from, &to, 0.0), from);
        assert_eq!(interpolate(&from, &to, 1.0).view(), to.view());
        let middle = interpolate(&from, &to, 0.5);
        let middle = middle.view();
        assert_eq!((middle.yaw_deg, middle.pitch_deg), (10.0, 25.0));
        assert_eq!(middle.distance_m, 200.0, "half the way is the middle ratio");
        assert_eq!(middle.focus_m, Some([50.0, 5.0, 0.0]));
    }

    #[test]
    fn near_poses_allow_a_glide_and_far_poses_do_not() {
        let here = pose("0,20,1500,0,0,0");
        assert!(is_near(&here, &pose("90,20,50,3000,0,0")));
        assert!(!is_near(&here, &pose("0,20,1500,1000000,0,0")));
    }

    #[test]
    fn a_place_outside_a_bounded_land_is_refused() {
        let mut recipe = Recipe::default();
        let place = |text: &str| text.parse::<Destination>().unwrap();
        assert_eq!(check_place(&place("1e9 0"), &recipe), Ok(()));
        recipe.world.bounded = true;
        assert_eq!(check_place(&place("100 -100"), &recipe), Ok(()));
        for outside in ["1e9 0", "0,0,-1e9", "0,20,300,500,0,0", "camera=0,20,300,500,0,0"] {
            assert!(
                check_place(&place(outside), &recipe).unwrap_err().to_string().contains("outside"),
                "{outside}"
            );
        }
    }
}
