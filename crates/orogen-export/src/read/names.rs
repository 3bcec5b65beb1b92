//! File names of heightmaps.

use std::path::Path;

use crate::format::Format;

/// The extensions of formats that are read and not written.
const READ_ONLY_EXTENSIONS: &[&str] = &["hgt", "asc"];

/// The extensions of archives.
const ARCHIVE_EXTENSIONS: &[&str] = &["zip", "gz"];

/// The file extensions of heightmaps and their archives, in lower case.
pub fn endings() -> Vec<&'static str> {
    let written = Format::ALL.iter().flat_map(|row| row.value.extensions());
    written.chain(READ_ONLY_EXTENSIONS).chain(ARCHIVE_EXTENSIONS).copied().collect()
}

/// Returns true if a name has the extension of a heightmap.
pub fn is_map_name(path: &Path) -> bool {
    ends_in(path, &endings())
}

/// Returns true if a name has the extension of an archive.
pub(super) fn is_archive_name(path: &Path) -> bool {
    ends_in(path, ARCHIVE_EXTENSIONS)
}

fn ends_in(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    ending.is_some_and(|ending| endings.contains(&&*ending))
}
