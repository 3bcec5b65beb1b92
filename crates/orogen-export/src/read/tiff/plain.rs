//! Shows one piece of a TIFF to the decoder as a plain picture. It puts a new header and a minimal
//! directory before the bytes of the file. The decoder then leaves samples unchanged, and tags that
//! it does not know cannot stop it.

use std::io::{Read, Result, Seek, SeekFrom};

use super::super::reading::ByteOrder;
use super::layout::{self, SampleFormat, TiffLayout};

/// A file, read as if other bytes came before it.
pub(super) struct PrefixedFile<R> {
    header: Vec<u8>,
    input: R,
    /// The position of the next byte to read, counted from the start of the header.
    position: u64,
    /// The current position of `input`, if known.
    input_position: Option<u64>,
}

/// The photometric value with which the decoder leaves samples unchanged.
const BLACK_IS_ZERO: u64 = 1;

/// The types of values in tags.
const SHORT: u16 = 3;
const LONG: u16 = 4;
const LONG8: u16 = 16;

impl<R> PrefixedFile<R> {
    /// Prepends a directory that describes a single strip or tile with `size` columns and rows.
    /// `place` is its offset and length in `input`.
    pub fn new(
        input: R,
        order: ByteOrder,
        layout: &TiffLayout,
        size: [usize; 2],
        place: [u64; 2],
    ) -> Self {
        Self {
            header: directory(order, layout, size, place),
            input,
            position: 0,
            input_position: None,
        }
    }
}

/// Builds a BigTIFF header and directory (awaresystems.be, "The BigTIFF File Format").
fn directory(
    order: ByteOrder,
    layout: &TiffLayout,
    [columns, rows]: [usize; 2],
    [offset, piece_bytes]: [u64; 2],
) -> Vec<u8> {
    let format = match layout.format {
        SampleFormat::Unsigned => 1,
        SampleFormat::Signed => 2,
        SampleFormat::Float => 3,
    };
    let [offset_tag, length_tag] = match layout.is_tiled {
        true => [layout::TILE_OFFSETS, layout::TILE_BYTES],
        false => [layout::STRIP_OFFSETS, layout::STRIP_BYTES],
    };
    let (columns, rows) = (columns as u64, rows as u64);
    let mut tags = vec![
        (layout::WIDTH, LONG, columns),
        (layout::HEIGHT, LONG, rows),
        (layout::BITS, SHORT, layout.bits.into()),
        (layout::COMPRESSION, SHORT, layout.compression.into()),
        (layout::PHOTOMETRIC, SHORT, BLACK_IS_ZERO),
        (layout::CHANNELS, SHORT, layout.channels as u64),
        (layout::PLANAR, SHORT, 1),
        (layout::PREDICTOR, SHORT, layout.predictor.into()),
        (layout::FORMAT, SHORT, format),
        (length_tag, LONG8, piece_bytes),
    ];
    match layout.is_tiled {
        true => tags.extend([
            (layout::TILE_WIDTH, LONG, layout.piece[0] as u64),
            (layout::TILE_HEIGHT, LONG, layout.piece[1] as u64),
        ]),
        false => tags.push((layout::STRIP_ROWS, LONG, rows)),
    }
    // The sum of: header, number of tags, tags with the offset tag, and offset of the next directory.
    let length = (16 + 8 + 20 * (tags.len() + 1) + 8) as u64;
    tags.push((offset_tag, LONG8, offset.saturating_add(length)));
    tags.sort_unstable();
    let mut bytes = Bytes { order, bytes: Vec::with_capacity(length as usize) };
    bytes.bytes.extend(if order == ByteOrder::Little { *b"II" } else { *b"MM" });
    for word in [43, 8, 0] {
        bytes.append(word, 2);
    }
    bytes.append(16, 8);
    bytes.append(tags.len() as u64, 8);
    for (tag, kind, value) in tags {
        let width = match kind {
            SHORT => 2,
            LONG => 4,
            _ => 8,
        };
        bytes.append(tag.into(), 2);
        bytes.append(kind.into(), 2);
        bytes.append(1, 8);
        bytes.append(value, width);
        bytes.append(0, 8 - width);
    }
    bytes.append(0, 8);
    bytes.bytes
}

struct Bytes {
    order: ByteOrder,
    bytes: Vec<u8>,
}

impl Bytes {
    /// Appends the lowest `width` bytes of a number.
    fn append(&mut self, value: u64, width: usize) {
        match self.order {
            ByteOrder::Little => self.bytes.extend(&value.to_le_bytes()[..width]),
            ByteOrder::Big => self.bytes.extend(&value.to_be_bytes()[8 - width..]),
        }
    }
}

impl<R: Read + Seek> Read for PrefixedFile<R> {
    fn read(&mut self, bytes: &mut [u8]) -> Result<usize> {
        let length = self.header.len() as u64;
        let count = match self.position.checked_sub(length) {
            None => (&self.header[self.position as usize..]).read(bytes)?,
            Some(offset) => {
                // A seek would empty the read buffer, so seek only if the position changes.
                if self.input_position != Some(offset) {
                    self.input.seek(SeekFrom::Start(offset))?;
                }
                let count = self.input.read(bytes)?;
                self.input_position = Some(offset + count as u64);
                count
            }
        };
        self.position += count as u64;
        Ok(count)
    }
}

impl<R: Seek> Seek for PrefixedFile<R> {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        self.position = match to {
            SeekFrom::Start(offset) => offset,
            SeekFrom::Current(offset) => self.position.saturating_add_signed(offset),
            SeekFrom::End(offset) => {
                self.input_position = None;
                let length = self.header.len() as u64;
                (length + self.input.seek(SeekFrom::End(0))?).saturating_add_signed(offset)
            }
        };
        Ok(self.position)
    }
}
