//! Reads the samples of a TIFF picture, piece by piece.

use std::io::{Read, Seek};

use tiff::TiffError;
use tiff::decoder::{Decoder, DecodingResult, Limits};

use super::super::problem::{ReadProblem, damaged};
use super::directory::TiffFile;
use super::layout::TiffLayout;
use super::plain::PrefixedFile;

/// The largest strip or tile, in bytes.
const MAX_PIECE_BYTES: usize = 512 << 20;

fn problem(error: TiffError) -> ReadProblem {
    match error {
        TiffError::IoError(error) => error.into(),
        TiffError::UnsupportedError(what) => {
            let what = orogen_noise::text::sanitise(&what.to_string());
            ReadProblem::Form(format!("it is a kind of TIFF that cannot be read: {what}"))
        }
        TiffError::LimitsExceeded => too_large(),
        error => damaged(error),
    }
}

fn too_large() -> ReadProblem {
    ReadProblem::Form(
        "one of its strips or tiles is over 512 MiB; save it in smaller ones".to_owned(),
    )
}

/// Checks that the compression is supported.
pub(super) fn check(layout: &TiffLayout) -> Result<(), ReadProblem> {
    let name = match layout.compression {
        1 | 5 | 8 | 32_773 | 32_946 => return Ok(()),
        2..=4 => "fax codes (CCITT)",
        6 | 7 => "JPEG",
        34_712 => "JPEG 2000",
        34_887 => "LERC",
        34_925 => "LZMA",
        50_000 => "Zstandard",
        50_001 => "WebP",
        50_002 => "JPEG XL",
        _ => "an unknown method",
    };
    Err(ReadProblem::Form(format!(
        "its samples are compressed by {name} (compression {}), which cannot be read; save it with \
         deflate, LZW or none",
        layout.compression
    )))
}

/// Calls `handle_row` for each row of each piece of a channel, with the index of the row's first
/// sample in the picture, and the samples. Samples of omitted pieces have the value `absent`.
pub(super) fn read_rows<R: Read + Seek>(
    file: &mut TiffFile<R>,
    layout: &TiffLayout,
    channel: usize,
    absent: f64,
    mut handle_row: impl FnMut(usize, &[f64]),
) -> Result<(), ReadProblem> {
    let (layout, channel) = layout.of_channel(channel);
    let layout = layout.split_strips();
    check(&layout)?;
    // Check the size before any piece is unpacked.
    if layout.row_bytes().saturating_mul(layout.piece[1]) > MAX_PIECE_BYTES {
        return Err(too_large());
    }
    let mut limits = Limits::default();
    limits.decoding_buffer_size = MAX_PIECE_BYTES;
    limits.intermediate_buffer_size = MAX_PIECE_BYTES;
    let across = layout.piece_counts()[0];
    let mut row = vec![];
    for (index, place) in layout.pieces.iter().enumerate() {
        let corner = [index % across * layout.piece[0], index / across * layout.piece[1]];
        let size = [0, 1].map(|axis| layout.piece[axis].min(layout.size[axis] - corner[axis]));
        let start = corner[1] * layout.size[0] + corner[0];
        let mut handle_row =
            |row_index: usize, row: &[f64]| handle_row(start + row_index * layout.size[0], row);
        if *place == [0; 2] {
            row.clear();
            row.resize(size[0], absent);
            (0..size[1]).for_each(|row_index| handle_row(row_index, &row));
            continue;
        }
        let plain = PrefixedFile::new(&mut file.input, file.order, &layout, size, *place);
        let decoder = Decoder::new(plain).map_err(problem)?;
        let read = decoder.with_limits(limits.clone()).read_chunk(0).map_err(problem)?;
        let cutter = RowCutter { size, channels: layout.channels, channel, bits: layout.bits };
        cutter.for_each_row(read, &mut row, &mut handle_row)?;
    }
    Ok(())
}

/// Cuts an unpacked piece into rows of one channel.
struct RowCutter {
    size: [usize; 2],
    channels: usize,
    channel: usize,
    bits: u16,
}

impl RowCutter {
    fn for_each_row(
        &self,
        read: DecodingResult,
        row: &mut Vec<f64>,
        handle_row: &mut impl FnMut(usize, &[f64]),
    ) -> Result<(), ReadProblem> {
        match read {
            DecodingResult::U8(values) if self.bits == 1 => {
                let bytes = values.chunks_exact(self.size[0].div_ceil(8)).take(self.size[1]);
                for (row_index, bytes) in bytes.enumerate() {
                    row.clear();
                    let bit = |x: usize| bytes[x / 8] >> (7 - x % 8) & 1;
                    row.extend((0..self.size[0]).map(|x| f64::from(bit(x))));
                    handle_row(row_index, row);
                }
            }
            DecodingResult::U8(values) => self.convert_rows(&values, f64::from, row, handle_row),
            DecodingResult::U16(values) => self.convert_rows(&values, f64::from, row, handle_row),
            DecodingResult::U32(values) => self.convert_rows(&values, f64::from, row, handle_row),
            DecodingResult::U64(values) => {
                self.convert_rows(&values, |value| value as f64, row, handle_row)
            }
            DecodingResult::I8(values) => self.convert_rows(&values, f64::from, row, handle_row),
            DecodingResult::I16(values) => self.convert_rows(&values, f64::from, row, handle_row),
            DecodingResult::I32(values) => self.convert_rows(&values, f64::from, row, handle_row),
            DecodingResult::I64(values) => {
                self.convert_rows(&values, |value| value as f64, row, handle_row)
            }
            DecodingResult::F16(values) => {
                self.convert_rows(&values, |value| value.to_f64(), row, handle_row)
            }
            DecodingResult::F32(values) => self.convert_rows(&values, f64::from, row, handle_row),
            DecodingResult::F64(values) => {
                self.convert_rows(&values, |value| value, row, handle_row)
            }
        }
        Ok(())
    }

    fn convert_rows<T: Copy>(
        &self,
        values: &[T],
        convert: impl Fn(T) -> f64,
        row: &mut Vec<f64>,
        handle_row: &mut impl FnMut(usize, &[f64]),
    ) {
        let lines = values.chunks_exact(self.size[0] * self.channels).take(self.size[1]);
        for (row_index, values) in lines.enumerate() {
            row.clear();
            row.extend(
                values.iter().skip(self.channel).step_by(self.channels).map(|x| convert(*x)),
            );
            handle_row(row_index, row);
        }
    }
}
