//! What a TIFF says of its place.

use super::keys::{self, Keys};

/// The value of a raster of points, not of cells.
const POINTS: u16 = 2;

/// What a TIFF says of its place.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in super::super) struct GeoTags {
    /// 33550: the size of a cell, east and south, and how often heights are scaled.
    pub scale: Option<Vec<f64>>,
    /// 33922: points of the raster (from its north-west) and their places, three numbers each.
    pub tie: Option<Vec<f64>>,
    /// 34264: a matrix of 4 × 4 in their stead.
    pub matrix: Option<Vec<f64>>,
    /// 34735 to 34737
    pub keys: Keys,
    /// The world file beside it.
    pub world: Option<[f64; 6]>,
}

impl GeoTags {
    /// Whether the file itself has any.
    pub fn are_there(&self) -> bool {
        self.scale.is_some() || self.tie.is_some() || self.matrix.is_some() || self.keys.are_there()
    }

    pub(super) fn is_point(&self) -> bool {
        self.keys.short(keys::RASTER_TYPE) == Some(POINTS)
    }
}
