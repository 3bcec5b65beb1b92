//! Whose a recovery file is. Each program has one of its own, with a lock beside it that ends with
//! the program, however it ends.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::export::FileError;

/// A recovery file that is this program's alone.
#[derive(Debug)]
pub struct Claim {
    /// The recovery file.
    pub path: PathBuf,
    lock: PathBuf,
    locked: File,
}

/// Why there is no recovery file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClaimError {
    /// The system names no folder for them.
    #[error("the system names no folder for it")]
    NoFolder,
    /// It, its lock or their folder cannot be made.
    #[error(transparent)]
    File(#[from] FileError),
}

/// The folder of what the program keeps from one start to the next.
pub fn state_folder() -> Option<PathBuf> {
    Some(dirs::state_dir().or_else(dirs::data_local_dir)?.join("orogen"))
}

/// The folder of recovery files.
pub fn folder() -> Option<PathBuf> {
    Some(state_folder()?.join("recovery"))
}

impl Claim {
    /// A new one in a folder, which is made.
    ///
    /// # Errors
    /// If the folder cannot be made or written.
    pub fn new(folder: &Path) -> Result<Self, ClaimError> {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let name = format!("{}-{}", std::process::id(), now.as_nanos());
        let path = folder.join(format!("{name}.toml"));
        let lock = path.with_extension("lock");
        let locked = new_lock(&lock)?;
        Ok(Self { path, lock, locked })
    }

    /// Makes its lock anew where that has gone, with its folder or alone: without one the file
    /// would be anybody's, and without a folder it could not be written.
    ///
    /// # Errors
    /// If the folder cannot be made or written.
    pub fn renew(&mut self) -> Result<(), ClaimError> {
        if !self.lock.exists() {
            self.locked = new_lock(&self.lock)?;
        }
        Ok(())
    }

    /// The files in a folder whose programs have ended, now this one's: the newest first.
    pub fn left(folder: &Path) -> Vec<Self> {
        let Ok(entries) = std::fs::read_dir(folder) else { return vec![] };
        let paths = entries.flatten().map(|entry| entry.path());
        let is_recovery = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml");
        let mut paths: Vec<_> = paths.filter(is_recovery).collect();
        let changed = |path: &PathBuf| path.metadata().and_then(|there| there.modified()).ok();
        paths.sort_by_key(|path| std::cmp::Reverse(changed(path)));
        paths.into_iter().filter_map(Self::take).collect()
    }

    /// The file of a program that has ended.
    fn take(path: PathBuf) -> Option<Self> {
        let lock = path.with_extension("lock");
        let file = File::options().create(true).truncate(false).write(true).open(&lock).ok()?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return None,
            // Where there are no locks, the number of its program tells.
            Err(TryLockError::Error(_)) if is_alive(&path) => return None,
            Err(TryLockError::Error(_)) => {}
        }
        // Whoever had it may just have ended well.
        path.exists().then_some(Self { path, lock, locked: file })
    }

    /// Removes the file: its land is safe elsewhere, or not wanted.
    pub fn remove(self) {
        let _ = std::fs::remove_file(&self.path);
        let _ = std::fs::remove_file(&self.lock);
    }
}

/// A lock of that name, held, in a folder that is made.
fn new_lock(lock: &Path) -> Result<File, FileError> {
    let folder = lock.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(|error| FileError::write(folder, error))?;
    let locked = File::create_new(lock).map_err(|error| FileError::write(lock, error))?;
    // Where there are no locks, nobody else gets one either.
    let _ = locked.try_lock();
    Ok(locked)
}

/// Whether the program runs whose number a file's name begins with.
fn is_alive(path: &Path) -> bool {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let number = name.split('-').next().unwrap_or_default();
    Path::new("/proc").join(number).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_left_only_by_a_program_that_has_ended() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("recovery");
        assert!(Claim::left(&folder).is_empty(), "there is no folder yet");
        let claims = [Claim::new(&folder).unwrap(), Claim::new(&folder).unwrap()];
        claims.iter().for_each(|claim| std::fs::write(&claim.path, "land").unwrap());
        assert!(Claim::left(&folder).is_empty(), "both are in use");
        let [first, second] = claims;
        let path = first.path.clone();
        drop(first);
        let left = Claim::left(&folder);
        assert_eq!(left.iter().map(|claim| &claim.path).collect::<Vec<_>>(), [&path]);
        assert!(Claim::left(&folder).is_empty(), "it is taken already");
        left.into_iter().for_each(Claim::remove);
        second.remove();
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    }

    #[test]
    fn a_lock_that_has_gone_is_made_anew() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("orogen").join("recovery");
        let mut claim = Claim::new(&folder).unwrap();
        let path = claim.path.clone();
        // The folder alone, the one that it is in, and the lock alone.
        for gone in [&*folder, folder.parent().unwrap(), &claim.lock.clone()] {
            match gone.is_dir() {
                true => std::fs::remove_dir_all(gone).unwrap(),
                false => std::fs::remove_file(gone).unwrap(),
            }
            claim.renew().unwrap();
            claim.renew().unwrap();
            assert_eq!(claim.path, path);
            std::fs::write(&claim.path, "land").unwrap();
            assert!(Claim::left(&folder).is_empty(), "it is in use");
        }
        drop(claim);
        assert_eq!(Claim::left(&folder).len(), 1);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_one_line() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("recovery");
        let mut claim = Claim::new(&folder).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        std::fs::write(&folder, "a file in its place").unwrap();
        for error in [claim.renew().unwrap_err(), Claim::new(&folder).unwrap_err()] {
            let line = error.to_string();
            assert!(line.contains("recovery") && line.lines().count() == 1, "{line}");
        }
    }
}
