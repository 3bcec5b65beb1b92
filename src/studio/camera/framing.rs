//! Chooses camera poses: to show all of a bounded land, or to show a new land well.

use bevy::math::{DVec2, DVec3};

use crate::plugin::camera::eye::Eye;
use crate::plugin::camera::pose::Pose;
use crate::terrain::camera::within_turn;
use crate::terrain::surface::{Ray, Surface};
use crate::terrain::view::Camera as CameraPose;

/// The margin around a whole land: the free part of the picture is larger than the land by this
/// factor.
const MARGIN: f64 = 1.04;

/// The smallest pitch of a view of the whole land, in degrees above the horizon.
const WHOLE_PITCH_DEG: f64 = 26.0;

/// Returns the pose that shows all of a bounded land, from the direction of `from`.
///
/// `half_view` holds the tangents of half the angles of view, across and up, in the free part of
/// the picture. Returns `None` for an endless land.
pub fn frame_whole_land(
    from: &CameraPose,
    surface: &Surface,
    half_view: DVec2,
) -> Option<CameraPose> {
    let [low, high] = surface.bounds_m()?;
    let middle = 0.5 * (low + high);
    let focus = DVec3::new(middle, surface.ground_m([middle; 2]), middle);
    let pitch_deg = from.pitch_deg.max(WHOLE_PITCH_DEG);
    let pose = CameraPose { pitch_deg, focus_m: Some(focus.into()), ..*from };
    let eye = Pose::with_focus(&pose, focus.into()).eye();
    let (back, right) = (-eye.forward(), eye.right());
    let up = back.cross(right);
    // A point is in the picture if its offset from the axis is at most its depth times the tangent,
    // in both directions.
    let distance_m = surface_points(surface, [low, high])
        .map(|point| {
            let offset = point - focus;
            let min_depth =
                (offset.dot(right).abs() / half_view.x).max(offset.dot(up).abs() / half_view.y);
            offset.dot(back) + MARGIN * min_depth
        })
        .fold(0.0, f64::max);
    Some(CameraPose { distance_m, ..pose })
}

/// Returns points on the surface of a bounded land, on a grid of 65 × 65 that includes the edges.
fn surface_points(surface: &Surface, [low, high]: [f64; 2]) -> impl Iterator<Item = DVec3> {
    const SIDE: u32 = 65;
    let coordinate = move |i: u32| low + (high - low) * f64::from(i) / f64::from(SIDE - 1);
    (0..SIDE * SIDE).map(move |i| {
        let [x, z] = [coordinate(i % SIDE), coordinate(i / SIDE)];
        DVec3::new(x, surface.ground_m([x, z]), z)
    })
}

/// The smallest height of the eye above the ground, as a share of its distance from the focus.
const CLEARANCE: f64 = 0.03;

/// At least this share of the line from the eye to the focus is free of land.
const FREE_TO_FOCUS: f64 = 0.85;

/// Each of the other tested rays is free for at least this share of the distance to the focus.
const FREE_ANYWHERE: f64 = 0.12;

/// The changes of pitch and of yaw to try, in degrees, each sorted by size.
const PITCH_CHANGES_DEG: [f64; 8] = [0.0, 4.0, 8.0, 13.0, 19.0, 26.0, 34.0, 44.0];
const YAW_CHANGES_DEG: [f64; 11] =
    [0.0, 20.0, -20.0, 45.0, -45.0, 75.0, -75.0, 110.0, -110.0, 150.0, 180.0];

/// The steepest pitch that is tried, in degrees.
const STEEPEST_DEG: f64 = 72.0;

