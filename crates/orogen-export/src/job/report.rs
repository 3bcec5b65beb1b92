//! What an export has come to.

use std::path::PathBuf;
use std::time::Duration;

use crate::run::Report;

/// What an export has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct JobReport {
    /// The files.
    pub files: Vec<PathBuf>,
    /// All of them on the disk.
    pub bytes: u64,
    /// How long it took.
    pub duration: Duration,
    /// What a person should know though nothing has failed.
    pub warnings: Vec<String>,
    /// The numbers to type in the engine for which it was.
    pub card: Option<Vec<String>>,
}

pub(super) fn of_heights(report: Report) -> JobReport {
    let files = report.files.iter().map(|file| (file.path.clone(), file.bytes));
    JobReport { warnings: report.warnings(), ..reported(files, report.duration) }
}

pub(crate) fn reported(
    files: impl Iterator<Item = (PathBuf, u64)>,
    duration: Duration,
) -> JobReport {
    let (files, bytes): (Vec<_>, Vec<u64>) = files.unzip();
    JobReport { files, bytes: bytes.iter().sum(), duration, warnings: vec![], card: None }
}
