//! Turns, pans, zooms and slides the pose of an orbit, but never into the ground.
//!
//! The moves are pure functions of the pose and the land.

#[cfg(test)]
mod tests;

use bevy::math::DVec3;

use super::orbit_limits::{LOWEST_PITCH_RAD, Limits, MIN_DISTANCE_M, STEEPEST_PITCH_RAD};
use crate::plugin::camera::eye::Eye;
use crate::plugin::camera::pose::{GROUND_CLEARANCE_M, Pose};
use crate::terrain::surface::{Ray, Surface};

/// The smallest height of the eye above the ground after a move, in metres. An eye that was lower
/// before the move, such as a walker's, may stay lower.
pub const CLEARANCE_M: f64 = 2.0;

/// The factor by which one notch of the wheel multiplies the distance to the point under the
/// pointer. Five notches leave a third of the distance.
pub const ZOOM_PER_NOTCH: f64 = 0.8;

/// The least distance of the focus, as a share of the distance to the visible ground ahead. With a
/// nearer focus, an orbit would turn the view almost on the spot.
const MIN_FOCUS_SHARE: f64 = 0.25;

/// After a slide, at least this share of the line from the eye to the focus is free of land.
const FREE_AHEAD: f64 = 0.5;

/// The share of the line to a point that must be free for the point to count as visible. The last
/// part may touch the land, because the point lies on the ground.
const VISIBLE_SHARE: f64 = 0.95;

/// The band limit of the ground that a slide follows up and down, as a share of the distance to
/// the focus. Finer ground would shake the view.
const COARSE_SHARE: f64 = 0.125;

/// The land over which a user moves the camera, with the limits of moves.
#[derive(Clone, Copy)]
pub struct MoveLand<'a> {
    /// The surface that the eye stays above and the pointer touches.
    pub surface: &'a Surface,
    /// The limits of distance, place and height.
    pub limits: Limits,
    /// The angle from the middle of the free part of the picture to its lower edge.
    pub half_field_rad: f64,
}

/// The point that a zoom approaches or leaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ZoomAnchor {
    /// The point in world metres.
    pub point_m: DVec3,
    /// The distance from which the point was last seen without land in between, in metres.
    seen_from_m: f64,
}

/// Returns a pose shifted by a vector in world metres.
fn shift(pose: &Pose, by_m: DVec3) -> Pose {
    Pose { focus_m: pose.focus_m + by_m, ..*pose }
}

/// Returns a pose with this focus and eye, and with the yaw of `pose`. The focus must lie in
/// the direction of this yaw from the eye.
pub fn look_at(pose: &Pose, focus_m: DVec3, eye_m: DVec3) -> Pose {
    let offset = focus_m - eye_m;
    let pitch_rad = (-offset.y).atan2(offset.x.hypot(offset.z));
    Pose { focus_m, pitch_rad, distance_m: offset.length(), ..*pose }
}

/// Returns the heights by which to try to raise a view: 0, then doubling steps.
pub fn rises(distance_m: f64) -> impl Iterator<Item = f64> {
    const TRIES: i32 = 10;
    (0..TRIES).map(move |i| if i == 0 { 0.0 } else { 0.01 * distance_m * f64::from(1 << i) })
}

