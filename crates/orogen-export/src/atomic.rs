//! Atomic file writing: readers never see half a file.
//!
//! Bytes go to a part file, which is a hidden file with a random name in the same folder, and a
//! rename gives it its final name.
//!
//! If the path is a link, its target is replaced and the link stays. The new file gets the mode of
//! the old one and, where the system allows it, its owner. Read-only files are refused. A part file
//! that a killed run left behind never blocks a later export, and other processes leave it alone.

use std::error::Error;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use super::file_error::{FileError, FileProblem};
use super::sidecar;

/// The part files of this process. A signal handler removes them. Code that creates, renames or
/// removes a part file holds this lock, so the handler runs either before or after a rename.
static PART_FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The longest wait for other processes that rename files in the same folder. A rename is quick.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// A file under construction. Dropping it before its rename removes the part file and leaves an
/// older file of the final name unchanged.
pub(super) struct PartFile {
    /// The path as the caller gave it.
    path: PathBuf,
    /// The path after links are followed.
    real: PathBuf,
    /// The hidden path of the part file.
    hidden: PathBuf,
    /// Closed before the rename, because Windows does not replace an open file.
    file: Option<File>,
}

impl PartFile {
    /// # Errors
    /// The error is one line that names the file, the problem and the remedy.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        let fail = |error: io::Error| FileError::write(path, error);
        let real = follow_links(path).map_err(fail)?;
        let part = Self::in_folder_of(path, real).map_err(fail)?;
        copy_mode_and_owner(part.file(), &part.real);
        Ok(part)
    }

    /// Creates a part file in the folder of `real`.
    fn in_folder_of(path: &Path, real: PathBuf) -> io::Result<Self> {
        let (file, hidden) = create_hidden(&real)?;
        Ok(Self { path: path.to_owned(), real, hidden, file: Some(file) })
    }

    /// The open file, empty at first.
    pub fn file(&self) -> &File {
        self.file.as_ref().expect("it is open until it gets its name")
    }

    /// The hidden path of the part file, for another program that writes its bytes.
    pub fn hidden_path(&self) -> &Path {
        &self.hidden
    }

    /// Renames the file to its final name.
    ///
    /// This replaces an older file of that name, and removes the JSON that an earlier export wrote
    /// next to it.
    ///
    /// # Errors
    /// The error is one line that names the file and the problem.
    pub fn finish(mut self) -> Result<(), FileError> {
        let mut lock = RenameLock::of(&self);
        sidecar::remove(&self.path);
        self.rename(&mut lock)
    }

    /// Renames the file to its final name while the caller holds the lock for renaming.
    ///
    /// # Errors
    /// The error is one line that names the file and the problem.
    pub fn rename(&mut self, _: &mut RenameLock) -> Result<(), FileError> {
        self.file = None;
        fs::rename(&self.hidden, &self.real).map_err(|e| FileError::write(&self.path, e))
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        self.file = None;
        let mut part_files = part_files();
        part_files.retain(|path| *path != self.hidden);
        // After the rename this path is gone. The random name belongs to no other file.
        let _ = fs::remove_file(&self.hidden);
    }
}

/// The lock for renaming files. It holds two locks: one on the folder, against other processes, and
/// one in this process, on which the signal handler waits.
pub(super) struct RenameLock {
    // The fields drop in this order.
    _part_files: MutexGuard<'static, Vec<PathBuf>>,
    _folder: Option<File>,
}

impl RenameLock {
    pub fn of(part: &PartFile) -> Self {
        let folder = lock_folder(folder(&part.real));
        Self { _part_files: part_files(), _folder: folder }
    }
}

/// Locks a folder. `None` if the system has no folder locks, or if another process does not release
/// its lock in time.
fn lock_folder(folder: &Path) -> Option<File> {
    let folder = File::open(folder).ok()?;
    let start = Instant::now();
    loop {
        match folder.try_lock() {
            Ok(()) => return Some(folder),
            Err(fs::TryLockError::WouldBlock) if start.elapsed() < LOCK_TIMEOUT => {
                thread::sleep(Duration::from_millis(1))
            }
            Err(_) => return None,
        }
    }
}

