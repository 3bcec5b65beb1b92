//! The integer hash behind the default permutation, and seeds.
//!
//! All arithmetic is on 32-bit words, so that a shader or exported code can compute the same noise.
//! A 64-bit cell coordinate or seed counts as two words (low, high). Without a table there is no
//! period of 256: the hash works over the whole range of `i64`, of which positions in f64 reach
//! ±2⁵³ cells.
//!
//! Each coordinate of a lattice point is first mixed to a *key* of 32 bits. The hash of the point
//! is the avalanche (a final mixing) of the sum of its keys. A grid therefore needs one key per
//! column and one per row, and only an addition and an avalanche per point.

use super::lookup::Lookup;
use super::observer::Observer;
use serde::Serialize;

/// Mixes all bits of a word, as a bijection of u32 (an "avalanche").
///
/// Each input bit flips each output bit with a probability close to ½.
///
/// It is two rounds of xorshift and multiplication, with the constants of Wellons' `lowbias32`
/// (hash prospector, 2018; public domain).
#[inline]
pub const fn avalanche(mut x: u32) -> u32 {
    x ^= x >> 16;
    x = x.wrapping_mul(0x7feb_352d);
    x ^= x >> 15;
    x = x.wrapping_mul(0x846c_a68b);
    x ^ (x >> 16)
}

/// The golden ratio's fraction in 32 bits. Seed words of successive axes and octaves differ by it.
pub(super) const GOLDEN: u32 = 0x9e37_79b9;

/// The low and the high word of a 64-bit number.
#[inline]
pub const fn words(x: u64) -> [u32; 2] {
    [x as u32, (x >> 32) as u32]
}

/// The seed of a noise: 64 bits, from a number or from any text.
///
/// ```
/// use orogen_noise::Seed;
///
/// assert_eq!(Seed::from_text("42"), Seed(42));
/// assert_ne!(Seed::from_text("alps"), Seed::from_text("dolomites"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Seed(pub u64);

impl Seed {
    /// Makes a seed from text.
    ///
    /// If the text has only decimal digits and they fit 64 bits, the seed is that number. Any other
    /// text is hashed with [`fnv1a`]. White space around the text is ignored.
    pub fn from_text(text: &str) -> Seed {
        let text = text.trim();
        let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        match text.parse() {
            Ok(number) if is_number => Seed(number),
            _ => Seed(fnv1a(text.as_bytes())),
        }
    }

    /// The seed of an octave, for noises in which each octave has its own seed.
    ///
    /// Octave 0 has the seed itself.
    pub const fn octave(self, octave: u32) -> Seed {
        if octave == 0 {
            return self;
        }
        let [low, high] = words(self.0);
        let step = octave.wrapping_mul(GOLDEN);
        let new_low = avalanche(avalanche(low.wrapping_add(step)) ^ high);
        let new_high = avalanche(new_low ^ high.wrapping_add(step));
        Seed(new_low as u64 | (new_high as u64) << 32)
    }

    /// The word from which the keys of one axis are computed (0 = x, 1 = y, …).
    ///
    /// Only this part of [`axis_key`] depends on the seed, so it is computed once for many cells.
    #[inline]
    pub const fn axis_word(self, axis: u32) -> u32 {
        let [low, high] = words(self.0);
        avalanche(avalanche(low.wrapping_add(axis.wrapping_mul(GOLDEN))) ^ high)
    }
}

/// The key of a cell coordinate, on the axis with the word `axis_word`.
///
/// It is a bijection in each of the coordinate's two words.
#[inline]
pub const fn axis_key(axis_word: u32, cell: i64) -> u32 {
    let [low, high] = words(cell as u64);
    avalanche(avalanche(axis_word ^ low) ^ high)
}

/// The hash of a lattice point: the avalanche of the sum of its keys.
#[inline]
pub fn hash_cell(seed: Seed, cell: &[i64]) -> u32 {
    hash_cell_observed(seed, cell, &mut ())
}

/// Computes [`hash_cell`] and reports each step to `observer`.
#[inline]
pub fn hash_cell_observed(
    seed: Seed,
    cell: &[i64],
    observer: &mut (impl Observer + ?Sized),
) -> u32 {
    let mut sum = 0u32;
    for (axis, &coordinate) in cell.iter().enumerate() {
        let axis_word = seed.axis_word(axis as u32);
        let value = axis_key(axis_word, coordinate);
        let middle = avalanche(axis_word ^ words(coordinate as u64)[0]);
        observer.looked_up(Lookup::Key { axis, coordinate, axis_word, middle, value });
        sum = sum.wrapping_add(value);
    }
    let value = avalanche(sum);
    observer.looked_up(Lookup::Avalanche { sum, value });
    value
}

/// One more pseudo-random word that follows from a lattice point's number.
///
/// Some noises need more than one number per lattice point.
#[inline]
pub const fn further_word(hash: u32, index: u32) -> u32 {
    avalanche(hash.wrapping_add(index.wrapping_add(1).wrapping_mul(GOLDEN)))
}

/// FNV-1a with 64 bits (Fowler, Noll, Vo): xor a byte, multiply by 2⁴⁰ + 435.
///
/// It hashes text seeds and must never change, or old seeds would give other lands.
pub const fn fnv1a(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        i += 1;
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_from_text_never_change() {
        assert_eq!(Seed::from_text("42"), Seed(42));
        assert_eq!(Seed::from_text(" 18446744073709551615 "), Seed(u64::MAX));
        // FNV-1a's published values.
        assert_eq!(Seed::from_text(""), Seed(0xcbf2_9ce4_8422_2325));
        assert_eq!(Seed::from_text("a"), Seed(0xaf63_dc4c_8601_ec8c));
        assert_eq!(Seed::from_text("foobar"), Seed(0x8594_4171_f739_67e8));
        assert_eq!(Seed::from_text("+7"), Seed(fnv1a(b"+7")));
    }

    #[test]
    fn hashes_never_change() {
        let golden: Vec<u32> = [[0, 0], [1, 0], [0, 1], [-1, -1], [1 << 40, -(1 << 52)]]
            .iter()
            .map(|cell| hash_cell(Seed(7), cell))
            .collect();
        assert_eq!(golden, GOLDEN_HASHES);
    }

    const GOLDEN_HASHES: [u32; 5] =
        [0x5be9_ce73, 0x324b_c94e, 0x4a5b_4e9b, 0x687f_c202, 0xcb68_044e];

    #[test]
    fn every_input_bit_flips_about_half_of_the_output_bits() {
        for bit in 0..53 {
            let mut flipped = 0;
            for cell in 0..512i64 {
                let (x, y) = (cell * 0x1_0001 - 77, 3 - cell);
                let h = hash_cell(Seed(1), &[x, y]);
                flipped += (h ^ hash_cell(Seed(1), &[x ^ (1 << bit), y])).count_ones();
                flipped += (h ^ hash_cell(Seed(1), &[x, y ^ (1 << bit)])).count_ones();
            }
            let mean = f64::from(flipped) / 1024.0;
            assert!((15.0..17.0).contains(&mean), "bit {bit}: {mean} of 32 bits flip");
        }
    }

    #[test]
    fn octave_seeds_differ() {
        let seeds: std::collections::HashSet<_> = (0..64).map(|i| Seed(5).octave(i).0).collect();
        assert_eq!(seeds.len(), 64);
        assert_eq!(Seed(5).octave(0), Seed(5));
    }
}
