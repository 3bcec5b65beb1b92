//! The options of an export, before they are checked.

use std::path::PathBuf;
use std::str::FromStr;

use super::area::Area;
use super::engine::Engine;
use super::format::Format;
use super::overwrite::ProtectedFiles;
use super::tiles::{TileSelection, Tiles};
use orogen_noise::choice::choices;

/// The heights of the lowest and highest 16-bit sample.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum HeightRange {
    /// The bounds of the recipe's land.
    #[default]
    Recipe,
    /// From the first height to the second, in metres. Heights outside are clamped and counted,
    /// also in formats whose samples are metres.
    Given([f64; 2]),
    /// The lowest and highest sample of the area. The run samples the area twice to find them.
    Auto,
}

/// The text is not a range of heights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a range is LOW,HIGH in metres, as in -100,900, or auto")]
pub struct RangeError;

impl FromStr for HeightRange {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, RangeError> {
        if text == "auto" {
            return Ok(Self::Auto);
        }
        let numbers: Option<Vec<f64>> =
            text.split(',').map(|part| part.trim().parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[low, high]) => Ok(Self::Given([low, high])),
            _ => Err(RangeError),
        }
    }
}

choices! {
    /// The exported surface where there is water.
    #[derive(Default)]
    pub enum Sea: "sea" {
        /// The ground under the water.
        #[default]
        Bed = "bed",
        /// The surface of the water.
        Clamp = "clamp",
    }
}

/// The options of an export.
///
/// [`super::ExportPlan::new`] chooses a value where an option is `None`.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportOptions {
    /// The path of the file. With tiles, the base of their names: `alps.png` gives
    /// `alps_x0_y0.png`.
    pub out: PathBuf,
    /// `None` selects the engine's best format, or the format of the file name.
    pub format: Option<Format>,
    /// The engine that sizes, orientation and format must fit.
    pub engine: Option<Engine>,
    /// `None` selects [`Area::of_scene`].
    pub area: Option<Area>,
    /// Samples on each side of the full grid, tiles included. `None` selects the density of the
    /// finest meshes on screen, if that fits.
    pub samples: Option<u32>,
    /// The heights of the lowest and highest 16-bit step.
    pub range: HeightRange,
    /// The exported surface where there is water.
    pub sea: Sea,
    /// True to fade octaves that are too fine for the distance between the samples. Otherwise
    /// heights have the finest detail of the view at any resolution.
    pub filter: bool,
    /// How to cut the grid into tiles. `None` for a single file.
    pub tiles: Option<Tiles>,
    /// The tiles to write.
    pub part: TileSelection,
    /// The files that the export must not replace without consent.
    pub protected_files: ProtectedFiles,
}

impl ExportOptions {
    /// Returns the default options for a file.
    pub fn new(out: impl Into<PathBuf>) -> Self {
        Self {
            out: out.into(),
            format: None,
            engine: None,
            area: None,
            samples: None,
            range: HeightRange::Recipe,
            sea: Sea::Bed,
            filter: false,
            tiles: None,
            part: TileSelection::All,
            protected_files: ProtectedFiles::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn height_ranges_are_parsed() {
        assert_eq!("auto".parse(), Ok(HeightRange::Auto));
        assert_eq!("-100, 900.5".parse(), Ok(HeightRange::Given([-100.0, 900.5])));
        for bad in ["", "1", "1,2,3", "low,high", "Auto"] {
            assert_eq!(bad.parse::<HeightRange>(), Err(RangeError), "{bad}");
        }
    }
}
