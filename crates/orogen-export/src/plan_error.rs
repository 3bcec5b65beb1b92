//! The errors of invalid export options.

use std::path::PathBuf;

use super::area::{Area, AreaError, MAX_SAMPLES};
use super::engine::{Engine, SizeError};
use super::format::{Format, join_names};
use super::tiles::{MAX_TILES, Tiles};
use orogen_noise::NoiseError;

/// An invalid option, with the allowed values.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The recipe's settings exclude each other.
    #[error(transparent)]
    Noise(#[from] NoiseError),
    /// The area is empty or lies outside the land.
    #[error(transparent)]
    Area(#[from] AreaError),
    /// The engine does not import files of this size.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The number of samples is out of range.
    #[error("{0} samples a side are out of range; allowed are 2 to {most}", most = MAX_SAMPLES)]
    Samples(u32),
    /// The samples lie so close together that their positions are not distinct numbers.
    #[error("{samples} samples a side are too many for the area {area}")]
    Dense {
        /// Samples on a side.
        samples: u32,
        /// The area of the samples.
        area: Area,
    },
    /// No valid number of samples can be cut into the tiles.
    #[error("no land of up to {most} samples a side can be cut into {}x{} tiles{}; choose other tiles",
        .counts[0], .counts[1], for_engine(*.engine), most = MAX_SAMPLES)]
    NoSize {
        /// Tiles from west to east, and from north to south.
        counts: [u32; 2],
        /// The engine that must import them.
        engine: Option<Engine>,
    },
    /// Neither the name nor the options select a format.
    #[error(
        "`{}` does not say which format it is; end the name in one of {}, or give the format",
        .0.display(), endings()
    )]
    NoFormat(PathBuf),
    /// The engine does not read the format.
    #[error("{} reads no heights from {format}; allowed are {}",
        .engine.title(), join_names(.engine.formats().iter().map(|format| format.name())))]
    EngineFormat {
        /// The engine that imports the files.
        engine: Engine,
        /// The format.
        format: Format,
    },
    /// The file name and the options select different formats.
    #[error("`{}` selects {named_format} by its name, but {format} is chosen; end it in .{}",
        .out.display(), .format.extensions()[0])]
    NameFormat {
        /// The path of the file.
        out: PathBuf,
        /// The format of the file name's extension.
        named_format: Format,
        /// The format that the options select.
        format: Format,
    },
    /// The range is empty or too large.
    #[error("the range {},{} is not valid; allowed are two heights up to 1000000 m, the second at least 0.001 m higher", .0[0], .0[1])]
    Range([f64; 2]),
    /// The range is measured, but there are tiles. Each tile would get a range of its own.
    #[error(
        "a measured range does not work with tiles, because each tile would get its own range; give LOW,HIGH"
    )]
    MeasuredTiles,
    /// The number of tiles is zero.
    #[error("{}x{} tiles are not possible; give at least 1 in each direction", .0[0], .0[1])]
    NoTiles([u32; 2]),
    /// There are more tiles than a folder should hold.
    #[error("{}x{} tiles are too many; allowed are {most} in all, as in 256x256",
        .0[0], .0[1], most = MAX_TILES)]
    TooManyTiles([u32; 2]),
    /// The options select a tile or a shard, but there are no tiles.
    #[error("there are no tiles to choose from; give their number with --tiles, as in 8x8")]
    PartOfWhole,
    /// The grid cannot be cut into equal tiles.
    #[error("{samples} samples a side cannot be cut into {}x{} tiles{}, each with at least 2 samples a side; {}",
        .tiles.counts[0], .tiles.counts[1], sharing(.tiles), suggest_side(*.nearest))]
    Uneven {
        /// Samples on a side of the full grid.
        samples: u32,
        /// The tiles.
        tiles: Tiles,
        /// The nearest number of samples that can be cut. It may be out of range.
        nearest: u64,
    },
    /// The selected tile does not exist.
    #[error("there is no tile {},{} among {}x{}; allowed are 0,0 to {},{}",
        .tile[0], .tile[1], .counts[0], .counts[1], .counts[0] - 1, .counts[1] - 1)]
    NoTile {
        /// The tile index of the file name.
        tile: [u32; 2],
        /// The number of tiles each way, at least 1.
        counts: [u32; 2],
    },
    /// The number of shards is zero.
    #[error(
        "there is no shard {0}/0; a shard is K/N, K from 1 to N, as in 5/32 for the fifth of 32"
    )]
    NoShards(u32),
    /// The selected shard does not exist.
    #[error("there is no shard {index}/{count}; allowed are 1/{count} to {count}/{count}")]
    NoShard {
        /// The number of the shard, from 1.
        index: u32,
        /// The number of shards.
        count: u32,
    },
}

fn for_engine(engine: Option<Engine>) -> String {
    engine.map_or(String::new(), |engine| format!(" that {} imports", engine.title()))
}

fn endings() -> String {
    join_names(Format::ALL.iter().flat_map(|row| row.value.extensions()).copied())
}

fn sharing(tiles: &Tiles) -> &'static str {
    if tiles.share_border { " that share a border" } else { "" }
}

fn suggest_side(nearest: u64) -> String {
    match nearest <= u64::from(MAX_SAMPLES) {
        true => format!("{nearest} samples a side can"),
        false => {
            format!("no number up to {MAX_SAMPLES} can, so use fewer tiles")
        }
    }
}
