//! Reads the directories and tags of a TIFF (TIFF 6.0, and BigTIFF).

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Seek, SeekFrom};

use super::super::problem::{ReadProblem, damaged};
use super::super::reading::ByteOrder;

/// The longest tag to read, in bytes.
const MAX_TAG_BYTES: u64 = 32 << 20;

/// The most directories to read.
const MAX_DIRECTORIES: usize = 1024;

/// An open TIFF.
pub(super) struct TiffFile<R> {
    pub input: R,
    pub order: ByteOrder,
    /// True for BigTIFF, with 64-bit offsets.
    is_big: bool,
    pub bytes: u64,
}

/// A tag: the type and the number of its values, then the values themselves if they are short,
/// otherwise their offset.
struct TagEntry {
    kind: u16,
    count: u64,
    value: [u8; 8],
}

/// The tags of a directory by number.
#[derive(Default)]
pub(super) struct Directory {
    entries: BTreeMap<u16, TagEntry>,
}

impl Directory {
    pub fn has(&self, tag: u16) -> bool {
        self.entries.contains_key(&tag)
    }
}

/// Returns the bytes of a value of this type. `None` for an unknown type.
fn width(kind: u16) -> Option<u64> {
    match kind {
        1 | 2 | 6 | 7 => Some(1),
        3 | 8 => Some(2),
        4 | 9 | 11 | 13 => Some(4),
        5 | 10 | 12 | 16..=18 => Some(8),
        _ => None,
    }
}

impl<R: Read + Seek> TiffFile<R> {
    pub fn open(mut input: R, bytes: u64) -> Result<Self, ReadProblem> {
        let mut head = [0; 4];
        input.read_exact(&mut head)?;
        let order = if head[0] == b'I' { ByteOrder::Little } else { ByteOrder::Big };
        let is_big = head.contains(&43);
        Ok(Self { input, order, is_big, bytes })
    }

