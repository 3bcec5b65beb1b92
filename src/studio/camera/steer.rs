//! The camera motion that held keys request.

use bevy::math::DVec3;

/// The requested motion, with each component from −1 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Steer {
    pub ahead: f64,
    pub right: f64,
    pub up: f64,
    /// True if Shift is held, for a higher speed.
    pub fast: bool,
}

impl Steer {
    /// Returns true if no motion is requested.
    pub fn is_idle(&self) -> bool {
        (self.ahead, self.right, self.up) == (0.0, 0.0, 0.0)
    }
}

/// Shortens a vector to length 1 if it is longer.
pub fn shorten_to_unit(v: DVec3) -> DVec3 {
    if v.length() > 1.0 { v.normalize() } else { v }
}
