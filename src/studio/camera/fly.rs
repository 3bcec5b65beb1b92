//! Flying: the camera moves in the direction of view, but never into the ground.

use bevy::math::DVec3;

use super::steer::{Steer, shorten_to_unit};
use crate::plugin::camera::eye::Eye;

/// The slowest and the fastest speed, in metres per second.
pub const SPEEDS_M_S: [f64; 2] = [1.0, 20_000.0];

/// The factor by which Shift raises the speed.
pub const FAST: f64 = 4.0;

/// The factor by which one notch of the wheel changes the speed.
pub const SPEED_PER_NOTCH: f64 = 1.25;

/// The smallest height of the eye above the ground, in metres.
pub const CLEARANCE_M: f64 = 1.0;

/// The time constant with which the velocity approaches the requested velocity, in seconds.
const EASE_S: f64 = 0.12;

/// The state of a flight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    /// The speed set by the wheel.
    pub speed_m_s: f64,
    pub velocity_m_s: DVec3,
}

impl Default for Flight {
    fn default() -> Self {
        Self { speed_m_s: 60.0, velocity_m_s: DVec3::ZERO }
    }
}

impl Flight {
    /// Returns a flight at rest, with a speed that suits the height above the ground.
    pub fn at_height(height_m: f64) -> Self {
        let [slowest, _] = SPEEDS_M_S;
        Self {
            speed_m_s: (0.5 * height_m).clamp(5.0 * slowest, 1000.0).round(),
            velocity_m_s: DVec3::ZERO,
        }
    }

    /// Changes the speed by some notches of the wheel.
    pub fn change_speed(&mut self, notches: f64) {
        let [slowest, fastest] = SPEEDS_M_S;
        self.speed_m_s = (self.speed_m_s * SPEED_PER_NOTCH.powf(notches)).clamp(slowest, fastest);
    }

    /// Moves the eye for a time. `ground_m` gives the surface height at (x, z).
    pub fn step(
        &mut self,
        eye: &mut Eye,
        steer: Steer,
        seconds: f64,
        ground_m: impl Fn([f64; 2]) -> f64,
    ) {
        let direction = shorten_to_unit(
            eye.forward() * steer.ahead + eye.right() * steer.right + DVec3::Y * steer.up,
        );
        let speed = self.speed_m_s * if steer.fast { FAST } else { 1.0 };
        let wanted = direction * speed;
        self.velocity_m_s += (wanted - self.velocity_m_s) * (1.0 - (-seconds / EASE_S).exp());
        // The velocity approaches zero exponentially, so it would never reach zero by itself.
        if wanted == DVec3::ZERO && self.velocity_m_s.length() < 0.01 * self.speed_m_s {
            self.velocity_m_s = DVec3::ZERO;
        }
        eye.position_m += self.velocity_m_s * seconds;
        self.stay_above(eye, ground_m);
    }

    /// Lifts the eye to [`CLEARANCE_M`] above the ground if it is lower.
    pub fn stay_above(&mut self, eye: &mut Eye, ground_m: impl Fn([f64; 2]) -> f64) {
        let lowest = ground_m([eye.position_m.x, eye.position_m.z]) + CLEARANCE_M;
        if eye.position_m.y < lowest {
            eye.position_m.y = lowest;
            self.velocity_m_s.y = self.velocity_m_s.y.max(0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn hills([x, z]: [f64; 2]) -> f64 {
        300.0 * (x / 200.0).sin() + 200.0 * (z / 130.0).cos()
    }

    proptest! {
        #[test]
        fn a_flight_never_goes_underground(
            steps in prop::collection::vec((-1..=1i8, -1..=1i8, -1..=1i8, -0.3..0.3, any::<bool>()), 1..80),
            speed in 1.0..20_000.0,
        ) {
            let mut eye = Eye { position_m: DVec3::new(0.0, 250.0, 0.0), ..Eye::default() };
            let mut flight = Flight { speed_m_s: speed, ..Flight::default() };
            for (ahead, right, up, turn, fast) in steps {
                eye.turn(turn, turn);
                let [ahead, right, up] = [ahead, right, up].map(f64::from);
                flight.step(&mut eye, Steer { ahead, right, up, fast }, 0.05, hills);
                prop_assert!(
                    eye.position_m.y
                        >= hills([eye.position_m.x, eye.position_m.z]) + CLEARANCE_M - 1e-9
                );
            }
        }
    }

    #[test]
    fn a_flight_reaches_its_speed_and_comes_to_rest() {
        let mut eye = Eye { position_m: DVec3::new(0.0, 1e6, 0.0), ..Eye::default() };
        let mut flight = Flight { speed_m_s: 100.0, ..Flight::default() };
        let ahead = Steer { ahead: 1.0, right: 1.0, ..Steer::default() };
        (0..100).for_each(|_| flight.step(&mut eye, ahead, 0.02, |_| 0.0));
        assert!((flight.velocity_m_s.length() - 100.0).abs() < 0.1, "a diagonal is not faster");
        (0..100).for_each(|_| flight.step(&mut eye, Steer { fast: true, ..ahead }, 0.02, |_| 0.0));
        assert!((flight.velocity_m_s.length() - 400.0).abs() < 0.4);
        (0..100).for_each(|_| flight.step(&mut eye, Steer::default(), 0.02, |_| 0.0));
        assert_eq!(flight.velocity_m_s, DVec3::ZERO);
        let rest = eye;
        flight.step(&mut eye, Steer::default(), 0.02, |_| 0.0);
        assert_eq!(eye, rest, "at rest nothing changes, so that nothing is drawn");
    }

    #[test]
    fn a_flight_is_precise_a_million_kilometres_away() {
        let mut eye = Eye { position_m: DVec3::new(1e9, 500.0, -1e9), ..Eye::default() };
        let mut flight = Flight { speed_m_s: 1.0, velocity_m_s: DVec3::NEG_Z };
        (0..100).for_each(|_| {
            flight.step(&mut eye, Steer { ahead: 1.0, ..Steer::default() }, 0.01, |_| 0.0)
        });
        assert!((eye.position_m.z + 1e9 + 1.0).abs() < 1e-4, "{}", eye.position_m.z + 1e9);
    }

    #[test]
    fn the_wheel_keeps_the_speed_within_its_limits() {
        let mut flight = Flight::default();
        flight.change_speed(1.0);
        assert_eq!(flight.speed_m_s, 75.0);
        flight.change_speed(1000.0);
        assert_eq!(flight.speed_m_s, 20_000.0);
        flight.change_speed(-1000.0);
        assert_eq!(flight.speed_m_s, 1.0);
    }
}
