//! Errors of exports of rivers.

use std::path::PathBuf;

use super::format::{MAX_NODES, RiverFormat};
use crate::area::AreaError;
use orogen_noise::{NoiseError, text};
use orogen_terrain::watercourses::WatercoursesError;

/// Why rivers cannot be exported, on one line.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RiversError {
    /// The settings of a layer exclude each other.
    #[error(transparent)]
    Noise(#[from] NoiseError),
    /// The area is empty or lies outside the land.
    #[error(transparent)]
    Area(#[from] AreaError),
    /// The land has no rivers, or their courses are not known.
    #[error(transparent)]
    Land(#[from] WatercoursesError),
    /// The area needs too many nodes of the network.
    #[error(
        "an area of {} m a side has more than {MAX_NODES} nodes of the rivers' network; choose a side of \
            at most {} m, or more distant valleys with rivers.valleys_m",
        text::number(*.side_m), text::number(*.max_side_m)
    )]
    TooLarge {
        /// The side of the area.
        side_m: f64,
        /// The longest side that always fits.
        max_side_m: f64,
    },
    /// The rivers of the area come from too far away.
    #[error(
        "the rivers of the area come from more than {MAX_NODES} nodes of their network; choose another \
            area, or more distant valleys with rivers.valleys_m"
    )]
    TooFar,
    /// The file name has the extension of another format.
    #[error("`{}` is not a {format} file name; end it in .{format}", .out.display(), format = .format.name())]
    Name {
        /// The path of the file.
        out: PathBuf,
        /// The format.
        format: RiverFormat,
    },
}
