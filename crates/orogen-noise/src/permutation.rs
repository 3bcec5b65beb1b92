//! Permutations, which give lattice points their pseudo-random numbers.

use super::hash::{Seed, hash_cell, hash_cell_observed};
use super::lookup::Lookup;
use super::observer::Observer;

/// Perlin's reference permutation of 0..=255 (1985; "Improving Noise", 2002).
pub const REFERENCE: [u8; 256] = [
    151, 160, 137, 91, 90, 15, 131, 13, 201, 95, 96, 53, 194, 233, 7, 225, 140, 36, 103, 30, 69,
    142, 8, 99, 37, 240, 21, 10, 23, 190, 6, 148, 247, 120, 234, 75, 0, 26, 197, 62, 94, 252, 219,
    203, 117, 35, 11, 32, 57, 177, 33, 88, 237, 149, 56, 87, 174, 20, 125, 136, 171, 168, 68, 175,
    74, 165, 71, 134, 139, 48, 27, 166, 77, 146, 158, 231, 83, 111, 229, 122, 60, 211, 133, 230,
    220, 105, 92, 41, 55, 46, 245, 40, 244, 102, 143, 54, 65, 25, 63, 161, 1, 216, 80, 73, 209, 76,
    132, 187, 208, 89, 18, 169, 200, 196, 135, 130, 116, 188, 159, 86, 164, 100, 109, 198, 173,
    186, 3, 64, 52, 217, 226, 250, 124, 123, 5, 202, 38, 147, 118, 126, 255, 82, 85, 212, 207, 206,
    59, 227, 47, 16, 58, 17, 182, 189, 28, 42, 223, 183, 170, 213, 119, 248, 152, 2, 44, 154, 163,
    70, 221, 153, 101, 155, 167, 43, 172, 9, 129, 22, 39, 253, 19, 98, 108, 110, 79, 113, 224, 232,
    178, 185, 112, 104, 218, 246, 97, 228, 251, 34, 242, 193, 238, 210, 144, 12, 191, 179, 162,
    241, 81, 51, 145, 235, 249, 14, 239, 107, 49, 192, 214, 31, 181, 199, 106, 157, 184, 84, 204,
    176, 115, 121, 50, 45, 127, 4, 150, 254, 138, 236, 205, 93, 222, 114, 67, 29, 24, 72, 243, 141,
    128, 195, 78, 66, 215, 61, 156, 180,
];

/// A function from lattice points to pseudo-random numbers.
///
/// The tables and [`Permutation::P289`] chain one look-up per axis, as published, and repeat every
/// 256 or 289 cells. [`Permutation::Hash`] has no visible period.
///
/// ```
/// use orogen_noise::{Permutation, Seed};
///
/// assert_eq!(Permutation::reference().forward(&[1, 2]), 152); // p[p[1] + 2]
/// let tiled = Permutation::Hash(Seed(7)).periodic([4, 4]);
/// assert_eq!(tiled.forward(&[5, -1]), tiled.forward(&[1, 3]));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Permutation {
    /// A table of 0..=255: Perlin's own ([`Permutation::reference`]), shuffled from a seed, or read
    /// from a file.
    Table(Box<[u8; 256]>),
    /// P(x) = (34x² + x) mod 289, a permutation of 0..289 without a table (Gustavson and McEwan,
    /// 2012).
    P289,
    /// The integer hash of [`super::hash`].
    Hash(Seed),
    /// Another permutation, whose x and y are first wrapped to these periods so that the noise
    /// tiles.
    Periodic(Box<Permutation>, [i64; 2]),
}

impl Permutation {
    /// Perlin's reference table.
    pub fn reference() -> Self {
        Self::Table(Box::new(REFERENCE))
    }

    /// A table shuffled from `seed`, the same on every machine.
    ///
    /// The integer hash drives a Fisher–Yates shuffle.
    pub fn shuffled(seed: Seed) -> Self {
        let mut table: [u8; 256] = std::array::from_fn(|i| i as u8);
        for i in (1..256usize).rev() {
            // The upper half of (a 32-bit word) × (i + 1) is uniform on 0..=i to within 2⁻²⁴.
            let word = u64::from(hash_cell(seed, &[i as i64]));
            table.swap(i, ((word * (i as u64 + 1)) >> 32) as usize);
        }
        Self::Table(Box::new(table))
    }

    /// The number of a lattice point, looked up from the first coordinate to the last.
    ///
    /// Perlin's 2D noise and the terrain exercise chain the look-ups in this way: `p[p[x] + y]`.
    #[inline]
    pub fn forward(&self, cell: &[i64]) -> u32 {
        self.forward_observed(cell, &mut ())
    }

    /// Computes [`Permutation::forward`] and reports each look-up to `observer`.
    #[inline]
    pub fn forward_observed(&self, cell: &[i64], observer: &mut (impl Observer + ?Sized)) -> u32 {
        match self {
            Self::Periodic(inner, period) => {
                let mut buffer = [0; MAX_DIMENSIONS];
                inner.forward_observed(wrapped(cell, period, &mut buffer, observer), observer)
            }
            Self::Hash(seed) => hash_cell_observed(*seed, cell, observer),
            Self::Table(table) => {
                cell.iter().enumerate().fold(0, |h, c| table_step(table, h, c, observer))
            }
            Self::P289 => cell.iter().enumerate().fold(0, |h, c| p289_step(h, c, observer)),
        }
    }

