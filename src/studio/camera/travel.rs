//! Going places at once: start poses, bookmarks, typed coordinates. A near place is glided to, a
//! far one cut to.

use bevy::ecs::system::SystemParam;
use bevy::input::mouse::MouseWheel;
use bevy::math::DVec3;
use bevy::prelude::*;
use bevy_panorbit_camera::PanOrbitCamera;

use super::eye::Eye;
use super::pose;
use super::roam::Roam;
use super::state::{CameraMode, InputOwner, StartPose};
use crate::plugin::camera;
use crate::plugin::camera::LandCamera;
use crate::plugin::land::origin;
use crate::plugin::land::origin::WorldOrigin;
use crate::plugin::land::state::WantedScene;
use crate::plugin::order::OrogenSet;
use crate::studio::command::Command;
use crate::studio::keys::Keys;
use crate::studio::notice::Notice;
use crate::terrain::place::Place;
use crate::terrain::recipe::Recipe;
use crate::terrain::surface::Surface;
use crate::terrain::view::Camera as CameraPose;

/// A place to go to, as it was typed or pasted.
#[derive(Message, Clone, Debug)]
pub struct GoTo(pub Place);

/// How long a glide takes.
const GLIDE_S: f32 = 0.7;

/// A glide goes at most so far, as a multiple of the longer of the two distances from the focus.
const GLIDE_REACH: f64 = 6.0;

/// A glide that is under way.
#[derive(Resource, Default)]
pub struct Glide(Option<Gliding>);

#[derive(Clone, Copy)]
struct Gliding {
    from: CameraPose,
    to: CameraPose,
    seconds: f32,
}

/// Start poses, bookmarks, places.
pub struct TravelPlugin;

impl Plugin for TravelPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<StartPose>()
            .init_resource::<Glide>()
            .add_message::<GoTo>()
            .add_systems(
                PostUpdate,
                (travel, cancel, glide, start_pose).chain().in_set(OrogenSet::Travel),
            );
    }
}

/// A place that lies outside a bounded land.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "{} {} lies outside the land, which goes from {} to {} m; world.bounded ends it",
    at_m[0], at_m[1], bounds_m[0], bounds_m[1]
)]
#[non_exhaustive]
pub struct OutsideLand {
    /// East and south.
    pub at_m: [f64; 2],
    /// How far the land goes, both ways.
    pub bounds_m: [f64; 2],
}

/// Whether a place can be gone to.
///
/// # Errors
/// If it lies outside a bounded land.
pub fn check_place(place: &Place, recipe: &Recipe) -> Result<(), OutsideLand> {
    let at = match place {
        Place::Ground(at) => Some(*at),
        Place::Point([x, _, z]) => Some([*x, *z]),
        Place::Pose(pose) => pose.focus_m.map(|[x, _, z]| [x, z]),
        Place::View(view) => view.camera.focus_m.map(|[x, _, z]| [x, z]),
    };
    let (Some(bounds_m), Some(at_m)) = (recipe.bounds_m(), at) else { return Ok(()) };
    if at_m.iter().all(|c| (bounds_m[0]..=bounds_m[1]).contains(c)) {
        return Ok(());
    }
    Err(OutsideLand { at_m, bounds_m })
}

/// Where one is now, and the modes that a pose has to agree with.
#[derive(SystemParam)]
struct Now<'w, 's> {
    mode: ResMut<'w, CameraMode>,
    roam: ResMut<'w, Roam>,
    origin: Res<'w, WorldOrigin>,
    start: ResMut<'w, StartPose>,
    glide: ResMut<'w, Glide>,
    cameras: Query<'w, 's, &'static mut PanOrbitCamera, With<LandCamera>>,
}

impl Now<'_, '_> {
    fn pose(&self) -> Option<CameraPose> {
        Some(pose::of_orbit(self.cameras.iter().next()?, *self.origin))
    }

    /// Goes to a pose: by a glide if it is near.
    fn go(&mut self, to: CameraPose) {
        match self.pose().filter(|from| is_near(from, &to)) {
            Some(from) => self.glide.0 = Some(Gliding { from, to, seconds: 0.0 }),
            None => (self.glide.0, self.start.0) = (None, Some(to)),
        }
    }

