//! Engines: what each takes, how it counts rows, and what one types there.
//!
//! Sources: Unity's manual ("Working with heightmaps") and its raw importer, which puts row 0 of a
//! file at z = 0 and reads little-endian as "Windows"; Unreal's "Landscape Technical Guide" (sizes,
//! Z scale) and its tiled importer, which reads `_xI_yJ` from file names, y southward; Terrain3D's
//! `import_export` and its importer (EXR channel R or r16, metres, the corner at the import
//! position, in whole metres, snapped down to regions); Blender's manual, "Displace Modifier";
//! Houdini's, "HeightField File".

use std::fmt;

use super::format::{Format, names};
use super::tiles::Tiles;
use orogen_noise::choice::choices;

choices! {
    /// An engine for which sizes, orientation and format can be made to fit.
    pub enum Engine: "engine" {
        /// Raw files of 16 bits for terrains whose rows go north.
        Unity = "unity",
        /// Pictures or raw files of 16 bits for landscapes, in centimetres.
        Unreal = "unreal",
        /// Floats in metres, or raw files of 16 bits, for the add-on Terrain3D.
        GodotTerrain3d = "godot-terrain3d",
        /// Any format, as Bevy's assets read it.
        Bevy = "bevy",
        /// Floats in metres, or pictures of 16 bits, for a displaced grid.
        Blender = "blender",
        /// Floats in metres for a height field.
        Houdini = "houdini",
    }
}

/// Sides of Unreal's landscapes that its guide recommends, in samples.
const UNREAL_SIDES: [u32; 7] = [127, 253, 505, 1009, 2017, 4033, 8129];

/// Sides of Unity's terrains, in samples: 2ⁿ + 1.
const UNITY_SIDES: [u32; 8] = [33, 65, 129, 257, 513, 1025, 2049, 4097];

/// The largest side of an image that Godot reads, and of a texture on common graphics cards.
const MOST_PIXELS: u32 = 16_384;

impl Engine {
    /// The name as its makers write it.
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

    /// The formats that it imports as heights, the best one first. (Godot reads PNG with 8 bits
    /// only.)
    pub fn formats(self) -> &'static [Format] {
        match self {
            Self::Unity => &[Format::R16],
            Self::Unreal => &[Format::Png16, Format::R16],
            Self::GodotTerrain3d => &[Format::Exr, Format::R16],
            Self::Bevy => &[Format::Png16, Format::Exr, Format::R16, Format::R32],
            Self::Blender => &[Format::Exr, Format::Tiff, Format::Png16],
            // Whole numbers arrive as shares from 0 to 1.
            Self::Houdini => &[Format::Exr],
        }
    }

    /// How the name of a file must end for the engine to offer it.
    pub fn extension(self, format: Format) -> &'static str {
        match (self, format) {
            (Self::Unity, Format::R16) => "raw",
            _ => format.extensions()[0],
        }
    }

    /// Whether row 0 is the south edge: Unity's terrains count rows along +z, which is north there.
    pub fn south_first(self) -> bool {
        self == Self::Unity
    }

    /// The sides that a file may have; `None` for any up to [`Engine::most_samples`].
    pub fn sides(self) -> Option<&'static [u32]> {
        match self {
            Self::Unity => Some(&UNITY_SIDES),
            Self::Unreal => Some(&UNREAL_SIDES),
            _ => None,
        }
    }

    /// The most samples on a side of a file.
    pub fn most_samples(self) -> u32 {
        self.sides().and_then(|sides| sides.last().copied()).unwrap_or(MOST_PIXELS)
    }

    /// The samples on a side of a file that are nearest to the wanted ones, not below them where
    /// there are such.
    pub fn side_for(self, wanted: u32) -> u32 {
        match self.sides() {
            Some(sides) => {
                sides.iter().copied().find(|&side| side >= wanted).unwrap_or(self.most_samples())
            }
            None => wanted.min(MOST_PIXELS),
        }
    }

    /// The samples on a side nearest to the wanted ones that tiles may have together where the
    /// engine joins them into one land; `None` where it doesn't, or where there are none.
    pub fn joined_side_for(self, wanted: u32, tiles: Option<Tiles>) -> Option<u32> {
        let tiles = tiles.filter(|tiles| self == Self::Unreal && !tiles.share_border)?;
        let fits =
            |side: &u32| tiles.counts.iter().all(|count| *count > 0 && side.is_multiple_of(*count));
        unreal_sides().filter(fits).min_by_key(|side| side.abs_diff(wanted))
    }

    /// Whether files of `size` samples, cut from a whole of `samples` a side, can be imported.
    pub fn fits(self, samples: u32, size: [u32; 2], tiles: Option<Tiles>) -> bool {
        if self == Self::Unreal && tiles.is_some_and(|tiles| !tiles.share_border) {
            // Tiles without a shared border are joined into one landscape, so the whole has to fit.
            return unreal_sides().any(|side| side == samples);
        }
        let fits =
            |side: u32| self.sides().map_or(side <= MOST_PIXELS, |sides| sides.contains(&side));
        size.into_iter().all(fits) && (self != Self::Unity || size[0] == size[1])
    }

    /// Checks files of `size` samples, cut from a whole of `samples` a side.
    ///
    /// # Errors
    /// What does not fit, and the nearest size that does.
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
            return refuse(AllowedSizes::Joined { near: self.joined_side_for(samples, tiles) });
        }
        if self == Self::Unity && size[0] != size[1] {
            return refuse(AllowedSizes::Square);
        }
        let near = self.side_for(size[0].max(size[1]));
        let whole = match tiles {
            Some(Tiles { counts: [columns, rows], share_border }) if columns == rows => {
                let whole = if share_border { columns * (near - 1) + 1 } else { columns * near };
                Some((whole, near))
            }
            _ => None,
        };
        refuse(AllowedSizes::Sides { sides: self.sides(), whole })
    }
}

