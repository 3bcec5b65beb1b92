//! The layout of samples in a TIFF picture. They lie in pieces, which are strips or tiles. A file
//! may omit pieces.

use std::io::{Read, Seek};

use super::super::problem::{ReadProblem, damaged};
use super::directory::{Directory, TiffFile};

/// Tag numbers.
pub(super) const WIDTH: u16 = 256;
pub(super) const HEIGHT: u16 = 257;
pub(super) const BITS: u16 = 258;
pub(super) const COMPRESSION: u16 = 259;
pub(super) const PHOTOMETRIC: u16 = 262;
const FILL_ORDER: u16 = 266;
pub(super) const STRIP_OFFSETS: u16 = 273;
pub(super) const CHANNELS: u16 = 277;
pub(super) const STRIP_ROWS: u16 = 278;
pub(super) const STRIP_BYTES: u16 = 279;
pub(super) const PLANAR: u16 = 284;
pub(super) const PREDICTOR: u16 = 317;
pub(super) const TILE_WIDTH: u16 = 322;
pub(super) const TILE_HEIGHT: u16 = 323;
pub(super) const TILE_OFFSETS: u16 = 324;
pub(super) const TILE_BYTES: u16 = 325;
const EXTRA: u16 = 338;
pub(super) const FORMAT: u16 = 339;

/// The most strips or tiles of a file.
const MAX_PIECES: usize = 1 << 22;

/// The approximate size, in bytes, of the parts into which uncompressed strips are split.
const PART_BYTES: usize = 1 << 20;

/// The number format of samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SampleFormat {
    Unsigned,
    Signed,
    Float,
}

/// The layout of samples.
#[derive(Clone, Debug)]
pub(super) struct TiffLayout {
    pub size: [usize; 2],
    pub bits: u16,
    /// The number of channels in a pixel of a piece.
    pub channels: usize,
    pub format: SampleFormat,
    pub compression: u16,
    pub predictor: u16,
    pub photometric: Option<u64>,
    /// True if each channel has separate pieces.
    pub is_planar: bool,
    pub is_tiled: bool,
    /// Columns and rows of a strip or tile.
    pub piece: [usize; 2],
    /// Offset and length of each piece. Both are 0 for omitted pieces.
    pub pieces: Vec<[u64; 2]>,
    /// The alpha channel, if any.
    pub alpha: Option<usize>,
}

impl TiffLayout {
    pub fn of<R: Read + Seek>(
        file: &mut TiffFile<R>,
        directory: &Directory,
    ) -> Result<Self, ReadProblem> {
        let mut side = |tag| {
            let side = file.first(directory, tag)?.unwrap_or(0);
            usize::try_from(side)
                .ok()
                .filter(|side| (1..1 << 31).contains(side))
                .ok_or_else(|| damaged("it gives no valid size"))
        };
        let size = [side(WIDTH)?, side(HEIGHT)?];
        let mut word = |tag, default_value: u64| {
            let value = file.first(directory, tag)?.unwrap_or(default_value);
            u16::try_from(value)
                .map_err(|_| damaged(format!("its tag {tag} has a value of {value}")))
        };
        let (channels, compression) = (word(CHANNELS, 1)?, word(COMPRESSION, 1)?);
        let (planar, predictor) = (word(PLANAR, 1)?, word(PREDICTOR, 1)?);
        if word(FILL_ORDER, 1)? == 2 {
            return Err(unsupported("the bits of its bytes are in reverse order (FillOrder 2)"));
        }
        let channels = usize::from(channels);
        if channels == 0 {
            return Err(damaged("it has no channels"));
        }
        let bits = equal(file, directory, BITS, 1)?;
        let bits =
            bits.ok_or_else(|| unsupported("its channels have different numbers of bits"))?;
        let format = equal(file, directory, FORMAT, 1)?;
        let format = match format
            .ok_or_else(|| unsupported("its channels have different number formats"))?
        {
            1 | 4 => SampleFormat::Unsigned,
            2 => SampleFormat::Signed,
            3 => SampleFormat::Float,
            5 | 6 => return Err(unsupported("it has complex numbers")),
            other => return Err(damaged(format!("it has samples of an unknown format, {other}"))),
        };
        let is_tiled = directory.has(TILE_OFFSETS);
        let piece = match is_tiled {
            true => [TILE_WIDTH, TILE_HEIGHT].map(|tag| file.first(directory, tag)),
            false => [Ok(Some(size[0] as u64)), file.first(directory, STRIP_ROWS)],
        };
        let [columns, rows] = piece;
        let piece = [columns?.unwrap_or(0) as usize, rows?.unwrap_or(size[1] as u64) as usize];
        if piece.contains(&0) || piece[0] >= 1 << 31 {
            return Err(damaged("its strips or tiles have no size"));
        }
        // A strip may claim more rows than the picture has.
        let piece = if is_tiled { piece } else { [piece[0], piece[1].min(size[1])] };
        if piece[1] >= 1 << 31 {
            return Err(damaged("its strips or tiles have no size"));
        }
        let extra = file.integers(directory, EXTRA)?.unwrap_or_default();
        let alpha = extra.iter().position(|kind| matches!(kind, 1 | 2));
        let alpha = alpha.map(|index| channels.saturating_sub(extra.len()) + index);
        let photometric = file.first(directory, PHOTOMETRIC)?;
        let mut layout = Self {
            size,
            bits: u16::try_from(bits).map_err(|_| damaged("it has too many bits a sample"))?,
            channels,
            format,
            compression,
            predictor,
            photometric,
            is_planar: planar == 2 && channels > 1,
            is_tiled,
            piece,
            pieces: vec![],
            alpha: alpha.filter(|index| *index < channels),
        };
        layout.pieces = layout.read_pieces(file, directory)?;
        Ok(layout)
    }

