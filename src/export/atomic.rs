//! Writing a file so that its name never holds half of it: beside it first, then renamed.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Writes `path` through `fill`. Whatever fails, the folder is left as it was, an older file of that name included.
///
/// # Errors
/// One line: which file, what went wrong and what to do.
pub fn write(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> Result<(), Box<dyn Error + Send + Sync>>,
) -> Result<(), String> {
    check_target(path)?;
    let beside = name_beside(path);
    let fail = |error: &dyn std::fmt::Display| format!("cannot write `{}`: {error}", path.display());
    let written = File::create_new(&beside).map_err(|e| fail(&reason(&e))).and_then(|file| {
        let mut file = BufWriter::with_capacity(1 << 20, file);
        fill(&mut file).map_err(|e| fail(&reason_of(&*e)))?;
        file.flush().map_err(|e| fail(&reason(&e)))?;
        // Not synced to the disk: a lost power supply may cost the new file, never an older one of its name.
        drop(file);
        fs::rename(&beside, path).map_err(|e| fail(&reason(&e)))
    });
    if written.is_err() {
        // It may never have been made.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Checks before any work that a file of this name can be written.
///
/// # Errors
/// If the folder is missing or the name is a folder's.
pub fn check_target(path: &Path) -> Result<(), String> {
    let shown = path.display();
    if path.as_os_str().is_empty() {
        return Err("the output has no name; give a file, such as land.png".to_owned());
    }
    if path.is_dir() || path.file_name().is_none() {
        return Err(format!("cannot write `{shown}`: it is a folder; name a file in it"));
    }
    // A rename would put a file in the place of a device.
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return Err(format!("cannot write `{shown}`: it is a device or a pipe; name a file"));
    }
    let folder = folder(path);
    if !folder.is_dir() {
        return Err(format!("cannot write `{shown}`: there is no folder `{}`; make it first", folder.display()));
    }
    let probe = name_beside(path);
    let made = File::create_new(&probe);
    match made {
        Ok(_) => fs::remove_file(&probe).map_err(|e| format!("cannot write `{shown}`: {}", reason(&e))),
        Err(e) => Err(format!("cannot write `{shown}`: {}", reason(&e))),
    }
}

/// The folder of a file, `.` for a bare name.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// A hidden name in the same folder that no other writer, thread or process, uses.
fn name_beside(path: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    folder(path).join(format!(".{name}.{}-{count}.part", std::process::id()))
}

/// What has ended a file, in the words of a person: mostly an I/O error within it.
fn reason_of(error: &(dyn Error + Send + Sync + 'static)) -> String {
    let of_png = match error.downcast_ref() {
        Some(png::EncodingError::IoError(error)) => Some(error),
        _ => None,
    };
    error.downcast_ref().or(of_png).map_or_else(|| error.to_string(), reason)
}

/// An I/O error in the words of a person.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "permission denied; choose a folder that you may write to".to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => "the file system is read-only; choose another folder".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full; free some room or choose another disk".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder; name a file".to_owned(),
        io::ErrorKind::QuotaExceeded => {
            "your share of the disk is used up; free some room or choose another disk".to_owned()
        }
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        _ => match (error.to_string(), error.raw_os_error()) {
            // The system's words, without the number that it gives them.
            (words, Some(number)) => words.trim_end_matches(&format!(" (os error {number})")).to_lowercase(),
            (words, None) => words,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("orogen-atomic-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_whole_file_or_none() {
        let folder = scratch("whole");
        let path = folder.join("a.bin");
        write(&path, |file| Ok(file.write_all(b"one")?)).unwrap();
        let failed = write(&path, |file| {
            file.write_all(b"tw")?;
            Err("out of ideas".into())
        });
        assert!(failed.unwrap_err().contains("out of ideas"));
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert_eq!(names(&folder), ["a.bin"]);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_full_disk_is_told_in_words_whoever_writes() {
        let folder = scratch("full");
        let path = folder.join("a.png");
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        let of_png = || png::EncodingError::IoError(full());
        let messages = [write(&path, |_| Err(full().into())), write(&path, |_| Err(of_png().into()))];
        for message in messages.map(Result::unwrap_err) {
            assert!(message.ends_with("a.png`: the disk is full; free some room or choose another disk"), "{message}");
        }
        assert_eq!(names(&folder), [] as [&str; 0]);
        // What has no words of ours has the system's.
        #[cfg(unix)]
        assert_eq!(reason(&io::Error::from_raw_os_error(5)), "input/output error");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn bad_targets_are_named() {
        let folder = scratch("bad");
        assert!(check_target(&folder).unwrap_err().contains("is a folder"));
        assert!(check_target(&folder.join("no/a.png")).unwrap_err().contains("there is no folder"));
        assert!(check_target(Path::new("")).is_err());
        #[cfg(unix)]
        assert!(check_target(Path::new("/dev/null")).unwrap_err().contains("device"));
        assert!(check_target(&folder.join("a.png")).is_ok());
        assert_eq!(names(&folder), [] as [&str; 0]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
