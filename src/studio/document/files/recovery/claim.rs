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

/// Where the system says which programs run, by their numbers.
const PROGRAMS: &str = "/proc";

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
        let is_free = is_free(file.try_lock(), &path, Path::new(PROGRAMS));
        // Whoever had it may just have ended well.
        (is_free && path.exists()).then_some(Self { path, lock, locked: file })
    }

    /// Gives the file back: it stays, and whoever looks next finds it.
    pub fn release(self) {}

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

/// Whether a file is nobody's, by what came of locking it. Where there are no locks, the number of
/// its program tells, if the system says which programs run; where it says nothing, the file may be
/// that of another window, and is left alone.
fn is_free(locked: Result<(), TryLockError>, path: &Path, programs: &Path) -> bool {
    match locked {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => has_ended(path, programs),
    }
}

/// Whether the program is known to have ended whose number a file's name begins with. A folder of
/// programs without this one tells of none.
fn has_ended(path: &Path, programs: &Path) -> bool {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let number = name.split('-').next().unwrap_or_default();
    let runs = |number: &str| programs.join(number).exists();
    runs(&std::process::id().to_string()) && !runs(number)
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
    fn without_locks_a_file_is_free_only_if_its_program_is_known_to_have_ended() {
        let scratch = tempfile::tempdir().unwrap();
        let [programs, nothing] = ["proc", "none"].map(|name| scratch.path().join(name));
        let number = |id: u32| programs.join(id.to_string());
        std::fs::create_dir_all(number(std::process::id())).unwrap();
        std::fs::create_dir_all(number(71)).unwrap();
        let no_locks = || Err(TryLockError::Error(std::io::Error::other("no locks here")));
        let [running, ended] = ["/r/71-5.toml", "/r/72-5.toml"].map(Path::new);
        assert!(!is_free(no_locks(), running, &programs), "it runs");
        assert!(is_free(no_locks(), ended, &programs), "it has ended");
        for path in [running, ended] {
            assert!(!is_free(no_locks(), path, &nothing), "nobody knows");
            assert!(is_free(Ok(()), path, &nothing), "the lock says so");
            assert!(!is_free(Err(TryLockError::WouldBlock), path, &programs), "another has it");
        }
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
}