/// The samples that an Unreal landscape can have on a side: 1 to 32 components of 1 or 2 sections
/// of 7 to 255 quads, and one more.
fn unreal_sides() -> impl Iterator<Item = u32> {
    let quads = [7, 15, 31, 63, 127, 255].into_iter().flat_map(|section| [section, 2 * section]);
    quads.flat_map(|quads| (1..=32).map(move |components| components * quads + 1))
}

/// Files of a size that an engine does not take.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{} do not fit {}; {allowed}", self.files(), .engine.title())]
#[non_exhaustive]
pub struct SizeError {
    /// The engine.
    pub engine: Engine,
    /// Columns and rows of a file.
    pub size: [u32; 2],
    /// Whether the files are tiles of a whole.
    pub is_tiled: bool,
    /// What it takes instead.
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

/// The sizes that an engine takes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AllowedSizes {
    /// It joins the tiles into one landscape, whose side has to fit.
    Joined {
        /// The nearest side that does.
        near: Option<u32>,
    },
    /// As many rows as columns.
    Square,
    /// Certain sides, or all up to the largest.
    Sides {
        /// The sides; `None` for all.
        sides: Option<&'static [u32]>,
        /// The side of a whole near the wanted one, and that of its tiles.
        whole: Option<(u32, u32)>,
    },
}

impl fmt::Display for AllowedSizes {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Joined { near } => {
                f.write_str("without a shared border they are one landscape, ")?;
                f.write_str("of components × quads + 1 samples a side")?;
                near.map_or(Ok(()), |side| write!(f, ", such as --size {side}"))
            }
            Self::Square => f.write_str("its tiles are square; give as many rows as columns"),
            Self::Sides { sides, whole } => {
                match sides {
                    Some(sides) => {
                        let sides: Vec<_> = sides.iter().map(u32::to_string).collect();
                        write!(f, "allowed are {}", names(sides.iter().map(String::as_str)))?;
                    }
                    None => write!(f, "allowed are 2 to {MOST_PIXELS}")?,
                }
                whole.map_or(Ok(()), |(whole, near)| {
                    write!(f, "; --size {whole} gives tiles of {near}")
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
    fn sizes() {
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
    fn sizes_that_do_not_fit_name_those_that_do() {
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
