//! Errors of exports.

use super::code::CodeError;
use super::file_error::FileError;
use super::maps::MapError;
use super::mesh::MeshError;
use super::overwrite::TargetError;
use super::plan_error::PlanError;
use super::plants::PlantsError;
use super::rivers::RiversError;

/// Why an export failed or was refused, on one line.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// An invalid choice, with the allowed values.
    #[error(transparent)]
    Choice(#[from] PlanError),
    /// An invalid mesh option, with the allowed values.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// An invalid map option, with the allowed values.
    #[error(transparent)]
    Map(#[from] MapError),
    /// The land cannot be exported as code.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// The plants cannot be exported.
    #[error(transparent)]
    Plants(#[from] PlantsError),
    /// The rivers cannot be exported.
    #[error(transparent)]
    Rivers(#[from] RiversError),
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] FileError),
    /// An existing file is protected. The user can insist with [`super::ProtectedFiles::force`].
    #[error("{0}")]
    Protected(FileError),
    /// The user cancelled the run.
    #[error("cancelled; {}", finished_files(*.finished))]
    Cancelled {
        /// Files that were already complete, and stay.
        finished: usize,
    },
}

impl ExportError {
    /// Sets the number of complete files, if this error is a cancellation.
    pub(super) fn with_finished(self, finished: usize) -> Self {
        match self {
            Self::Cancelled { .. } => Self::Cancelled { finished },
            other => other,
        }
    }
}

fn finished_files(finished: usize) -> String {
    match finished {
        0 => "nothing was written".to_owned(),
        1 => "1 file was already complete and stays".to_owned(),
        n => format!("{n} files were already complete and stay"),
    }
}

impl From<TargetError> for ExportError {
    fn from(error: TargetError) -> Self {
        match error {
            TargetError::NotWritable(error) => Self::Write(error),
            TargetError::Protected(error) => Self::Protected(error),
        }
    }
}
