//! Heightmaps in ZIP archives and in gzip files.
//!
//! The central directory of a ZIP gives the offsets of its files. Files are inflated into memory.
//! Before that, the claimed size is checked twice: against the most that the compressed bytes can
//! give, and against the free memory.

use std::io::{Read, SeekFrom};
use std::path::{Path, PathBuf};

use super::input::Input;
use super::memory;
use super::names::{is_archive_name, is_map_name};
use super::problem::{ReadProblem, damaged};

/// The length of a directory entry without its name, in bytes.
const ENTRY_HEAD: usize = 46;

/// The length of the record at the end of the directory without its comment, in bytes.
const END_RECORD: usize = 22;

/// The longest archive comment, in bytes.
const MAX_COMMENT: u64 = 65_535;

/// The longest central directory, in bytes.
const MAX_DIRECTORY: u64 = 16 << 20;

/// The most bytes that deflate can give for one compressed byte (zlib's technical notes).
const MAX_INFLATION: u64 = 1_032;

/// The longest file, other than the heightmap, to read from an archive, in bytes.
const MAX_SIBLING: u64 = 1 << 20;

/// A file in an archive.
struct ArchivedFile {
    name: String,
    flags: u16,
    method: u16,
    checksum: u32,
    /// The compressed size.
    packed_bytes: u64,
    /// The inflated size.
    bytes: u64,
    /// The offset of the local header.
    offset: u64,
}

fn unsupported(what: impl Into<String>) -> ReadProblem {
    ReadProblem::Form(what.into())
}

/// Checks that inflated bytes take at most half of the free memory. The samples made from them need
/// memory too.
fn check_memory(bytes: u64) -> Result<(), ReadProblem> {
    match memory::free() {
        Some(free) if bytes > free / 2 => Err(unsupported(format!(
            "it inflates to {} MiB, and only {} MiB of memory are free; close other programs, or \
             unpack it first",
            memory::mib(bytes),
            free >> 20
        ))),
        _ => Ok(()),
    }
}

/// Inflates a gzip file. Returns the heightmap and its name.
pub(super) fn read_gzip(
    input: impl Input,
    bytes: u64,
    name: &Path,
) -> Result<(Vec<u8>, PathBuf), ReadProblem> {
    let max_bytes = bytes.saturating_mul(MAX_INFLATION);
    let max_bytes = max_bytes.min(memory::free().map_or(u64::MAX, |free| free / 2));
    let mut inner = vec![];
    let mut inflating = flate2::read::MultiGzDecoder::new(input).take(max_bytes.saturating_add(1));
    inflating.read_to_end(&mut inner).map_err(|error| match error.kind() {
        std::io::ErrorKind::OutOfMemory => check_memory(u64::MAX).err().unwrap_or(error.into()),
        std::io::ErrorKind::InvalidInput | std::io::ErrorKind::InvalidData => {
            damaged(format!("it cannot be inflated ({error})"))
        }
        _ => error.into(),
    })?;
    if inner.len() as u64 > max_bytes {
        check_memory(inner.len() as u64)?;
        return Err(damaged("it inflates to more bytes than its length allows"));
    }
    // Drop the extension `.gz`.
    let is_gz = name.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gz"));
    let inner_name = if is_gz { name.with_extension("") } else { name.to_owned() };
    Ok((refuse_archive(inner)?, inner_name))
}

/// The heightmap of a ZIP archive, its name, and the files that describe it.
pub(super) struct UnzippedMap {
    pub map: Vec<u8>,
    pub name: PathBuf,
    pub others: Vec<(PathBuf, Vec<u8>)>,
}

/// Reads the only heightmap of a ZIP archive.
pub(super) fn read_zip(mut input: impl Input, bytes: u64) -> Result<UnzippedMap, ReadProblem> {
    let entries = entries(&mut input, bytes)?;
    let is_map = |entry: &&ArchivedFile| {
        let path = Path::new(&entry.name);
        is_map_name(path) && !is_archive_name(path) && !entry.name.starts_with("__MACOSX/")
    };
    let maps: Vec<&ArchivedFile> = entries.iter().filter(is_map).collect();
    let map = match maps[..] {
        [map] => map,
        [] => return Err(unsupported("it is a ZIP archive without a heightmap")),
        [ref first, ref second, ..] => {
            let [first, second] =
                [first, second].map(|entry| orogen_noise::text::sanitise(&entry.name));
            return Err(unsupported(format!(
                "it is a ZIP archive of {} heightmaps ({first}, {second}{}); unpack the one that \
                 you want",
                maps.len(),
                if maps.len() > 2 { " …" } else { "" }
            )));
        }
    };
    let name = PathBuf::from(&map.name);
    let inner = inflate(&mut input, map, bytes)?;
    // Files with the same name and other extensions may give the location.
    let mut others = vec![];
    for entry in &entries {
        let path = Path::new(&entry.name);
        let describes_map = path.with_extension("") == name.with_extension("") && path != name;
        if describes_map && entry.bytes <= MAX_SIBLING && others.len() < 8 {
            others.push((path.to_owned(), inflate(&mut input, entry, bytes)?));
        }
    }
    Ok(UnzippedMap { map: refuse_archive(inner)?, name, others })
}

/// Refuses an archive in an archive. Heightmaps are not published in nested archives, and the
/// nesting could have no end.
fn refuse_archive(inner: Vec<u8>) -> Result<Vec<u8>, ReadProblem> {
    match is_archive(&inner) {
        true => Err(unsupported("it is an archive in an archive; unpack it first")),
        false => Ok(inner),
    }
}

