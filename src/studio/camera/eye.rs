//! An eye in the world: where it is and where it looks, in f64 and apart from any origin.

use bevy::math::DVec3;
use bevy::prelude::*;

use crate::plugin::land::origin::WorldOrigin;
use crate::terrain::view::Camera as CameraPose;

/// How far up and down one can look.
pub const STEEPEST_RAD: f64 = 89.0 * std::f64::consts::PI / 180.0;

/// Where one is and where one looks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Eye {
    /// In metres of the world.
    pub position_m: DVec3,
    /// Azimuth of looking: 0 is north, clockwise.
    pub yaw_rad: f64,
    /// How far above the horizon one looks, within ±[`STEEPEST_RAD`].
    pub pitch_rad: f64,
}

impl Eye {
    /// The eye of a camera.
    pub fn of_transform(transform: &Transform, origin: WorldOrigin) -> Self {
        let forward = transform.forward().as_dvec3();
        let pitch_rad = forward.y.clamp(-1.0, 1.0).asin().clamp(-STEEPEST_RAD, STEEPEST_RAD);
        Self {
            position_m: origin.world_m(transform.translation).into(),
            yaw_rad: forward.x.atan2(-forward.z),
            pitch_rad,
        }
    }

    /// The eye of a pose with its focus.
    pub fn of_pose(pose: &CameraPose, focus_m: [f64; 3]) -> Self {
        let eye = Self {
            position_m: DVec3::ZERO,
            yaw_rad: pose.yaw_deg.to_radians(),
            pitch_rad: -pose.pitch_deg.to_radians(),
        };
        Self { position_m: DVec3::from(focus_m) - eye.forward() * pose.distance_m, ..eye }
    }

    /// The pose that looks from here at a point so far ahead.
    pub fn pose(&self, distance_m: f64) -> CameraPose {
        let focus = self.position_m + self.forward() * distance_m;
        CameraPose {
            yaw_deg: self.yaw_rad.to_degrees().rem_euclid(360.0),
            pitch_deg: -self.pitch_rad.to_degrees(),
            distance_m,
            focus_m: Some(focus.into()),
        }
    }

    /// Where it looks: a unit vector.
    pub fn forward(&self) -> DVec3 {
        let (sin, cos) = self.pitch_rad.sin_cos();
        DVec3::new(self.yaw_rad.sin() * cos, sin, -self.yaw_rad.cos() * cos)
    }

    /// The level unit vector ahead.
    pub fn ahead(&self) -> DVec3 {
        DVec3::new(self.yaw_rad.sin(), 0.0, -self.yaw_rad.cos())
    }

    /// The level unit vector to the right.
    pub fn right(&self) -> DVec3 {
        DVec3::new(self.yaw_rad.cos(), 0.0, self.yaw_rad.sin())
    }

    /// Turns to the right and up.
    pub fn turn(&mut self, right_rad: f64, up_rad: f64) {
        self.yaw_rad = (self.yaw_rad + right_rad).rem_euclid(std::f64::consts::TAU);
        self.pitch_rad = (self.pitch_rad + up_rad).clamp(-STEEPEST_RAD, STEEPEST_RAD);
    }

    /// As a camera's transform.
    pub fn transform(&self, origin: WorldOrigin) -> Transform {
        let turn = Quat::from_rotation_y(-self.yaw_rad as f32)
            * Quat::from_rotation_x(self.pitch_rad as f32);
        Transform::from_translation(origin.local(self.position_m.into())).with_rotation(turn)
    }
}

/// What held keys ask for, each from −1 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Steer {
    pub ahead: f64,
    pub right: f64,
    pub up: f64,
    /// Shift is held.
    pub fast: bool,
}

impl Steer {
    /// Nothing is asked for.
    pub fn is_idle(&self) -> bool {
        (self.ahead, self.right, self.up) == (0.0, 0.0, 0.0)
    }
}

/// A vector of at most length 1 in a direction.
pub fn at_most_one(v: DVec3) -> DVec3 {
    if v.length() > 1.0 { v.normalize() } else { v }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_eye_survives_its_pose_and_its_transform(yaw in 0.0..6.25, pitch in -1.5..1.5, x in -1e9..1e9, y in -500.0..5000.0,
                                                      distance in 1.0..5000.0) {
            let eye = Eye { position_m: DVec3::new(x, y, -x), yaw_rad: yaw, pitch_rad: pitch };
            let pose = eye.pose(distance);
            let back = Eye::of_pose(&pose, pose.focus_m.unwrap());
            prop_assert!(back.position_m.distance(eye.position_m) < 1e-4);
            prop_assert!(back.forward().distance(eye.forward()) < 1e-9);
            let origin = WorldOrigin::near([x, -x]);
            let back = Eye::of_transform(&eye.transform(origin), origin);
            prop_assert!(back.position_m.distance(eye.position_m) < 1e-3);
            prop_assert!(back.forward().distance(eye.forward()) < 1e-5);
        }
    }

    #[test]
    fn directions_are_those_of_the_compass() {
        for (yaw_deg, ahead) in
            [(0.0, DVec3::NEG_Z), (90.0, DVec3::X), (180.0, DVec3::Z), (270.0, DVec3::NEG_X)]
        {
            let eye = Eye { yaw_rad: f64::to_radians(yaw_deg), ..Eye::default() };
            assert!(eye.forward().distance(ahead) < 1e-12 && eye.ahead().distance(ahead) < 1e-12);
            assert!(eye.right().cross(DVec3::Y).distance(-ahead) < 1e-12);
        }
    }

    #[test]
    fn one_cannot_look_over_the_zenith() {
        let mut eye = Eye::default();
        eye.turn(-0.5, 10.0);
        assert_eq!(eye.pitch_rad, STEEPEST_RAD);
        assert!((eye.yaw_rad - (std::f64::consts::TAU - 0.5)).abs() < 1e-12);
    }
}
