//! Finds the distance of the ground in view, for the status bar and the scale bar.

use bevy::prelude::*;

use super::orbit_gestures::move_land;
use super::rig::{Placed, Rig};
use super::state::{CameraMode, FreeArea};
use crate::plugin::camera::LandCamera;
use crate::plugin::camera::pose::Pose;
use crate::plugin::land::state::{ShownLand, WantedScene};
use crate::plugin::order::OrogenSet;

/// The distance of the ground in the middle of the free area, in metres.
///
/// It is measured along the line of sight of an orbit. If the sky is in the middle, the ground
/// below the middle counts. `None` if no ground is in view, and in flights and walks.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct GroundAhead(pub Option<f64>);

/// Keeps [`GroundAhead`] up to date.
pub fn plugin(app: &mut App) {
    app.init_resource::<GroundAhead>()
        .add_systems(PostUpdate, measure.after(Placed).in_set(OrogenSet::AdjustHeight));
}

/// Everything on which the distance depends; the search runs only when one of these values changes.
#[derive(Clone, Copy, PartialEq)]
struct DistanceInputs {
    pose: Pose,
    revision: u64,
    half_field_rad: f64,
    max_distance_m: f64,
}

fn measure(
    mut ahead: ResMut<GroundAhead>,
    mut last: Local<Option<DistanceInputs>>,
    mode: Res<CameraMode>,
    shown: Res<ShownLand>,
    wanted: Res<WantedScene>,
    area: Res<FreeArea>,
    cameras: Query<(&Rig, &Camera), With<LandCamera>>,
) {
    let is_orbit = *mode == CameraMode::Orbit;
    let (Some(surface), Ok((rig, camera))) =
        (shown.surface().filter(|_| is_orbit), cameras.single())
    else {
        *last = None;
        ahead.set_if_neq(GroundAhead(None));
        return;
    };
    let land = move_land(surface, &wanted.0, camera, &area);
    let inputs = DistanceInputs {
        pose: rig.now(),
        revision: shown.revision,
        half_field_rad: land.half_field_rad,
        max_distance_m: land.limits.max_distance_m,
    };
    if last.replace(inputs) != Some(inputs) {
        ahead.set_if_neq(GroundAhead(land.ahead_m(&rig.now().eye_above(surface))));
    }
}