    /// The number of strips or tiles per channel, east and south.
    pub fn piece_counts(&self) -> [usize; 2] {
        [0, 1].map(|axis| self.size[axis].div_ceil(self.piece[axis]))
    }

    /// The bytes of a row of an unpacked piece.
    pub fn row_bytes(&self) -> usize {
        let channels = if self.is_planar { 1 } else { self.channels };
        (self.piece[0] * channels * usize::from(self.bits)).div_ceil(8)
    }

    fn read_pieces<R: Read + Seek>(
        &self,
        file: &mut TiffFile<R>,
        directory: &Directory,
    ) -> Result<Vec<[u64; 2]>, ReadProblem> {
        let [east, south] = self.piece_counts();
        let planes = if self.is_planar { self.channels } else { 1 };
        let count = east.checked_mul(south).and_then(|count| count.checked_mul(planes));
        let count = count.filter(|count| *count <= MAX_PIECES);
        let count =
            count.ok_or_else(|| unsupported("it has more than 4 million strips or tiles"))?;
        let tags =
            if self.is_tiled { [TILE_OFFSETS, TILE_BYTES] } else { [STRIP_OFFSETS, STRIP_BYTES] };
        let offsets = file.integers(directory, tags[0])?;
        let offsets = offsets.ok_or_else(|| damaged("it does not say where its samples are"))?;
        let lengths = file.integers(directory, tags[1])?;
        let piece_bytes = self.row_bytes().saturating_mul(self.piece[1]) as u64;
        let piece = |index: usize| {
            let offset = offsets.get(index).copied().unwrap_or(0);
            let length = match &lengths {
                Some(lengths) => lengths.get(index).copied().unwrap_or(0),
                // Without compression the length follows from the size. With compression, the end
                // of the file is the only limit.
                None if self.compression == 1 => piece_bytes,
                None => file.bytes.saturating_sub(offset),
            };
            // A file omits a piece by an offset or a length of 0.
            if offset == 0 || length == 0 { [0; 2] } else { [offset, length] }
        };
        Ok((0..count).map(piece).collect())
    }

    /// Returns the layout of one channel, and the index of that channel in a pixel.
    pub fn of_channel(&self, channel: usize) -> (Self, usize) {
        let mut layout = self.clone();
        if !self.is_planar {
            return (layout, channel);
        }
        let [east, south] = self.piece_counts();
        layout.pieces = self.pieces[channel * east * south..][..east * south].to_vec();
        (layout.channels, layout.is_planar) = (1, false);
        (layout, 0)
    }

    /// Splits uncompressed strips into smaller strips, to save memory.
    pub fn split_strips(mut self) -> Self {
        let row_bytes = self.row_bytes();
        let rows = (PART_BYTES / row_bytes.max(1)).max(1);
        if self.compression != 1 || self.is_tiled || self.piece[1] <= rows {
            return self;
        }
        // A part must not cross the end of a strip, so its rows must divide the rows of a strip.
        let rows = (1..=rows).rev().find(|rows| self.piece[1].is_multiple_of(*rows)).unwrap_or(1);
        let rows =
            if self.pieces.len() == 1 { PART_BYTES.div_ceil(row_bytes.max(1)) } else { rows };
        let [full_strip_rows, all_rows] = [self.piece[1], self.size[1]];
        let cut = |(index, [offset, _]): (usize, &[u64; 2])| {
            let strip_rows = full_strip_rows.min(all_rows - index * full_strip_rows);
            let offset = *offset;
            (0..strip_rows.div_ceil(rows)).map(move |part| {
                let bytes = rows.min(strip_rows - part * rows) * row_bytes;
                let start = offset.saturating_add((part * rows * row_bytes) as u64);
                if offset == 0 { [0; 2] } else { [start, bytes as u64] }
            })
        };
        self.pieces = self.pieces.iter().enumerate().flat_map(cut).collect();
        self.piece[1] = rows;
        self
    }

    /// The number of samples in pieces that are present.
    pub fn stored_sample_count(&self) -> usize {
        let present = self.pieces.iter().filter(|piece| **piece != [0; 2]).count();
        let planes = if self.is_planar { self.channels } else { 1 };
        let stored = self.piece[0].saturating_mul(self.piece[1]).saturating_mul(present) / planes;
        stored.min(self.size[0] * self.size[1])
    }
}

fn unsupported(what: &str) -> ReadProblem {
    ReadProblem::Form(format!("{what}, which is not supported"))
}

/// Returns the value of a tag, if all its values are equal. Without the tag, returns the default.
fn equal<R: Read + Seek>(
    file: &mut TiffFile<R>,
    directory: &Directory,
    tag: u16,
    default_value: u64,
) -> Result<Option<u64>, ReadProblem> {
    let values = file.integers(directory, tag)?.unwrap_or_default();
    let first = values.first().copied().unwrap_or(default_value);
    Ok(values.iter().all(|value| *value == first).then_some(first))
}
