//! Which files may be replaced without asking: those that the program has written, and that are not
//! being read.
//!
//! A file's content says whose it is: a PNG's text `Software`, an EXR's scene, a TIFF's tag
//! Software, a JSON's `program`; a raw file, which is nothing but samples, by the JSON beside it,
//! whose checksum it has. An empty file is nobody's. A recipe is somebody's work, whoever wrote it.

use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use super::atomic::{check_present, check_target, followed};
use super::beside::{self, Beside, Match};
use super::embed;
use super::file_error::{FileError, FileProblem};
use super::program::is_this_program;

/// What a file is to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A picture or heights.
    Picture,
    /// A film.
    Film,
    /// The JSON beside heights.
    Beside,
    /// A JSON of measured figures.
    Figures,
    /// A recipe. Whoever has written the one that is there, it may have been worked on since.
    Recipe,
    /// A height function as code.
    Code,
    /// Trees and boulders.
    Plants,
}

/// What an output may not replace.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keep {
    /// Files that are read for it.
    pub inputs: Vec<PathBuf>,
    /// Replaces all the same: what is read, and what is not the program's.
    pub force: bool,
}

/// Why a file is not written.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TargetError {
    /// It cannot be.
    #[error("{0}")]
    Cannot(FileError),
    /// What is there is to be kept, unless one insists.
    #[error("{0}")]
    Kept(FileError),
}

impl Keep {
    /// Checks before any work that a file can be written, and that nothing is lost by it.
    ///
    /// # Errors
    /// One line: which file, and why not.
    pub fn check(&self, path: &Path, kind: Kind) -> Result<(), TargetError> {
        check_target(path).map_err(TargetError::Cannot)?;
        self.check_present(path, kind)
    }

    /// As [`Keep::check`], of one file of many in a folder that is known to take files.
    pub(super) fn check_present(&self, path: &Path, kind: Kind) -> Result<(), TargetError> {
        let cannot = |problem| TargetError::Cannot(FileError::write(path, problem));
        let real = followed(path).map_err(|e| cannot(e.into()))?;
        check_present(&real).map_err(cannot)?;
        let kept = |problem| Err(TargetError::Kept(FileError::write(path, problem)));
        if self.force || !real.exists() {
            return Ok(());
        }
        if self.inputs.iter().any(|input| is_same(input, &real)) {
            return kept(FileProblem::IsInput);
        }
        if !is_own(path, kind) {
            return kept(match kind {
                Kind::Recipe => FileProblem::IsThere,
                _ => FileProblem::IsForeign,
            });
        }
        Ok(())
    }
}

/// Whether two names are those of one file, by whatever links.
fn is_same(a: &Path, b: &Path) -> bool {
    #[cfg(unix)]
    if let (Ok(a), Ok(b)) = (fs::metadata(a), fs::metadata(b)) {
        use std::os::unix::fs::MetadataExt;
        return (a.dev(), a.ino()) == (b.dev(), b.ino());
    }
    matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}

/// Whether the program has written a file that is there. One that cannot be read is not known to be
/// its own.
fn is_own(path: &Path, kind: Kind) -> bool {
    let Ok(there) = fs::metadata(path) else { return false };
    if there.len() == 0 {
        return true;
    }
    match kind {
        Kind::Picture => is_own_picture(path).unwrap_or(false) || is_own_raw(path),
        Kind::Film => is_own_picture(path).unwrap_or(false) || is_own_film(path).unwrap_or(false),
        Kind::Beside => is_own_json(path, |json| {
            let file = path.file_stem().and_then(|name| name.to_str());
            Beside::parse(json).is_some_and(|beside| file.is_some() && beside.file() == file)
        }),
        Kind::Figures => is_own_json(path, |json| {
            let value: serde_json::Value = serde_json::from_slice(json).unwrap_or_default();
            value["figures"].is_string() && value["program"].as_str().is_some_and(is_this_program)
        }),
        Kind::Recipe => false,
        Kind::Code => is_own_code(path),
        Kind::Plants => is_own_plants(path),
    }
}

fn is_own_code(path: &Path) -> bool {
    let mut start = String::new();
    let read = File::open(path).and_then(|file| file.take(100).read_to_string(&mut start));
    read.is_ok() && start.starts_with(super::code::BEGINNING)
}

/// A table by its first line, a glTF by the program that it names.
fn is_own_plants(path: &Path) -> bool {
    // The name comes after the lists of what shapes are made of.
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(1 << 16).read_to_end(&mut start));
    let has = |text: &str| start.windows(text.len()).any(|bytes| bytes == text.as_bytes());
    read.is_ok()
        && (start.starts_with(super::plants::HEADER.as_bytes()) || has("\"generator\":\"Orogen "))
}

fn is_own_json(path: &Path, is_own: impl FnOnce(&[u8]) -> bool) -> bool {
    let mut text = vec![];
    let read =
        File::open(path).and_then(|file| file.take(beside::MOST_BYTES).read_to_end(&mut text));
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
            // The first lines say which program has drawn it.
            file.take(1000).read_to_string(&mut start).ok()?;
            let (_, rest) = start.split_once("<desc>")?;
            is_this_program(rest.split_once("</desc>")?.0)
        }
        _ => false,
    })
}

/// Whether a film says so, where its format has a place for that: GIFs near their beginning, WebPs at
/// their end.
fn is_own_film(path: &Path) -> Option<bool> {
    use std::io::{Seek, SeekFrom};
    const NEAR: u64 = 1000;
    const OWN: &[u8] = b"Orogen ";
    let mut file = File::open(path).ok()?;
    let mut start = Vec::new();
    file.by_ref().take(NEAR).read_to_end(&mut start).ok()?;
    let text = if start.starts_with(b"GIF89a") {
        start
    } else if start.starts_with(b"RIFF") && start.get(8..12) == Some(b"WEBP") {
        let length = file.metadata().ok()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(NEAR))).ok()?;
        let mut end = Vec::new();
        file.read_to_end(&mut end).ok()?;
        end
    } else {
        return Some(false);
    };
    Some(text.windows(OWN.len()).any(|bytes| bytes == OWN))
}

fn is_own_raw(path: &Path) -> bool {
    // An export that was killed while names changed may have left the old heights or the new ones.
    matches!(Beside::compare_with(path), Ok(Some(Match::Same | Match::Incomplete)))
}
