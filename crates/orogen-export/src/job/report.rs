//! The result of any export.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::mesh::MeshFileReport;
use crate::run::FileReport;

/// The result of any export.
#[derive(Clone, Debug, PartialEq)]
pub struct JobReport {
    /// The written files.
    pub files: Vec<JobFile>,
    /// The size of all files on disk, in bytes.
    pub bytes: u64,
    /// The duration of the run.
    pub duration: Duration,
    /// Warnings for the user.
    pub warnings: Vec<String>,
    /// The numbers to type into the engine, one per line. `None` without an engine.
    pub card: Option<Vec<String>>,
}

/// A file that an export has written.
#[derive(Clone, Debug, PartialEq)]
pub enum JobFile {
    /// Heights.
    Heights(FileReport),
    /// A mesh.
    Mesh(MeshFileReport),
    /// Rivers, lakes and roads.
    Rivers {
        /// The path of the file.
        path: PathBuf,
        /// Its size on disk, in bytes.
        bytes: u64,
        /// The number of reaches of rivers.
        reaches: usize,
        /// The number of lakes.
        lakes: usize,
        /// The number of roads; a road that leaves the area and returns counts twice.
        roads: usize,
    },
    /// A map, plants or code.
    Other {
        /// The path of the file.
        path: PathBuf,
        /// Its size on disk, in bytes.
        bytes: u64,
    },
}

impl JobFile {
    /// The path of the file.
    pub fn path(&self) -> &Path {
        match self {
            Self::Heights(file) => &file.path,
            Self::Mesh(file) => &file.path,
            Self::Rivers { path, .. } | Self::Other { path, .. } => path,
        }
    }

    /// Its size on disk, in bytes.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Heights(file) => file.bytes,
            Self::Mesh(file) => file.bytes,
            Self::Rivers { bytes, .. } | Self::Other { bytes, .. } => *bytes,
        }
    }
}

impl JobReport {
    pub(crate) fn new(files: impl IntoIterator<Item = JobFile>, duration: Duration) -> Self {
        let files: Vec<_> = files.into_iter().collect();
        let bytes = files.iter().map(JobFile::bytes).sum();
        Self { files, bytes, duration, warnings: vec![], card: None }
    }
}