/// Returns a pose with a clear view of a new land, similar to `pose`.
///
/// Its focus is on dry ground. The eye is above the ground, no rock is close ahead, and some sky is
/// visible above an uneven skyline. If no such pose is found, the view is steep from above.
/// `field_rad` is the vertical angle of view.
pub fn clear_pose(pose: &CameraPose, surface: &Surface, field_rad: f64) -> CameraPose {
    let [x, _, z] = pose.focus_m.unwrap_or_default();
    let [x, z] = dry_place([x, z], pose.distance_m, surface);
    let pose = CameraPose { focus_m: Some([x, surface.ground_m([x, z]), z]), ..*pose };
    let mut tried: Vec<[f64; 2]> = PITCH_CHANGES_DEG
        .iter()
        .flat_map(|steeper| YAW_CHANGES_DEG.map(|turned| [*steeper, turned]))
        .collect();
    tried.sort_by(|a, b| change_size_deg(*a).total_cmp(&change_size_deg(*b)));
    let poses = tried.into_iter().map(|[steeper_deg, turned_deg]| CameraPose {
        yaw_deg: within_turn(pose.yaw_deg + turned_deg),
        pitch_deg: (pose.pitch_deg + steeper_deg).min(STEEPEST_DEG.max(pose.pitch_deg)),
        ..pose
    });
    let from_above = CameraPose { pitch_deg: STEEPEST_DEG.max(pose.pitch_deg), ..pose };
    let mut best: Option<(f64, CameraPose)> = None;
    for (tried, pose) in poses.filter(|pose| is_clear(pose, surface)).take(RATED_POSES).enumerate()
    {
        let composition = Composition::of(&pose, surface, field_rad);
        // If the first pose is good, it is used unchanged; each later pose changes `pose` more.
        if tried == 0 && composition.is_good() {
            return pose;
        }
        let score = composition.score() - RANK_PENALTY * tried as f64;
        if best.is_none_or(|(best_score, _)| score > best_score) {
            best = Some((score, pose));
        }
    }
    best.map_or(from_above, |(_, pose)| pose)
}

/// The number of clear poses to rate, and the points that each pose loses relative to the previous
/// pose.
const RATED_POSES: usize = 10;
const RANK_PENALTY: f64 = 0.02;

/// The best range of the sky's share of the picture, and the least deviation of a good skyline, as
/// a share of the picture's height.
const GOOD_SKY: [f64; 2] = [0.2, 0.45];
const MIN_UNEVENNESS: f64 = 0.025;

/// Measures of how good a picture from a pose looks.
#[derive(Clone, Copy, Debug)]
struct Composition {
    /// The sky's share of the picture.
    sky: f64,
    /// The deviation of the skyline, as a share of the picture's height.
    unevenness: f64,
}

impl Composition {
    fn of(pose: &CameraPose, surface: &Surface, field_rad: f64) -> Self {
        const COLUMNS: u32 = 13;
        let eye = Pose::with_focus(pose, pose.focus_m.unwrap_or_default()).eye();
        let tangent = (0.5 * field_rad).tan();
        // The height of the skyline in each column of a 16 : 9 picture, from −1 (lower edge) to 1
        // (upper edge).
        let lines: [f64; COLUMNS as usize] = std::array::from_fn(|column| {
            let across = 2.0 * column as f64 / f64::from(COLUMNS - 1) - 1.0;
            let mut ray = eye;
            ray.turn((across * tangent * 16.0 / 9.0).atan(), 0.0);
            let rise = skyline(&ray, pose.distance_m, surface);
            ((rise.atan() - eye.pitch_rad).tan() / tangent).clamp(-1.0, 1.0)
        });
        let mean = lines.iter().sum::<f64>() / f64::from(COLUMNS);
        let spread = lines.iter().map(|line| (line - mean).powi(2)).sum::<f64>();
        Self { sky: 0.5 - 0.5 * mean, unevenness: 0.5 * (spread / f64::from(COLUMNS)).sqrt() }
    }

    fn is_good(&self) -> bool {
        (GOOD_SKY[0]..=GOOD_SKY[1]).contains(&self.sky) && self.unevenness >= MIN_UNEVENNESS
    }