    /// Takes a pose as it is. Who flies flies on from there; who walks would fall, and orbits
    /// instead.
    fn take(&mut self, pose: &CameraPose, focus_m: [f64; 3]) {
        for mut camera in &mut self.cameras {
            pose::set_pose(&mut camera, pose, focus_m, *self.origin);
        }
        match *self.mode {
            CameraMode::Fly => self.roam.place(Eye::of_pose(pose, focus_m)),
            CameraMode::Walk => *self.mode = CameraMode::Orbit,
            CameraMode::Orbit => {}
        }
    }
}

/// Obeys the commands of bookmarks and goes to places.
fn travel(
    mut commands: MessageReader<Command>,
    mut places: MessageReader<GoTo>,
    mut wanted: ResMut<WantedScene>,
    mut notice: ResMut<Notice>,
    mut now: Now,
) {
    for command in commands.read() {
        match *command {
            Command::SetBookmark(number) => {
                let Some(pose) = now.pose() else { continue };
                wanted.0.view.bookmarks.set(number, Some(pose));
                notice.say(format!("bookmark {number} keeps this view"));
            }
            Command::GoBookmark(number) => match wanted.0.view.bookmarks.get(number) {
                Some(pose) => {
                    now.go(pose);
                    notice.say(format!("bookmark {number}"));
                }
                None => notice
                    .say(format!("bookmark {number} is empty; Ctrl+{number} keeps the view there")),
            },
            _ => {}
        }
    }
    for GoTo(place) in places.read() {
        if let Err(problem) = check_place(place, &wanted.0.recipe) {
            notice.say(problem.to_string());
            continue;
        }
        go_to(place, &mut wanted, &mut now);
        notice.say(match place {
            Place::Ground([x, z]) | Place::Point([x, _, z]) => format!("went to {x} {z}"),
            Place::Pose(_) | Place::View(_) => "took the view".to_owned(),
        });
    }
}

fn go_to(place: &Place, wanted: &mut ResMut<WantedScene>, now: &mut Now) {
    let (point, height) = match place {
        Place::Ground([x, z]) => ([*x, *z], None),
        Place::Point([x, y, z]) => ([*x, *z], Some(*y)),
        Place::Pose(pose) => return now.go(*pose),
        Place::View(view) => {
            let mut scene = wanted.0.clone();
            scene.view.params = view.params.clone();
            // A text without bookmarks takes none away.
            if !view.bookmarks.is_empty() {
                scene.view.bookmarks = view.bookmarks;
            }
            if wanted.0 != scene {
                wanted.0 = scene;
            }
            return now.go(view.camera);
        }
    };
    let recipe = &wanted.0.recipe;
    let (Some(pose), Ok(surface)) = (now.pose(), Surface::new(recipe)) else { return };
    let ground = surface.ground_m(point);
    if *now.mode == CameraMode::Orbit {
        let focus_m = Some([point[0], height.unwrap_or(ground), point[1]]);
        return now.go(CameraPose { focus_m, ..pose });
    }
    // As high above the ground there as here.
    let mut eye = now.roam.eye;
    let here = surface.ground_m([eye.position_m.x, eye.position_m.z]);
    eye.position_m =
        DVec3::new(point[0], height.unwrap_or(ground + eye.position_m.y - here), point[1]);
    now.glide.0 = None;
    now.roam.place(eye);
}

/// Whether a glide from one pose to another shows anything but a blur.
fn is_near(from: &CameraPose, to: &CameraPose) -> bool {
    let (Some(a), Some(b)) = (from.focus_m, to.focus_m) else { return false };
    DVec3::from(a).distance(b.into()) <= GLIDE_REACH * from.distance_m.max(to.distance_m)
}

