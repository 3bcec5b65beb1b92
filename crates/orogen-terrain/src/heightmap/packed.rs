//! A raster as text, for recipes that embed their samples.
//!
//! The bytes are columns and rows (four bytes each), a format byte, and the samples, deflated and
//! base64-encoded. Each sample is stored as its difference from a prediction: its western plus its
//! northern minus its north-western neighbour. If all samples are whole numbers, the differences
//! are signed varints. Otherwise they are differences of f32 bits, grouped by byte, the highest
//! bytes of all samples first.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{MAX_RASTER_SAMPLES, Raster, RasterError};
use crate::varint;

/// The longest text in characters.
pub const MAX_PACKED: usize = 256 << 10;

/// The largest number of bytes that a text may inflate to: enough for a heightmap of a few thousand
/// samples per side.
const MAX_BYTES: usize = 64 << 20;

/// The format bytes of whole numbers and of the bits of f32.
const WHOLE: u8 = 0;
const BITS: u8 = 1;

/// The reason why a text cannot be unpacked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PackedError {
    /// The text was not made by [`pack()`], or is incomplete.
    #[error(
        "its samples are damaged; put the heightmap's file beside the recipe, or import the heightmap again"
    )]
    Damaged,
    /// The samples do not match the hash.
    #[error("its samples do not match its hash; import the map again")]
    OtherHash,
    /// The samples are not a valid map.
    #[error(transparent)]
    Raster(#[from] RasterError),
}

/// Packs a raster as text; returns `None` if the text is too long for a recipe.
pub fn pack(raster: &Raster) -> Option<String> {
    let bytes = serialize(raster, MAX_BYTES)?;
    let text = STANDARD.encode(miniz_oxide::deflate::compress_to_vec(&bytes, 8));
    (text.len() <= MAX_PACKED).then_some(text)
}

/// Writes a raster as bytes; returns `None` if there would be more than `limit`.
fn serialize(raster: &Raster, limit: usize) -> Option<Vec<u8>> {
    let samples = raster.samples();
    let is_whole = samples.iter().all(|x| x.fract() == 0.0 && x.abs() < (1 << 24) as f32);
    let min_sample_bytes = if is_whole { 1 } else { 4 };
    if samples.len() * min_sample_bytes > limit {
        return None;
    }
    let [columns, rows] = raster.size();
    let mut bytes = vec![];
    bytes.extend((columns as u32).to_le_bytes());
    bytes.extend((rows as u32).to_le_bytes());
    match is_whole {
        true => {
            bytes.push(WHOLE);
            let value = |i: usize| samples[i] as i64;
            for i in 0..samples.len() {
                let difference = value(i) - predict(i, columns, value, |a, b| a + b, |a, b| a - b);
                varint::push_signed(&mut bytes, difference);
            }
        }
        false => {
            bytes.push(BITS);
            let value = |i: usize| samples[i].to_bits();
            let differences: Vec<u32> = (0..samples.len())
                .map(|i| {
                    value(i).wrapping_sub(predict(
                        i,
                        columns,
                        value,
                        u32::wrapping_add,
                        u32::wrapping_sub,
                    ))
                })
                .collect();
            for byte in (0..4).rev() {
                bytes.extend(differences.iter().map(|bits| (bits >> (8 * byte)) as u8));
            }
        }
    }
    (bytes.len() <= limit).then_some(bytes)
}

/// Predicts a sample from its neighbours.
fn predict<T: Copy + Default>(
    i: usize,
    columns: usize,
    value: impl Fn(usize) -> T,
    plus: impl Fn(T, T) -> T,
    minus: impl Fn(T, T) -> T,
) -> T {
    match (!i.is_multiple_of(columns), i >= columns) {
        (false, false) => T::default(),
        (true, false) => value(i - 1),
        (false, true) => value(i - columns),
        (true, true) => minus(plus(value(i - 1), value(i - columns)), value(i - columns - 1)),
    }
}

/// Unpacks a raster and checks its hash, unless `hash` is empty.
///
/// # Errors
/// Returns an error if the text was not made by [`pack()`] or its hash differs.
pub fn unpack(text: &str, hash: &str) -> Result<Raster, PackedError> {
    let damaged = || PackedError::Damaged;
    if text.len() > MAX_PACKED {
        return Err(damaged());
    }
    let deflated = STANDARD.decode(text.trim()).map_err(|_| damaged())?;
    let inflated = miniz_oxide::inflate::decompress_to_vec_with_limit(&deflated, MAX_BYTES);
    let bytes = inflated.map_err(|_| damaged())?;
    let (head, body) = bytes.split_first_chunk::<9>().ok_or_else(damaged)?;
    let [c0, c1, c2, c3, r0, r1, r2, r3, format] = *head;
    let side = |bytes| usize::try_from(u32::from_le_bytes(bytes)).unwrap_or(usize::MAX);
    let size = [side([c0, c1, c2, c3]), side([r0, r1, r2, r3])];
    let count = super::raster::checked_size(size)?;
    debug_assert!(count <= MAX_RASTER_SAMPLES);
    let samples = match format {
        WHOLE => read_whole(body, size[0], count),
        BITS if body.len() == 4 * count => Some(read_bits(body, size[0], count)),
        _ => None,
    };
    let raster = Raster::new(size, samples.ok_or_else(damaged)?)?;
    match hash.is_empty() || raster.hash() == hash {
        true => Ok(raster),
        false => Err(PackedError::OtherHash),
    }
}

fn read_whole(mut body: &[u8], columns: usize, count: usize) -> Option<Vec<f32>> {
    // Every sample takes at least a byte.
    if count > body.len() {
        return None;
    }
    let mut all: Vec<i64> = Vec::with_capacity(count);
    for i in 0..count {
        let difference = varint::take_signed(&mut body)?;
        let prediction = predict(i, columns, |i| all[i], |a, b| a + b, |a, b| a - b);
        let sample =
            difference.checked_add(prediction).filter(|sample| sample.unsigned_abs() < 1 << 24)?;
        all.push(sample);
    }
    body.is_empty().then(|| all.into_iter().map(|sample| sample as f32).collect())
}

fn read_bits(body: &[u8], columns: usize, count: usize) -> Vec<f32> {
    let mut all: Vec<u32> = Vec::with_capacity(count);
    for i in 0..count {
        let difference = (0..4).fold(0, |bits, byte| bits << 8 | u32::from(body[byte * count + i]));
        all.push(difference.wrapping_add(predict(
            i,
            columns,
            |i| all[i],
            u32::wrapping_add,
            u32::wrapping_sub,
        )));
    }
    all.into_iter().map(f32::from_bits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A raster compresses well if it is flat, but its bytes must still fit the limit of `unpack`.
    #[test]
    fn a_raster_with_too_many_bytes_is_not_packed() {
        let flat = Raster::new([16, 16], vec![0.5; 256]).unwrap();
        let bytes = serialize(&flat, MAX_BYTES).unwrap();
        assert_eq!(bytes.len(), 9 + 4 * 256);
        assert!(serialize(&flat, bytes.len()).is_some());
        assert!(serialize(&flat, bytes.len() - 1).is_none());
    }
}
