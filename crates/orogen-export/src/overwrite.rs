//! Overwrite protection of existing files.
//!
//! Without the user's consent, an output replaces only files that this program wrote and that are
//! not inputs.
//!
//! The content of an existing file shows which program wrote it: the text `Software` of a PNG, the
//! scene of an EXR, the tag Software of a TIFF, or the `program` of a JSON. The JSON next to a raw
//! file identifies it, because it contains the checksum of the file. An empty file may always be
//! replaced. A recipe is never replaced without consent, because the user may have edited it.

use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use super::atomic::{check_replaceable, check_target, follow_links};
use super::embed;
use super::file_error::{FileError, FileProblem};
use super::program::is_this_program;
use super::sidecar::{self, Match, Sidecar};

/// The kind of content of an output file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// A picture or heights.
    Picture,
    /// A film.
    Film,
    /// The JSON next to an exported file.
    Sidecar,
    /// A JSON of measurements.
    Figures,
    /// A recipe. The user may have edited the existing file, so it is protected.
    Recipe,
    /// A height function as source code.
    Code,
    /// Trees and boulders.
    Plants,
    /// Rivers, lakes and roads.
    Rivers,
}

/// The protection of existing files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProtectedFiles {
    /// The input files.
    pub inputs: Vec<PathBuf>,
    /// True if the user insists on replacing inputs and files of other programs too.
    pub force: bool,
}

/// Why a file is not written.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TargetError {
    /// The file cannot be written.
    #[error("{0}")]
    NotWritable(FileError),
    /// An existing file is protected, unless the user insists.
    #[error("{0}")]
    Protected(FileError),
}

impl ProtectedFiles {
    /// Checks, before any work, that a file can be written and is not protected.
    ///
    /// # Errors
    /// The error is one line that names the file and the reason.
    pub fn check(&self, path: &Path, kind: OutputKind) -> Result<(), TargetError> {
        check_target(path).map_err(TargetError::NotWritable)?;
        self.check_existing(path, kind)
    }

    /// Like [`ProtectedFiles::check`], without the check of the folder, which the caller has made
    /// for another file.
    pub(super) fn check_existing(&self, path: &Path, kind: OutputKind) -> Result<(), TargetError> {
        let not_writable = |problem| TargetError::NotWritable(FileError::write(path, problem));
        let real = follow_links(path).map_err(|e| not_writable(e.into()))?;
        check_replaceable(&real).map_err(not_writable)?;
        let protected = |problem| Err(TargetError::Protected(FileError::write(path, problem)));
        if self.force || !real.exists() {
            return Ok(());
        }
        if self.inputs.iter().any(|input| is_same(input, &real)) {
            return protected(FileProblem::IsInput);
        }
        if !is_own(path, kind) {
            return protected(match kind {
                OutputKind::Recipe => FileProblem::AlreadyExists,
                _ => FileProblem::IsForeign,
            });
        }
        Ok(())
    }
}

/// Returns true if two paths lead to the same file.
fn is_same(a: &Path, b: &Path) -> bool {
    #[cfg(unix)]
    if let (Ok(a), Ok(b)) = (fs::metadata(a), fs::metadata(b)) {
        use std::os::unix::fs::MetadataExt;
        return (a.dev(), a.ino()) == (b.dev(), b.ino());
    }
    matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}

/// Returns true if this program wrote the existing file. A file that cannot be read counts as the
/// file of another program.
fn is_own(path: &Path, kind: OutputKind) -> bool {
    let Ok(metadata) = fs::metadata(path) else { return false };
    if metadata.len() == 0 {
        return true;
    }
    match kind {
        OutputKind::Picture => is_own_picture(path).unwrap_or(false) || is_own_raw(path),
        OutputKind::Film => {
            is_own_picture(path).unwrap_or(false) || is_own_film(path).unwrap_or(false)
        }
        OutputKind::Sidecar => is_own_json(path, |json| {
            let file = path.file_stem().and_then(|name| name.to_str());
            Sidecar::parse(json).is_some_and(|sidecar| file.is_some() && sidecar.file() == file)
        }),
        OutputKind::Figures => is_own_json(path, |json| {
            let value: serde_json::Value = serde_json::from_slice(json).unwrap_or_default();
            value["figures"].is_string() && value["program"].as_str().is_some_and(is_this_program)
        }),
        OutputKind::Recipe => false,
        OutputKind::Code => is_own_code(path),
        OutputKind::Plants => is_own_plants(path),
        OutputKind::Rivers => is_own_picture(path).unwrap_or(false) || is_own_geojson(path),
    }
}

