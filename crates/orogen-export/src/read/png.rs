//! Reads PNG files of 1 to 16 bits, row by row.

use png::{BitDepth, ColorType, Decoder, DecodingError, Limits, Transformations};

use super::decoded::{DecodedMap, SampleUnit};
use super::input::Input;
use super::memory::{self, check_sample_count, reserve, too_large};
use super::pixels::Guess;
use super::problem::{ReadProblem, damaged};
use super::reading::{Encoding, Reading};

/// The most memory of the decoder in bytes, without the samples.
const MAX_BYTES: usize = 64 << 20;

fn problem(error: DecodingError) -> ReadProblem {
    match error {
        DecodingError::IoError(error) => error.into(),
        error => damaged(error),
    }
}

/// Converts pixels to heights.
struct Pixels {
    channels: usize,
    /// Bytes per channel.
    channel_bytes: usize,
    heights: HeightSource,
    /// The factor by which the decoder multiplies samples of fewer than 8 bits.
    scale: f32,
    /// True if transparent pixels are voids.
    has_voids: bool,
    /// The number of transparent pixels whose heights are kept.
    transparent: u64,
    guess: Guess,
}

enum HeightSource {
    Channel(usize),
    Encoded(Encoding),
}

impl Pixels {
    /// Appends the heights of a row.
    fn add(&mut self, row: &[u8], columns: usize, samples: &mut Vec<f32>) {
        let bytes = self.channels * self.channel_bytes;
        let row = &row[..(columns * bytes).min(row.len())];
        if matches!(self.heights, HeightSource::Channel(_))
            && self.channels > 2
            && self.channel_bytes == 1
        {
            self.guess.add_row(row, self.channels);
        }
        let has_alpha = matches!(self.channels, 2 | 4);
        for pixel in row.chunks_exact(bytes) {
            let alpha = &pixel[bytes - self.channel_bytes..];
            let is_opaque = !has_alpha || alpha.iter().all(|byte| *byte == 0xff);
            let is_transparent = has_alpha && alpha.iter().all(|byte| *byte == 0);
            let height = match self.heights {
                _ if self.has_voids && is_transparent => f32::NAN,
                HeightSource::Encoded(encoding) => {
                    encoding.height_m([pixel[0], pixel[1], pixel[2]]) as f32
                }
                HeightSource::Channel(channel) => match self.channel_bytes {
                    2 => {
                        f32::from(u16::from_be_bytes([pixel[2 * channel], pixel[2 * channel + 1]]))
                    }
                    _ => f32::from(pixel[channel]) / self.scale,
                },
            };
            self.transparent += u64::from(!is_opaque && !height.is_nan());
            samples.push(height);
        }
    }
}