    fn score(&self) -> f64 {
        let sky_error = (GOOD_SKY[0] - self.sky).max(self.sky - GOOD_SKY[1]).max(0.0);
        self.unevenness.min(4.0 * MIN_UNEVENNESS) - 2.0 * sky_error
    }
}

/// Returns the slope from an eye to the land that appears highest ahead.
fn skyline(eye: &Eye, distance_m: f64, surface: &Surface) -> f64 {
    const STEPS: u32 = 14;
    let ahead = eye.ahead();
    let [x, y, z] = eye.position_m.to_array();
    // Samples from a tenth of the distance to four times the distance.
    (0..STEPS)
        .map(|step| {
            let away_m = distance_m * 0.1 * 40f64.powf(f64::from(step) / f64::from(STEPS - 1));
            (surface.surface_m([x + away_m * ahead.x, z + away_m * ahead.z]) - y) / away_m
        })
        .fold(f64::NEG_INFINITY, f64::max)
}

/// Returns the size of a change of pitch and yaw, in degrees. Yaw counts less, because the user has
/// not seen a new land from any side.
fn change_size_deg([steeper_deg, turned_deg]: [f64; 2]) -> f64 {
    steeper_deg + 0.15 * turned_deg.abs()
}

/// Returns the nearest dry place within four camera distances. If all places there are
/// under water, returns `place` itself.
pub fn dry_place(place: [f64; 2], distance_m: f64, surface: &Surface) -> [f64; 2] {
    const RINGS: u32 = 16;
    const SPOKES: u32 = 16;
    let within_bounds = |[x, z]: [f64; 2]| match surface.bounds_m() {
        Some([low, high]) => [x.clamp(low, high), z.clamp(low, high)],
        None => [x, z],
    };
    let around = (0..=RINGS)
        .flat_map(|ring| (0..if ring == 0 { 1 } else { SPOKES }).map(move |spoke| (ring, spoke)));
    let places = around.map(|(ring, spoke)| {
        let angle = std::f64::consts::TAU * f64::from(spoke) / f64::from(SPOKES);
        let radius_m = 0.25 * distance_m.max(200.0) * f64::from(ring);
        within_bounds([place[0] + radius_m * angle.cos(), place[1] + radius_m * angle.sin()])
    });
    let is_dry = |place: &[f64; 2]| surface.bed_m(*place) > surface.water_level_m(*place);
    places.into_iter().find(is_dry).unwrap_or_else(|| within_bounds(place))
}

