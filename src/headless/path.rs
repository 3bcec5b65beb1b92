//! The camera paths of films: around the focus, or along the bookmarks.

use bevy::math::DVec3;

use super::spline::TimeSpline;
use crate::plugin::camera::eye::{Eye, STEEPEST_RAD};
use crate::plugin::camera::pose::Pose;
use crate::terrain::surface::Surface;

/// The smallest height of a film's camera above land and water, in metres.
const CLEARANCE_M: f64 = 4.0;

/// The fraction of a flight's time in which the camera accelerates, and the fraction in which it
/// brakes.
const EASE: f64 = 0.15;

/// The shortest perceived length of a leg, the part of a flight between two bookmarks (see
/// [`leg`]). Without it, two equal bookmarks would take no time.
const MIN_LEG: f64 = 0.05;

/// A place on the path: the camera, and the distance to its focus.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathPlace {
    pub eye: Eye,
    pub distance_m: f64,
}

impl PathPlace {
    fn of_pose(pose: &Pose) -> Self {
        Self { eye: pose.eye(), distance_m: pose.distance_m }
    }

    /// Returns the camera as a pose.
    pub fn pose(&self) -> Pose {
        Pose::of_eye(&self.eye, self.distance_m)
    }
}

/// Circles the focus of a pose `turns` times, at constant height and distance.
///
/// After a whole number of turns, the frame after the last would equal the first, so the film
/// loops.
pub fn turntable(start: &Pose, turns: f64, frames: u32, surface: &Surface) -> Vec<PathPlace> {
    let place_and_focus = |frame: u32| {
        let progress = f64::from(frame) / f64::from(frames.max(1));
        // The camera moves to its right, so the land turns to the left.
        let yaw_rad = start.yaw_rad - progress * turns * std::f64::consts::TAU;
        (PathPlace::of_pose(&Pose { yaw_rad, ..*start }), start.focus_m)
    };
    let (mut places, focuses): (Vec<_>, Vec<_>) = (0..frames).map(place_and_focus).unzip();
    lift(&mut places, surface, true);
    for (place, focus_m) in places.iter_mut().zip(focuses) {
        place.eye.look_at(focus_m);
    }
    places
}

/// Passes the poses in order on a smooth curve. `None` for fewer than two poses.
///
/// The perceived speed is constant, so the camera is slower near the land.
pub fn flight(poses: &[Pose], frames: u32, surface: &Surface) -> Option<Vec<PathPlace>> {
    let mut yaw_rad = poses.first()?.yaw_rad;
    let mut points = Vec::new();
    for pose in poses {
        let eye = pose.eye_above(surface);
        // Turn the shorter way.
        let turn = (eye.yaw_rad - yaw_rad + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU)
            - std::f64::consts::PI;
        yaw_rad += turn;
        let DVec3 { x, y, z } = eye.position_m;
        points.push([x, y, z, yaw_rad, eye.pitch_rad, pose.distance_m.ln()]);
    }
    let mut time = 0.0;
    let legs = points.windows(2).map(|pair| leg(&pair[0], &pair[1]));
    let mut times = vec![0.0];
    times.extend(legs.map(|leg| {
        time += leg;
        time
    }));
    let spline = TimeSpline::new(times, points)?;
    let last = f64::from(frames.saturating_sub(1).max(1));
    let mut places: Vec<_> = (0..frames)
        .map(|frame| {
            let [x, y, z, yaw_rad, pitch_rad, log_distance] =
                spline.at(time * ease(f64::from(frame) / last));
            let pitch_rad = pitch_rad.clamp(-STEEPEST_RAD, STEEPEST_RAD);
            let eye = Eye { position_m: DVec3::new(x, y, z), yaw_rad, pitch_rad };
            PathPlace { eye, distance_m: log_distance.exp() }
        })
        .collect();
    lift(&mut places, surface, false);
    Some(places)
}

/// Returns the perceived length of a leg: the turn in radians, plus the length in metres divided by
/// the distance to the focus, plus the change of that distance's logarithm.
fn leg(a: &[f64; 6], b: &[f64; 6]) -> f64 {
    let change = |i: usize| b[i] - a[i];
    let length_m = (change(0).powi(2) + change(1).powi(2) + change(2).powi(2)).sqrt();
    let distance_m = (0.5 * (a[5] + b[5])).exp();
    (length_m / distance_m + change(3).hypot(change(4)) + change(5).abs()).max(MIN_LEG)
}

/// Maps a fraction of the time to a fraction of the path. The camera starts and ends at rest.
fn ease(time: f64) -> f64 {
    // While the camera accelerates, its speed follows a smooth step, whose integral is t³ − t⁴ / 2.
    let accelerated = |t: f64| EASE * (t * t * t - 0.5 * t * t * t * t);
    let total = 1.0 - EASE;
    if time < EASE {
        accelerated(time / EASE) / total
    } else if time > 1.0 - EASE {
        1.0 - accelerated((1.0 - time) / EASE) / total
    } else {
        (time - 0.5 * EASE) / total
    }
}

/// Raises the places of a path that are too low. Their neighbours rise too, so that the path stays
/// smooth.
fn lift(places: &mut [PathPlace], surface: &Surface, is_loop: bool) {
    let lift_needed_m = |place: &PathPlace| {
        let DVec3 { x, y, z } = place.eye.position_m;
        (surface.surface_m([x, z]) + CLEARANCE_M - y).max(0.0)
    };
    let lifts_m: Vec<_> = places.iter().map(lift_needed_m).collect();
    for (place, lift_m) in places.iter_mut().zip(smooth_above(&lifts_m, is_loop)) {
        place.eye.position_m.y += lift_m;
    }
}

