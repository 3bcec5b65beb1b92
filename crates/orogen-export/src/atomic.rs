//! Writing files so that a name never holds half of one: beside it first, under a hidden name of
//! chance that nobody has, then renamed.
//!
//! A link stays a link: what it points to is replaced. A file keeps its mode and, where that is
//! allowed, its owner; one that is read-only is refused. What a killed run has left beside is
//! nobody's hindrance, and nobody else removes it.

use std::error::Error;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use super::beside;
use super::file_error::{FileError, FileProblem};

/// The files that are being written now: what a signal removes. Whoever makes, names or removes one
/// holds it, so that a signal comes before a change of names or after it.
static UNDER_WAY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// How long one waits for other programs that give files their names in the same folder, which
/// takes them no time.
const PATIENCE: Duration = Duration::from_secs(5);

/// A file that is being written. Dropped before it has its name, it leaves nothing behind, and what
/// had the name stays.
pub(super) struct PartFile {
    /// As it was asked for.
    path: PathBuf,
    /// Where that leads.
    real: PathBuf,
    /// Its name until it is finished.
    hidden: PathBuf,
    /// Closed before it gets its name: Windows puts no file in the place of an open one.
    file: Option<File>,
}

impl PartFile {
    /// # Errors
    /// One line: which file, what went wrong and what to do.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        let fail = |error: io::Error| FileError::write(path, error);
        let real = followed(path).map_err(fail)?;
        let part = Self::beside(path, real).map_err(fail)?;
        keep_mode(part.file(), &part.real);
        Ok(part)
    }

    /// A new file of a hidden name in the folder of another.
    fn beside(path: &Path, real: PathBuf) -> io::Result<Self> {
        let (file, hidden) = hidden_beside(&real)?;
        Ok(Self { path: path.to_owned(), real, hidden, file: Some(file) })
    }

    /// The open file, empty at first.
    pub fn file(&self) -> &File {
        self.file.as_ref().expect("it is open until it gets its name")
    }

    /// Its name until it is finished, for another program that writes it.
    pub fn hidden_path(&self) -> &Path {
        &self.hidden
    }

    /// Gives the file its name; what had it before is replaced, and the JSON of an earlier export
    /// beside it goes with that.
    ///
    /// # Errors
    /// One line: which file and what went wrong.
    pub fn finish(mut self) -> Result<(), FileError> {
        let mut turn = Turn::of(&self);
        beside::forget(&self.path);
        self.take_name(&mut turn)
    }

    /// Gives the file its name while nobody else gives names there.
    ///
    /// # Errors
    /// One line: which file and what went wrong.
    pub fn take_name(&mut self, _: &mut Turn) -> Result<(), FileError> {
        self.file = None;
        fs::rename(&self.hidden, &self.real).map_err(|e| FileError::write(&self.path, e))
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        self.file = None;
        let mut under_way = under_way();
        under_way.retain(|path| *path != self.hidden);
        // Gone already when it has its name; the hidden name was made by chance, and is no other
        // file's.
        let _ = fs::remove_file(&self.hidden);
    }
}

/// The only one that gives files their names: in a folder, among the programs that lock it, and in
/// this program, whose signals wait until it is over.
pub(super) struct Turn {
    // Let go in this order.
    _names: MutexGuard<'static, Vec<PathBuf>>,
    _folder: Option<File>,
}

impl Turn {
    pub fn of(part: &PartFile) -> Self {
        let folder = locked(folder(&part.real));
        Self { _names: under_way(), _folder: folder }
    }
}

/// The folder, locked; `None` where there are no locks of folders, or somebody else holds on to it.
fn locked(folder: &Path) -> Option<File> {
    let folder = File::open(folder).ok()?;
    let start = Instant::now();
    loop {
        match folder.try_lock() {
            Ok(()) => return Some(folder),
            Err(fs::TryLockError::WouldBlock) if start.elapsed() < PATIENCE => {
                thread::sleep(Duration::from_millis(1))
            }
            Err(_) => return None,
        }
    }
}

fn under_way() -> MutexGuard<'static, Vec<PathBuf>> {
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the files that are being written, before the program is ended from outside. None is made
/// or named from then on.
pub fn abandon() {
    let start = Instant::now();
    loop {
        let names = match UNDER_WAY.try_lock() {
            Ok(names) => names,
            Err(TryLockError::Poisoned(names)) => names.into_inner(),
            // A drive that hangs keeps nobody from ending the program.
            Err(TryLockError::WouldBlock) if start.elapsed() > Duration::from_millis(500) => return,
            Err(TryLockError::WouldBlock) => {
                thread::sleep(Duration::from_millis(1));
                continue;
            }
        };
        for path in names.iter() {
            let _ = fs::remove_file(path);
        }
        // Locked for ever.
        std::mem::forget(names);
        return;
    }
}