/// Returns true if no rock blocks the view of a pose, by the limits above.
fn is_clear(pose: &CameraPose, surface: &Surface) -> bool {
    let eye = Pose::with_focus(pose, pose.focus_m.unwrap_or_default()).eye();
    let [x, y, z] = eye.position_m.to_array();
    if y < surface.surface_m([x, z]) + CLEARANCE * pose.distance_m {
        return false;
    }
    let is_free = |direction: DVec3, share: f64| {
        let ray = Ray::new(eye.position_m.into(), direction.into());
        surface.cast(&ray, 0.0..share * pose.distance_m).is_none()
    };
    if !is_free(eye.forward(), FREE_TO_FOCUS) {
        return false;
    }
    // Rays over about half of the field of view, across and up.
    let turns_deg = [-30.0, -15.0, 0.0, 15.0, 30.0];
    let pitches_deg = [-16.0, 0.0, 10.0];
    turns_deg.iter().all(|turn: &f64| {
        pitches_deg.iter().all(|pitch: &f64| {
            let mut ray = eye;
            ray.turn(turn.to_radians(), pitch.to_radians());
            is_free(ray.forward(), FREE_ANYWHERE)
        })
    })
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_4;

    use super::*;
    use crate::terrain::preset::PRESETS;
    use crate::terrain::recipe::Recipe;
    use proptest::prelude::*;

    /// Returns recipe and camera of a preset, with another seed.
    fn land_of(preset: usize, seed: u32) -> (Recipe, CameraPose) {
        let scene = PRESETS[preset % PRESETS.len()].scene().unwrap();
        let mut recipe = scene.recipe;
        recipe.world.seed = seed.to_string();
        (recipe, scene.view.camera)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        #[test]
        fn a_clear_pose_sees_its_focus_past_all_rock(preset in 0..100usize, seed: u32) {
            let (recipe, camera) = land_of(preset, seed);
            let surface = Surface::new(&recipe).unwrap();
            let pose = clear_pose(&camera, &surface, FRAC_PI_4);
            let focus = pose.focus_m.unwrap();
            let eye = Pose::with_focus(&pose, focus).eye().position_m;
            let above_m = eye.y - surface.surface_m([eye.x, eye.z]);
            prop_assert!(above_m > 0.02 * pose.distance_m, "{above_m} m above the ground");
            prop_assert_eq!(pose.distance_m, camera.distance_m);
            let ray = Ray::new(eye.into(), (DVec3::from(focus) - eye).normalize().into());
            let hit_m = surface.cast(&ray, 0.0..2.0 * pose.distance_m).unwrap();
            prop_assert!(
                hit_m > 0.8 * pose.distance_m,
                "rock at {hit_m} m of {}",
                pose.distance_m
            );
            let place = [focus[0], focus[2]];
            let is_dry = surface.bed_m(place) > surface.water_level_m(place);
            let [x, _, z] = camera.focus_m.unwrap_or_default();
            prop_assert!(is_dry || dry_place([x, z], camera.distance_m, &surface) == [x, z]);
        }

        #[test]
        fn a_bounded_land_fits_in_the_free_part_of_the_picture(
            seed: u32,
            preset in 0..100usize,
            yaw_deg in 0.0..360.0,
            pitch_deg in -20.0..80.0,
            across in 0.2..1.5,
            up in 0.2..1.0,
            side in 1u32..32,
        ) {
            let (mut recipe, _) = land_of(preset, seed);
            recipe.world.bounded = true;
            recipe.world.extent_chunks = side;
            let surface = Surface::new(&recipe).unwrap();
            let from = CameraPose { yaw_deg, pitch_deg, distance_m: 100.0, focus_m: None };
            let pose = frame_whole_land(&from, &surface, DVec2::new(across, up)).unwrap();
            let eye = Pose::with_focus(&pose, pose.focus_m.unwrap()).eye();
            let mut max_share = 0.0f64;
            for point in surface_points(&surface, surface.bounds_m().unwrap()) {
                let offset = point - eye.position_m;
                let depth = offset.dot(eye.forward());
                let up_now = eye.right().cross(eye.forward());
                let share = (offset.dot(eye.right()).abs() / (across * depth))
                    .max(offset.dot(up_now).abs() / (up * depth));
                prop_assert!(depth > 0.0 && share <= 1.0, "{share} of the picture");
                max_share = max_share.max(share);
            }
            prop_assert!(max_share > 0.9, "it fills the picture: {max_share}");
            prop_assert_eq!(pose.yaw_deg, yaw_deg);
        }
    }

    #[test]
    fn most_new_lands_are_seen_below_some_sky() {
        let mut good = 0;
        for i in 0..60 {
            let (recipe, camera) = land_of(i, 7 * i as u32);
            let surface = Surface::new(&recipe).unwrap();
            let pose = clear_pose(&camera, &surface, FRAC_PI_4);
            let composition = Composition::of(&pose, &surface, FRAC_PI_4);
            good += u32::from((0.15..0.55).contains(&composition.sky));
        }
        assert!(good >= 45, "{good} of 60");
    }

    #[test]
    fn a_clear_pose_stays_the_same() {
        let (recipe, camera) = land_of(0, 1);
        let surface = Surface::new(&recipe).unwrap();
        let clear = clear_pose(&camera, &surface, FRAC_PI_4);
        let again = clear_pose(&clear, &surface, FRAC_PI_4);
        assert_eq!(clear, again);
    }
}
