//! What held keys ask of a camera.

use bevy::math::DVec3;

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