    fn bytes_at(&mut self, offset: u64, count: u64) -> Result<Vec<u8>, ReadProblem> {
        if offset.checked_add(count).is_none_or(|end| end > self.bytes) {
            return Err(damaged("a tag lies beyond its end"));
        }
        self.input.seek(SeekFrom::Start(offset))?;
        let mut bytes = vec![0; count as usize];
        self.input.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// Converts bytes to an unsigned integer.
    fn integer(&self, bytes: &[u8]) -> u64 {
        let join = |value: u64, byte: &u8| value << 8 | u64::from(*byte);
        match self.order {
            ByteOrder::Little => bytes.iter().rev().fold(0, join),
            ByteOrder::Big => bytes.iter().fold(0, join),
        }
    }

    /// Reads all directories in order, up to the first damaged one.
    pub fn directories(&mut self) -> Result<Vec<Directory>, ReadProblem> {
        let (start, width) = if self.is_big { (8, 8) } else { (4, 4) };
        let head = self.bytes_at(start, width)?;
        let mut next = self.integer(&head);
        let (mut found, mut visited) = (vec![], BTreeSet::new());
        while next != 0 && visited.insert(next) && found.len() < MAX_DIRECTORIES {
            match self.directory(next) {
                Ok((directory, following)) => {
                    found.push(directory);
                    next = following;
                }
                Err(problem) if found.is_empty() => return Err(problem),
                Err(_) => break,
            }
        }
        if found.is_empty() {
            return Err(damaged("it contains no picture"));
        }
        Ok(found)
    }

    /// Reads a directory. Also returns the offset of the next directory, 0 after the last.
    pub fn directory(&mut self, offset: u64) -> Result<(Directory, u64), ReadProblem> {
        let (count_bytes, offset_bytes) = if self.is_big { (8, 8) } else { (2, 4) };
        let count = self.bytes_at(offset, count_bytes)?;
        let count = self.integer(&count);
        if count > 1 << 16 {
            return Err(damaged("a directory has too many tags"));
        }
        let entry_bytes = 4 + 2 * offset_bytes;
        let length = entry_bytes * count + offset_bytes;
        // Some programs cut off the end of the last directory.
        let length = length.min(self.bytes.saturating_sub(offset + count_bytes));
        let bytes = self.bytes_at(offset + count_bytes, length)?;
        let entry_bytes = entry_bytes as usize;
        let mut directory = Directory::default();
        for entry in bytes.chunks_exact(entry_bytes).take(count as usize) {
            let (head, value) = entry.split_at(entry_bytes - offset_bytes as usize);
            let number = |range: std::ops::Range<usize>| self.integer(&head[range]);
            let (tag, kind) = (number(0..2) as u16, number(2..4) as u16);
            let count = number(4..head.len());
            let mut value_bytes = [0; 8];
            value_bytes[..value.len()].copy_from_slice(value);
            directory.entries.insert(tag, TagEntry { kind, count, value: value_bytes });
        }
        let next = bytes.get(entry_bytes * count as usize..).unwrap_or_default();
        Ok((directory, self.integer(next)))
    }

    /// Returns the type of a tag and the bytes of its values.
    fn bytes_of(
        &mut self,
        directory: &Directory,
        tag: u16,
    ) -> Result<Option<(u16, Vec<u8>)>, ReadProblem> {
        let Some(entry) = directory.entries.get(&tag) else { return Ok(None) };
        let width = width(entry.kind).ok_or_else(|| damaged("a tag has an unknown type"))?;
        let length = entry.count.checked_mul(width).filter(|length| *length <= MAX_TAG_BYTES);
        let length = length.ok_or_else(|| damaged("a tag is too long"))?;
        let inline_bytes = if self.is_big { 8 } else { 4 };
        let bytes = match length <= inline_bytes {
            true => entry.value[..length as usize].to_vec(),
            false => self.bytes_at(self.integer(&entry.value[..inline_bytes as usize]), length)?,
        };
        Ok(Some((entry.kind, bytes)))
    }

    /// Returns the values of a tag of unsigned integers.
    pub fn integers(
        &mut self,
        directory: &Directory,
        tag: u16,
    ) -> Result<Option<Vec<u64>>, ReadProblem> {
        let Some((kind, bytes)) = self.bytes_of(directory, tag)? else { return Ok(None) };
        if !matches!(kind, 1 | 3 | 4 | 13 | 16 | 18) {
            return Err(damaged(format!("its tag {tag} does not contain integers")));
        }
        let width = width(kind).unwrap_or(1) as usize;
        Ok(Some(bytes.chunks_exact(width).map(|value| self.integer(value)).collect()))
    }

    /// Returns the first value of a tag of unsigned integers.
    pub fn first(&mut self, directory: &Directory, tag: u16) -> Result<Option<u64>, ReadProblem> {
        Ok(self.integers(directory, tag)?.and_then(|values| values.first().copied()))
    }

    /// Returns the values of a numeric tag. `None` if the tag has another type or a bad offset.
    pub fn numbers(&mut self, directory: &Directory, tag: u16) -> Option<Vec<f64>> {
        let (kind, bytes) = self.bytes_of(directory, tag).ok()??;
        let width = width(kind)? as usize;
        let number = |value: &[u8]| {
            let bits = self.integer(value);
            match kind {
                11 => f64::from(f32::from_bits(bits as u32)),
                12 => f64::from_bits(bits),
                _ => bits as f64,
            }
        };
        let is_known = matches!(kind, 1 | 3 | 4 | 11 | 12 | 16);
        is_known.then(|| bytes.chunks_exact(width).map(number).collect())
    }

    /// Returns the text of a tag up to its terminator. `None` if the tag is not text.
    pub fn text(&mut self, directory: &Directory, tag: u16) -> Option<String> {
        let (kind, bytes) = self.bytes_of(directory, tag).ok()??;
        let text = bytes.split(|byte| *byte == 0).next()?;
        matches!(kind, 1 | 2 | 7).then(|| String::from_utf8_lossy(text).into_owned())
    }
}
