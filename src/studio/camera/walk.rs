//! Walking: the eye at a person's height, with gravity, wading and floating.

use super::steer::{Steer, shorten_to_unit};
use crate::plugin::camera::eye::Eye;
use crate::terrain::surface::{Footing, WADE_M};

/// The height of the eye above the feet, in metres.
pub const EYE_HEIGHT_M: f64 = 1.8;

/// The slowest and the fastest speed that the wheel can set, in metres per second.
pub const SPEEDS_M_S: [f64; 2] = [0.5, 30.0];

/// The factor by which Shift raises the speed.
pub const RUN: f64 = 3.0;

/// The factor by which water reduces the speed.
const WATER_SPEED_FACTOR: f64 = 0.5;

const GRAVITY_M_S2: f64 = 9.81;

/// The largest speed of a fall, in metres per second.
const FASTEST_FALL_M_S: f64 = 60.0;

/// The slope (rise over run) above which the ground is a cliff, about 56°. At a cliff the walker
/// falls.
const CLIFF_SLOPE: f64 = 1.5;

/// The largest drop that is a step and not a fall, even if it is vertical, in metres.
const STEP_M: f64 = 0.3;

/// The time constant with which the eye follows a step, in seconds.
const EASE_S: f64 = 0.08;

/// A walk that starts this high or higher begins with a smooth landing, not a fall. In metres.
const LANDING_M: f64 = 10.0;

/// The time constant of a landing, in seconds.
const LANDING_S: f64 = 0.25;

/// The pitch at the end of a landing, in radians: almost horizontal.
const LANDED_PITCH_RAD: f64 = -0.08;

/// The smallest heights of the eye above the ground and above the water, in metres, during a step.
const MIN_EYE_HEIGHTS_M: [f64; 2] = [1.2, 0.3];

/// The longest simulation step, in seconds.
const LONGEST_STEP_S: f64 = 1.0 / 60.0;

/// Returns the lowest allowed height of the eye.
fn lowest_eye_m(footing: Footing) -> f64 {
    let [over_land, over_water] = MIN_EYE_HEIGHTS_M;
    (footing.floor_m() + over_land).max(footing.surface_m() + over_water)
}

/// The state of a walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walk {
    /// The speed set by the wheel.
    pub speed_m_s: f64,
    /// The height of the feet in world coordinates.
    pub feet_m: f64,
    /// The vertical speed, positive upwards; 0 on the ground.
    pub rise_m_s: f64,
    /// True if the feet are on the ground, or the walker wades or floats.
    pub is_grounded: bool,
    /// True if the eye is still coming down in a landing.
    pub is_landing: bool,
    /// The horizontal speed of the last step, in metres per second.
    pub pace_m_s: f64,
}

impl Default for Walk {
    fn default() -> Self {
        Self {
            speed_m_s: 4.0,
            feet_m: 0.0,
            rise_m_s: 0.0,
            is_grounded: false,
            is_landing: false,
            pace_m_s: 0.0,
        }
    }
}

impl Walk {
    /// Returns a walk that starts at an eye; the walker falls if the eye is in the air.
    pub fn start_at(self, eye: &Eye) -> Self {
        Self {
            speed_m_s: self.speed_m_s,
            feet_m: eye.position_m.y - EYE_HEIGHT_M,
            ..Self::default()
        }
    }

    /// Returns a walk that starts at an eye. From [`LANDING_M`] or more above the floor, the feet
    /// are on the ground at once, and the eye comes down in about two seconds (a landing).
    pub fn start_landing(self, eye: &Eye, floor_m: f64) -> Self {
        let walk = self.start_at(eye);
        if walk.feet_m - floor_m < LANDING_M {
            return walk;
        }
        Self { feet_m: floor_m, is_grounded: true, is_landing: true, ..walk }
    }