fn part_files() -> MutexGuard<'static, Vec<PathBuf>> {
    PART_FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all part files, before a signal ends the process.
///
/// It never releases its lock, so no part file can be created or renamed afterwards.
pub fn remove_part_files() {
    let start = Instant::now();
    loop {
        let paths = match PART_FILES.try_lock() {
            Ok(paths) => paths,
            Err(TryLockError::Poisoned(paths)) => paths.into_inner(),
            // A drive that hangs must not keep the process alive.
            Err(TryLockError::WouldBlock) if start.elapsed() > Duration::from_millis(500) => return,
            Err(TryLockError::WouldBlock) => {
                thread::sleep(Duration::from_millis(1));
                continue;
            }
        };
        for path in paths.iter() {
            let _ = fs::remove_file(path);
        }
        // Keep the lock forever.
        std::mem::forget(paths);
        return;
    }
}

/// Creates a hidden part file in the folder of `real` and returns it with its path. [`PartFile`]
/// removes it when dropped.
fn create_hidden(real: &Path) -> io::Result<(File, PathBuf)> {
    let name = real.file_name().unwrap_or_default().to_string_lossy();
    // File systems limit the length of names. The part file's name adds a prefix and a suffix, so it
    // takes at most 50 characters of the final name.
    let prefix = format!(".{}.", name.chars().take(50).collect::<String>());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".part");
    #[cfg(unix)]
    {
        // The usual mode of a new file; the system subtracts the user's mask.
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o666);
        builder.permissions(mode);
    }
    let mut part_files = part_files();
    // `keep` clears the temporary attribute on Windows, which would survive the rename.
    let (file, hidden) = builder.tempfile_in(folder(real))?.keep()?;
    part_files.push(hidden.clone());
    Ok((file, hidden))
}

/// Copies mode and owner from the file that will be replaced, as far as the file system supports
/// them.
fn copy_mode_and_owner(file: &File, real: &Path) {
    let Ok(existing) = fs::metadata(real) else { return };
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Only root may change the owner.
        let _ = fchown(file, Some(existing.uid()), Some(existing.gid()));
    }
    let _ = file.set_permissions(existing.permissions());
}

/// Follows the links of a path. The target need not exist.
pub(super) fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    // Systems follow at most 40 links.
    for _ in 0..40 {
        match fs::symlink_metadata(&path) {
            Ok(existing) if existing.is_symlink() => {
                path = folder(&path).join(fs::read_link(&path)?)
            }
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("its links lead in a circle; remove them or choose another name"))
}

/// Writes a file atomically with the bytes that `fill` writes.
///
/// On an error the folder is unchanged, including an older file of that name.
///
/// # Errors
/// The error is one line that names the file, the problem and the remedy.
pub fn write(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<&File>) -> Result<(), Box<dyn Error + Send + Sync>>,
) -> Result<(), FileError> {
    check_target(path)?;
    let part = PartFile::create(path)?;
    fill_part(&part, fill)?;
    part.finish()
}

/// Writes `bytes` to `path` with [`write()`].
///
/// # Errors
/// The error is one line that names the file, the problem and the remedy.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("a.txt");
/// orogen_export::atomic::write_bytes(&path, "text")?;
/// assert_eq!(std::fs::read_to_string(&path)?, "text");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_bytes(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), FileError> {
    write(path, |file| Ok(file.write_all(bytes.as_ref())?))
}

/// Writes a file under the first free name, and returns its path.
///
/// It calls `name` with 1, 2, 3 and so on. A name is free if neither a file of that name nor its JSON
/// exists. A file that another process creates in the meantime is not replaced.
///
/// # Errors
/// The error is one line that names the file, the problem and the remedy.
pub fn write_free(
    name: impl Fn(u32) -> PathBuf,
    fill: impl FnOnce(&mut BufWriter<&File>) -> Result<(), Box<dyn Error + Send + Sync>>,
) -> Result<PathBuf, FileError> {
    let first = name(1);
    let fail = |error: io::Error| FileError::write(&first, error);
    let mut part = PartFile::in_folder_of(&first, first.clone()).map_err(fail)?;
    fill_part(&part, fill)?;
    part.file = None;
    let mut lock = RenameLock::of(&part);
    for path in (1..).map(name) {
        // A link without a target counts as taken.
        if fs::symlink_metadata(&path).is_ok()
            || fs::symlink_metadata(sidecar::path_of(&path)).is_ok()
        {
            continue;
        }
        (part.path, part.real) = (path.clone(), path.clone());
        match fs::hard_link(&part.hidden, &path) {
            Ok(()) => return Ok(path),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            // Some file systems have no hard links; rename instead.
            Err(_) => return part.rename(&mut lock).map(|()| path),
        }
    }
    unreachable!("numbers do not end")
}

