//! The georeferencing tags of a TIFF.

use super::keys::{self, GeoKeys};

/// The raster type that says that samples are points, not cells.
const POINTS: u16 = 2;

/// The georeferencing tags of a TIFF.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in super::super) struct GeoTags {
    /// 33550: the cell size east and south, and the vertical scale.
    pub scale: Option<Vec<f64>>,
    /// 33922: tie points. Each has three raster coordinates, then the three coordinates of its
    /// place.
    pub tie: Option<Vec<f64>>,
    /// 34264: a 4 × 4 matrix, which replaces scale and tie points.
    pub matrix: Option<Vec<f64>>,
    /// 34735 to 34737: the keys.
    pub keys: GeoKeys,
    /// The six numbers of the world file next to the TIFF.
    pub world: Option<[f64; 6]>,
}

impl GeoTags {
    /// Returns true if the TIFF itself has any of these tags.
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