/// A new file of a hidden name in the folder of another, and that name. Its part's end removes it,
/// which knows of signals and names.
fn hidden_beside(real: &Path) -> io::Result<(File, PathBuf)> {
    let name = real.file_name().unwrap_or_default().to_string_lossy();
    // A name that just fits its file system leaves no room for more.
    let prefix = format!(".{}.", name.chars().take(50).collect::<String>());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".part");
    #[cfg(unix)]
    {
        // As any new file, less what the user's mask takes away.
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o666);
        builder.permissions(mode);
    }
    let mut under_way = under_way();
    // Kept, so that it has no mark of a temporary file on Windows, which would go with it to its name.
    let (file, hidden) = builder.tempfile_in(folder(real))?.keep()?;
    under_way.push(hidden.clone());
    Ok((file, hidden))
}

/// Gives a new file the mode and the owner of that whose place it takes, as far as its file system
/// has such.
fn keep_mode(file: &File, real: &Path) {
    let Ok(there) = fs::metadata(real) else { return };
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Only root may give files away.
        let _ = fchown(file, Some(there.uid()), Some(there.gid()));
    }
    let _ = file.set_permissions(there.permissions());
}

/// Where a name leads: itself, or what the links of that name point to, be it there or not.
pub(super) fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    // As many links as systems follow.
    for _ in 0..40 {
        match fs::symlink_metadata(&path) {
            Ok(there) if there.is_symlink() => path = folder(&path).join(fs::read_link(&path)?),
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("its links lead in a circle; remove them or choose another name"))
}

/// Writes `path` through `fill`. Whatever fails, the folder is left as it was, an older file of
/// that name included.
///
/// # Errors
/// One line: which file, what went wrong and what to do.
pub fn write(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<&File>) -> Result<(), Box<dyn Error + Send + Sync>>,
) -> Result<(), FileError> {
    check_target(path)?;
    let part = PartFile::create(path)?;
    fill_part(&part, fill)?;
    part.finish()
}

/// Writes `bytes` as the file `path`, as [`write`] does.
///
/// # Errors
/// One line: which file, what went wrong and what to do.
pub fn write_bytes(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), FileError> {
    write(path, |file| Ok(file.write_all(bytes.as_ref())?))
}

/// Writes a file of the first of the names that is free, and that no JSON lies beside; which one
/// that is. Whatever appears in the meantime stays.
///
/// # Errors
/// One line: which file, what went wrong and what to do.
pub fn write_free(
    name: impl Fn(u32) -> PathBuf,
    fill: impl FnOnce(&mut BufWriter<&File>) -> Result<(), Box<dyn Error + Send + Sync>>,
) -> Result<PathBuf, FileError> {
    let first = name(1);
    let fail = |error: io::Error| FileError::write(&first, error);
    let mut part = PartFile::beside(&first, first.clone()).map_err(fail)?;
    fill_part(&part, fill)?;
    part.file = None;
    let mut turn = Turn::of(&part);
    for path in (1..).map(name) {
        // A link that leads nowhere is taken, too.
        if fs::symlink_metadata(&path).is_ok()
            || fs::symlink_metadata(beside::path_of(&path)).is_ok()
        {
            continue;
        }
        (part.path, part.real) = (path.clone(), path.clone());
        match fs::hard_link(&part.hidden, &path) {
            Ok(()) => return Ok(path),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            // Not every file system has links.
            Err(_) => return part.take_name(&mut turn).map(|()| path),
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
    // Not synced to the disk: a lost power supply may cost the new file, never an older one of its
    // name.
    file.flush().map_err(|e| FileError::write(&part.path, e))
}

/// An error of a writer, which may be one of the disk.
fn problem(error: &(dyn Error + Send + Sync + 'static)) -> FileProblem {
    match (error.downcast_ref::<io::Error>(), error.downcast_ref::<png::EncodingError>()) {
        (Some(error), _) | (_, Some(png::EncodingError::IoError(error))) => error.into(),
        _ => FileProblem::Format(error.to_string()),
    }
}

/// Checks before any work that a file of this name can be written.
///
/// # Errors
/// If the folder is missing, the name is a folder's or a device's, or the file is read-only.
pub fn check_target(path: &Path) -> Result<(), FileError> {
    if path.as_os_str().is_empty() {
        return Err(FileError::Nameless);
    }
    let fail = |problem| FileError::write(path, problem);
    let real = followed(path).map_err(|e| fail(e.into()))?;
    if path.is_dir() || real.file_name().is_none() {
        return Err(fail(FileProblem::IsFolder));
    }
    check_present(&real).map_err(fail)?;
    let folder = folder(&real);
    if !folder.is_dir() {
        return Err(fail(FileProblem::NoFolder(folder.to_owned())));
    }
    PartFile::create(path).map(drop)
}

/// Checks that what is there, if anything is, may be replaced by a file.
pub(super) fn check_present(real: &Path) -> Result<(), FileProblem> {
    let Ok(there) = fs::metadata(real) else { return Ok(()) };
    if there.is_dir() {
        return Err(FileProblem::IsFolder);
    }
    // A rename would put a file in the place of a device.
    if !there.is_file() {
        return Err(FileProblem::IsDevice);
    }
    // Root may write it all the same, and a rename asks for no leave of the file's: its mode is
    // what its owner wants.
    if there.permissions().readonly() {
        return Err(FileProblem::IsReadOnly);
    }
    OpenOptions::new().write(true).open(real)?;
    Ok(())
}

/// The folder of a file, `.` for a bare name.
pub(super) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}
