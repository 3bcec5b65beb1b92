//! Why a file cannot be written or opened, in the words of a person.

use std::io;
use std::path::{Path, PathBuf};

/// A file that cannot be written: which one and why, on one line.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// A name of no letters.
    #[error("the output has no name; give a file, such as land.png")]
    Nameless,
    /// A file that cannot be written.
    #[error("cannot write `{}`: {problem}", .path.display())]
    Write {
        /// The file as it was named.
        path: PathBuf,
        /// What is in the way.
        problem: FileProblem,
    },
}

impl FileError {
    /// The error of a file.
    pub fn write(path: &Path, problem: impl Into<FileProblem>) -> Self {
        Self::Write { path: path.to_owned(), problem: problem.into() }
    }
}

/// What is in the way of a file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FileProblem {
    /// A folder has its name.
    #[error("it is a folder; name a file in it")]
    IsFolder,
    /// A device or a pipe has its name.
    #[error("it is a device or a pipe; name a file")]
    IsDevice,
    /// A pipe or a device is to be read, which may have no end.
    #[error("it is a pipe or a device; name a file, or give /dev/stdin and `< …`")]
    Endless,
    /// Its owner does not want it written.
    #[error("it is read-only; make it writable first, or choose another name")]
    IsReadOnly,
    /// Its folder is missing.
    #[error("there is no folder `{}`; make it first", .0.display())]
    NoFolder(PathBuf),
    /// It is read for what it is to hold.
    #[error("it is the file that is read; choose another name")]
    IsInput,
    /// A recipe would take its place, and it may be one itself: somebody's work.
    #[error("there is a file already; choose another name")]
    IsThere,
    /// There is a file of another program.
    #[error("there is a file that Orogen did not write; choose another name")]
    IsForeign,
    /// What it is to hold cannot be put into its format.
    #[error("{0}")]
    Format(String),
    /// There is no memory for what it is to hold.
    #[error("there is not enough memory")]
    Memory,
    /// The system refuses.
    #[error("{line}")]
    System {
        /// What it refuses.
        kind: io::ErrorKind,
        /// Why, in the words of [`reason`].
        line: String,
    },
}

impl From<io::Error> for FileProblem {
    fn from(error: io::Error) -> Self {
        Self::from(&error)
    }
}

impl From<&io::Error> for FileProblem {
    fn from(error: &io::Error) -> Self {
        Self::System { kind: error.kind(), line: reason(error) }
    }
}

/// An I/O error in the words of a person.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "permission denied; choose a folder that you may write to".to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => "the file system is read-only; choose another folder".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full; free some room or choose another disk".to_owned(),
        io::ErrorKind::FileTooLarge => {
            "it grows beyond the limit of files (`ulimit -f`, or the disk's own); raise it or write less".to_owned()
        }
        io::ErrorKind::IsADirectory => "it is a folder; name a file".to_owned(),
        io::ErrorKind::QuotaExceeded => {
            "your share of the disk is used up; free some room or choose another disk".to_owned()
        }
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        _ => match (error.to_string(), error.raw_os_error()) {
            // The system's words, without the number that it gives them.
            (words, Some(number)) => words.trim_end_matches(&format!(" (os error {number})")).to_lowercase(),
            (words, None) => words,
        },
    }
}
