//! What one chooses of an export, before it is checked.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::area::Area;
use super::engine::Engine;
use super::own::Keep;
use orogen_noise::choice::choices;

choices! {
    /// A format of files.
    pub enum Format: "format" {
        /// PNG, 16-bit grey.
        Png16 = "png16",
        /// Nothing but 16-bit samples, little-endian.
        R16 = "r16",
        /// Nothing but 32-bit floats, little-endian: heights in metres.
        R32 = "r32",
        /// OpenEXR, one channel R of 32-bit floats: heights in metres.
        Exr = "exr",
        /// TIFF of 32-bit floats with GeoTIFF tags: heights in metres.
        Tiff = "tiff",
    }
}

impl Format {
    /// The ends of file names that mean this format; the first is the usual one.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Png16 => &["png"],
            Self::R16 => &["r16", "raw"],
            Self::R32 => &["r32"],
            Self::Exr => &["exr"],
            Self::Tiff => &["tif", "tiff"],
        }
    }

    /// The format that a file's name asks for.
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        let mut formats = Self::ALL.iter().map(|row| row.value);
        formats.find(|format| format.extensions().contains(&extension.as_str()))
    }

    /// Whether samples are 16-bit steps between two heights, and not heights in metres.
    pub fn has_steps(self) -> bool {
        matches!(self, Self::Png16 | Self::R16)
    }

    /// Bytes of a sample before compression.
    pub fn sample_bytes(self) -> usize {
        if self.has_steps() { 2 } else { 4 }
    }

    /// Whether files come out shorter than their samples.
    pub fn is_compressed(self) -> bool {
        matches!(self, Self::Png16 | Self::Exr)
    }
}

/// Names with commas between them.
pub(super) fn names<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().collect::<Vec<_>>().join(", ")
}

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

/// A whole that is cut into files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tiles {
    /// Files from west to east, and from north to south.
    pub counts: [u32; 2],
    /// Whether neighbours share a line of samples.
    pub share_border: bool,
}

/// Which of the tiles are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// All of them.
    #[default]
    All,
    /// The tile whose name ends in `_xI_yJ`.
    Only([u32; 2]),
    /// Every `of`-th tile, from the `index`-th on, counted from 1.
    Shard {
        /// From 1 to `of`.
        index: u32,
        /// How many machines share the work.
        of: u32,
    },
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
    fn formats_by_name_and_by_file() {
        for format in Format::ALL.iter().map(|row| row.value) {
            assert_eq!(format.name().parse(), Ok(format));
            for extension in format.extensions() {
                assert_eq!(Format::of_path(Path::new(&format!("a.b.{extension}"))), Some(format));
                assert_eq!(
                    Format::of_path(Path::new(&format!("a.{}", extension.to_uppercase()))),
                    Some(format)
                );
            }
        }
        assert_eq!(Format::of_path(Path::new("png")), None);
        let unknown = "jpeg".parse::<Format>().unwrap_err();
        assert_eq!(unknown.allowed, ["png16", "r16", "r32", "exr", "tiff"]);
    }

    #[test]
    fn ranges() {
        assert_eq!("auto".parse(), Ok(HeightRange::Auto));
        assert_eq!("-100, 900.5".parse(), Ok(HeightRange::Given([-100.0, 900.5])));
        for bad in ["", "1", "1,2,3", "low,high", "Auto"] {
            assert_eq!(bad.parse::<HeightRange>(), Err(RangeError), "{bad}");
        }
    }
}
