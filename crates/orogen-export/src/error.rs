//! Why an export does not take place, or ends.

use super::code::CodeError;
use super::file_error::FileError;
use super::maps::MapError;
use super::mesh::MeshError;
use super::own::TargetError;
use super::plan_error::PlanError;
use super::plants::PlantsError;

/// Why an export does not take place, or ends: one line.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// A choice that cannot be, and what is allowed.
    #[error(transparent)]
    Choice(#[from] PlanError),
    /// A choice of a mesh that cannot be, and what is allowed.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// A choice of maps that cannot be, and what is allowed.
    #[error(transparent)]
    Map(#[from] MapError),
    /// What cannot be said as code.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// Plants that cannot go out.
    #[error(transparent)]
    Plants(#[from] PlantsError),
    /// A file that cannot be written, and why.
    #[error(transparent)]
    Write(#[from] FileError),
    /// A file that is to stay as it is, unless one insists ([`super::Keep::force`]).
    #[error("{0}")]
    Kept(FileError),
    /// It was asked to end.
    #[error("cancelled; {}", finished_files(*.finished))]
    Cancelled {
        /// Tiles that were whole before, and stay.
        finished: usize,
    },
}

impl ExportError {
    /// The same where so many files were whole before it was cancelled.
    pub(super) fn after(self, finished: usize) -> Self {
        match self {
            Self::Cancelled { .. } => Self::Cancelled { finished },
            other => other,
        }
    }
}

fn finished_files(finished: usize) -> String {
    match finished {
        0 => "nothing was written".to_owned(),
        1 => "1 file was whole before and stays".to_owned(),
        n => format!("{n} files were whole before and stay"),
    }
}

impl From<TargetError> for ExportError {
    fn from(error: TargetError) -> Self {
        match error {
            TargetError::Cannot(error) => Self::Write(error),
            TargetError::Kept(error) => Self::Kept(error),
        }
    }
}
