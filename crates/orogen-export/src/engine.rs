//! Engine profiles: the formats, sizes and row order that each engine imports.
//!
//! Sources:
//!
//! - Unity: the manual, "Working with heightmaps", and the raw importer. It puts row 0 of a file at
//!   z = 0, and calls the little-endian byte order "Windows".
//! - Unreal: the "Landscape Technical Guide" (sizes, Z scale) and the tiled importer. It reads
//!   `_xI_yJ` from file names, with y southward.
//! - Terrain3D: `import_export` and the importer. It reads heights in metres from channel R of an EXR,
//!   or r16. The import position of the corner is in whole metres; version 1.0 rounds it down to
//!   whole regions.
//! - Blender: the manual, "Displace Modifier".
//! - Houdini: the manual, "HeightField File".

use std::fmt;

use super::format::{Format, join_names};
use super::tiles::Tiles;
use orogen_noise::choice::choices;

choices! {
    /// An engine to which an export adapts its sizes, orientation and format.
    pub enum Engine: "engine" {
        /// Raw 16-bit files for terrains; rows run from south to north.
        Unity = "unity",
        /// 16-bit pictures or raw files for landscapes; positions in centimetres.
        Unreal = "unreal",
        /// Floats in metres, or raw 16-bit files, for the add-on Terrain3D.
        GodotTerrain3d = "godot-terrain3d",
        /// PNG, EXR or raw files, in the axes of Bevy.
        Bevy = "bevy",
        /// Floats in metres, or 16-bit pictures, for a displaced grid.
        Blender = "blender",
        /// Floats in metres for a height field.
        Houdini = "houdini",
    }
}

/// The sides of landscapes that Unreal's guide recommends, in samples.
const UNREAL_SIDES: [u32; 7] = [127, 253, 505, 1009, 2017, 4033, 8129];

/// The sides of Unity's terrains, in samples: 2ⁿ + 1.
const UNITY_SIDES: [u32; 8] = [33, 65, 129, 257, 513, 1025, 2049, 4097];

/// The largest image side that Godot reads. Common graphics cards have the same texture limit.
const MAX_PIXELS: u32 = 16_384;