    /// The number of a lattice point, looked up from the last coordinate to the first.
    ///
    /// "Simplex noise demystified" chains the look-ups in this way: `p[x + p[y + p[z]]]`.
    #[inline]
    pub fn backward(&self, cell: &[i64]) -> u32 {
        self.backward_observed(cell, &mut ())
    }

    /// Computes [`Permutation::backward`] and reports each look-up to `observer`.
    #[inline]
    pub fn backward_observed(&self, cell: &[i64], observer: &mut (impl Observer + ?Sized)) -> u32 {
        match self {
            Self::Periodic(inner, period) => {
                let mut buffer = [0; MAX_DIMENSIONS];
                inner.backward_observed(wrapped(cell, period, &mut buffer, observer), observer)
            }
            Self::Hash(seed) => hash_cell_observed(*seed, cell, observer),
            Self::Table(table) => {
                cell.iter().enumerate().rev().fold(0, |h, c| table_step(table, h, c, observer))
            }
            Self::P289 => cell.iter().enumerate().rev().fold(0, |h, c| p289_step(h, c, observer)),
        }
    }

    /// The count of possible numbers: 256 (table), 289 or 2³² (hash).
    pub fn count(&self) -> u64 {
        match self {
            Self::Table(_) => 256,
            Self::P289 => 289,
            Self::Hash(_) => 1 << 32,
            Self::Periodic(inner, _) => inner.count(),
        }
    }

    /// Maps a number to [0, 1): number ÷ count of possible numbers.
    #[inline]
    pub fn fraction(&self, hash: u32) -> f64 {
        f64::from(hash) / self.count() as f64
    }

    /// Maps a number to [−1, 1], both ends included.
    #[inline]
    pub fn centred(&self, hash: u32) -> f64 {
        2.0 * f64::from(hash) / (self.count() - 1) as f64 - 1.0
    }

    /// Wraps the permutation's cells in x and y.
    ///
    /// Each side of `period` must be at least 1.
    pub fn periodic(self, period: [i64; 2]) -> Self {
        Self::Periodic(Box::new(self), period)
    }
}

/// `cell` with its first two coordinates wrapped to their periods.
#[inline]
fn wrapped<'a>(
    cell: &[i64],
    period: &[i64; 2],
    buffer: &'a mut [i64; MAX_DIMENSIONS],
    observer: &mut (impl Observer + ?Sized),
) -> &'a [i64] {
    let wrapped = &mut buffer[..cell.len()];
    wrapped.copy_from_slice(cell);
    for (axis, (value, &period)) in wrapped.iter_mut().zip(period).enumerate() {
        let coordinate = *value;
        *value = coordinate.rem_euclid(period);
        observer.looked_up(Lookup::Wrap { axis, coordinate, period, value: *value });
    }
    wrapped
}

/// Looks up the number that follows `from` in a table.
#[inline]
fn table_step(
    table: &[u8; 256],
    from: u32,
    (axis, &coordinate): (usize, &i64),
    observer: &mut (impl Observer + ?Sized),
) -> u32 {
    let index = from + (coordinate & 255) as u32;
    let value = u32::from(table[index as usize & 255]);
    observer.looked_up(Lookup::Table { axis, coordinate, from, index, value });
    value
}

/// Computes the number that follows `from` by [`p289`].
#[inline]
fn p289_step(
    from: u32,
    (axis, &coordinate): (usize, &i64),
    observer: &mut (impl Observer + ?Sized),
) -> u32 {
    let index = from + coordinate.rem_euclid(289) as u32;
    let product = 34 * index * index + index;
    let value = p289(index);
    observer.looked_up(Lookup::P289 { axis, coordinate, from, index, product, value });
    value
}

/// The largest number of dimensions of a noise.
pub const MAX_DIMENSIONS: usize = 16;

/// P(x) = (34x² + x) mod 289 for x below 2·289.
#[inline]
pub const fn p289(x: u32) -> u32 {
    (34 * x * x + x) % 289
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p289_is_a_permutation() {
        let mut is_taken = [false; 289];
        for x in 0..289 {
            assert!(!std::mem::replace(&mut is_taken[p289(x) as usize], true), "{x} collides");
            assert_eq!(p289(x), p289(x + 289));
        }
    }

    #[test]
    fn tables_hold_every_byte_once() {
        for table in [
            Permutation::reference(),
            Permutation::shuffled(Seed(1)),
            Permutation::shuffled(Seed(u64::MAX)),
        ] {
            let Permutation::Table(mut numbers) = table else { panic!("a table") };
            numbers.sort_unstable();
            assert!(numbers.iter().zip(0..=255).all(|(&n, i)| n == i));
        }
    }

    #[test]
    fn periodic_cells_wrap() {
        for inner in [Permutation::reference(), Permutation::P289, Permutation::Hash(Seed(3))] {
            let periodic = inner.clone().periodic([5, 7]);
            assert_eq!(periodic.forward(&[-1, 7, 2]), inner.forward(&[4, 0, 2]));
            assert_eq!(periodic.backward(&[12, -3]), inner.backward(&[2, 4]));
        }
    }
}
