//! Finds the view over an endless land, from above the highest ground nearby.

use bevy::math::DVec3;

use super::framing::dry_place;
use super::moves::rises;
use crate::plugin::camera::eye::Eye;
use crate::plugin::camera::pose::Pose;
use crate::terrain::surface::{Ray, Surface};
use crate::terrain::view::Camera as CameraPose;

/// The horizontal distance from the eye to its focus, as a share of the distance to the horizon.
/// Within this distance, no ground is higher than the eye.
pub const FOCUS_SHARE: f64 = 0.3;

/// The least height of the horizon in the picture: 0 is the middle, 1 the upper edge.
const MIN_HORIZON_HEIGHT: f64 = 0.7;

/// The number of samples along each line from the place below the eye outwards.
const SAMPLES: i32 = 32;

/// The most attempts to raise the eye until it sees its focus. After more, it would look straight
/// down.
const MAX_TRIES: usize = 6;

/// At least this share of the line from the eye to the focus is free of land.
const MIN_FREE_SHARE: f64 = 0.98;

/// Returns the pose that looks over an endless land to its horizon. It has the direction of
/// `from` and is near its place.
///
/// `half_field_rad` is the angle from the middle of the picture to its upper edge.
pub fn overlook(
    from: &CameraPose,
    surface: &Surface,
    horizon_m: f64,
    half_field_rad: f64,
) -> CameraPose {
    let [x, _, z] = from.focus_m.unwrap_or_default();
    let [x, z] = dry_place([x, z], from.distance_m, surface);
    let focus_m = DVec3::new(x, surface.ground_m([x, z]), z);
    let away_m = FOCUS_SHARE * horizon_m;
    let ahead = Eye { yaw_rad: from.yaw_deg.to_radians(), ..Eye::default() }.ahead();
    let below = focus_m - away_m * ahead;
    let highest_m = highest_m(surface, [below.x, below.z], away_m);
    let y = highest_m.max(focus_m.y + away_m * (MIN_HORIZON_HEIGHT * half_field_rad).tan());
    let mut poses = rises(away_m).take(MAX_TRIES).map(|up_m| {
        let offset = focus_m - below.with_y(y + up_m);
        let eye = Eye {
            position_m: focus_m - offset,
            yaw_rad: from.yaw_deg.to_radians(),
            pitch_rad: offset.y.atan2(away_m),
        };
        Pose::of_eye(&eye, offset.length())
    });
    let hit_m = |pose: &Pose| {
        let eye = pose.eye();
        let ray = Ray::new(eye.position_m.into(), eye.forward().into());
        surface.cast(&ray, 0.0..MIN_FREE_SHARE * pose.distance_m)
    };
    let lowest = poses.next();
    let found = lowest.into_iter().chain(poses).find(|pose| hit_m(pose).is_none());
    // If the place stays hidden in a gorge, the focus is on the ridge in front of it.
    let on_ridge = || lowest.and_then(|pose| Some(Pose::of_eye(&pose.eye(), hit_m(&pose)?)));
    found.or_else(on_ridge).map_or(*from, |pose| pose.view())
}

/// Returns a height above all ground within a radius. Peaks between samples may rise above the
/// samples by as much as the distance between samples.
fn highest_m(surface: &Surface, place: [f64; 2], radius_m: f64) -> f64 {
    let step_m = radius_m / f64::from(SAMPLES);
    let lines = place
        .map(|c| (-SAMPLES..=SAMPLES).map(|i| c + f64::from(i) * step_m).collect::<Vec<f64>>());
    let heights_m = surface.land().fill_at([&lines[0], &lines[1]], surface.spacing_m());
    let highest_m = heights_m.into_iter().fold(f32::NEG_INFINITY, f32::max);
    f64::from(highest_m).max(surface.water_level_m(place)) + step_m
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_8;

    use super::*;
    use crate::terrain::preset::PRESETS;

    #[test]
    fn endless_lands_are_seen_out_to_the_horizon_from_above_the_highest_ground() {
        for (number, preset) in PRESETS.iter().enumerate().step_by(3) {
            for seed in ["", "1405"] {
                let mut scene = preset.scene().unwrap();
                if !seed.is_empty() {
                    scene.recipe.world.seed = seed.to_owned();
                }
                scene.recipe.world.bounded = false;
                let surface = Surface::new(&scene.recipe).unwrap();
                let horizon_m = 1000.0 * scene.view.params.distance.horizon_km;
                let yaw_deg = 40.0 * number as f64;
                let from = CameraPose { yaw_deg, ..scene.view.camera };
                let pose = overlook(&from, &surface, horizon_m, FRAC_PI_8);
                let what = format!("{} {seed}: {pose}", preset.slug);
                let [x, y, z] = pose.focus_m.unwrap();
                assert!((y - surface.ground_m([x, z])).abs() < 0.1, "{what}");
                let eye = Pose::with_focus(&pose, [x, y, z]).eye();

                // Places between the samples of `highest_m`.
                let radius_m = FOCUS_SHARE * horizon_m;
                let place = |i: i32| {
                    let (angle, out_m) =
                        (2.4 * f64::from(i), radius_m * f64::from(i).sqrt() / 20.0);
                    [eye.position_m.x + out_m * angle.cos(), eye.position_m.z + out_m * angle.sin()]
                };
                let highest_m =
                    (0..400).map(|i| surface.ground_m(place(i))).fold(f64::MIN, f64::max);
                assert!(eye.position_m.y > highest_m, "{what}: {highest_m}");

                let ray = Ray::new(eye.position_m.into(), eye.forward().into());
                let hit_m = surface.cast(&ray, 0.0..horizon_m);
                assert!(
                    hit_m.is_some_and(|hit_m| (hit_m / pose.distance_m - 1.0).abs() < 0.03),
                    "{what}: {hit_m:?}"
                );
                assert!(pose.pitch_deg < 45.0 && pose.distance_m < 0.6 * horizon_m, "{what}");
                assert!((pose.yaw_deg - from.yaw_deg.rem_euclid(360.0)).abs() < 1e-3, "{what}");

                let is_dry = surface.bed_m([x, z]) > surface.water_level_m([x, z]);
                assert!(is_dry || preset.slug == "course", "{what}");
                let again = overlook(&pose, &surface, horizon_m, FRAC_PI_8);
                assert_eq!(overlook(&again, &surface, horizon_m, FRAC_PI_8), again, "{what}");
            }
        }
    }
}
