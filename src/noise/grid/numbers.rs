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

    /// The numbers of the corners of cells: two above, two below.
    #[inline(always)]
    pub fn of_corners<S: Simd>(&self, simd: S, [x, y]: [S::D; 2], near: bool) -> [S::I; 4] {
        let (left, right) = (self.keys(simd, 0, x, 0, near), self.keys(simd, 0, x, 1, near));
        let (above, below) = (self.keys(simd, 1, y, 0, near), self.keys(simd, 1, y, 1, near));
        [
            self.combine(simd, left, above),
            self.combine(simd, right, above),
            self.combine(simd, left, below),
            self.combine(simd, right, below),
        ]
    }

    /// The keys of the cells `step` after some, which are whole, on an axis. For `near`, see [`axis_keys`].
    #[inline(always)]
    pub fn keys<S: Simd>(&self, simd: S, axis: usize, cells: S::D, step: i32, near: bool) -> S::I {
        match self.axis_words {
            Some(words) => axis_keys(simd, words[axis], cells, step, near),
            None => self.keys_by_lane(simd, axis, cells, step),
        }
    }

    #[inline(always)]
    fn keys_by_lane<S: Simd>(&self, simd: S, axis: usize, cells: S::D, step: i32) -> S::I {
        let mut cell = [0.0; MOST_LANES];
        cells.store(&mut cell);
        let mut keys = [0; MOST_LANES];
        for (key, &cell) in keys.iter_mut().zip(&cell).take(S::LANES) {
            *key = self.key(axis, (cell as i64).wrapping_add(i64::from(step)));
        }
        simd.load_u32(&keys)
    }

    fn key(&self, axis: usize, cell: i64) -> u32 {
        key(self.permutation, axis, self.first, cell)
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

/// What lattice points with these numbers hold, where there are few: so many of each one's `contents`, times `scale`.
#[inline(always)]
pub(super) fn look_up<S: Simd>(simd: S, contents: &[[f64; 5]], scale: f64, number: S::I, out: &mut [S::F]) {
    let mut numbers = [0; MOST_LANES];
    number.store(&mut numbers);
    for (c, out) in out.iter_mut().enumerate() {
        let mut values = [0.0; MOST_LANES];
        for (value, &number) in values.iter_mut().zip(&numbers) {
            *value = (contents[number as usize][c] * scale) as f32;
        }
        *out = simd.load(&values);
    }
}
