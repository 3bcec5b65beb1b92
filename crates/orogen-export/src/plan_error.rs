//! Which choice of an export cannot be, and what is allowed.

use std::path::PathBuf;

use super::area::{Area, AreaError, MOST_SAMPLES};
use super::engine::{Engine, SizeError};
use super::format::{Format, names};
use super::tiles::{MOST_TILES, Tiles};
use orogen_noise::NoiseError;

/// A choice that cannot be, and what is allowed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// Choices of the recipe that exclude each other.
    #[error(transparent)]
    Noise(#[from] NoiseError),
    /// An area that is none, or off the land.
    #[error(transparent)]
    Area(#[from] AreaError),
    /// Files that the engine does not take.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Too few samples, or too many.
    #[error("{0} samples a side are out of range; allowed are 2 to {most}", most = MOST_SAMPLES)]
    Samples(u32),
    /// Samples that lie too near together to have positions of their own.
    #[error("{samples} samples a side are too many for the area {area}")]
    Dense {
        /// On a side.
        samples: u32,
        /// The area that they are to lie on.
        area: Area,
    },
    /// No number of samples can be cut into the tiles.
    #[error("no land of up to {most} samples a side can be cut into {}x{} tiles{}; choose other tiles",
        .counts[0], .counts[1], taker(*.engine), most = MOST_SAMPLES)]
    NoSize {
        /// Tiles from west to east, and from north to south.
        counts: [u32; 2],
        /// The engine that is to take them.
        engine: Option<Engine>,
    },
    /// Nothing says which format it is.
    #[error(
        "`{}` does not say which format it is; end the name in one of {}, or give the format",
        .0.display(), endings()
    )]
    NoFormat(PathBuf),
    /// A format that the engine does not read.
    #[error("{} reads no heights from {format}; allowed are {}",
        .engine.title(), names(.engine.formats().iter().map(|format| format.name())))]
    EngineFormat {
        /// The engine.
        engine: Engine,
        /// The format that it does not read.
        format: Format,
    },
    /// A name that means another format than the one that is asked for.
    #[error("`{}` is named as {named}, but {format} is asked for; end it in .{}",
        .out.display(), .format.extensions()[0])]
    NameFormat {
        /// The file.
        out: PathBuf,
        /// What its name means.
        named: Format,
        /// What is asked for.
        format: Format,
    },
    /// A range of no heights, or of too many.
    #[error("the range {},{} is none; allowed are two heights up to 1000000 m, the second at least 0.001 m higher", .0[0], .0[1])]
    Range([f64; 2]),
    /// Each tile would measure a range of its own.
    #[error(
        "a measured range does not go together with tiles, of which each would have its own; give LOW,HIGH"
    )]
    MeasuredTiles,
    /// No tiles in one direction.
    #[error("{}x{} tiles are none at all; each way there must be at least 1", .0[0], .0[1])]
    NoTiles([u32; 2]),
    /// More tiles than a folder should hold.
    #[error("{}x{} tiles are too many; allowed are {most} in all, as in 256x256",
        .0[0], .0[1], most = MOST_TILES)]
    TooManyTiles([u32; 2]),
    /// A part of tiles where there are none.
    #[error("there are no tiles to choose from; say how many with --tiles, as in 8x8")]
    PartOfWhole,
    /// A whole that does not come apart into the tiles.
    #[error("{samples} samples a side cannot be cut into {}x{} tiles{}, each of 2 or more whole samples a side; {}",
        .tiles.counts[0], .tiles.counts[1], sharing(.tiles), near_one(*.near))]
    Uneven {
        /// On a side of the whole.
        samples: u32,
        /// The tiles.
        tiles: Tiles,
        /// The nearest side that comes apart, be it allowed or not.
        near: u64,
    },
    /// A tile that is not among them.
    #[error("there is no tile {},{} among {}x{}; allowed are 0,0 to {},{}",
        .tile[0], .tile[1], .counts[0], .counts[1], .counts[0] - 1, .counts[1] - 1)]
    NoTile {
        /// The tile as its name has it.
        tile: [u32; 2],
        /// The tiles there are, at least one each way.
        counts: [u32; 2],
    },
    /// A share of no shares.
    #[error(
        "there is no shard {0}/0; a shard is K/N, K from 1 to N, as in 5/32 for the fifth of 32"
    )]
    NoShards(u32),
    /// A share that is not among them.
    #[error("there is no shard {index}/{of}; allowed are 1/{of} to {of}/{of}")]
    NoShard {
        /// Counted from 1.
        index: u32,
        /// The shares there are.
        of: u32,
    },
}

fn taker(engine: Option<Engine>) -> String {
    engine.map_or(String::new(), |engine| format!(" that {} takes", engine.title()))
}

fn endings() -> String {
    names(Format::ALL.iter().flat_map(|row| row.value.extensions()).copied())
}

fn sharing(tiles: &Tiles) -> &'static str {
    if tiles.share_border { " that share a border" } else { "" }
}

fn near_one(near: u64) -> String {
    match near <= u64::from(MOST_SAMPLES) {
        true => format!("{near} samples a side can"),
        false => {
            format!("no whole of up to {MOST_SAMPLES} samples a side can, so take fewer tiles")
        }
    }
}
