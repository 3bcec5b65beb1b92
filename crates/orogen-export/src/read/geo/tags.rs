//! The georeferencing tags of a TIFF.

use super::keys::{self, Keys};

/// The raster type of points instead of cells.
const POINTS: u16 = 2;

/// The georeferencing tags of a TIFF.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in super::super) struct GeoTags {
    /// 33550: the cell size, east and south, and the vertical scale.
    pub scale: Option<Vec<f64>>,
    /// 33922: tie points, three raster coordinates and three locations each.
    pub tie: Option<Vec<f64>>,
    /// 34264: a 4 × 4 matrix instead of scale and tie points.
    pub matrix: Option<Vec<f64>>,
    /// 34735 to 34737: the keys.
    pub keys: Keys,
    /// The world file beside it.
    pub world: Option<[f64; 6]>,
}

impl GeoTags {
    /// Returns true if the file itself has tags.
    pub fn is_present(&self) -> bool {
        self.scale.is_some()
            || self.tie.is_some()
            || self.matrix.is_some()
            || self.keys.is_present()
    }

    pub(super) fn is_point(&self) -> bool {
        self.keys.short(keys::RASTER_TYPE) == Some(POINTS)
    }
}
