//! PNG of 8 or 16 bits, row by row.

use png::{BitDepth, ColorType, Decoder, DecodingError, Limits, Transformations};

use super::{Found, Input, ReadProblem, Reading, Unit, checked, damaged, room};

/// What the decoder may ask for besides the samples.
const MOST_BYTES: usize = 64 << 20;

fn problem(error: DecodingError) -> ReadProblem {
    match error {
        DecodingError::IoError(error) => error.into(),
        error => damaged(error),
    }
}

pub(super) fn read(input: impl Input, bytes: u64, reading: &Reading) -> Result<Found, ReadProblem> {
    let mut decoder = Decoder::new_with_limits(input, Limits { bytes: MOST_BYTES });
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    // Numbers are taken as they are: gamma, profiles and such say nothing about heights.
    decoder.set_transformations(Transformations::EXPAND);
    let mut reader = decoder.read_info().map_err(problem)?;
    let info = reader.info();
    // The decoder takes it for granted that palettes have whole colours, and that no more of them
    // are transparent than there are.
    let [transparent, colours] =
        [&info.trns, &info.palette].map(|part| part.as_deref().map_or(0, <[u8]>::len));
    if info.color_type == ColorType::Indexed
        && (!colours.is_multiple_of(3) || transparent > colours / 3)
    {
        return Err(damaged("its palette is cut, or more is transparent than it has"));
    }
    let size = [info.width as usize, info.height as usize];
    let count = checked(size, bytes)?;
    let (is_interlaced, is_palette) = (info.interlaced, info.color_type == ColorType::Indexed);
    let (colour, depth) = reader.output_color_type();
    let channels = colour.samples();
    let channel = reading.channel_of(channels)?;
    let wide = depth == BitDepth::Sixteen;
    let sample_bytes = if wide { 2 } else { 1 };
    let sample = |pixel: &[u8]| match wide {
        true => f32::from(u16::from_be_bytes([pixel[2 * channel], pixel[2 * channel + 1]])),
        false => f32::from(pixel[channel]),
    };
    let pixels = |row: &[u8], samples: &mut Vec<f32>| {
        samples.extend(row.chunks_exact(channels * sample_bytes).take(size[0]).map(sample));
    };
    let mut samples: Vec<f32> = Vec::new();
    if is_interlaced {
        let length = reader.output_buffer_size().ok_or_else(|| damaged("it is too large"))?;
        let mut whole: Vec<u8> = room(size, length)?;
        whole.resize(length, 0);
        reader.next_frame(&mut whole).map_err(problem)?;
        samples = room(size, count)?;
        let row_bytes = size[0] * channels * sample_bytes;
        whole.chunks_exact(row_bytes).for_each(|row| pixels(row, &mut samples));
    } else {
        // No more is asked for than what comes.
        while let Some(row) = reader.next_row().map_err(problem)? {
            samples.try_reserve(size[0]).map_err(|_| ReadProblem::Memory(size[0], size[1]))?;
            pixels(row.data(), &mut samples);
        }
    }
    if samples.len() != count {
        return Err(damaged("it ends early"));
    }
    let (form, most) = if wide { ("16-bit PNG", 65_535.0) } else { ("8-bit PNG", 255.0) };
    let mut found = Found::new(size, samples, form, Unit::UpTo(most));
    if !wide {
        found.warnings.push(
            "it has 8 bits a sample, 256 heights in all, which show as steps; 16 bits have none"
                .to_owned(),
        );
    }
    if is_palette {
        found.warnings.push("its samples are colours of a palette, hardly heights".to_owned());
    }
    Ok(found)
}