fn fill_part(
    part: &PartFile,
    fill: impl FnOnce(&mut BufWriter<&File>) -> Result<(), Box<dyn Error + Send + Sync>>,
) -> Result<(), FileError> {
    let mut file = BufWriter::with_capacity(1 << 20, part.file());
    fill(&mut file).map_err(|e| FileError::write(&part.path, problem(&*e)))?;
    // The file is not synced to disk: after a power failure, some file systems may keep only a part
    // of it.
    file.flush().map_err(|e| FileError::write(&part.path, e))
}

/// Converts an error of a writer, which may be an I/O error.
fn problem(error: &(dyn Error + Send + Sync + 'static)) -> FileProblem {
    match (error.downcast_ref::<io::Error>(), error.downcast_ref::<png::EncodingError>()) {
        (Some(error), _) | (_, Some(png::EncodingError::IoError(error))) => error.into(),
        _ => FileProblem::Format(error.to_string()),
    }
}

/// Checks, before any work, that a file of this name can be written.
///
/// # Errors
/// If the folder is missing or allows no new file, the path names a folder or a device, or the file
/// is read-only.
pub fn check_target(path: &Path) -> Result<(), FileError> {
    if path.as_os_str().is_empty() {
        return Err(FileError::Nameless);
    }
    let fail = |problem| FileError::write(path, problem);
    let real = follow_links(path).map_err(|e| fail(e.into()))?;
    if path.is_dir() || real.file_name().is_none() {
        return Err(fail(FileProblem::IsFolder));
    }
    if cfg!(windows)
        && let Some(character) = forbidden_on_windows(&real)
    {
        return Err(fail(FileProblem::ForbiddenCharacter(character)));
    }
    check_replaceable(&real).map_err(fail)?;
    let folder = folder(&real);
    if !folder.is_dir() {
        return Err(fail(FileProblem::NoFolder(folder.to_owned())));
    }
    PartFile::create(path).map(drop)
}

/// Returns the first character that the name of a file on Windows cannot have.
///
/// The colon is among them: the text after a colon would name a second stream of bytes in the file,
/// which only some programs show.
fn forbidden_on_windows(path: &Path) -> Option<char> {
    let name = path.file_name()?.to_string_lossy();
    name.chars().find(|character| r#"<>:"|?*"#.contains(*character) || character.is_control())
}

/// Checks that an existing file may be replaced.
pub(super) fn check_replaceable(real: &Path) -> Result<(), FileProblem> {
    let Ok(existing) = fs::metadata(real) else { return Ok(()) };
    if existing.is_dir() {
        return Err(FileProblem::IsFolder);
    }
    // A rename would replace the device with a file.
    if !existing.is_file() {
        return Err(FileProblem::IsDevice);
    }
    // A rename ignores the mode of the file that it replaces, and root may write any file. A
    // read-only mode still says that the owner wants the file unchanged.
    if existing.permissions().readonly() {
        return Err(FileProblem::IsReadOnly);
    }
    OpenOptions::new().write(true).open(real)?;
    Ok(())
}

/// Returns the folder of a file, `.` for a bare name.
pub(super) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_found_that_windows_does_not_allow_in_names() {
        for (path, found) in [
            ("maps/land at 12:30.png", Some(':')),
            ("land?.png", Some('?')),
            ("a\tb.png", Some('\t')),
            ("a:b/land, 2 – größer.png", None),
        ] {
            assert_eq!(forbidden_on_windows(Path::new(path)), found, "{path}");
        }
    }
}
