//! The motion that held keys request.

use bevy::math::DVec3;

/// The requested motion, each component from −1 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Steer {
    pub ahead: f64,
    pub right: f64,
    pub up: f64,
    /// Shift is held.
    pub fast: bool,
}

impl Steer {
    /// Returns true if no motion is requested.
    pub fn is_idle(&self) -> bool {
        (self.ahead, self.right, self.up) == (0.0, 0.0, 0.0)
    }
}

/// Limits the length of a vector to 1.
pub fn at_most_one(v: DVec3) -> DVec3 {
    if v.length() > 1.0 { v.normalize() } else { v }
}
