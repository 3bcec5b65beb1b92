//! The integer hash behind the default permutation, and seeds.
//!
//! Everything works on 32-bit words, so that a shader or exported code can compute the same field.
//! A 64-bit cell coordinate is two words (low, high), a seed too. There is no table and hence no
//! period of 256: the hash is good over the whole range of `i64`, of which positions in f64 can
//! reach ±2⁵³ cells.
//!
//! Each axis first turns its coordinate into a well-mixed *key*; the hash of a lattice point is the
//! avalanche of the sum of its keys. A grid therefore computes one key a column and one a row, and
//! pays one add and one avalanche a point.

use super::lookup::Lookup;
use super::observer::Observer;
use serde::Serialize;

/// The avalanche: a bijection of u32 that mixes all bits.
///
/// Every input bit flips every output bit with a probability close to ½.
///
/// Two rounds of xorshift and multiply with the constants of Wellons' `lowbias32` (hash prospector,
/// 2018; public domain).
#[inline]
pub const fn avalanche(mut x: u32) -> u32 {
    x ^= x >> 16;
    x = x.wrapping_mul(0x7feb_352d);
    x ^= x >> 15;
    x = x.wrapping_mul(0x846c_a68b);
    x ^ (x >> 16)
}

/// The golden ratio's fraction in 32 bits: the step between the axes' and the octaves' seed words.
pub(super) const GOLDEN: u32 = 0x9e37_79b9;

/// Low and high word of a 64-bit number.
#[inline]
pub const fn words(x: u64) -> [u32; 2] {
    [x as u32, (x >> 32) as u32]
}

/// The seed of a noise: 64 bits, from a number or from any text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Seed(pub u64);

impl Seed {
    /// Reads a seed from a number or from any text.
    ///
    /// Decimal digits that fit 64 bits are that number. [`fnv1a`] hashes any other text.
    /// Surrounding white space is ignored.
    pub fn from_text(text: &str) -> Seed {
        let text = text.trim();
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        match text.parse() {
            Ok(number) if digits => Seed(number),
            _ => Seed(fnv1a(text.as_bytes())),
        }
    }

    /// The seed of octave `octave`, if octaves have their own seeds.
    ///
    /// Octave 0 keeps the seed itself.
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

    /// The word that starts the keys of one axis (0 = x, 1 = y, …).
    ///
    /// It is the only part of [`axis_key`] that depends on the seed, so a run of cells computes it
    /// once.
    #[inline]
    pub const fn axis_word(self, axis: u32) -> u32 {
        let [low, high] = words(self.0);
        avalanche(avalanche(low.wrapping_add(axis.wrapping_mul(GOLDEN))) ^ high)
    }
}

/// The key of cell `cell` on an axis whose word is `axis_word`: bijective in each word of the cell.
#[inline]
pub const fn axis_key(axis_word: u32, cell: i64) -> u32 {
    let [low, high] = words(cell as u64);
    avalanche(avalanche(axis_word ^ low) ^ high)
}

/// The hash of a lattice point: the avalanche of the sum of its axes' keys.
#[inline]
pub fn hash_cell(seed: Seed, cell: &[i64]) -> u32 {
    hash_cell_watched(seed, cell, &mut ())
}

/// The hash of [`hash_cell`]; reports each step to `observer`.
#[inline]
pub fn hash_cell_watched(seed: Seed, cell: &[i64], observer: &mut (impl Observer + ?Sized)) -> u32 {
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

/// A further word that follows from a lattice point's number.
///
/// Noises that need more than one number per lattice point take these.
#[inline]
pub const fn further_word(hash: u32, index: u32) -> u32 {
    avalanche(hash.wrapping_add(index.wrapping_add(1).wrapping_mul(GOLDEN)))
}

/// FNV-1a, 64 bits (Fowler, Noll, Vo): xor a byte, multiply by 2⁴⁰ + 435.
///
/// The hash of text seeds, for ever.
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
    fn text_seeds_are_stable_for_ever() {
        assert_eq!(Seed::from_text("42"), Seed(42));
        assert_eq!(Seed::from_text(" 18446744073709551615 "), Seed(u64::MAX));
        // FNV-1a's published values.
        assert_eq!(Seed::from_text(""), Seed(0xcbf2_9ce4_8422_2325));
        assert_eq!(Seed::from_text("a"), Seed(0xaf63_dc4c_8601_ec8c));
        assert_eq!(Seed::from_text("foobar"), Seed(0x8594_4171_f739_67e8));
        assert_eq!(Seed::from_text("+7"), Seed(fnv1a(b"+7")));
    }

    #[test]
    fn golden_hashes() {
        let golden: Vec<u32> = [[0, 0], [1, 0], [0, 1], [-1, -1], [1 << 40, -(1 << 52)]]
            .iter()
            .map(|cell| hash_cell(Seed(7), cell))
            .collect();
        assert_eq!(golden, GOLDEN_HASHES);
    }

    const GOLDEN_HASHES: [u32; 5] =
        [0x5be9_ce73, 0x324b_c94e, 0x4a5b_4e9b, 0x687f_c202, 0xcb68_044e];

    #[test]
    fn every_input_bit_moves_about_half_of_the_output() {
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
