//! A drawn river and a drawn lake, to export.

use super::draw::MarkAddress;
use super::water::LakeLand;
use crate::rivers::LinePoint;

/// A part of a river that the user drew.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnRiver {
    /// The ids of the layer and of the mark.
    pub address: MarkAddress,
    /// At least two points, from the spring to the mouth. Levels never rise.
    pub points: Vec<LinePoint>,
}

/// A lake that the user drew.
pub struct DrawnLake<'a> {
    pub(crate) lake: LakeLand<'a>,
    /// The ids of the layer and of the mark.
    pub address: MarkAddress,
    /// The level of the water in metres.
    pub level_m: f64,
}

impl DrawnLake<'_> {
    /// A rectangle around the water: the lowest and the highest coordinates, east and south, in metres.
    pub fn around_m(&self) -> [[f64; 2]; 2] {
        self.lake.around_m()
    }

    /// How far a place lies inside of the water, in metres: the depth of the water over a bed of the
    /// height `bed_m`, or the distance from the crest of the rim, whichever is less. Negative outside.
    pub fn inside_m(&self, place_m: [f64; 2], bed_m: f64) -> f64 {
        (self.level_m - bed_m).min(-self.lake.beyond_m(place_m))
    }
}
