//! Checks the extension of an output file.

use std::path::{Path, PathBuf};

/// Returns the path if its extension is one of `extensions`. Adds the first of them to a path
/// without an extension.
///
/// # Errors
/// Returns the path unchanged if it has another extension, or names no file.
pub(super) fn ensure_extension(path: &Path, extensions: &[&str]) -> Result<PathBuf, PathBuf> {
    let mut path = path.to_owned();
    let extension = path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase);
    match (extension, extensions) {
        (Some(extension), _) if extensions.contains(&&*extension) => Ok(path),
        (None, [first, ..]) if path.file_name().is_some() => {
            path.set_extension(first);
            Ok(path)
        }
        _ => Err(path),
    }
}
