//! The points of the centre lines of rivers.

use super::torrent::calmness;

/// A point of the centre line of a river.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LinePoint {
    /// Metres east and south of the origin.
    pub place_m: [f64; 2],
    /// The level of the water.
    pub level_m: f64,
    /// The width of the water.
    pub width_m: f64,
    /// The depth of the water in the middle.
    pub depth_m: f64,
    /// The fall of the water in metres per metre.
    pub fall: f64,
}

impl LinePoint {
    /// Returns true if the river is calm enough to hold water: if it falls by at most half of
    /// `torrent_per_m` times its width.
    pub fn is_calm(&self, torrent_per_m: f64) -> bool {
        calmness(torrent_per_m, self.width_m, self.fall) == 1.0
    }

    /// Returns true if another point has the same place, except for rounding.
    pub(super) fn is_at(&self, other: &Self) -> bool {
        (0..2).all(|axis| (self.place_m[axis] - other.place_m[axis]).abs() < 0.01)
    }
}
