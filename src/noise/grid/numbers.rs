//! The numbers of lattice points anywhere, in lanes.

use super::axis::{combine, key};
use super::simd::{Double, Int, MOST_LANES, Simd};
use super::words::{avalanche, axis_keys};
use crate::noise::permutation::Permutation;

/// A permutation in lanes: for the hash by arithmetic, for others lane by lane.
pub(super) struct Numbers<'a> {
    permutation: &'a Permutation,
    /// Which axis is looked up first.
    first: usize,
    /// Of the hash, if cells aren't wrapped.
    axis_words: Option<[u32; 2]>,
    /// Whether numbers are the hash's.
    hashed: bool,
}

impl<'a> Numbers<'a> {
    /// The numbers of [`Permutation::forward`] (`first` 0) or [`Permutation::backward`] (1).
    pub fn new(permutation: &'a Permutation, first: usize) -> Self {
        let axis_words = match permutation {
            Permutation::Hash(seed) => Some([0, 1].map(|axis| seed.axis_word(axis))),
            _ => None,
        };
        Self { permutation, first, axis_words, hashed: is_hash(permutation) }
    }

    /// The keys of cells, which are whole, and of the cells after them, on an axis. For `near`, see [`axis_keys`].
    #[inline(always)]
    pub fn keys<S: Simd>(&self, simd: S, axis: usize, cells: S::D, near: bool) -> [S::I; 2] {
        match self.axis_words {
            Some(words) => axis_keys(simd, words[axis], cells, near),
            None => self.keys_by_lane(simd, axis, cells),
        }
    }

    #[inline(always)]
    fn keys_by_lane<S: Simd>(&self, simd: S, axis: usize, cells: S::D) -> [S::I; 2] {
        let mut lanes = [0.0; MOST_LANES];
        cells.store(&mut lanes);
        let mut keys = [[0; MOST_LANES]; 2];
        for (lane, &cell) in lanes.iter().enumerate().take(S::LANES) {
            for (step, keys) in keys.iter_mut().enumerate() {
                keys[lane] = key(self.permutation, axis, self.first, (cell as i64).wrapping_add(step as i64));
            }
        }
        [simd.load_u32(&keys[0]), simd.load_u32(&keys[1])]
    }

    /// The numbers of the lattice points with these keys.
    #[inline(always)]
    pub fn combine<S: Simd>(&self, simd: S, column: S::I, row: S::I) -> S::I {
        if self.hashed {
            return avalanche(simd, column + row);
        }
        let [mut columns, mut rows] = [[0; MOST_LANES]; 2];
        column.store(&mut columns);
        row.store(&mut rows);
        for lane in 0..S::LANES {
            columns[lane] = combine(self.permutation, [columns[lane], rows[lane]]);
        }
        simd.load_u32(&columns)
    }
}

fn is_hash(permutation: &Permutation) -> bool {
    match permutation {
        Permutation::Periodic(inner, _) => is_hash(inner),
        Permutation::Hash(_) => true,
        _ => false,
    }
}