impl Engine {
    /// The product name of the engine.
    pub fn title(self) -> &'static str {
        match self {
            Self::Unity => "Unity",
            Self::Unreal => "Unreal Engine",
            Self::GodotTerrain3d => "Godot with Terrain3D",
            Self::Bevy => "Bevy",
            Self::Blender => "Blender",
            Self::Houdini => "Houdini",
        }
    }

    /// The formats that the engine imports as heights, best first.
    ///
    /// Godot's list has no PNG, because Godot reads PNG with 8 bits only.
    pub fn formats(self) -> &'static [Format] {
        match self {
            Self::Unity => &[Format::R16],
            Self::Unreal => &[Format::Png16, Format::R16],
            Self::GodotTerrain3d => &[Format::Exr, Format::R16],
            Self::Bevy => &[Format::Png16, Format::Exr, Format::R16, Format::R32],
            Self::Blender => &[Format::Exr, Format::Tiff, Format::Png16],
            // Houdini reads integers as numbers from 0 to 1.
            Self::Houdini => &[Format::Exr],
        }
    }

    /// The file extension that the engine's import dialog accepts.
    pub fn extension(self, format: Format) -> &'static str {
        match (self, format) {
            (Self::Unity, Format::R16) => "raw",
            _ => format.extensions()[0],
        }
    }

    /// Returns true if row 0 of a file is the south edge.
    ///
    /// Unity counts rows along +z, which is north.
    pub fn south_first(self) -> bool {
        self == Self::Unity
    }

    /// The valid sides of a file, in samples.
    ///
    /// `None` if any side up to [`Engine::max_side`] is valid.
    pub fn sides(self) -> Option<&'static [u32]> {
        match self {
            Self::Unity => Some(&UNITY_SIDES),
            Self::Unreal => Some(&UNREAL_SIDES),
            _ => None,
        }
    }

    /// The largest valid side of a file, in samples.
    pub fn max_side(self) -> u32 {
        self.sides().and_then(|sides| sides.last().copied()).unwrap_or(MAX_PIXELS)
    }

    /// Returns the smallest valid side of at least `wanted` samples.
    ///
    /// If no valid side is that large, returns the largest one.
    ///
    /// ```
    /// use orogen_export::Engine;
    ///
    /// assert_eq!(Engine::Unity.side_for(1000), 1025);
    /// assert_eq!(Engine::Unreal.side_for(1000), 1009);
    /// ```
    pub fn side_for(self, wanted: u32) -> u32 {
        match self.sides() {
            Some(sides) => {
                sides.iter().copied().find(|&side| side >= wanted).unwrap_or(self.max_side())
            }
            None => wanted.min(MAX_PIXELS),
        }
    }

    /// Returns the valid side of a landscape that the engine joins from tiles.
    ///
    /// It is the side nearest to `wanted`. `None` if the engine does not join the tiles, or no side
    /// is valid.
    pub fn joined_side_for(self, wanted: u32, tiles: Option<Tiles>) -> Option<u32> {
        let tiles = tiles.filter(|tiles| self == Self::Unreal && !tiles.share_border)?;
        let fits =
            |side: &u32| tiles.counts.iter().all(|count| *count > 0 && side.is_multiple_of(*count));
        unreal_sides().filter(fits).min_by_key(|side| side.abs_diff(wanted))
    }

    /// Returns true if the engine imports files of `size` samples.
    ///
    /// The files are parts of a grid with `samples` on each side.
    pub fn fits(self, samples: u32, size: [u32; 2], tiles: Option<Tiles>) -> bool {
        if self == Self::Unreal && tiles.is_some_and(|tiles| !tiles.share_border) {
            // Unreal joins tiles without a shared border into one landscape, whose side must be
            // valid.
            return unreal_sides().any(|side| side == samples);
        }
        let fits =
            |side: u32| self.sides().map_or(side <= MAX_PIXELS, |sides| sides.contains(&side));
        size.into_iter().all(fits) && (self != Self::Unity || size[0] == size[1])
    }

    /// Checks the size of files, in samples.
    ///
    /// The files are parts of a grid with `samples` on each side.
    ///
    /// # Errors
    /// The error names the invalid size and the nearest valid one.
    pub fn check_size(
        self,
        samples: u32,
        size: [u32; 2],
        tiles: Option<Tiles>,
    ) -> Result<(), SizeError> {
        if self.fits(samples, size, tiles) {
            return Ok(());
        }
        let refuse =
            |allowed| Err(SizeError { engine: self, size, is_tiled: tiles.is_some(), allowed });
        if self == Self::Unreal && tiles.is_some_and(|tiles| !tiles.share_border) {
            return refuse(AllowedSizes::Joined { nearest: self.joined_side_for(samples, tiles) });
        }
        if self == Self::Unity && size[0] != size[1] {
            return refuse(AllowedSizes::Square);
        }
        let nearest = self.side_for(size[0].max(size[1]));
        let suggestion = match tiles {
            Some(Tiles { counts: [columns, rows], share_border }) if columns == rows => {
                let side =
                    if share_border { columns * (nearest - 1) + 1 } else { columns * nearest };
                Some((side, nearest))
            }
            _ => None,
        };
        refuse(AllowedSizes::Sides { sides: self.sides(), suggestion })
    }
}

/// Lists the valid sides of an Unreal landscape: 1 to 32 components, each with one section or two
/// sections a side, of 7 to 255 quads, plus one sample.
fn unreal_sides() -> impl Iterator<Item = u32> {
    let quads = [7, 15, 31, 63, 127, 255].into_iter().flat_map(|section| [section, 2 * section]);
    quads.flat_map(|quads| (1..=32).map(move |components| components * quads + 1))
}