    /// Changes the speed by some notches of the wheel.
    pub fn change_speed(&mut self, notches: f64) {
        let [slowest, fastest] = SPEEDS_M_S;
        self.speed_m_s =
            (self.speed_m_s * super::fly::SPEED_PER_NOTCH.powf(notches)).clamp(slowest, fastest);
    }

    /// Moves the walker for a time. `footing` gives ground and water at (x, z).
    pub fn step(
        &mut self,
        eye: &mut Eye,
        steer: Steer,
        seconds: f64,
        footing: impl Fn([f64; 2]) -> Footing,
    ) {
        let steps = (seconds / LONGEST_STEP_S).ceil().max(1.0);
        for _ in 0..steps as u32 {
            self.short_step(eye, steer, seconds / steps, &footing);
        }
    }

    fn short_step(
        &mut self,
        eye: &mut Eye,
        steer: Steer,
        seconds: f64,
        footing: &impl Fn([f64; 2]) -> Footing,
    ) {
        let direction = shorten_to_unit(eye.ahead() * steer.ahead + eye.right() * steer.right);
        let here = footing([eye.position_m.x, eye.position_m.z]);
        let is_in_water =
            here.water_level_m - here.bed_m > 0.5 * WADE_M && self.feet_m < here.water_level_m;
        let speed = self.speed_m_s
            * if steer.fast { RUN } else { 1.0 }
            * if is_in_water { WATER_SPEED_FACTOR } else { 1.0 };
        let mut motion = direction * speed * seconds;
        if self.is_grounded {
            // The speed is measured along the slope, so the horizontal speed is lower on slopes.
            let next = footing([eye.position_m.x + motion.x, eye.position_m.z + motion.z]);
            let rise = next.floor_m() - here.floor_m();
            let level = motion.length();
            // At an edge, such as a cliff, the whole step is horizontal.
            if level > 0.0 && rise.abs() <= STEP_M + CLIFF_SLOPE * level {
                motion *= level / level.hypot(rise);
            }
        }
        eye.position_m += motion;
        self.pace_m_s = motion.length() / seconds.max(1e-9);
        let next = footing([eye.position_m.x, eye.position_m.z]);
        let lag_m = eye.position_m.y - (self.feet_m + EYE_HEIGHT_M);
        let step_height_m = self.fall(next.floor_m(), motion.length(), seconds);
        self.ease(eye, next, lag_m - step_height_m, seconds);
    }

    /// Moves the feet along the ground, or lets them fall. Returns the height of the step; 0 in a
    /// fall.
    fn fall(&mut self, floor: f64, distance_m: f64, seconds: f64) -> f64 {
        if self.is_grounded && self.feet_m - floor <= STEP_M + CLIFF_SLOPE * distance_m {
            let step_height_m = floor - self.feet_m;
            (self.feet_m, self.rise_m_s) = (floor, 0.0);
            return step_height_m;
        }
        self.rise_m_s = (self.rise_m_s - GRAVITY_M_S2 * seconds).max(-FASTEST_FALL_M_S);
        self.feet_m += self.rise_m_s * seconds;
        self.is_grounded = self.feet_m <= floor;
        if self.is_grounded {
            (self.feet_m, self.rise_m_s) = (floor, 0.0);
        }
        0.0
    }

    /// Moves the eye after the feet with a smooth delay, and keeps it above the ground and the
    /// water.
    fn ease(&mut self, eye: &mut Eye, footing: Footing, lag_m: f64, seconds: f64) {
        let ease = if self.is_landing { LANDING_S } else { EASE_S };
        let lag_m = lag_m * (-seconds / ease).exp();
        if self.is_landing && eye.pitch_rad < LANDED_PITCH_RAD {
            eye.pitch_rad += (LANDED_PITCH_RAD - eye.pitch_rad) * (1.0 - (-seconds / ease).exp());
        }
        self.is_landing &= lag_m > 0.1;
        // The lag shrinks exponentially, so it would never reach zero by itself.
        let lag_m = if lag_m.abs() < 1e-4 { 0.0 } else { lag_m };
        eye.position_m.y = (self.feet_m + EYE_HEIGHT_M + lag_m).max(lowest_eye_m(footing));
    }

