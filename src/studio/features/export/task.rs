//! Exports from the window: they run beside it, one after the other, and can be cancelled.

use std::path::{Path, PathBuf};

use super::films::StartError;
use crate::export::ExportError;

/// A path from the root on, so that one sees the folder.
pub fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Where files go: the one, or how many in which folder.
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

/// Those of the files that are there already, each from the root on.
pub fn in_the_way(files: &[PathBuf]) -> Vec<PathBuf> {
    // A link to nothing is in the way, too; a folder is refused by the export.
    let is_there = |path: &&PathBuf| path.symlink_metadata().is_ok_and(|there| !there.is_dir());
    files.iter().filter(is_there).map(|path| absolute(path)).collect()
}

/// How many threads sample: one core stays with the window.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get().saturating_sub(1).max(1))
}

/// Why an export gives no files.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TaskError {
    /// It cannot be, or has failed.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// The system gives no threads that sample.
    #[error("the system gives no threads for the export: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The system gives no thread that waits for them.
    #[error("the system gives no thread for the export: {0}")]
    Thread(#[from] std::io::Error),
    /// A picture or film does not begin.
    #[error(transparent)]
    Film(#[from] StartError),
    /// A picture or film has ended without.
    #[error("{0}")]
    Drawing(String),
    /// A picture or film was cancelled.
    #[error("cancelled; no partial file stays")]
    Cancelled,
    /// Its thread is gone.
    #[error("the export ended early; this is a bug")]
    EndedEarly,
}

impl TaskError {
    /// Whether somebody has asked for it.
    pub fn is_cancelled(&self) -> bool {
        matches!(self, Self::Export(ExportError::Cancelled { .. }) | Self::Cancelled)
    }
}