impl MoveLand<'_> {
    fn cast(&self, eye: &Eye, direction: DVec3, within_m: f64) -> Option<f64> {
        self.surface.cast(&Ray::new(eye.position_m.into(), direction.into()), 0.0..within_m)
    }

    /// Returns the distance to the ground in the middle of the picture, along the line of sight. If
    /// the sky is in the middle, the search goes down to the picture's lower edge.
    pub fn ahead_m(&self, eye: &Eye) -> Option<f64> {
        [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().find_map(|share| {
            let down_rad = share * self.half_field_rad;
            let mut lower = *eye;
            lower.turn(0.0, -down_rad);
            let hit_m = self.cast(&lower, lower.forward(), self.limits.max_distance_m)?;
            Some(hit_m * down_rad.cos())
        })
    }

    /// Returns the pose from which a move begins. Its eye is where the camera really is.
    ///
    /// The land may have lifted the camera above the rig's pose. The focus is moved out of the
    /// ground and away from the eye if necessary.
    pub fn start_pose(&self, pose: &Pose) -> Pose {
        let eye = pose.eye_above(self.surface);
        let is_lifted = eye != pose.eye();
        let focus_distance_m =
            if is_lifted { eye.position_m.distance(pose.focus_m) } else { pose.distance_m };
        let ahead_m = self.ahead_m(&eye);
        let distance_m = ahead_m.map_or(focus_distance_m, |ahead_m| {
            focus_distance_m.clamp(MIN_FOCUS_SHARE * ahead_m, ahead_m)
        });
        let distance_m = distance_m.max(MIN_DISTANCE_M);
        if is_lifted || distance_m != pose.distance_m {
            Pose::of_eye(&eye, distance_m)
        } else {
            *pose
        }
    }

    /// Returns the point that a pose shows in a direction. The point lies on the ground, or, in the
    /// sky, on the plane through the focus that faces the eye.
    pub fn visible_point(&self, pose: &Pose, direction: DVec3) -> DVec3 {
        let eye = pose.eye();
        let ground_m = self.cast(&eye, direction, self.limits.max_distance_m);
        let distance_m = ground_m.unwrap_or_else(|| pose.distance_m / direction.dot(eye.forward()));
        eye.position_m + direction * distance_m
    }

    /// Returns the least height of the eye above the ground after a move that starts from `pose`.
    pub fn clearance_m(&self, pose: &Pose) -> f64 {
        let [x, y, z] = pose.eye().position_m.to_array();
        (y - self.surface.surface_m([x, z])).clamp(GROUND_CLEARANCE_M, CLEARANCE_M)
    }

    /// Returns by how many metres the eye of a pose is too low, or `None` if it is high enough.
    fn too_low_m(&self, pose: &Pose, clearance_m: f64) -> Option<f64> {
        let [x, y, z] = pose.eye().position_m.to_array();
        let missing_m = self.surface.surface_m([x, z]) + clearance_m - y;
        (missing_m > 0.0).then_some(missing_m)
    }

    /// Raises a pose out of the ground without turning it.
    fn raise(&self, pose: &Pose, clearance_m: f64) -> Pose {
        self.too_low_m(pose, clearance_m).map_or(*pose, |up_m| shift(pose, up_m * DVec3::Y))
    }

    /// Raises the eye of a pose out of the ground; it still looks at the same focus.
    pub fn lift(&self, pose: &Pose, clearance_m: f64) -> Pose {
        let Some(up_m) = self.too_low_m(pose, clearance_m) else { return *pose };
        look_at(pose, pose.focus_m, pose.eye().position_m + up_m * DVec3::Y)
    }

    /// Keeps the focus within the bounds of the land and below the height limit. A focus that was
    /// outside before the move may stay there, but goes no further out.
    fn within_limits(&self, from: &Pose, to: Pose) -> Pose {
        let DVec3 { x, y, z } = from.focus_m;
        let mut focus_m = to.focus_m;
        if let Some([low, high]) = self.limits.bounds_m {
            focus_m.x = focus_m.x.clamp(low.min(x), high.max(x));
            focus_m.z = focus_m.z.clamp(low.min(z), high.max(z));
        }
        focus_m.y = focus_m.y.min(self.limits.max_focus_height_m.max(y));
        Pose { focus_m, ..to }
    }

    /// Returns a pose turned about its focus, to the right and down.
    pub fn turn(&self, pose: &Pose, right_rad: f64, down_rad: f64) -> Pose {
        // After a walk, a pose may look up until the user turns it down.
        let lowest_rad = LOWEST_PITCH_RAD.min(pose.pitch_rad);
        Pose {
            yaw_rad: pose.yaw_rad + right_rad,
            pitch_rad: (pose.pitch_rad + down_rad).clamp(lowest_rad, STEEPEST_PITCH_RAD),
            ..*pose
        }
    }

    /// Returns a pose panned until the grabbed point lies in a direction. The eye keeps its depth
    /// from that point.
    pub fn pan(&self, pose: &Pose, grabbed_m: DVec3, direction: DVec3) -> Pose {
        let eye = pose.eye();
        let depth_m = (grabbed_m - eye.position_m).dot(eye.forward());
        let to_m = grabbed_m - direction * (depth_m / direction.dot(eye.forward()));
        let to = self.within_limits(pose, shift(pose, to_m - eye.position_m));
        self.raise(&to, self.clearance_m(pose))
    }

    /// Returns the anchor for a zoom to the point that is seen in a direction.
    pub fn anchor(&self, pose: &Pose, direction: DVec3) -> ZoomAnchor {
        let point_m = self.visible_point(pose, direction);
        ZoomAnchor { point_m, seen_from_m: pose.eye().position_m.distance(point_m) }
    }

    /// Multiplies the distance to an anchor by a factor. The whole view scales about the anchor,
    /// which keeps its place in the picture. The ground and the horizon limit the zoom.
    pub fn zoom(&self, pose: &Pose, anchor: &mut ZoomAnchor, factor: f64) -> Pose {
        let eye = pose.eye();
        let offset = anchor.point_m - eye.position_m;
        let away_m = offset.length();
        let nearest = (MIN_DISTANCE_M / away_m).min(1.0);
        let factor = factor.clamp(nearest, (self.limits.max_distance_m / away_m).max(1.0));
        let depth_m = offset.dot(eye.forward());
        let from = Pose::of_eye(&eye, depth_m);
        let to = Pose {
            focus_m: anchor.point_m + (from.focus_m - anchor.point_m) * factor,
            distance_m: depth_m * factor,
            ..from
        };
        let to = self.within_limits(&from, to);
        let to = self.raise(&to, self.clearance_m(pose));
        // The point was visible from `seen_from_m`, so up to this distance, apart from rounding, there
        // is nothing to check.
        if factor * away_m <= anchor.seen_from_m * (1.0 + 1e-9) {
            return to;
        }
        anchor.seen_from_m = factor * away_m;
        self.rise_to_see(&to, anchor.point_m)
    }

    /// Returns true if no land hides a point from a pose.
    fn sees(&self, pose: &Pose, point_m: DVec3) -> bool {
        let eye = pose.eye();
        let offset = point_m - eye.position_m;
        self.cast(&eye, offset.normalize(), VISIBLE_SHARE * offset.length()).is_none()
    }

    /// Raises a pose until no land hides a point.
    fn rise_to_see(&self, pose: &Pose, point_m: DVec3) -> Pose {
        let mut higher = rises(pose.distance_m).map(|up_m| shift(pose, up_m * DVec3::Y));
        higher.find(|pose| self.sees(pose, point_m)).unwrap_or(*pose)
    }

    /// Returns a pose with a point of the land in the middle of the picture. No land hides the
    /// point. The camera is at most as far from the point as it was from its focus.
    pub fn face(&self, pose: &Pose, point_m: DVec3) -> Pose {
        let away_m = pose.eye().position_m.distance(point_m);
        let distance_m = pose.distance_m.min(away_m).max(MIN_DISTANCE_M);
        let to = Pose { focus_m: point_m, distance_m, ..*pose };
        let to = self.lift(&to, self.clearance_m(pose));
        let eye_m = to.eye().position_m;
        let mut higher =
            rises(distance_m).map(|up_m| look_at(&to, point_m, eye_m + up_m * DVec3::Y));
        higher.find(|pose| self.sees(pose, point_m)).unwrap_or(to)
    }

    /// Returns the distance that suits one second of moving: the distance to the ground halfway
    /// between the middle and the lower edge of the picture.
    pub fn pace_m(&self, pose: &Pose) -> f64 {
        let mut lower = pose.eye();
        lower.turn(0.0, -0.5 * self.half_field_rad);
        let ground_m = self.cast(&lower, lower.forward(), self.limits.max_distance_m);
        ground_m.unwrap_or(pose.distance_m)
    }

    /// Returns a pose moved horizontally by `by_m`. It rises and sinks with the coarse shape of the
    /// land, and rises further if a slope is close ahead.
    pub fn slide(&self, pose: &Pose, by_m: DVec3) -> Pose {
        let coarse_m = |pose: &Pose| {
            let place = [pose.focus_m.x, pose.focus_m.z];
            let spacing_m = self.surface.spacing_m().max(COARSE_SHARE * pose.distance_m);
            let bed_m = self.surface.land().height_m(place, spacing_m);
            bed_m.max(self.surface.water_level_m(place))
        };
        let to = self.within_limits(pose, shift(pose, by_m));
        let to = shift(&to, (coarse_m(&to) - coarse_m(pose)) * DVec3::Y);
        let to = self.raise(&to, self.clearance_m(pose));
        let is_free = |pose: &Pose| {
            let eye = pose.eye();
            self.cast(&eye, eye.forward(), FREE_AHEAD * pose.distance_m).is_none()
        };
        rises(to.distance_m).map(|up_m| shift(&to, up_m * DVec3::Y)).find(is_free).unwrap_or(to)
    }
}

/// Interpolates poses, `share` from 0 to 1. All components are linear, so the anchor of a zoom
/// keeps its place in the picture.
pub fn interpolate(now: &Pose, goal: &Pose, share: f64) -> Pose {
    let mix = |a: f64, b: f64| a + (b - a) * share;
    Pose {
        focus_m: now.focus_m.lerp(goal.focus_m, share),
        yaw_rad: mix(now.yaw_rad, goal.yaw_rad),
        pitch_rad: mix(now.pitch_rad, goal.pitch_rad),
        distance_m: mix(now.distance_m, goal.distance_m),
    }
}

/// Returns true if the difference of two poses is too small to see.
pub fn has_arrived(now: &Pose, goal: &Pose) -> bool {
    const SHARE: f64 = 1e-5;
    const MIN_M: f64 = 1e-4;
    let near_m = (SHARE * goal.distance_m).max(MIN_M);
    now.focus_m.distance(goal.focus_m) < near_m
        && (now.distance_m - goal.distance_m).abs() < near_m
        && (now.yaw_rad - goal.yaw_rad).abs() < SHARE
        && (now.pitch_rad - goal.pitch_rad).abs() < SHARE
}
