//! The files beside a map, of the same name with other endings, that say more of it.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::source;

/// The longest of them that is read.
const MOST_BYTES: u64 = 1 << 20;

/// Where they are.
pub(super) enum Beside<'a> {
    /// There are none: the map is bytes alone.
    Nothing,
    /// In the folder of the map's file.
    Folder(&'a Path),
    /// In the archive in which the map is.
    Archive(&'a [(PathBuf, Vec<u8>)]),
}

impl Beside<'_> {
    /// The text of the one with an ending, if there is one and it is short.
    pub fn text(&self, ending: &str) -> Option<String> {
        let bytes = match self {
            Self::Nothing => return None,
            Self::Folder(map) => {
                // `a.asc.gz` has `a.prj` beside it.
                let is_packed = map.extension().is_some_and(|own| own.eq_ignore_ascii_case("gz"));
                let own = if is_packed { map.with_extension("") } else { map.to_path_buf() };
                let names = [ending.to_owned(), ending.to_uppercase()];
                names.iter().find_map(|ending| bytes_of(&own.with_extension(ending)))?
            }
            Self::Archive(files) => {
                let is_meant = |name: &Path| {
                    name.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending))
                };
                files.iter().find(|(name, _)| is_meant(name))?.1.clone()
            }
        };
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Whether there is one with an ending in the map's folder.
    pub fn has(&self, ending: &str) -> bool {
        matches!(self, Self::Folder(map) if map.with_extension(ending).is_file())
    }
}

fn bytes_of(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = vec![];
    source::open(path).ok()?.take(MOST_BYTES + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= MOST_BYTES).then_some(bytes)
}
