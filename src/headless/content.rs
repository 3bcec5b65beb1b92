//! The content of still pictures, and the bands of rows in which they are drawn.

use std::error::Error as StdError;

use image::RgbaImage;

use super::shot::Pass;
use crate::noise::choice::choices;

choices! {
    /// The content of a still picture.
    pub enum Content: "pass" {
        /// Colours, as PNG.
        Picture = "picture",
        /// Metres from the camera along its viewing axis, as EXR.
        Depth = "depth",
        /// Shares of water and of the natural style's materials, as EXR.
        Material = "material",
    }
}

impl Content {
    /// The passes to draw, in order. A pass is one drawing of the land; [`Pass`] tells what its
    /// pixels hold.
    pub(super) fn passes(self) -> &'static [Pass] {
        match self {
            Self::Picture => &[Pass::Picture],
            Self::Depth => &[Pass::Depth],
            Self::Material => &[Pass::Water, Pass::Rock],
        }
    }

    /// The file extension.
    pub fn extension(self) -> &'static str {
        if self == Self::Picture { "png" } else { "exr" }
    }
}

pub(super) type Problem = Box<dyn StdError + Send + Sync>;

/// Some rows of a picture over its whole width. Each pass has one image of them.
pub(super) struct PictureBand {
    /// The number of the first row.
    pub first_row: u32,
    /// Images of one size, in the order of the passes.
    pub images: Vec<RgbaImage>,
}
