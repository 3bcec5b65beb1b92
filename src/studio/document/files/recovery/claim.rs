//! Decides which process owns a recovery file.
//!
//! Each running program has a recovery file and locks a lock file next to it. The operating system
//! removes the lock when the process ends, even in a crash. A file without a lock is free to be
//! recovered.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::export::FileError;

/// The ownership of a recovery file by this process.
#[derive(Debug)]
pub struct Claim {
    /// The recovery file.
    pub path: PathBuf,
    lock_path: PathBuf,
    lock_file: File,
}

/// The folder in which Linux lists running processes by id.
const PROCESSES: &str = "/proc";

/// The reason why a recovery file cannot be created.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClaimError {
    /// The system has no folder for the state of programs.
    #[error("the system has no folder for the state of programs")]
    NoFolder,
    /// The file, its lock or the folder cannot be made.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Returns the folder for state that the program keeps between runs.
pub fn state_folder() -> Option<PathBuf> {
    Some(dirs::state_dir().or_else(dirs::data_local_dir)?.join("orogen"))
}

/// Returns the folder of recovery files.
pub fn folder() -> Option<PathBuf> {
    Some(state_folder()?.join("recovery"))
}

impl Claim {
    /// Creates a recovery file's name and lock in a folder, which is made if necessary.
    ///
    /// # Errors
    /// If the folder cannot be made or written.
    pub fn new(folder: &Path) -> Result<Self, ClaimError> {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let name = format!("{}-{}", std::process::id(), now.as_nanos());
        let path = folder.join(format!("{name}.toml"));
        let lock_path = path.with_extension("lock");
        let lock_file = new_lock(&lock_path)?;
        Ok(Self { path, lock_path, lock_file })
    }

    /// Creates the lock and the folder again if they were deleted. Without a lock, another process
    /// could take over the file.
    ///
    /// # Errors
    /// If the folder cannot be made or written.
    pub fn renew(&mut self) -> Result<(), ClaimError> {
        if !self.lock_path.exists() {
            self.lock_file = new_lock(&self.lock_path)?;
        }
        Ok(())
    }

    /// Takes over the recovery files in a folder whose processes have ended. Returns them newest
    /// first.
    pub fn abandoned(folder: &Path) -> Vec<Self> {
        let Ok(entries) = std::fs::read_dir(folder) else { return vec![] };
        let paths = entries.flatten().map(|entry| entry.path());
        let is_recovery = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml");
        let mut paths: Vec<_> = paths.filter(is_recovery).collect();
        let changed =
            |path: &PathBuf| path.metadata().and_then(|metadata| metadata.modified()).ok();
        paths.sort_by_key(|path| std::cmp::Reverse(changed(path)));
        paths.into_iter().filter_map(Self::take).collect()
    }

    /// Takes over a recovery file if its process has ended.
    fn take(path: PathBuf) -> Option<Self> {
        let lock_path = path.with_extension("lock");
        let lock_file =
            File::options().create(true).truncate(false).write(true).open(&lock_path).ok()?;
        let is_free = is_free(lock_file.try_lock(), &path, Path::new(PROCESSES));
        // The owner may have ended and deleted the file just now.
        (is_free && path.exists()).then_some(Self { path, lock_path, lock_file })
    }

    /// Gives up the ownership. The file stays, for the next process that looks for recovery files.
    pub fn release(self) {}

    /// Deletes the file, because its land is saved elsewhere or was discarded.
    pub fn remove(self) {
        let _ = std::fs::remove_file(&self.path);
        let _ = std::fs::remove_file(&self.lock_path);
    }
}

/// Creates a lock file and locks it; makes its folder if necessary.
fn new_lock(path: &Path) -> Result<File, FileError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(|error| FileError::write(folder, error))?;
    let lock_file = File::create_new(path).map_err(|error| FileError::write(path, error))?;
    // On a file system without locks this fails, but then other processes cannot lock the file
    // either.
    let _ = lock_file.try_lock();
    Ok(lock_file)
}

/// Returns true if the owner of a file has ended. `locked` is the result of an attempt to lock it.
///
/// On a file system without locks, the process id decides. If that cannot be checked either, the
/// file may belong to a running program, so it counts as owned.
fn is_free(locked: Result<(), TryLockError>, path: &Path, processes: &Path) -> bool {
    match locked {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => has_ended(path, processes),
    }
}

/// Returns true if the process whose id is in the file's name has surely ended. A folder of
/// processes that does not list even the current process is unreliable, so the result is false.
fn has_ended(path: &Path, processes: &Path) -> bool {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let number = name.split('-').next().unwrap_or_default();
    let runs = |number: &str| processes.join(number).exists();
    runs(&std::process::id().to_string()) && !runs(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_ended_programs_are_abandoned() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("recovery");
        assert!(Claim::abandoned(&folder).is_empty(), "there is no folder yet");
        let claims = [Claim::new(&folder).unwrap(), Claim::new(&folder).unwrap()];
        claims.iter().for_each(|claim| std::fs::write(&claim.path, "land").unwrap());
        assert!(Claim::abandoned(&folder).is_empty(), "both are in use");
        let [first, second] = claims;
        let path = first.path.clone();
        drop(first);
        let abandoned = Claim::abandoned(&folder);
        assert_eq!(abandoned.iter().map(|claim| &claim.path).collect::<Vec<_>>(), [&path]);
        assert!(Claim::abandoned(&folder).is_empty(), "this process has taken it");
        abandoned.into_iter().for_each(Claim::remove);
        second.remove();
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    }

    #[test]
    fn without_locks_a_file_is_free_only_if_its_process_has_surely_ended() {
        let scratch = tempfile::tempdir().unwrap();
        let [processes, missing] = ["proc", "none"].map(|name| scratch.path().join(name));
        let number = |id: u32| processes.join(id.to_string());
        std::fs::create_dir_all(number(std::process::id())).unwrap();
        std::fs::create_dir_all(number(71)).unwrap();
        let no_locks = || Err(TryLockError::Error(std::io::Error::other("no locks here")));
        let [running, ended] = ["/r/71-5.toml", "/r/72-5.toml"].map(Path::new);
        assert!(!is_free(no_locks(), running, &processes), "it runs");
        assert!(is_free(no_locks(), ended, &processes), "it has ended");
        for path in [running, ended] {
            assert!(!is_free(no_locks(), path, &missing), "the process list is missing");
            assert!(is_free(Ok(()), path, &missing), "the lock says so");
            assert!(
                !is_free(Err(TryLockError::WouldBlock), path, &processes),
                "another process has the lock"
            );
        }
    }

    #[test]
    fn a_deleted_lock_is_made_again() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("orogen").join("recovery");
        let mut claim = Claim::new(&folder).unwrap();
        let path = claim.path.clone();
        // Deletes the folder, then its parent folder, then only the lock.
        for deleted in [&*folder, folder.parent().unwrap(), &claim.lock_path.clone()] {
            match deleted.is_dir() {
                true => std::fs::remove_dir_all(deleted).unwrap(),
                false => std::fs::remove_file(deleted).unwrap(),
            }
            claim.renew().unwrap();
            claim.renew().unwrap();
            assert_eq!(claim.path, path);
            std::fs::write(&claim.path, "land").unwrap();
            assert!(Claim::abandoned(&folder).is_empty(), "it is in use");
        }
        drop(claim);
        assert_eq!(Claim::abandoned(&folder).len(), 1);
    }

    #[test]
    fn a_folder_that_cannot_be_made_gives_a_one_line_error() {
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
