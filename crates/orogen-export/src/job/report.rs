//! What an export has come to.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::mesh::MeshFileReport;
use crate::run::FileReport;

/// What an export has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct JobReport {
    /// The files.
    pub files: Vec<JobFile>,
    /// All of them on the disk.
    pub bytes: u64,
    /// How long it took.
    pub duration: Duration,
    /// What a person should know though nothing has failed.
    pub warnings: Vec<String>,
    /// The numbers to type in the engine for which it was.
    pub card: Option<Vec<String>>,
}

/// A file that an export has written.
#[derive(Clone, Debug, PartialEq)]
pub enum JobFile {
    /// Heights.
    Heights(FileReport),
    /// A mesh.
    Mesh(MeshFileReport),
    /// A map, plants or code.
    Other {
        /// Where it is.
        path: PathBuf,
        /// On the disk.
        bytes: u64,
    },
}

impl JobFile {
    /// Where it is.
    pub fn path(&self) -> &Path {
        match self {
            Self::Heights(file) => &file.path,
            Self::Mesh(file) => &file.path,
            Self::Other { path, .. } => path,
        }
    }

    /// Its bytes on the disk.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Heights(file) => file.bytes,
            Self::Mesh(file) => file.bytes,
            Self::Other { bytes, .. } => *bytes,
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