/// Returns a smooth sequence that is nowhere below `numbers`, which must not be negative. It is the
/// moving average of the moving maximum, over windows of the same size.
fn smooth_above(numbers: &[f64], is_loop: bool) -> Vec<f64> {
    if numbers.iter().all(|number| *number <= 0.0) {
        return vec![0.0; numbers.len()];
    }
    let (count, radius) = (numbers.len() as isize, (numbers.len() as isize / 24).max(1));
    let at = |numbers: &[f64], i: isize| match is_loop {
        true => numbers[i.rem_euclid(count) as usize],
        false => numbers[i.clamp(0, count - 1) as usize],
    };
    let window = |i: isize| i - radius..=i + radius;
    let maxima: Vec<_> =
        (0..count).map(|i| window(i).map(|j| at(numbers, j)).fold(0.0, f64::max)).collect();
    let mean = |numbers: &[f64]| -> Vec<f64> {
        let width = (2 * radius + 1) as f64;
        (0..count).map(|i| window(i).map(|j| at(numbers, j)).sum::<f64>() / width).collect()
    };
    mean(&maxima)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::recipe::Recipe;
    use proptest::prelude::*;

    fn surface() -> Surface {
        Surface::new(&Recipe::default()).unwrap()
    }

    fn pose(focus_m: [f64; 3], yaw_deg: f64, pitch_deg: f64, distance_m: f64) -> Pose {
        let (yaw_rad, pitch_rad) = (yaw_deg.to_radians(), pitch_deg.to_radians());
        Pose { focus_m: focus_m.into(), yaw_rad, pitch_rad, distance_m }
    }

    #[test]
    fn a_turntable_circles_the_focus_and_loops() {
        let start = pose([100.0, 300.0, -50.0], 20.0, 40.0, 4000.0);
        let places = turntable(&start, 1.0, 36, &surface());
        assert_eq!(places.len(), 36);
        assert!(places[0].eye.position_m.distance(start.eye().position_m) < 1e-6);
        for place in &places {
            let to_focus = start.focus_m - place.eye.position_m;
            assert!((to_focus.length() - 4000.0).abs() < 1e-6);
            assert!(place.eye.forward().distance(to_focus / to_focus.length()) < 1e-9);
        }
        let step = |a: usize, b: usize| places[a].eye.position_m.distance(places[b].eye.position_m);
        assert!((step(35, 0) - step(0, 1)).abs() < 1e-6, "the film goes on where it began");
    }

    #[test]
    fn a_low_turntable_stays_above_the_ground() {
        let surface = surface();
        let start = pose([0.0, 100.0, 0.0], 0.0, 2.0, 1500.0);
        let places = turntable(&start, 1.0, 240, &surface);
        for place in &places {
            let DVec3 { x, y, z } = place.eye.position_m;
            assert!(y >= surface.surface_m([x, z]) + CLEARANCE_M - 1e-9);
        }
    }

    #[test]
    fn a_flight_begins_at_its_first_pose_passes_each_and_ends_at_its_last() {
        let surface = surface();
        let poses = [
            pose([0.0, 900.0, 0.0], 350.0, 25.0, 2500.0),
            pose([3000.0, 800.0, 500.0], 10.0, 20.0, 1500.0),
            pose([5000.0, 900.0, -3000.0], 120.0, 30.0, 3000.0),
        ];
        let places = flight(&poses, 400, &surface).unwrap();
        assert_eq!(places.len(), 400);
        let nearest = |pose: &Pose| {
            let eye = pose.eye_above(&surface).position_m;
            places.iter().map(|p| p.eye.position_m.distance(eye)).fold(f64::MAX, f64::min)
        };
        assert!(places[0].eye.position_m.distance(poses[0].eye_above(&surface).position_m) < 1e-6);
        assert!(nearest(&poses[1]) < 30.0);
        let end = &places[399].eye;
        assert!(end.position_m.distance(poses[2].eye_above(&surface).position_m) < 1e-6);
        // It starts and ends at rest and never jumps. From 350° to 10° it turns by 20°.
        let steps: Vec<_> = places
            .windows(2)
            .map(|pair| pair[0].eye.position_m.distance(pair[1].eye.position_m))
            .collect();
        let longest = steps.iter().copied().fold(0.0, f64::max);
        assert!(steps[0] < 0.01 * longest && steps[398] < 0.01 * longest);
        for pair in steps.windows(2) {
            assert!((pair[0] - pair[1]).abs() < 0.08 * longest, "{pair:?} of {longest}");
        }
        let yaws = places.iter().map(|place| place.eye.yaw_rad.to_degrees());
        assert!(
            yaws.clone().fold(f64::MIN, f64::max) < 500.0 && yaws.fold(f64::MAX, f64::min) > 340.0
        );
        assert!(flight(&poses[..1], 10, &surface).is_none());
    }

    proptest! {
        #[test]
        fn a_smoothed_path_lies_above_the_given_one(
            numbers in proptest::collection::vec(0.0f64..100.0, 1..200),
            is_loop: bool,
        ) {
            let smooth = smooth_above(&numbers, is_loop);
            prop_assert_eq!(smooth.len(), numbers.len());
            prop_assert!(smooth.iter().zip(&numbers).all(|(smooth, number)| *smooth >= number - 1e-9));
        }

        #[test]
        fn easing_is_monotonic_and_symmetric(a in 0.0f64..1.0, b in 0.0f64..1.0) {
            prop_assert!((ease(a) - ease(b)) * (a - b) >= 0.0);
            prop_assert!((0.0..=1.0).contains(&ease(a)));
            prop_assert!((ease(a) + ease(1.0 - a) - 1.0).abs() < 1e-12);
        }
    }
}
