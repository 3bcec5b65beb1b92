//! Reads raw samples without a header: 16-bit numbers or floats, row by row.

use std::io::Read;
use std::path::Path;

use super::decoded::{DecodedMap, SampleUnit};
use super::input::Input;
use super::memory::{check_sample_count, reserve};
use super::problem::{ReadProblem, damaged};
use super::reading::{ByteOrder, RawKind, Reading};

pub(super) fn read(
    input: impl Input,
    bytes: u64,
    name: &Path,
    reading: &Reading,
) -> Result<DecodedMap, ReadProblem> {
    let is_float = name.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("r32"));
    let kind_by_name = if is_float { RawKind::F32 } else { RawKind::U16 };
    let kind = reading.kind.unwrap_or(kind_by_name);
    let sample_bytes = kind.bytes() as u64;
    let size = match reading.size {
        Some(size) => size,
        None => {
            let side = (bytes / sample_bytes).isqrt();
            if side * side * sample_bytes != bytes {
                return Err(ReadProblem::Form(format!(
                    "its {bytes} bytes are not a square of samples of {sample_bytes} bytes; give its columns \
                     and rows, as in 1025x513"
                )));
            }
            [side as usize; 2]
        }
    };
    let count = check_sample_count(size, bytes)?;
    if count as u64 * sample_bytes != bytes {
        let [columns, rows] = size;
        let needed = count as u64 * sample_bytes;
        return Err(ReadProblem::Form(format!(
            "{columns} × {rows} samples of {sample_bytes} bytes are {needed} bytes, and it has {bytes}"
        )));
    }
    let mut raw: Vec<u8> = reserve(size, bytes as usize)?;
    input.take(bytes).read_to_end(&mut raw)?;
    if raw.len() as u64 != bytes {
        return Err(damaged("it ends early"));
    }
    let mut warnings = vec![];
    let order = reading.order.unwrap_or_else(|| {
        // Neighbouring samples are similar if the byte order is right.
        let [little, big] =
            [ByteOrder::Little, ByteOrder::Big].map(|order| roughness(&raw, kind, order, size[0]));
        if big >= 0.5 * little {
            return ByteOrder::Little;
        }
        warnings.push(
            "the highest byte of its samples seems to come first (big); set little if the land looks torn".to_owned(),
        );
        ByteOrder::Big
    });
    let mut samples = reserve(size, count)?;
    let sample_bytes = kind.bytes();
    samples.extend(raw.chunks_exact(sample_bytes).map(|bytes| sample(bytes, kind, order)));
    drop(raw);
    let order_words = match order {
        ByteOrder::Little => "lowest byte first",
        ByteOrder::Big => "highest byte first",
    };
    let (form, unit) = match kind {
        RawKind::U16 => ("raw 16-bit samples", SampleUnit::UpTo(65_535.0)),
        RawKind::I16 => ("raw 16-bit samples with a sign", SampleUnit::Metres(1.0)),
        RawKind::F32 => ("raw floats", unit_of_floats(&samples, reading)),
    };
    let mut decoded = DecodedMap::new(size, samples, format!("{form}, {order_words}"), unit);
    decoded.raw_order = Some(order);
    decoded.warnings = warnings;
    Ok(decoded)
}

/// Returns the unit of floats: metres, or shares if all lie between 0 and 1.
pub(super) fn unit_of_floats(samples: &[f32], reading: &Reading) -> SampleUnit {
    let heights = samples.iter().filter(|sample| !reading.is_void(**sample));
    let range = heights.fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], sample| {
        [low.min(*sample), high.max(*sample)]
    });
    if range[0] >= 0.0 && range[1] <= 1.0 && range[1] > range[0] {
        SampleUnit::UpTo(1.0)
    } else {
        SampleUnit::Metres(1.0)
    }
}

/// Decodes a sample.
fn sample(bytes: &[u8], kind: RawKind, order: ByteOrder) -> f32 {
    let word = |pair: &[u8]| match order {
        ByteOrder::Little => u16::from_le_bytes([pair[0], pair[1]]),
        ByteOrder::Big => u16::from_be_bytes([pair[0], pair[1]]),
    };
    match kind {
        RawKind::U16 => f32::from(word(bytes)),
        RawKind::I16 => f32::from(word(bytes) as i16),
        RawKind::F32 => {
            let bytes = [bytes[0], bytes[1], bytes[2], bytes[3]];
            match order {
                ByteOrder::Little => f32::from_le_bytes(bytes),
                ByteOrder::Big => f32::from_be_bytes(bytes),
            }
        }
    }
}

/// Returns the mean difference between neighbours in a row, relative to the range of the samples.
fn roughness(raw: &[u8], kind: RawKind, order: ByteOrder, columns: usize) -> f64 {
    let mut steps = 0.0;
    let mut range = [f64::INFINITY, f64::NEG_INFINITY];
    let sample_bytes = kind.bytes();
    let value = |bytes: &[u8]| f64::from(sample(bytes, kind, order));
    for row in raw.chunks(columns * sample_bytes) {
        for pair in row.windows(2 * sample_bytes).step_by(sample_bytes) {
            let [a, b] = [value(&pair[..sample_bytes]), value(&pair[sample_bytes..])];
            // With the wrong byte order, floats are tiny, huge or infinite.
            let step = if a.is_finite() && b.is_finite() { (a - b).abs() } else { f64::MAX / 1e12 };
            steps += step;
            range = [range[0].min(a), range[1].max(a)];
        }
    }
    let (range, count) = (range[1] - range[0], raw.len() / sample_bytes);
    if range > 0.0 { steps / range / count as f64 } else { 0.0 }
}
