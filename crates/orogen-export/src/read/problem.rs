//! Errors of reading heightmaps.

use std::path::PathBuf;

use crate::file_error::FileProblem;
use orogen_terrain::heightmap::RasterError;

/// A file cannot be read as a heightmap, with the path and the reason on one line.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("cannot read `{}`: {problem}", .path.display())]
pub struct ReadError {
    /// The path of the file.
    pub path: PathBuf,
    /// The reason.
    pub problem: ReadProblem,
}

/// Why a file cannot be read as a heightmap.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadProblem {
    /// The file cannot be opened or read.
    #[error(transparent)]
    File(#[from] FileProblem),
    /// The file type is not supported.
    #[error(
        "it is not a heightmap; allowed are PNG, TIFF, EXR, HGT, ASC, R16, RAW and R32, and a ZIP or GZ of one"
    )]
    OtherKind,
    /// The file is damaged or contradicts itself, with a description.
    #[error("{0}; the file is damaged")]
    Damaged(String),
    /// The file type is supported, but not this variant.
    #[error("{0}")]
    Form(String),
    /// The file has several channels, and the choice of one is missing or wrong.
    #[error("{0}")]
    Channel(String),
    /// The file claims more samples than its bytes can hold.
    #[error("it claims {0} × {1} samples, and its {2} bytes cannot hold them; the file is damaged")]
    TooFewBytes(usize, usize, u64),
    /// All samples are voids.
    #[error("it contains no heights, only voids")]
    Void,
    /// The size or the samples are not valid for a map.
    #[error(transparent)]
    Raster(#[from] RasterError),
    /// An allocation failed.
    #[error("there is not enough memory for {columns} × {rows} samples, which need {needed} MiB")]
    Memory {
        /// The number of columns.
        columns: usize,
        /// The number of rows.
        rows: usize,
        /// The memory that the map needs, in mebibytes.
        needed: u64,
    },
    /// The map needs more memory than is free.
    #[error(
        "its {columns} × {rows} samples need {needed} MiB of memory, and {free} MiB are free; close other programs, or crop or shrink the map first"
    )]
    NoRoom {
        /// The number of columns.
        columns: usize,
        /// The number of rows.
        rows: usize,
        /// The memory that the map needs, in mebibytes.
        needed: u64,
        /// The memory that is free, in mebibytes.
        free: u64,
    },
}

pub(super) fn damaged(how: impl std::fmt::Display) -> ReadProblem {
    ReadProblem::Damaged(orogen_noise::text::sanitise(how.to_string().trim_end_matches('.')))
}

impl From<std::io::Error> for ReadProblem {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::UnexpectedEof => damaged("it ends early"),
            _ => Self::File(error.into()),
        }
    }
}
