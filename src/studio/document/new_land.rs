//! Randomises the land, and moves the camera to a clear view of the new land.

use bevy::prelude::*;

use crate::noise::hash::avalanche;
use crate::plugin::camera::LandCamera;
use crate::plugin::camera::pose::Pose;
use crate::plugin::land::state::WantedScene;
use crate::plugin::order::OrogenSet;
use crate::studio::app::settings::file::KeptSettings;
use crate::studio::camera::framing::clear_pose;
use crate::studio::camera::rig::Rig;
use crate::studio::camera::roam::Roam;
use crate::studio::camera::state::{CameraMode, Journey};
use crate::studio::command::kinds::Command;
use crate::studio::document::history::steps::settle;
use crate::studio::panel::documents::SEED;
use crate::terrain::recipe::Recipe;
use crate::terrain::surface::Surface;
use crate::terrain::vary::{self, Locks};
use crate::terrain::view::{Camera as CameraPose, field_rad};

/// In a flight, the least height of the eye above the new ground, in metres.
const MIN_FLIGHT_HEIGHT_M: f64 = 40.0;

/// The search for a clear view of the last new land: its start and its result.
#[derive(Default)]
pub struct LastPose(Option<[CameraPose; 2]>);

impl LastPose {
    /// Returns the pose from which to search. If the user has not moved the camera since the last
    /// new land, that is the start of the last search; otherwise the view would become steeper with
    /// every land.
    fn origin(&self, now: CameraPose) -> CameraPose {
        match self.0 {
            Some([start, result]) if is_same(&result, &now) => {
                CameraPose { focus_m: now.focus_m, ..start }
            }
            _ => now,
        }
    }
}

/// Returns true if two poses are equal at the precision of their text.
fn is_same(a: &CameraPose, b: &CameraPose) -> bool {
    let turn_deg = (a.yaw_deg - b.yaw_deg + 180.0).rem_euclid(360.0) - 180.0;
    let is_near = |a: f64, b: f64| (a - b).abs() < 1e-3 * a.abs().max(1.0);
    turn_deg.abs() < 0.01
        && (a.pitch_deg - b.pitch_deg).abs() < 0.01
        && is_near(a.distance_m, b.distance_m)
}

/// A message that replaces the land by this recipe, with a clear view of it.
#[derive(Message, Clone, Debug)]
pub struct TakeLand(pub Recipe);

/// Handles [`Command::Randomise`] and [`TakeLand`].
pub fn plugin(app: &mut App) {
    app.add_message::<TakeLand>()
        .add_systems(PostUpdate, replace_land.before(settle).in_set(OrogenSet::Edit));
}

/// Replaces the land: by a random variation of the strength in the settings, or by a chosen recipe.
fn replace_land(
    mut commands: MessageReader<Command>,
    mut chosen: MessageReader<TakeLand>,
    settings: Res<KeptSettings>,
    mut wanted: ResMut<WantedScene>,
    mut journey: ResMut<Journey>,
    mut roam: ResMut<Roam>,
    mut last_pose: Local<LastPose>,
    mode: Res<CameraMode>,
    time: Res<Time<Real>>,
    mut rigs: Query<&mut Rig, With<LandCamera>>,
) {
    let count = commands.read().filter(|command| **command == Command::Randomise).count();
    let requests = (0..count).map(|_| None).chain(chosen.read().map(|land| Some(land.0.clone())));
    for chosen in requests.collect::<Vec<_>>() {
        let before = wanted.0.recipe.clone();
        let random_recipe = || {
            let locks = Locks(settings.locks.clone());
            let mut scene = vary::randomise(
                &wanted.0,
                time.elapsed().as_nanos() as u64,
                settings.strength,
                &locks,
            );
            if !locks.is_locked(SEED) {
                scene.recipe.world.seed = another_seed(&before.world.seed, &time);
            }
            scene.recipe
        };
        wanted.0.recipe = chosen.unwrap_or_else(random_recipe);
        let recipe = &wanted.0.recipe;
        let (Ok(old), Ok(new)) = (Surface::new(&before), Surface::new(recipe)) else { continue };
        let Ok(mut rig) = rigs.single_mut() else { continue };
        match *mode {
            // The walk itself puts the feet on the new ground.
            CameraMode::Walk => {}
            CameraMode::Fly => {
                let mut eye = rig.now().eye();
                let place = [eye.position_m.x, eye.position_m.z];
                let height_m = eye.position_m.y - old.ground_m(place);
                eye.position_m.y = new.ground_m(place) + height_m.max(MIN_FLIGHT_HEIGHT_M);
                roam.stop_at(&eye);
                let distance_m = rig.now().distance_m;
                rig.jump_to(Pose::of_eye(&eye, distance_m));
            }
            CameraMode::Orbit => {
                let start = last_pose.origin(rig.goal().view());
                let field_rad = field_rad(wanted.0.view.params.camera.lens_mm);
                let pose = clear_pose(&start, &new, field_rad);
                last_pose.0 = Some([start, pose]);
                *journey = Journey::Reframe(pose);
            }
        }
    }
}

/// Returns a new random seed of up to six digits, different from `seed`.
fn another_seed(seed: &str, time: &Time<Real>) -> String {
    let number =
        avalanche(time.elapsed().subsec_nanos() ^ time.elapsed().as_secs() as u32) % 1_000_000;
    let text = number.to_string();
    if text == seed { (number + 1).to_string() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unmoved_camera_keeps_its_pitch_from_land_to_land() {
        let pose =
            |pitch_deg, distance_m| CameraPose { pitch_deg, distance_m, ..CameraPose::default() };
        let last_pose = LastPose(Some([pose(10.0, 800.0), pose(30.0, 800.0)]));
        assert_eq!(last_pose.origin(pose(30.0, 800.0)).pitch_deg, 10.0);
        assert_eq!(last_pose.origin(pose(31.0, 800.0)).pitch_deg, 31.0);
        assert_eq!(last_pose.origin(pose(30.0, 900.0)).pitch_deg, 30.0);
    }
}
