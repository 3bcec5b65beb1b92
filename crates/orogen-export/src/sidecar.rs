//! The JSON next to an exported file. It describes the file. This module also checks that the JSON
//! and the file belong together.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::format::Format;
use super::program::is_this_program;

/// The longest JSON to read, in bytes.
pub(super) const MAX_BYTES: u64 = 4 << 20;

/// The text of the field `incomplete`, which the JSON has while an export replaces the file.
pub(super) const INCOMPLETE: &str = "the export of this file has not finished; if no export is running, it was interrupted: export again";

/// Returns the path of the JSON of a file: `alps.png.json`.
pub(super) fn path_of(data: &Path) -> PathBuf {
    let mut name = data.as_os_str().to_owned();
    name.push(".json");
    name.into()
}

/// A checksum, and a description of the bytes that it covers.
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

    /// The checksum of a whole file.
    pub fn of_file(crc32: u32) -> Self {
        Self::new("CRC-32 of the file's bytes", crc32)
    }
}

/// Returns the name of a file without its folder.
pub(super) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The fields of a JSON that identify its file.
#[derive(Deserialize, Debug, PartialEq)]
pub(super) struct Sidecar {
    program: String,
    file: String,
    incomplete: Option<String>,
    format: Option<String>,
    bytes: Option<u64>,
    file_checksum: Option<Checksum>,
    /// The checksum of the samples.
    checksum: Option<Checksum>,
}

/// The result of comparing a file with its JSON.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Match {
    Same,
    /// The file has other bytes.
    Other,
    /// The file is missing.
    Missing,
    /// The export that wrote the JSON has not ended.
    Incomplete,
}

impl Sidecar {
    /// Reads the JSON of a file. `None` if this program did not write it for that file.
    pub fn of(data: &Path) -> Option<Self> {
        let sidecar = Self::parse(&read(&path_of(data)).ok()?)?;
        (data.file_name()? == sidecar.file.as_str()).then_some(sidecar)
    }

    /// Parses the text of a JSON. `None` if this program did not write it.
    pub fn parse(text: &[u8]) -> Option<Self> {
        serde_json::from_slice::<Self>(text)
            .ok()
            .filter(|sidecar| is_this_program(&sidecar.program))
    }

    /// Returns the name of the file that the JSON describes. `None` if it is not a plain file name.
    pub fn file(&self) -> Option<&str> {
        let name = Path::new(&self.file).file_name()?;
        (name == self.file.as_str()).then_some(&self.file)
    }

    /// Compares a file with its JSON. `None` if the file has no JSON.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn compare_with(data: &Path) -> io::Result<Option<Match>> {
        let mut sidecar = Self::of(data);
        loop {
            let Some(found) = &sidecar else { return Ok(None) };
            let compared = found.compare(data)?;
            // Between the two reads, another export may have replaced the file and the JSON.
            let reread =
                if compared == Match::Other { Self::of(data) } else { return Ok(Some(compared)) };
            if reread == sidecar {
                return Ok(Some(compared));
            }
            sidecar = reread;
        }
    }

    /// Compares the file with the recorded length and checksum.
    fn compare(&self, data: &Path) -> io::Result<Match> {
        if self.incomplete.is_some() {
            return Ok(Match::Incomplete);
        }
        let metadata = match fs::metadata(data) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Match::Missing),
            other => other?,
        };
        // Opening a pipe would block until another process opens its other end.
        if !metadata.is_file() || self.bytes.is_some_and(|bytes| bytes != metadata.len()) {
            return Ok(Match::Other);
        }
        // Version 0.1.0 recorded a checksum of the samples alone. For raw files, these are all
        // bytes of the file.
        let is_raw =
            self.format.as_deref().is_some_and(|name| name.parse().is_ok_and(Format::is_raw));
        let expected = self.file_checksum.as_ref().or(self.checksum.as_ref().filter(|_| is_raw));
        let is_same = match expected {
            Some(expected) => format!("{:08x}", checksum(File::open(data)?)?) == expected.value,
            None => true,
        };
        Ok(if is_same { Match::Same } else { Match::Other })
    }
}

/// Reads a JSON, if it is short enough.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut text = vec![];
    if !fs::metadata(path)?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut text)?;
    if text.len() as u64 > MAX_BYTES { Err(io::ErrorKind::InvalidData.into()) } else { Ok(text) }
}

/// Computes the CRC-32 of a whole file.
pub(super) fn checksum(mut file: impl Read) -> io::Result<u32> {
    let (mut hasher, mut piece) = (crc32fast::Hasher::new(), vec![0; 1 << 20]);
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(hasher.finalize()),
            read => hasher.update(&piece[..read]),
        }
    }
}

/// Formats a value as JSON text.
pub(super) fn text(value: &impl Serialize) -> String {
    // Serialisation cannot fail: numbers are finite and keys are strings.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

/// Removes the JSON of a file whose content is about to change.
pub(super) fn remove(data: &Path) {
    if Sidecar::of(data).is_some() {
        // If this fails, the checksum in the JSON still shows that it describes another file.
        let _ = fs::remove_file(path_of(data));
    }
}
