//! Why a file gives no heightmap.

use std::path::PathBuf;

use crate::file_error::FileProblem;
use orogen_terrain::heightmap::RasterError;

/// A file that holds no heightmap: which one and why, on one line.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("cannot read `{}`: {problem}", .path.display())]
pub struct ReadError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: ReadProblem,
}

/// Why a file gives no heightmap.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadProblem {
    /// It cannot be opened or read.
    #[error(transparent)]
    File(#[from] FileProblem),
    /// It is of no kind that is read.
    #[error(
        "it is no heightmap; those are PNG, TIFF, EXR, HGT, ASC, R16, RAW and R32, and ZIP or GZ of one"
    )]
    OtherKind,
    /// It is damaged, or says what cannot be: how.
    #[error("{0}; the file is damaged")]
    Damaged(String),
    /// It is of a kind that is read, in a form that is not.
    #[error("{0}")]
    Form(String),
    /// It says to hold more than its bytes can.
    #[error("it says {0} × {1} samples, and its {2} bytes cannot hold them; the file is damaged")]
    Lie(usize, usize, u64),
    /// It has nothing but voids.
    #[error("it holds no height, but voids alone")]
    Void,
    /// Its sides or samples are none of a map.
    #[error(transparent)]
    Raster(#[from] RasterError),
    /// There is no memory for it.
    #[error("there is not enough memory for {columns} × {rows} samples, which need {needed} MiB")]
    Memory {
        /// Of samples.
        columns: usize,
        /// Of samples.
        rows: usize,
        /// In MiB.
        needed: u64,
    },
    /// More memory is needed than is free.
    #[error(
        "its {columns} × {rows} samples need {needed} MiB of memory, and {free} MiB are free; close other programs, or cut it or shrink it first"
    )]
    NoRoom {
        /// Of samples.
        columns: usize,
        /// Of samples.
        rows: usize,
        /// In MiB.
        needed: u64,
        /// In MiB.
        free: u64,
    },
}

pub(super) fn damaged(how: impl std::fmt::Display) -> ReadProblem {
    ReadProblem::Damaged(orogen_noise::text::shown(how.to_string().trim_end_matches('.')))
}

impl From<std::io::Error> for ReadProblem {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::UnexpectedEof => damaged("it ends early"),
            _ => Self::File(error.into()),
        }
    }
}
