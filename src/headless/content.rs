//! What pictures hold, and how their rows come.

use std::error::Error as StdError;

use image::RgbaImage;

use super::shot::Pass;
use crate::noise::choice::choices;

choices! {
    /// What a still picture holds.
    pub enum Content: "pass" {
        /// Colours, as PNG.
        Picture = "picture",
        /// Metres from the camera along the way it looks, as EXR.
        Depth = "depth",
        /// Shares of water and of the natural style's materials, as EXR.
        Material = "material",
    }
}

impl Content {
    /// What is drawn for it, one after the other.
    pub(super) fn passes(self) -> &'static [Pass] {
        match self {
            Self::Picture => &[Pass::Picture],
            Self::Depth => &[Pass::Depth],
            Self::Material => &[Pass::Water, Pass::Rock],
        }
    }

    /// How files of it end.
    pub fn ending(self) -> &'static str {
        if self == Self::Picture { "png" } else { "exr" }
    }
}

pub(super) type Problem = Box<dyn StdError + Send + Sync>;

/// Rows of a picture over its whole width, one image a pass.
pub(super) struct Band {
    /// The number of the first row.
    pub first_row: u32,
    /// Of the same size, in the order of the passes.
    pub images: Vec<RgbaImage>,
}
