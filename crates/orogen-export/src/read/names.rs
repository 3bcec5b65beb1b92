//! How files that hold heights are named.

use std::path::Path;

/// The endings of files that hold heights, small.
pub const ENDINGS: &[&str] =
    &["png", "tif", "tiff", "exr", "hgt", "asc", "r16", "raw", "r32", "zip", "gz"];

/// Those of them that hold another file.
const PACKED: &[&str] = &["zip", "gz"];

/// Whether a name ends as those of files do that hold heights.
pub fn is_map_name(path: &Path) -> bool {
    ends_in(path, ENDINGS)
}

/// Whether a name ends as those of files do that hold another.
pub(super) fn is_packed_name(path: &Path) -> bool {
    ends_in(path, PACKED)
}

fn ends_in(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    ending.is_some_and(|ending| endings.contains(&&*ending))
}
