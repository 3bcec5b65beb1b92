//! The position and viewing direction of a camera, in f64 and in world coordinates.
//!
//! They stay valid when the rendering origin moves.

use bevy::math::DVec3;
use bevy::prelude::*;

use crate::land::origin::RenderOrigin;

/// The largest pitch up or down: 89°.
pub const STEEPEST_RAD: f64 = 89.0 * std::f64::consts::PI / 180.0;

/// The position and viewing direction of a camera.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Eye {
    /// The position in the world, in metres.
    pub position_m: DVec3,
    /// The azimuth of the viewing direction: 0 is north (−z), and angles grow clockwise.
    pub yaw_rad: f64,
    /// The angle of the viewing direction above the horizon, within ±[`STEEPEST_RAD`].
    pub pitch_rad: f64,
}

impl Eye {
    /// The viewing direction as a unit vector.
    pub fn forward(&self) -> DVec3 {
        let (sin, cos) = self.pitch_rad.sin_cos();
        DVec3::new(self.yaw_rad.sin() * cos, sin, -self.yaw_rad.cos() * cos)
    }

    /// The horizontal unit vector ahead.
    pub fn ahead(&self) -> DVec3 {
        DVec3::new(self.yaw_rad.sin(), 0.0, -self.yaw_rad.cos())
    }

    /// The horizontal unit vector to the right.
    pub fn right(&self) -> DVec3 {
        DVec3::new(self.yaw_rad.cos(), 0.0, self.yaw_rad.sin())
    }

    /// Turns to the right and up by these angles. The pitch stops at ±[`STEEPEST_RAD`].
    pub fn turn(&mut self, right_rad: f64, up_rad: f64) {
        self.yaw_rad = (self.yaw_rad + right_rad).rem_euclid(std::f64::consts::TAU);
        self.pitch_rad = (self.pitch_rad + up_rad).clamp(-STEEPEST_RAD, STEEPEST_RAD);
    }

    /// Turns towards a point, as far as [`STEEPEST_RAD`] allows.
    pub fn look_at(&mut self, point_m: DVec3) {
        let offset = point_m - self.position_m;
        if offset.x != 0.0 || offset.z != 0.0 {
            self.yaw_rad = offset.x.atan2(-offset.z);
        }
        self.pitch_rad =
            offset.y.atan2(offset.x.hypot(offset.z)).clamp(-STEEPEST_RAD, STEEPEST_RAD);
    }

    /// The camera's transform, relative to the rendering origin.
    pub fn transform(&self, origin: RenderOrigin) -> Transform {
        let turn = Quat::from_rotation_y(-self.yaw_rad as f32)
            * Quat::from_rotation_x(self.pitch_rad as f32);
        Transform::from_translation(origin.local(self.position_m.into())).with_rotation(turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_eye_looks_along_its_transform_and_at_its_target(
            yaw in 0.0..6.25,
            pitch in -1.5..1.5,
            x in -1e9..1e9,
            y in -500.0..5000.0,
            distance in 1.0..5000.0,
        ) {
            let position_m = DVec3::new(x, y, -x);
            let eye = Eye { position_m, yaw_rad: yaw, pitch_rad: pitch };
            let origin = RenderOrigin::near([x, -x]);
            let transform = eye.transform(origin);
            prop_assert!(transform.forward().as_dvec3().distance(eye.forward()) < 1e-5);
            let back = DVec3::from(origin.world_m(transform.translation));
            prop_assert!(back.distance(position_m) < 1e-3);
            let mut turned = Eye { yaw_rad: 1.0, pitch_rad: 0.2, ..eye };
            turned.look_at(position_m + eye.forward() * distance);
            prop_assert!(turned.forward().distance(eye.forward()) < 1e-6);
        }
    }

    #[test]
    fn yaw_follows_the_compass() {
        for (yaw_deg, ahead) in
            [(0.0, DVec3::NEG_Z), (90.0, DVec3::X), (180.0, DVec3::Z), (270.0, DVec3::NEG_X)]
        {
            let eye = Eye { yaw_rad: f64::to_radians(yaw_deg), ..Eye::default() };
            assert!(eye.forward().distance(ahead) < 1e-12 && eye.ahead().distance(ahead) < 1e-12);
            assert!(eye.right().cross(DVec3::Y).distance(-ahead) < 1e-12);
        }
    }

    #[test]
    fn the_pitch_stops_at_the_zenith() {
        let mut eye = Eye::default();
        eye.turn(-0.5, 10.0);
        assert_eq!(eye.pitch_rad, STEEPEST_RAD);
        assert!((eye.yaw_rad - (std::f64::consts::TAU - 0.5)).abs() < 1e-12);
    }
}
