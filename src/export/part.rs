//! A file on its way: written beside its name under a lock, and renamed when it is whole.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::atomic::reason;

/// A file that is being written. Dropped before [`PartFile::finish`], it leaves nothing behind, and what had its name stays.
///
/// The hidden name beside is the same for every writer of a file, and locked, so that a second export to it is refused, and a
/// part that a killed program has left is taken over.
pub(super) struct PartFile {
    path: PathBuf,
    beside: PathBuf,
    file: File,
}

impl PartFile {
    /// # Errors
    /// One line: which file, what went wrong and what to do.
    pub fn create(path: &Path) -> Result<Self, String> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let beside = path.with_file_name(format!(".{name}.part"));
        let fail = |error: io::Error| cannot_write(path, &reason(&error));
        // Once more where another writer has finished or given up between opening and locking.
        for _ in 0..100 {
            let file = OpenOptions::new().create(true).truncate(false).write(true).open(&beside).map_err(fail)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(cannot_write(
                        path,
                        "another export is writing it; wait for that one or choose another name",
                    ));
                }
                // Some network drives have no locks.
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
                Err(TryLockError::Error(error)) => return Err(fail(error)),
            }
            if is_still(&file, &beside) {
                let part = Self { path: path.to_owned(), beside, file };
                // Only where a killed program has left something: ext4 writes a truncated file to the disk when it is closed.
                if part.file.metadata().map_err(fail)?.len() > 0 {
                    part.file.set_len(0).map_err(fail)?;
                }
                return Ok(part);
            }
        }
        Err(cannot_write(path, "other exports keep writing it"))
    }

    /// The open file, empty at first.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Gives the file its name; what had it before is replaced.
    ///
    /// # Errors
    /// One line: which file and what went wrong.
    pub fn finish(self) -> Result<(), String> {
        fs::rename(&self.beside, &self.path).map_err(|e| cannot_write(&self.path, &reason(&e)))
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        // Still locked, so that it is no other writer's; gone already when it has got its name.
        let _ = fs::remove_file(&self.beside);
    }
}

/// `cannot write …: …`.
pub(super) fn cannot_write(path: &Path, why: &str) -> String {
    format!("cannot write `{}`: {why}", path.display())
}

/// Whether a name still is that of an open file.
#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(open), Ok(named)) => (open.dev(), open.ino()) == (named.dev(), named.ino()),
        _ => false,
    }
}

/// Whether a name still is that of an open file, as far as can be seen.
#[cfg(not(unix))]
fn is_still(_: &File, path: &Path) -> bool {
    path.exists()
}