fn is_own_code(path: &Path) -> bool {
    let mut start = String::new();
    let read = File::open(path).and_then(|file| file.take(100).read_to_string(&mut start));
    read.is_ok() && start.starts_with(super::code::BEGINNING)
}

/// Returns true if this program wrote a file of plants. The first line of a table or the generator of
/// a glTF shows that.
fn is_own_plants(path: &Path) -> bool {
    // In a glTF, the generator follows the lists of accessors and meshes.
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(1 << 16).read_to_end(&mut start));
    let has = |text: &str| start.windows(text.len()).any(|bytes| bytes == text.as_bytes());
    read.is_ok()
        && (start.starts_with(super::plants::HEADER.as_bytes()) || has("\"generator\":\"Orogen "))
}

/// Returns true if this program wrote a GeoJSON. Its first members show that.
fn is_own_geojson(path: &Path) -> bool {
    let mut start = String::new();
    let read = File::open(path).and_then(|file| file.take(100).read_to_string(&mut start));
    let program = start.strip_prefix(super::rivers::GEOJSON_BEGINNING);
    read.is_ok() && program.is_some_and(is_this_program)
}

fn is_own_json(path: &Path, is_own: impl FnOnce(&[u8]) -> bool) -> bool {
    let mut text = vec![];
    let read =
        File::open(path).and_then(|file| file.take(sidecar::MAX_BYTES).read_to_end(&mut text));
    read.is_ok() && is_own(&text)
}

fn is_own_picture(path: &Path) -> Option<bool> {
    use std::io::BufRead;
    let mut file = BufReader::new(File::open(path).ok()?);
    Some(match file.fill_buf().ok()? {
        [0x89, b'P', b'N', b'G', ..] => embed::is_own_png(file),
        [0x76, 0x2f, 0x31, 0x01, ..] => embed::is_own_exr(file),
        [b'I', b'I', 42 | 43, 0, ..] | [b'M', b'M', 0, 42 | 43, ..] => {
            let mut tiff = tiff::decoder::Decoder::new(file).ok()?;
            is_this_program(&tiff.get_tag_ascii_string(tiff::tags::Tag::Software).ok()?)
        }
        [b'<', b's', b'v', b'g', ..] => {
            let mut start = String::new();
            // The first lines name the writing program.
            file.take(1000).read_to_string(&mut start).ok()?;
            let (_, rest) = start.split_once("<desc>")?;
            is_this_program(rest.split_once("</desc>")?.0)
        }
        _ => false,
    })
}

/// Looks for the program's name in a film. It stands near the start of a GIF, and at the end of a
/// WebP.
fn is_own_film(path: &Path) -> Option<bool> {
    use std::io::{Seek, SeekFrom};
    const SEARCH_BYTES: u64 = 1000;
    const PROGRAM_MARK: &[u8] = b"Orogen ";
    let mut file = File::open(path).ok()?;
    let mut start = Vec::new();
    file.by_ref().take(SEARCH_BYTES).read_to_end(&mut start).ok()?;
    let text = if start.starts_with(b"GIF89a") {
        start
    } else if start.starts_with(b"RIFF") && start.get(8..12) == Some(b"WEBP") {
        let length = file.metadata().ok()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(SEARCH_BYTES))).ok()?;
        let mut end = Vec::new();
        file.read_to_end(&mut end).ok()?;
        end
    } else {
        return Some(false);
    };
    Some(text.windows(PROGRAM_MARK.len()).any(|bytes| bytes == PROGRAM_MARK))
}

fn is_own_raw(path: &Path) -> bool {
    // If an export was killed between its renames, the file may be old or new.
    matches!(Sidecar::compare_with(path), Ok(Some(Match::Same | Match::Incomplete)))
}
