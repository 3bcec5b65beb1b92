//! Reads a heightmap of any type. Its first bytes or its name show the type.

use std::io::{BufRead, Cursor, Seek, SeekFrom};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::decoded::DecodedMap;
#[cfg(feature = "read-exr")]
use super::exr;
use super::input::{Cancellable, Input};
use super::problem::{ReadError, ReadProblem};
use super::reading::Reading;
use super::siblings::Siblings;
use super::{archive, asc, hgt, png, raw, tiff};
use crate::format::Format;
use crate::source;

/// Reads the heightmap of a file. Voids stay in it, as NaN.
///
/// # Errors
/// The error is one line that names the file and the problem.
pub fn read(path: &Path, reading: &Reading) -> Result<DecodedMap, ReadError> {
    read_until(path, reading, &AtomicBool::new(false))
}

/// Like [`read`], but another thread can set `is_cancelled` to stop it.
///
/// Small text files next to the heightmap may add information.
///
/// # Errors
/// The same as [`read`]; after `is_cancelled` is set, any error.
pub fn read_until(
    path: &Path,
    reading: &Reading,
    is_cancelled: &AtomicBool,
) -> Result<DecodedMap, ReadError> {
    let fail = |problem| ReadError { path: path.to_owned(), problem };
    let file = source::open(path).map_err(|problem| fail(problem.into()))?;
    let inner = std::io::BufReader::with_capacity(1 << 16, file);
    let siblings = Siblings::Folder(path);
    read_with_siblings(Cancellable { inner, is_cancelled }, path, reading, &siblings).map_err(fail)
}

/// Reads a heightmap from bytes. The extension of `name` may decide the type.
///
/// # Errors
/// The reason why the bytes are not a heightmap.
///
/// ```
/// use orogen_export::read::{Reading, read_from};
/// use std::io::Cursor;
/// use std::path::Path;
///
/// let grid = "ncols 2 nrows 2 cellsize 30 1 2 3 4";
/// let map = read_from(Cursor::new(grid), Path::new("a.asc"), &Reading::default())?;
/// assert_eq!(map.samples, [1.0, 2.0, 3.0, 4.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_from(
    input: impl BufRead + Seek,
    name: &Path,
    reading: &Reading,
) -> Result<DecodedMap, ReadProblem> {
    read_with_siblings(input, name, reading, &Siblings::Nothing)
}

/// Like [`read_from`], and also reads the small files next to the heightmap.
fn read_with_siblings(
    mut input: impl Input,
    name: &Path,
    reading: &Reading,
    siblings: &Siblings<'_>,
) -> Result<DecodedMap, ReadProblem> {
    let bytes = input.seek(SeekFrom::End(0))?;
    input.seek(SeekFrom::Start(0))?;
    let ending = name.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let ending = ending.as_deref().unwrap_or_default();
    let start = input.fill_buf()?;
    // Raw formats have no signature. Their first bytes can look like an archive by chance.
    let is_raw = Format::of_path(name).is_some_and(Format::is_raw);
    if !is_raw && ending != "hgt" && archive::is_archive(start) {
        return match start {
            [0x1f, ..] => {
                let (map, name) = archive::read_gzip(input, bytes, name)?;
                read_with_siblings(Cursor::new(map), &name, reading, siblings)
            }
            _ => {
                let archive::UnzippedMap { map, name, others } = archive::read_zip(input, bytes)?;
                read_with_siblings(Cursor::new(map), &name, reading, &Siblings::Archive(&others))
            }
        };
    }
    let mut decoded = match (start, ending) {
        ([0x89, b'P', b'N', b'G', ..], _) => png::read(input, bytes, reading),
        ([b'I', b'I', 42 | 43, 0, ..] | [b'M', b'M', 0, 42 | 43, ..], _) => {
            tiff::read(input, bytes, name, reading, siblings)
        }
        #[cfg(feature = "read-exr")]
        ([0x76, 0x2f, 0x31, 0x01, ..], _) => exr::read(input, bytes, reading),
        #[cfg(not(feature = "read-exr"))]
        ([0x76, 0x2f, 0x31, 0x01, ..], _) => Err(ReadProblem::Form(
            "it is an OpenEXR, which is not read here; save it as a TIFF".to_owned(),
        )),
        (_, "hgt") => hgt::read(input, bytes, name),
        (_, "asc") => asc::read(input, bytes, siblings),
        _ if is_raw => raw::read(input, bytes, name, reading),
        (start, _) if asc::is_grid(start) => asc::read(input, bytes, siblings),
        _ => Err(ReadProblem::OtherKind),
    }?;
    if let (Some(encoding), false) = (reading.encoding, decoded.is_encoded) {
        return Err(ReadProblem::Form(format!(
            "{} is an encoding of colours in a PNG, and it is {}",
            encoding.name(),
            decoded.form
        )));
    }
    if reading.void.is_some() {
        for sample in decoded.samples.iter_mut().filter(|sample| reading.is_void(**sample)) {
            *sample = f32::NAN;
        }
    }
    if reading.south_first {
        decoded.flip_rows();
    }
    Ok(decoded)
}