pub(super) fn read(
    input: impl Input,
    bytes: u64,
    reading: &Reading,
) -> Result<DecodedMap, ReadProblem> {
    let mut decoder = Decoder::new_with_limits(input, Limits { bytes: MAX_BYTES });
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    // Keep the samples unchanged: gamma and colour profiles do not apply to heights.
    decoder.set_transformations(Transformations::EXPAND);
    let mut reader = decoder.read_info().map_err(problem)?;
    let info = reader.info();
    // The decoder assumes two facts about a palette: its length is a multiple of a colour, and it
    // has at least as many colours as transparency values.
    let [transparent, colours] =
        [&info.trns, &info.palette].map(|part| part.as_deref().map_or(0, <[u8]>::len));
    let is_palette = info.color_type == ColorType::Indexed;
    let is_grey = matches!(info.color_type, ColorType::Grayscale | ColorType::GrayscaleAlpha);
    if is_palette && (!colours.is_multiple_of(3) || transparent > colours / 3) {
        return Err(damaged(
            "its palette is cut off, or has more transparency values than colours",
        ));
    }
    let size = [info.width as usize, info.height as usize];
    let count = check_sample_count(size, bytes)?;
    let (is_interlaced, bits) = (info.interlaced, info.bit_depth as u8);
    let is_square = info.pixel_dims.is_none_or(|dims| dims.xppu == dims.yppu);
    // A colour that the file declares as transparent marks voids.
    let has_key = info.trns.is_some() && !is_palette;
    let (colour, depth) = reader.output_color_type();
    let channels = colour.samples();
    let is_16_bit = depth == BitDepth::Sixteen;
    let heights = match reading.encoding {
        Some(encoding) if channels < 3 || is_16_bit => {
            return Err(ReadProblem::Channel(format!(
                "{} needs three or four channels of 8 bits, and it has {channels} of {bits} bits",
                encoding.name()
            )));
        }
        Some(encoding) => HeightSource::Encoded(encoding),
        None => HeightSource::Channel(channel(reading, channels, is_16_bit)?),
    };
    let is_encoded = matches!(heights, HeightSource::Encoded(_));
    // The decoder scales samples of fewer than 8 bits to 8 bits: it multiplies 4-bit samples by 17.
    let scale = if is_grey && bits < 8 { 255.0 / f32::from((1u16 << bits) - 1) } else { 1.0 };
    let channel_bytes = if is_16_bit { 2 } else { 1 };
    let has_voids = has_key || is_encoded;
    let guess = Guess::default();
    let mut pixels =
        Pixels { channels, channel_bytes, heights, scale, has_voids, transparent: 0, guess };
    let mut samples: Vec<f32> = Vec::new();
    if is_interlaced {
        let length = reader.output_buffer_size().ok_or_else(|| damaged("it is too large"))?;
        memory::check(size, memory::needed(count as u64).saturating_add(length as u64))?;
        let mut picture: Vec<u8> = reserve(size, length)?;
        picture.resize(length, 0);
        reader.next_frame(&mut picture).map_err(problem)?;
        samples = reserve(size, count)?;
        let rows = picture.chunks_exact(size[0] * channels * channel_bytes);
        rows.for_each(|row| pixels.add(row, size[0], &mut samples));
    } else {
        // Memory grows with the rows that arrive, not with the claimed size.
        while let Some(row) = reader.next_row().map_err(problem)? {
            samples.try_reserve(size[0]).map_err(|_| too_large(size))?;
            pixels.add(row.data(), size[0], &mut samples);
        }
    }
    if samples.len() != count {
        return Err(damaged("it ends early"));
    }
    let (form, unit) = match (is_encoded, is_grey) {
        (true, _) => ("PNG of encoded heights".to_owned(), SampleUnit::Metres(1.0)),
        (false, true) => {
            (format!("{bits}-bit PNG"), SampleUnit::UpTo(2f64.powi(i32::from(bits)) - 1.0))
        }
        (false, false) if is_16_bit => ("16-bit PNG".to_owned(), SampleUnit::UpTo(65_535.0)),
        (false, false) => ("8-bit PNG".to_owned(), SampleUnit::UpTo(255.0)),
    };
    let mut decoded = DecodedMap::new(size, samples, form, unit);
    decoded.is_encoded = is_encoded;
    let mut warn = |warning: String| decoded.warnings.push(warning);
    if !is_16_bit && !is_encoded {
        let heights = if is_grey { 1u32 << bits } else { 256 };
        warn(format!(
            "it has {} bits a sample, {heights} heights in all, which show as steps; 16 bits avoid \
             them",
            if is_grey { bits } else { 8 }
        ));
    }
    if let Some(encoding) = pixels.guess.encoding() {
        warn(format!(
            "its colours look like encoded heights; --encoding {} decodes them",
            encoding.name()
        ));
    }
    if is_palette && !is_encoded {
        warn(
            "its samples are colours of a palette, probably not heights; the channel of the \
             colours is read, not the palette indices"
                .to_owned(),
        );
    }
    if pixels.transparent > 0 {
        let count = pixels.transparent;
        warn(format!("{count} of its pixels are transparent; their heights are used anyway"));
    }
    if !is_square {
        warn("its pixels are not square (pHYs), which is ignored".to_owned());
    }
    Ok(decoded)
}

/// Returns the channel with the heights.
fn channel(reading: &Reading, channels: usize, is_16_bit: bool) -> Result<usize, ReadProblem> {
    let chosen = reading.channel_of(channels);
    if is_16_bit || channels < 3 || reading.channel.is_some() {
        return chosen;
    }
    // The channels of a colour picture may encode heights together.
    chosen.map_err(|problem| {
        ReadProblem::Channel(format!(
            "{problem}; or decode all channels together, with --encoding terrarium or terrain-rgb"
        ))
    })
}
