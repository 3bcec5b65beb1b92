//! A file of heights and the JSON beside it, which says what its samples mean: whether they belong
//! together.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::program::is_this_program;

/// The longest JSON that is read.
pub(super) const MOST_BYTES: u64 = 4 << 20;

/// What the JSON says while its file changes.
pub(super) const INCOMPLETE: &str = "the export that writes this file has not ended; if none is running, it was killed: export again";

/// Where the JSON of a file is: `alps.png.json`.
pub(super) fn path_of(data: &Path) -> PathBuf {
    let mut name = data.as_os_str().to_owned();
    name.push(".json");
    name.into()
}

/// A checksum, and of what.
#[derive(Serialize, Deserialize, Debug, PartialEq)]
pub(super) struct Checksum {
    pub method: String,
    /// Eight hexadecimal digits.
    pub value: String,
}

impl Checksum {
    pub fn new(method: &str, crc32: u32) -> Self {
        Self { method: method.to_owned(), value: format!("{crc32:08x}") }
    }

    /// Of a file, from first to last.
    pub fn of_file(crc32: u32) -> Self {
        Self::new("CRC-32 of the file's bytes", crc32)
    }
}

/// The name of a file without its folder.
pub(super) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// What a JSON says about its file.
#[derive(Deserialize, Debug, PartialEq)]
pub(super) struct Beside {
    program: String,
    file: String,
    incomplete: Option<String>,
    format: Option<String>,
    bytes: Option<u64>,
    file_checksum: Option<Checksum>,
    /// Of the samples.
    checksum: Option<Checksum>,
}

/// Whether a file is the one of which a JSON tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Match {
    Same,
    /// It has other bytes.
    Other,
    /// There is none.
    Missing,
    /// The JSON is that of an export that has not ended.
    Incomplete,
}

impl Beside {
    /// The JSON of a file, if it is this program's and tells of that one.
    pub fn of(data: &Path) -> Option<Self> {
        let beside = Self::parse(&read(&path_of(data)).ok()?)?;
        (data.file_name()? == beside.file.as_str()).then_some(beside)
    }

    /// What a text says, if it is this program's.
    pub fn parse(text: &[u8]) -> Option<Self> {
        serde_json::from_slice::<Self>(text).ok().filter(|beside| is_this_program(&beside.program))
    }

    /// The name of the file of which it tells; `None` if that is no name of a file beside it.
    pub fn file(&self) -> Option<&str> {
        let name = Path::new(&self.file).file_name()?;
        (name == self.file.as_str()).then_some(&self.file)
    }

    /// Whether a file is the one of which its JSON tells; `None` where it has none.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn compare_with(data: &Path) -> io::Result<Option<Match>> {
        let mut beside = Self::of(data);
        loop {
            let Some(found) = &beside else { return Ok(None) };
            let compared = found.compare(data)?;
            // Another export may have changed both between one look and the other.
            let again =
                if compared == Match::Other { Self::of(data) } else { return Ok(Some(compared)) };
            if again == beside {
                return Ok(Some(compared));
            }
            beside = again;
        }
    }

    /// Compares the file with length and checksum.
    fn compare(&self, data: &Path) -> io::Result<Match> {
        if self.incomplete.is_some() {
            return Ok(Match::Incomplete);
        }
        let there = match fs::metadata(data) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Match::Missing),
            other => other?,
        };
        // No pipe is opened, which would wait for its other end.
        if !there.is_file() || self.bytes.is_some_and(|bytes| bytes != there.len()) {
            return Ok(Match::Other);
        }
        // Version 0.1.0 wrote checksums of samples only, which are the bytes of raw files.
        let is_raw = matches!(self.format.as_deref(), Some("r16" | "r32"));
        let expected = self.file_checksum.as_ref().or(self.checksum.as_ref().filter(|_| is_raw));
        let same = match expected {
            Some(expected) => format!("{:08x}", checksum(File::open(data)?)?) == expected.value,
            None => true,
        };
        Ok(if same { Match::Same } else { Match::Other })
    }
}

/// A JSON's text, if it is short enough to be one.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut text = vec![];
    if !fs::metadata(path)?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut text)?;
    if text.len() as u64 > MOST_BYTES { Err(io::ErrorKind::InvalidData.into()) } else { Ok(text) }
}

/// The CRC-32 of all that a file holds.
pub(super) fn checksum(mut file: impl Read) -> io::Result<u32> {
    let (mut hasher, mut piece) = (crc32fast::Hasher::new(), vec![0; 1 << 20]);
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(hasher.finalize()),
            read => hasher.update(&piece[..read]),
        }
    }
}

/// A JSON as text.
pub(super) fn text(value: &impl Serialize) -> String {
    // Numbers are finite and keys are texts, so there is nothing that could fail.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

/// Removes the JSON of a file that is about to hold something else.
pub(super) fn forget(data: &Path) {
    if Beside::of(data).is_some() {
        // If it cannot be removed, its checksum still tells that it is another file's.
        let _ = fs::remove_file(path_of(data));
    }
}
