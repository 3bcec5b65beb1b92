//! File names of heightmaps.

use std::path::Path;

/// The file extensions of heightmaps, in lower case.
pub const ENDINGS: &[&str] =
    &["png", "tif", "tiff", "exr", "hgt", "asc", "r16", "raw", "r32", "zip", "gz"];

/// The extensions of archives.
const PACKED: &[&str] = &["zip", "gz"];

/// Returns true if a name has the extension of a heightmap.
pub fn is_map_name(path: &Path) -> bool {
    ends_in(path, ENDINGS)
}

/// Returns true if a name has the extension of an archive.
pub(super) fn is_packed_name(path: &Path) -> bool {
    ends_in(path, PACKED)
}

fn ends_in(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    ending.is_some_and(|ending| endings.contains(&&*ending))
}
