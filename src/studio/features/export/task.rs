//! Helpers that all exports from the window share: paths, the number of threads, and errors.

use std::path::{Path, PathBuf};

use super::films::StartError;
use crate::export::ExportError;

/// Returns the absolute path, which shows the user the folder.
pub fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Describes the output for the user: the file, or the number of files and their folder.
pub fn target(files: &[PathBuf]) -> String {
    let name = |file: &PathBuf| file.file_name().unwrap_or_default().display().to_string();
    match files {
        [] => "nothing".to_owned(),
        [file] => absolute(file).display().to_string(),
        [first, .., last] => {
            let folder = absolute(first);
            let folder = folder.parent().unwrap_or(Path::new("/")).display();
            format!("{} files in {folder}, {} to {}", files.len(), name(first), name(last))
        }
    }
}

/// Returns the absolute paths of the files that already exist.
pub fn existing_files(files: &[PathBuf]) -> Vec<PathBuf> {
    // A dangling symbolic link counts as a file. A folder does not, because the export refuses it
    // anyway.
    let exists = |path: &&PathBuf| path.symlink_metadata().is_ok_and(|metadata| !metadata.is_dir());
    files.iter().filter(exists).map(|path| absolute(path)).collect()
}

/// Returns the number of threads that sample the land: all cores except one, which the window
/// keeps.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get().saturating_sub(1).max(1))
}

/// The reason why an export has written no files.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TaskError {
    /// The export is invalid or has failed.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// The system could not start the threads that sample the land.
    #[error("cannot start the threads of the export: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The system could not start the thread that runs the export.
    #[error("cannot start a thread for the export: {0}")]
    Thread(#[from] std::io::Error),
    /// A picture or film does not start.
    #[error(transparent)]
    Film(#[from] StartError),
    /// The process of a picture or film has failed.
    #[error("{0}")]
    Drawing(String),
    /// The user cancelled a picture or film.
    #[error("cancelled; no partial file stays")]
    Cancelled,
    /// The thread of the export has ended without a result, which is a bug.
    #[error("the export ended without a result; please report this bug")]
    EndedEarly,
}

impl TaskError {
    /// Returns true if the user cancelled the export.
    pub fn is_cancelled(&self) -> bool {
        matches!(self, Self::Export(ExportError::Cancelled { .. }) | Self::Cancelled)
    }
}
