//! The extension of a file that holds one format.

use std::path::{Path, PathBuf};

/// Returns the path if its ending is one of `endings`. If it has no ending, adds the first one.
///
/// # Errors
/// Returns the path unchanged if it has another ending, or names no file.
pub(super) fn with_ending(path: &Path, endings: &[&str]) -> Result<PathBuf, PathBuf> {
    let mut path = path.to_owned();
    let ending = path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase);
    match (ending, endings) {
        (Some(ending), _) if endings.contains(&&*ending) => Ok(path),
        (None, [first, ..]) if path.file_name().is_some() => {
            path.set_extension(first);
            Ok(path)
        }
        _ => Err(path),
    }
}
