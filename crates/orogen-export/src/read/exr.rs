//! OpenEXR: reads one channel of one part. Samples are half floats, floats or unsigned integers.
//!
//! A channel of a layer has the name `layer.name`. In a file with several parts, the user may also
//! write `part.name`.

use exr::block::reader::ChunksReader as _;
use exr::meta::MetaData;
use exr::meta::attribute::SampleType;
use exr::meta::header::Header;
use exr::prelude::{Vec2, f16};

use super::decoded::{DecodedMap, SampleUnit};
use super::input::Input;
use super::memory::{check_sample_count, reserve};
use super::problem::{ReadProblem, damaged};
use super::raw::unit_of_floats;
use super::reading::Reading;

/// The channels that usually hold heights, most likely first.
const COMMON_CHANNELS: [&str; 4] = ["R", "Y", "height", "Z"];

fn problem(error: exr::error::Error) -> ReadProblem {
    match error {
        exr::error::Error::NotSupported(what) => {
            let what = orogen_noise::text::sanitise(&what);
            ReadProblem::Form(format!("it is a kind of EXR that cannot be read: {what}"))
        }
        exr::error::Error::Io(error) => error.into(),
        error => damaged(error),
    }
}

/// A channel: its part, its index there, and its name.
struct Channel {
    part: usize,
    index: usize,
    name: String,
    /// The name prefixed by the part's name, in files with several parts.
    full_name: String,
}

pub(super) fn read(
    mut input: impl Input,
    bytes: u64,
    reading: &Reading,
) -> Result<DecodedMap, ReadProblem> {
    // The sizes must be checked before the decoder allocates memory.
    let meta = MetaData::read_from_buffered(&mut input, false).map_err(problem)?;
    input.seek(std::io::SeekFrom::Start(0))?;
    let headers = &meta.headers;
    if headers.iter().all(|header| header.deep) {
        return Err(ReadProblem::Form("it is a deep EXR, which cannot hold heights".to_owned()));
    }
    let channels = channels(headers);
    let Channel { part, index, full_name, .. } = choose_channel(&channels, reading)?;
    let header = &headers[*part];
    let size = [header.layer_size.width(), header.layer_size.height()];
    let count = check_sample_count(size, bytes)?;
    let list = &header.channels.list;
    if list.iter().any(|channel| channel.sampling != Vec2(1, 1)) {
        return Err(ReadProblem::Form(
            "some of its channels have fewer samples than the picture".to_owned(),
        ));
    }
    let kind = list[*index].sample_type;
    let reader = exr::block::read(input, false).map_err(problem)?;
    let mut samples = reserve(size, count)?;
    samples.resize(count, f32::NAN);
    let mut missing = count;
    let chunks = reader.filter_chunks(false, |_, tile, block| {
        block.layer == *part && tile.is_largest_resolution_level()
    });
    let mut blocks = chunks.map_err(problem)?.sequential_decompressor(false);
    while let Some(block) = blocks.decompress_next_block() {
        let block = block.map_err(problem)?;
        let Some(header) = blocks.meta_data().headers.get(block.index.layer) else { continue };
        let lines = block.lines(&header.channels);
        for line in lines.filter(|line| line.location.channel == *index) {
            let Vec2(x, y) = line.location.position;
            let end = x.saturating_add(line.location.sample_count);
            if block.index.layer != *part || end > size[0] || y >= size[1] {
                return Err(damaged("one of its blocks lies beyond the picture"));
            }
            convert(&mut samples[y * size[0]..][x..end], line.value, kind)?;
            missing = missing.saturating_sub(line.location.sample_count);
        }
    }
    if missing > 0 {
        return Err(damaged("it ends early"));
    }
    let unit = unit_of_floats(&samples, reading);
    let kind_name = match kind {
        SampleType::F16 => "16-bit",
        SampleType::F32 => "32-bit",
        SampleType::U32 => "32-bit integer",
    };
    let form = format!("{kind_name} OpenEXR, channel {}", orogen_noise::text::sanitise(full_name));
    let mut decoded = DecodedMap::new(size, samples, form, unit);
    if kind == SampleType::F16 && matches!(unit, SampleUnit::Metres(_)) {
        decoded.warnings.push(
            "half floats have 11 bits: above 2,048 m, heights are rounded to 2 m or more"
                .to_owned(),
        );
    }
    Ok(decoded)
}

