//! Writes text files in the program's own folders: the settings and the last session.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::export::{FileError, FileProblem, atomic};

/// The reason why a text could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeptTextError {
    /// The folder cannot be made.
    #[error("cannot make the folder `{}`: {problem}", .path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The reason that the system gives.
        problem: FileProblem,
    },
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Writes a text as a file, and makes its folder if that is missing. On an error, the old file
/// stays.
///
/// # Errors
/// If the folder cannot be made or the file cannot be written.
pub fn save(path: &Path, text: &str) -> Result<(), KeptTextError> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| KeptTextError::Folder {
            path: folder.to_owned(),
            problem: error.into(),
        })?;
    }
    Ok(atomic::write(path, |file| Ok(file.write_all(text.as_bytes())?))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_folder_is_made_again_and_a_failure_is_one_line() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("orogen");
        let path = folder.join("settings.toml");
        for text in ["width = 800", "width = 900"] {
            save(&path, text).unwrap();
            save(&path, text).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
            assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "no part file stays");
            std::fs::remove_dir_all(&folder).unwrap();
        }
        std::fs::write(&folder, "a file in its place").unwrap();
        let line = save(&path, "width = 800").unwrap_err().to_string();
        assert!(line.contains("orogen") && line.lines().count() == 1, "{line}");
        assert_eq!(std::fs::read_to_string(&folder).unwrap(), "a file in its place");
    }
}
