//! Whose a recovery file is. Each program has one of its own, with a lock beside it that ends with
//! the program, however it ends.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A recovery file that is this program's alone.
#[derive(Debug)]
pub struct Claim {
    /// The recovery file.
    pub path: PathBuf,
    lock: PathBuf,
    _locked: File,
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
    pub fn new(folder: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let name = format!("{}-{}", std::process::id(), now.as_nanos());
        let path = folder.join(format!("{name}.toml"));
        let lock = path.with_extension("lock");
        let locked = File::create_new(&lock)?;
        // Where there are no locks, nobody else gets one either.
        let _ = locked.try_lock();
        Ok(Self { path, lock, _locked: locked })
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
        path.exists().then_some(Self { path, lock, _locked: file })
    }

    /// Removes the file: its land is safe elsewhere, or not wanted.
    pub fn remove(self) {
        let _ = std::fs::remove_file(&self.path);
        let _ = std::fs::remove_file(&self.lock);
    }
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
}