    /// Adapts to changed ground: lifts the feet onto it. If the ground sank, the next step lets
    /// them fall.
    pub fn stay_above(&mut self, eye: &mut Eye, footing: impl Fn([f64; 2]) -> Footing) {
        let footing = footing([eye.position_m.x, eye.position_m.z]);
        if self.feet_m < footing.floor_m() {
            (self.feet_m, self.rise_m_s, self.is_grounded) = (footing.floor_m(), 0.0, true);
        }
        eye.position_m.y = eye.position_m.y.max(lowest_eye_m(footing));
    }

    /// Returns true if nothing moves.
    pub fn is_at_rest(&self, eye: &Eye) -> bool {
        self.is_grounded && self.pace_m_s == 0.0 && eye.position_m.y == self.feet_m + EYE_HEIGHT_M
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::math::DVec3;
    use proptest::prelude::*;

    const AHEAD: Steer = Steer { ahead: 1.0, right: 0.0, up: 0.0, fast: false };

    fn dry(bed_m: f64) -> Footing {
        Footing { bed_m, water_level_m: -1000.0 }
    }

    /// Returns a walker at rest on the ground at a place.
    fn standing(place: [f64; 2], footing: impl Fn([f64; 2]) -> Footing) -> (Eye, Walk) {
        let floor = footing(place).floor_m();
        let mut eye = Eye {
            position_m: DVec3::new(place[0], floor + EYE_HEIGHT_M, place[1]),
            ..Eye::default()
        };
        let mut walk = Walk::default().start_at(&eye);
        walk.step(&mut eye, Steer::default(), 1.0, &footing);
        assert!(walk.is_at_rest(&eye));
        (eye, walk)
    }

    #[test]
    fn a_fall_obeys_gravity_and_ends_at_eye_height() {
        let mut eye =
            Eye { position_m: DVec3::new(0.0, 20.0 + EYE_HEIGHT_M, 0.0), ..Eye::default() };
        let mut walk = Walk::default().start_at(&eye);
        let mut seconds = 0.0;
        while !walk.is_grounded {
            walk.step(&mut eye, Steer::default(), 1.0 / 60.0, |_| dry(0.0));
            seconds += 1.0 / 60.0;
        }
        // √(2 h / g) = 2.02 s.
        assert!((seconds - 2.02_f64).abs() < 0.05, "{seconds}");
        walk.step(&mut eye, Steer::default(), 1.0, |_| dry(0.0));
        assert_eq!(eye.position_m.y, EYE_HEIGHT_M);
    }

    #[test]
    fn a_walk_that_starts_high_lands_smoothly() {
        let mut eye =
            Eye { position_m: DVec3::new(0.0, 900.0, 0.0), pitch_rad: -0.6, ..Eye::default() };
        let mut walk = Walk::default().start_landing(&eye, 100.0);
        walk.step(&mut eye, Steer::default(), 1.0 / 60.0, |_| dry(100.0));
        assert!(eye.position_m.y > 840.0, "no jump");
        walk.step(&mut eye, Steer::default(), 3.0, |_| dry(100.0));
        assert!(walk.is_at_rest(&eye) && eye.position_m.y == 100.0 + EYE_HEIGHT_M);
        assert!((eye.pitch_rad - LANDED_PITCH_RAD).abs() < 0.02, "and looks ahead");
    }

    #[test]
    fn a_walker_walks_down_a_slope_and_falls_off_a_cliff() {
        let slope = |[_, z]: [f64; 2]| dry(0.8 * z);
        let (mut eye, mut walk) = standing([0.0, 0.0], slope);
        for _ in 0..60 {
            walk.step(&mut eye, AHEAD, 1.0 / 60.0, slope);
            assert!(walk.is_grounded, "a slope is no cliff");
        }
        let distance_m = eye.position_m.z.hypot(walk.feet_m);
        assert!(
            (distance_m - walk.speed_m_s).abs() < 0.05,
            "the pace is along the ground: {distance_m}"
        );

        let cliff = |[_, z]: [f64; 2]| dry(if z < -5.0 { -40.0 } else { 0.0 });
        let (mut eye, mut walk) = standing([0.0, 0.0], cliff);
        (0..90).for_each(|_| walk.step(&mut eye, AHEAD, 1.0 / 60.0, cliff));
        assert!(!walk.is_grounded && walk.rise_m_s < -1.0 && walk.feet_m < 0.0, "{walk:?}");
    }

    #[test]
    fn a_step_up_is_smooth() {
        let stair = |[_, z]: [f64; 2]| dry(if z < -1.0 { 0.5 } else { 0.0 });
        let (mut eye, mut walk) = standing([0.0, 0.0], stair);
        let mut last = eye.position_m.y;
        for _ in 0..60 {
            walk.step(&mut eye, AHEAD, 1.0 / 60.0, stair);
            assert!(eye.position_m.y - last < 0.15, "no jump of the eyes");
            last = eye.position_m.y;
        }
        assert!((last - 0.5 - EYE_HEIGHT_M).abs() < 1e-3);
    }

    #[test]
    fn a_walker_wades_and_then_floats() {
        let beach = |[_, z]: [f64; 2]| Footing { bed_m: 0.5 * z + 2.0, water_level_m: 0.0 };
        let (mut eye, mut walk) = standing([0.0, 0.0], beach);
        (0..60 * 30).for_each(|_| walk.step(&mut eye, AHEAD, 1.0 / 60.0, beach));
        assert!(beach([0.0, eye.position_m.z]).bed_m < -5.0, "the water is deep");
        assert!((walk.feet_m + WADE_M).abs() < 1e-9 && walk.is_grounded);
        assert!(
            (eye.position_m.y - (EYE_HEIGHT_M - WADE_M)).abs() < 1e-3,
            "the eyes are above the water"
        );
    }

    proptest! {
        #[test]
        fn the_eyes_are_never_in_the_ground_or_the_water(
            steps in prop::collection::vec((-1..=1i8, -1..=1i8, -0.4..0.4, any::<bool>(), 0.001..0.1), 1..60),
            x in -1e9..1e9,
            steep in 1.0..200.0,
        ) {
            let hills = |[x, z]: [f64; 2]| Footing {
                bed_m: steep * (x / 40.0).sin() + steep * (z / 17.0).cos(),
                water_level_m: 0.0,
            };
            let mut eye = Eye { position_m: DVec3::new(x, 300.0, 5.0), ..Eye::default() };
            let mut walk = Walk { speed_m_s: 20.0, ..Walk::default() }.start_at(&eye);
            walk.step(&mut eye, Steer::default(), 20.0, hills);
            for (ahead, right, turn, fast, seconds) in steps {
                eye.turn(turn, turn);
                let steer = Steer { ahead: ahead.into(), right: right.into(), up: 0.0, fast };
                walk.step(&mut eye, steer, seconds, hills);
                let surface = hills([eye.position_m.x, eye.position_m.z]).surface_m();
                prop_assert!(
                    eye.position_m.y >= surface + 0.3,
                    "{} under {surface}",
                    eye.position_m.y
                );
            }
        }

        #[test]
        fn rising_ground_lifts_the_walker(rise in 0.0..500.0) {
            let (mut eye, mut walk) = standing([0.0, 0.0], |_| dry(0.0));
            walk.stay_above(&mut eye, |_| dry(rise));
            prop_assert!(eye.position_m.y >= rise + MIN_EYE_HEIGHTS_M[0]);
            walk.step(&mut eye, Steer::default(), 2.0, |_| dry(rise));
            prop_assert!(walk.is_at_rest(&eye) && (eye.position_m.y - rise - EYE_HEIGHT_M).abs() < 1e-9);
        }
    }
}