/// Returns true if the bytes start like an archive.
pub(super) fn is_archive(start: &[u8]) -> bool {
    matches!(start, [b'P', b'K', 3 | 5, 4 | 6, ..] | [0x1f, 0x8b, 8, ..])
}

/// Reads a little-endian number of `length` bytes.
fn number(bytes: &[u8], offset: usize, length: usize) -> Result<u64, ReadProblem> {
    let part = bytes.get(offset..offset.saturating_add(length));
    let part = part.ok_or_else(|| damaged("its central directory is cut off"))?;
    Ok(part.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

/// Reads `length` bytes at an offset.
fn bytes_at(input: &mut impl Input, offset: u64, length: u64) -> Result<Vec<u8>, ReadProblem> {
    input.seek(SeekFrom::Start(offset))?;
    let mut bytes = vec![];
    input.take(length).read_to_end(&mut bytes)?;
    match bytes.len() as u64 == length {
        true => Ok(bytes),
        false => Err(damaged("it ends early")),
    }
}

/// Reads the central directory (PKWARE's APPNOTE, 4.3.12 and 4.3.16).
fn entries(input: &mut impl Input, bytes: u64) -> Result<Vec<ArchivedFile>, ReadProblem> {
    let length = bytes.min(MAX_COMMENT + END_RECORD as u64);
    let tail = bytes_at(input, bytes - length, length)?;
    let end = tail.windows(END_RECORD).rposition(|window| window.starts_with(b"PK\x05\x06"));
    let end = end.ok_or_else(|| damaged("it is a ZIP archive without a central directory"))?;
    let [count, length, start] =
        [(10, 2), (12, 4), (16, 4)].map(|(offset, length)| number(&tail, end + offset, length));
    let [count, length, start] = [count?, length?, start?];
    if start == u64::from(u32::MAX) || count == u64::from(u16::MAX) {
        return Err(unsupported(
            "it is a ZIP archive of over 4 GiB or 65,535 files; unpack it first",
        ));
    }
    if length > MAX_DIRECTORY || start.saturating_add(length) > bytes {
        return Err(damaged("its central directory lies beyond its end"));
    }
    let directory = bytes_at(input, start, length)?;
    let (mut offset, mut entries) = (0, vec![]);
    for _ in 0..count {
        let head = directory.get(offset..).unwrap_or_default();
        if !head.starts_with(b"PK\x01\x02") {
            return Err(damaged("its central directory is cut off"));
        }
        let field = |offset: usize, length: usize| number(head, offset, length);
        let lengths = [field(28, 2)?, field(30, 2)?, field(32, 2)?].map(|length| length as usize);
        let name = head.get(ENTRY_HEAD..ENTRY_HEAD + lengths[0]);
        let name = name.ok_or_else(|| damaged("its central directory is cut off"))?;
        entries.push(ArchivedFile {
            name: String::from_utf8_lossy(name).into_owned(),
            flags: field(8, 2)? as u16,
            method: field(10, 2)? as u16,
            checksum: field(16, 4)? as u32,
            packed_bytes: field(20, 4)?,
            bytes: field(24, 4)?,
            offset: field(42, 4)?,
        });
        offset += ENTRY_HEAD + lengths.iter().sum::<usize>();
    }
    Ok(entries)
}

/// Inflates a file of an archive.
fn inflate(
    input: &mut impl Input,
    entry: &ArchivedFile,
    archive_bytes: u64,
) -> Result<Vec<u8>, ReadProblem> {
    const STORED: u16 = 0;
    const DEFLATED: u16 = 8;
    let name = orogen_noise::text::sanitise(&entry.name);
    if entry.flags & 1 != 0 {
        return Err(unsupported(format!(
            "`{name}` in it is locked by a password; unpack it first"
        )));
    }
    let max_bytes = match entry.method {
        STORED => entry.packed_bytes,
        DEFLATED => entry.packed_bytes.saturating_mul(MAX_INFLATION),
        other => {
            return Err(unsupported(format!(
                "`{name}` in it is compressed by method {other}; only stored and deflated files can be read"
            )));
        }
    };
    if entry.packed_bytes > archive_bytes || entry.bytes > max_bytes {
        return Err(damaged(format!("`{name}` in it claims to hold more than its bytes can")));
    }
    check_memory(entry.bytes)?;
    // The length of the local header: its extra fields may differ from those in the directory.
    let head = bytes_at(input, entry.offset, 30)?;
    if !head.starts_with(b"PK\x03\x04") {
        return Err(damaged(format!("`{name}` in it is not where the directory says")));
    }
    let skipped = 30 + number(&head, 26, 2)? + number(&head, 28, 2)?;
    input.seek(SeekFrom::Start(entry.offset.saturating_add(skipped)))?;
    let packed = input.take(entry.packed_bytes);
    let mut bytes = vec![];
    let broken = |_| damaged(format!("`{name}` in it cannot be inflated"));
    match entry.method {
        STORED => packed.take(entry.bytes).read_to_end(&mut bytes).map_err(broken)?,
        _ => {
            let inflating = flate2::read::DeflateDecoder::new(packed);
            inflating.take(entry.bytes + 1).read_to_end(&mut bytes).map_err(broken)?
        }
    };
    if bytes.len() as u64 != entry.bytes || crc32fast::hash(&bytes) != entry.checksum {
        return Err(damaged(format!(
            "`{name}` in it does not match the size and checksum in the directory"
        )));
    }
    Ok(bytes)
}
