//! Errors of reading and writing files, in plain words.

use std::io;
use std::path::{Path, PathBuf};

/// A file cannot be written, with the path and the reason on one line.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The path is empty.
    #[error("the output has no name; give a file, such as land.png")]
    Nameless,
    /// The file cannot be written.
    #[error("cannot write `{}`: {problem}", .path.display())]
    Write {
        /// The path as the caller gave it.
        path: PathBuf,
        /// The reason.
        problem: FileProblem,
    },
}

impl FileError {
    /// Makes the error of a file.
    pub fn write(path: &Path, problem: impl Into<FileProblem>) -> Self {
        Self::Write { path: path.to_owned(), problem: problem.into() }
    }
}

/// Why a file cannot be written or read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FileProblem {
    /// The path names a folder.
    #[error("it is a folder; name a file in it")]
    IsFolder,
    /// The path names a device or a pipe.
    #[error("it is a device or a pipe; name a file")]
    IsDevice,
    /// The input is a pipe or a device, which may never end.
    #[error("it is a pipe or a device; name a file, or give /dev/stdin and `< …`")]
    Endless,
    /// The file is read-only.
    #[error("it is read-only; make it writable first, or choose another name")]
    IsReadOnly,
    /// The name has a character that names of files on Windows cannot have.
    #[error("Windows allows no `{0}` in the name of a file; choose another name")]
    ForbiddenCharacter(char),
    /// The folder is missing.
    #[error("there is no folder `{}`; create it first", .0.display())]
    NoFolder(PathBuf),
    /// The output is also the input.
    #[error("it is the input file; choose another name")]
    IsInput,
    /// A recipe would replace an existing file, which may be the user's work.
    #[error("the file already exists; choose another name")]
    AlreadyExists,
    /// Another program wrote the existing file.
    #[error("a file that Orogen did not write already exists; choose another name")]
    IsForeign,
    /// The content does not fit the format.
    #[error("{0}")]
    Format(String),
    /// There is not enough memory for the content.
    #[error("there is not enough memory")]
    Memory,
    /// The operating system reports an error.
    #[error("{line}")]
    System {
        /// The kind of error.
        kind: io::ErrorKind,
        /// The description that [`reason`] gives.
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

/// Describes an I/O error in plain words.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "permission denied; choose a folder that you may write to".to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => "the file system is read-only; choose another folder".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full; free some space or choose another disk".to_owned(),
        io::ErrorKind::FileTooLarge => {
            "it exceeds the size limit of files (`ulimit -f`, or that of the disk); raise the limit or write less".to_owned()
        }
        io::ErrorKind::IsADirectory => "it is a folder; name a file".to_owned(),
        io::ErrorKind::QuotaExceeded => {
            "your share of the disk is used up; free some space or choose another disk".to_owned()
        }
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        _ => match (error.to_string(), error.raw_os_error()) {
            // Drop the error number from the system's message.
            (words, Some(number)) => words.trim_end_matches(&format!(" (os error {number})")).to_lowercase(),
            (words, None) => words,
        },
    }
}
