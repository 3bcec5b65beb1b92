//! The files next to a heightmap that have its name and another extension. They add information
//! such as the location.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::source;

/// The largest file to read, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The files next to a heightmap.
pub(super) enum Siblings<'a> {
    /// No files: the heightmap is bytes in memory.
    Nothing,
    /// In the folder of the heightmap with this path.
    Folder(&'a Path),
    /// In the heightmap's archive: their names and bytes.
    Archive(&'a [(PathBuf, Vec<u8>)]),
}

impl Siblings<'_> {
    /// Returns the text of the file with an extension, if it exists and is short.
    pub fn text(&self, ending: &str) -> Option<String> {
        let bytes = match self {
            Self::Nothing => return None,
            Self::Folder(map) => {
                // `a.prj` describes `a.asc.gz`.
                let is_gzip =
                    map.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz"));
                let unpacked = if is_gzip { map.with_extension("") } else { map.to_path_buf() };
                let names = [ending.to_owned(), ending.to_uppercase()];
                names.iter().find_map(|ending| bytes_of(&unpacked.with_extension(ending)))?
            }
            Self::Archive(files) => {
                let has_ending = |name: &Path| {
                    name.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
                };
                files.iter().find(|(name, _)| has_ending(name))?.1.clone()
            }
        };
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Returns true if the folder has a file with this extension.
    pub fn has(&self, ending: &str) -> bool {
        matches!(self, Self::Folder(map) if map.with_extension(ending).is_file())
    }
}

fn bytes_of(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = vec![];
    source::open(path).ok()?.take(MAX_BYTES + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= MAX_BYTES).then_some(bytes)
}
