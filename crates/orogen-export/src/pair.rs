//! Replaces an exported file together with its JSON.
//!
//! A JSON never describes a file other than its neighbour, even if the export is killed. The
//! replacement takes three renames: a JSON marked as incomplete replaces the old JSON, the new file
//! replaces the old file, and the new JSON replaces the incomplete one. The JSON also records the
//! length and checksum of its file, and every reader checks them.

use std::fs;
use std::io::Write;
use std::path::Path;

use serde::Serialize;

use super::atomic::{PartFile, RenameLock};
use super::file_error::FileError;
use super::program::PROGRAM;
use super::sidecar::{INCOMPLETE, name_of, path_of, read, text};

/// The incomplete JSON, which is in place while the file is replaced.
#[derive(Serialize)]
struct Incomplete<'a> {
    program: &'a str,
    file: &'a str,
    incomplete: &'a str,
}

/// Renames a file and its JSON to their final names.
///
/// # Errors
/// The error is one line that names the file and the problem. If the file could not be renamed, its
/// old JSON is restored.
pub(super) fn finish(mut data: PartFile, path: &Path, json: &str) -> Result<(), FileError> {
    let json_path = path_of(path);
    let file = name_of(path);
    let incomplete = Incomplete { program: PROGRAM, file: &file, incomplete: INCOMPLETE };
    let mut incomplete = write_part(&json_path, (text(&incomplete)).as_bytes())?;
    let mut old_json =
        read(&json_path).ok().map(|old_json| write_part(&json_path, &old_json)).transpose()?;
    let mut json = write_part(&json_path, json.as_bytes())?;

    // All bytes are written under hidden names. Only renames follow.
    let mut lock = RenameLock::of(&data);
    incomplete.rename(&mut lock)?;
    if let Err(error) = data.rename(&mut lock) {
        // If the folder is gone, nothing can be restored.
        let _ = match &mut old_json {
            Some(old_json) => old_json.rename(&mut lock),
            None => fs::remove_file(&json_path).map_err(|e| FileError::write(&json_path, e)),
        };
        return Err(error);
    }
    json.rename(&mut lock)
}

fn write_part(path: &Path, bytes: &[u8]) -> Result<PartFile, FileError> {
    let part = PartFile::create(path)?;
    part.file().write_all(bytes).map_err(|e| FileError::write(path, e))?;
    Ok(part)
}
