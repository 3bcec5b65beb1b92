//! How a file of heights and the JSON beside it change together.
//!
//! At every moment a name's file and its JSON agree, whatever kills the export: a JSON without
//! figures takes the old one's place first, then the new file takes its name, then the new JSON.
//! And the JSON has length and checksum of its file, which whoever reads the JSON checks.

use std::fs;
use std::io::Write;
use std::path::Path;

use serde::Serialize;

use super::atomic::{PartFile, Turn};
use super::beside::{INCOMPLETE, name_of, path_of, read, text};
use super::file_error::FileError;
use super::program::PROGRAM;

/// The JSON of a file whose names change.
#[derive(Serialize)]
struct Incomplete<'a> {
    program: &'a str,
    file: &'a str,
    incomplete: &'a str,
}

/// Gives a file and its JSON their names.
///
/// # Errors
/// One line: which file and what went wrong. If the file did not get its name, its old JSON is
/// back.
pub(super) fn finish(mut data: PartFile, path: &Path, json: &str) -> Result<(), FileError> {
    let json_path = path_of(path);
    let file = name_of(path);
    let incomplete = Incomplete { program: PROGRAM, file: &file, incomplete: INCOMPLETE };
    let mut incomplete = part_of(&json_path, (text(&incomplete)).as_bytes())?;
    let mut old = read(&json_path).ok().map(|old| part_of(&json_path, &old)).transpose()?;
    let mut json = part_of(&json_path, json.as_bytes())?;

    // All is written: what is left are names.
    let mut turn = Turn::of(&data);
    incomplete.take_name(&mut turn)?;
    if let Err(error) = data.take_name(&mut turn) {
        // The folder may be gone, with all that could be put right in it.
        let _ = match &mut old {
            Some(old) => old.take_name(&mut turn),
            None => fs::remove_file(&json_path).map_err(|e| FileError::write(&json_path, e)),
        };
        return Err(error);
    }
    json.take_name(&mut turn)
}

fn part_of(path: &Path, bytes: &[u8]) -> Result<PartFile, FileError> {
    let part = PartFile::create(path)?;
    part.file().write_all(bytes).map_err(|e| FileError::write(path, e))?;
    Ok(part)
}