/// The engine does not import files of this size.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{} do not fit {}; {allowed}", self.files(), .engine.title())]
#[non_exhaustive]
pub struct SizeError {
    /// The engine that imports the files.
    pub engine: Engine,
    /// Columns and rows of a file.
    pub size: [u32; 2],
    /// True if the files are tiles.
    pub is_tiled: bool,
    /// The valid sizes.
    pub allowed: AllowedSizes,
}

impl SizeError {
    fn files(&self) -> String {
        let [columns, rows] = self.size;
        match self.is_tiled {
            true => format!("tiles of {columns} × {rows} samples"),
            false => format!("{columns} samples a side"),
        }
    }
}

/// The valid sizes of an engine.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AllowedSizes {
    /// The engine joins the tiles into one landscape, whose side must be valid.
    Joined {
        /// The nearest valid side.
        nearest: Option<u32>,
    },
    /// Files must have as many rows as columns.
    Square,
    /// A list of sides, or all up to the largest.
    Sides {
        /// The valid sides; `None` for all.
        sides: Option<&'static [u32]>,
        /// A valid side of the full grid near the wanted one, and the side of its tiles.
        suggestion: Option<(u32, u32)>,
    },
}

impl fmt::Display for AllowedSizes {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Joined { nearest } => {
                f.write_str("without a shared border they form one landscape ")?;
                f.write_str("of components × quads + 1 samples a side")?;
                nearest.map_or(Ok(()), |side| write!(f, ", such as --size {side}"))
            }
            Self::Square => {
                f.write_str("its tiles are square, with as many rows as columns of samples")
            }
            Self::Sides { sides, suggestion } => {
                match sides {
                    Some(sides) => {
                        let sides: Vec<_> = sides.iter().map(u32::to_string).collect();
                        write!(f, "allowed are {}", join_names(sides.iter().map(String::as_str)))?;
                    }
                    None => write!(f, "allowed are 2 to {MAX_PIXELS}")?,
                }
                suggestion.map_or(Ok(()), |(side, tile_side)| {
                    write!(f, "; --size {side} gives tiles of {tile_side}")
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARED: Option<Tiles> = Some(Tiles { counts: [8, 8], share_border: true });
    const APART: Option<Tiles> = Some(Tiles { counts: [4, 4], share_border: false });

    #[test]
    fn engines_accept_their_sizes() {
        assert_eq!(Engine::Unity.check_size(1025, [1025; 2], None), Ok(()));
        assert_eq!(Engine::Unreal.check_size(4033, [4033; 2], None), Ok(()));
        assert_eq!(Engine::Unreal.check_size(8 * 504 + 1, [505; 2], SHARED), Ok(()));
        assert_eq!(
            Engine::Unreal.check_size(2160, [540; 2], APART),
            Ok(()),
            "17 components of 127 quads"
        );
    }

    #[test]
    fn an_error_names_the_allowed_sizes() {
        let problem = Engine::Unity.check_size(1000, [1000; 2], None).unwrap_err().to_string();
        assert!(
            problem.contains("1000 samples a side do not fit Unity") && problem.contains("1025"),
            "{problem}"
        );
        let problem = Engine::Unreal.check_size(4097, [513; 2], SHARED).unwrap_err().to_string();
        assert!(
            problem.contains("513 × 513") && problem.contains("--size 8065 gives tiles of 1009"),
            "{problem}"
        );
        let problem =
            Engine::Blender.check_size(20_000, [20_000; 2], None).unwrap_err().to_string();
        assert!(problem.contains("2 to 16384"), "{problem}");
        let problem = Engine::Unity.check_size(513, [257, 129], SHARED).unwrap_err();
        assert_eq!(problem.allowed, AllowedSizes::Square);
        let problem = Engine::Unreal.check_size(2080, [520; 2], APART).unwrap_err().to_string();
        let suggested = problem.rsplit("--size ").next().unwrap().parse().unwrap();
        assert_eq!(
            Engine::Unreal.check_size(suggested, [suggested / 4; 2], APART),
            Ok(()),
            "{problem}"
        );
    }
}
