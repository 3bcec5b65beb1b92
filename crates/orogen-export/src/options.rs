//! What one chooses of an export, before it is checked.

use std::path::PathBuf;
use std::str::FromStr;

use super::area::Area;
use super::engine::Engine;
use super::format::Format;
use super::own::Keep;
use super::tiles::{Part, Tiles};
use orogen_noise::choice::choices;

/// The heights that the lowest and the highest 16-bit sample stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum HeightRange {
    /// The bounds within which the recipe's land lies.
    #[default]
    Recipe,
    /// From the first to the second, in metres. Heights outside are clamped and counted, in formats
    /// of metres too.
    Given([f64; 2]),
    /// The lowest and the highest sample of the area, which is sampled twice for that.
    Auto,
}

/// A text that is no range of heights.
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
    /// What is exported where there is water.
    #[derive(Default)]
    pub enum Sea: "sea" {
        /// The ground under it.
        #[default]
        Bed = "bed",
        /// Its surface.
        Clamp = "clamp",
    }
}

/// What one chooses of an export. `None` leaves a choice to the program; [`super::ExportPlan::new`]
/// makes it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportOptions {
    /// The file, or, with tiles, the name from which the files' names are made: `alps.png` gives
    /// `alps_x0_y0.png`.
    pub out: PathBuf,
    /// `None`: what the engine takes best, else what the file's name says.
    pub format: Option<Format>,
    /// The engine for which sizes, orientation and format are to fit.
    pub engine: Option<Engine>,
    /// `None`: [`Area::of_scene`].
    pub area: Option<Area>,
    /// Samples on each side of the whole. `None`: as many as the view's finest meshes have, where
    /// that fits.
    pub samples: Option<u32>,
    /// The heights that 16-bit steps spread over.
    pub range: HeightRange,
    /// Whether water covers the bed.
    pub sea: Sea,
    /// Fades what samples so far apart cannot hold. Otherwise heights are the view's finest,
    /// whatever the resolution.
    pub filter: bool,
    /// How the whole is cut into files; `None` for one file.
    pub tiles: Option<Tiles>,
    /// Which of the files are written.
    pub part: Part,
    /// What is read for it, and whether that and files of other programs may be replaced.
    pub keep: Keep,
}

impl ExportOptions {
    /// Into a file, all else left to the program.
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
            part: Part::All,
            keep: Keep::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        assert_eq!("auto".parse(), Ok(HeightRange::Auto));
        assert_eq!("-100, 900.5".parse(), Ok(HeightRange::Given([-100.0, 900.5])));
        for bad in ["", "1", "1,2,3", "low,high", "Auto"] {
            assert_eq!(bad.parse::<HeightRange>(), Err(RangeError), "{bad}");
        }
    }
}