/// Lists the channels of all readable parts.
fn channels(headers: &[Header]) -> Vec<Channel> {
    let mut all = vec![];
    for (part, header) in headers.iter().enumerate().filter(|(_, header)| !header.deep) {
        let part_name = header.own_attributes.layer_name.as_ref().map(ToString::to_string);
        let part_name = part_name.filter(|name| headers.len() > 1 && !name.is_empty());
        for (index, channel) in header.channels.list.iter().enumerate() {
            let name = channel.name.to_string();
            // Many programs already start channel names with the part's name.
            let full_name = match &part_name {
                Some(part) if !name.starts_with(part.as_str()) => format!("{part}.{name}"),
                _ => name.clone(),
            };
            all.push(Channel { part, index, name, full_name });
        }
    }
    all
}

/// Returns the channel that the user names. Otherwise returns the channel with a usual name, if the
/// file has only one of that name.
fn choose_channel<'a>(
    channels: &'a [Channel],
    reading: &Reading,
) -> Result<&'a Channel, ReadProblem> {
    let candidates: Vec<&str> = match reading.channel.as_deref() {
        Some("red") => vec!["red", "R"],
        Some("green") => vec!["green", "G"],
        Some("blue") => vec!["blue", "B"],
        Some("alpha") => vec!["alpha", "A"],
        Some(name) => vec![name],
        None => COMMON_CHANNELS.to_vec(),
    };
    for candidate in &candidates {
        let by_full_name = channels.iter().find(|channel| channel.full_name == *candidate);
        let mut by_name = channels.iter().filter(|channel| channel.name == *candidate);
        match (by_full_name, by_name.next(), by_name.next()) {
            (Some(channel), _, _) | (None, Some(channel), None) => return Ok(channel),
            // Several parts have a channel of this name. The user must choose.
            (None, Some(_), Some(_)) => break,
            (None, None, _) => {}
        }
    }
    if let ([only], None) = (channels, &reading.channel) {
        return Ok(only);
    }
    // The message lists all names, each shortened.
    let names: Vec<_> =
        channels.iter().map(|channel| orogen_noise::text::sanitise(&channel.full_name)).collect();
    let last_part = |name: &String| name.rsplit('.').next().unwrap_or(name).to_lowercase();
    let likely = ["height", "depth", "z", "y", "r", "v"];
    let likely = likely.iter().find_map(|word| names.iter().find(|name| last_part(name) == *word));
    let likely = likely.or(names.first());
    Err(ReadProblem::Channel(format!(
        "choose the channel that holds the heights ({}), as in channel={}",
        names.join(", "),
        likely.map_or("R", |name| name)
    )))
}

/// Converts a line of samples from native byte order.
fn convert(out: &mut [f32], bytes: &[u8], kind: SampleType) -> Result<(), ReadProblem> {
    let sample_bytes = kind.bytes_per_sample();
    if bytes.len() != out.len() * sample_bytes {
        return Err(damaged("one of its lines has another length than the picture"));
    }
    match kind {
        SampleType::F16 => {
            let values = bytes.as_chunks().0.iter().map(|pair| f16::from_ne_bytes(*pair).to_f32());
            out.iter_mut().zip(values).for_each(|(out, value)| *out = value);
        }
        SampleType::F32 => {
            let values = bytes.as_chunks().0.iter().map(|four| f32::from_ne_bytes(*four));
            out.iter_mut().zip(values).for_each(|(out, value)| *out = value);
        }
        SampleType::U32 => {
            let values = bytes.as_chunks().0.iter().map(|four| u32::from_ne_bytes(*four) as f32);
            out.iter_mut().zip(values).for_each(|(out, value)| *out = value);
        }
    }
    Ok(())
}