/// The pose on the way from one to another, `t` from 0 to 1: turned the shorter way round, its
/// distance in even ratios.
fn between(from: &CameraPose, to: &CameraPose, t: f64) -> CameraPose {
    let t = t * t * (3.0 - 2.0 * t);
    let turn_deg = (to.yaw_deg - from.yaw_deg + 180.0).rem_euclid(360.0) - 180.0;
    let focus = from.focus_m.zip(to.focus_m).map(|(a, b)| DVec3::from(a).lerp(b.into(), t).into());
    CameraPose {
        yaw_deg: (from.yaw_deg + turn_deg * t).rem_euclid(360.0),
        pitch_deg: from.pitch_deg + (to.pitch_deg - from.pitch_deg) * t,
        distance_m: from.distance_m * (to.distance_m / from.distance_m).powf(t),
        focus_m: focus.or(to.focus_m),
    }
}

/// Whoever takes the camera in hand ends a glide.
fn cancel(
    mut glide: ResMut<Glide>,
    mut wheel: MessageReader<MouseWheel>,
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<Keys>,
    owner: Res<InputOwner>,
    start: Res<StartPose>,
) {
    let wheel = wheel.read().count() > 0;
    let pointer =
        !owner.panel_has_pointer && (wheel || buttons.get_just_pressed().next().is_some());
    let moves = !owner.panel_has_keyboard && !keys.steer().is_idle();
    if glide.0.is_some() && (pointer || moves || start.0.is_some()) {
        glide.0 = None;
    }
}

fn glide(time: Res<Time<Real>>, mut now: Now) {
    let Some(mut gliding) = now.glide.0 else { return };
    // The first frame comes after a rest; a slow one must not skip the way.
    gliding.seconds += time.delta_secs().min(0.1);
    let t = (gliding.seconds / GLIDE_S).min(1.0);
    let pose = between(&gliding.from, &gliding.to, f64::from(t));
    now.glide.0 = (t < 1.0).then_some(gliding);
    if let Some(focus_m) = pose.focus_m {
        now.take(&pose, focus_m);
    }
}

/// Takes the pose that is asked for, before its land is built around it.
fn start_pose(world: &mut World, now: &mut bevy::ecs::system::SystemState<Now>) {
    let Some(pose) = world.resource::<StartPose>().0 else { return };
    let recipe = world.resource::<WantedScene>().0.recipe.clone();
    let Ok(surface) = Surface::new(&recipe) else { return };
    world.resource_mut::<StartPose>().0 = None;
    let focus_m = camera::focus_m(&pose, &surface);
    origin::follow(world, [focus_m[0], focus_m[2]]);
    let origin = *world.resource::<WorldOrigin>();
    if let Ok(mut now) = now.get_mut(world) {
        now.take(&pose, focus_m);
    }
    let mut cameras = world.query_filtered::<&mut Transform, With<LandCamera>>();
    for mut transform in cameras.iter_mut(world) {
        *transform = camera::transform(&pose, &surface, origin);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pose(text: &str) -> CameraPose {
        text.parse().unwrap()
    }

    #[test]
    fn a_glide_goes_the_short_way_and_ends_where_it_is_to() {
        let (from, to) = (pose("350,10,100,0,0,0"), pose("30,40,400,100,10,0"));
        assert_eq!(between(&from, &to, 0.0), from);
        assert_eq!(between(&from, &to, 1.0), to);
        let middle = between(&from, &to, 0.5);
        assert!((middle.yaw_deg - 10.0).abs() < 1e-9 && (middle.pitch_deg - 25.0).abs() < 1e-9);
        assert!((middle.distance_m - 200.0).abs() < 1e-9, "half the way is the middle ratio");
        assert_eq!(middle.focus_m, Some([50.0, 5.0, 0.0]));
    }

    #[test]
    fn near_is_glided_to_and_far_is_cut_to() {
        let here = pose("0,20,1500,0,0,0");
        assert!(is_near(&here, &pose("90,20,50,3000,0,0")));
        assert!(!is_near(&here, &pose("0,20,1500,1000000,0,0")));
        assert!(
            !is_near(&here, &pose("0,20,1500")),
            "a pose without a focus asks for the land at home"
        );
    }

    #[test]
    fn a_place_outside_a_bounded_land_is_refused() {
        let mut recipe = Recipe::default();
        let place = |text: &str| text.parse::<Place>().unwrap();
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
