//! Gradient indices of the lattice points around a tile's cells, packed into one or two words per
//! cell.
//!
//! If a tile has many samples in a cell, each lattice point is hashed once per tile. The hash picks
//! the index of one of a few gradients; the indices of the lattice points around a cell fit into a
//! word. The samples of a vector lie in a few neighbouring cells, so that their words are picked
//! from a window of registers: no hash, no look-up in memory.

use super::place::{TileCoordinates, in_order};
use super::point_basis::PointBasis;
use super::simd::{Int, Simd, WINDOW};

/// Bits of a word for each of four lattice points.
pub(super) const FIELD: u32 = 8;

/// Cells of a table, at most: more don't stay in the nearest cache.
const MOST_CELLS: usize = 1 << 12;

/// The most columns and rows of cells over which a vector's samples may spread for a table to pay
/// off.
const MOST_SPREAD: [f64; 2] = [6.0, 2.0];

/// The distance in cells of a vector's first sample from the corner of its window.
const MARGIN: [i32; 2] = [1, 1];

/// A table of the cells around a tile's samples.
#[derive(Default)]
pub(super) struct PackedCells {
    /// The words for points 0 to 3 around each cell, and for points 4 to 7, row by row.
    words: [Vec<u32>; 2],
    /// The number of each lattice point's gradient, and the keys of their columns and rows.
    numbers: Vec<u32>,
    keys: [[Vec<u32>; 2]; 2],
    /// The column and row of the first cell, and the number of columns and rows.
    first: [i32; 2],
    size: [usize; 2],
}

/// The start of a window of a table.
#[derive(Clone, Copy)]
pub(super) struct Window {
    /// The column and row of its first cell.
    pub cell: [u32; 2],
    at: usize,
}

impl PackedCells {
    /// Makes the table of a tile of this size, if it pays off, and returns true if it did. `extent`
    /// is the range of the samples' coordinates and `spread` their range within a vector;
    /// `displacement` is the range of displacements.
    ///
    /// Samples outside the range that follows from the tile's corners and the displacements are not
    /// in the table; the kernel hashes for them.
    #[inline(always)]
    pub fn prepare<S: Simd, B: PointBasis>(
        &mut self,
        simd: S,
        basis: &B,
        places: &TileCoordinates,
        (extent, spread): ([[f64; 2]; 2], [f64; 2]),
        size: [usize; 2],
        displacement: [[f32; 2]; 2],
    ) -> bool {
        if !basis.packs() || !places.near {
            return false;
        }
        let mut cells = 1.0;
        for axis in 0..2 {
            let [mut low, mut high] = extent[axis];
            for (pull, [least, most]) in places.pull.iter().zip(displacement) {
                let pull = f64::from(pull[axis]);
                let [least, most] = in_order(pull * f64::from(least), pull * f64::from(most));
                low += least;
                high += most;
            }
            // Rounding may put a sample into the next cell.
            let (low, high) = (low.floor() - 1.0, high.floor() + 1.0);
            let count = f64::max(high - low + 1.0, WINDOW[axis] as f64);
            // Comparisons with NaN are false.
            if !(spread[axis] <= MOST_SPREAD[axis] && count <= MOST_CELLS as f64) {
                return false;
            }
            cells *= count;
            self.first[axis] = low as i32;
            self.size[axis] = count as usize;
        }
        if cells > usize::min(MOST_CELLS, size[0] * size[1]) as f64 {
            return false;
        }
        self.make(simd, basis);
        true
    }

    #[inline(always)]
    fn make<S: Simd, B: PointBasis>(&mut self, simd: S, basis: &B) {
        // Lattice points from one before the first cell to two after the last, whole vectors
        let stride = self.stride::<S>();
        let points = [(stride + 3).next_multiple_of(S::LANES), self.size[1] + 3];
        for (axis, wanted) in points.into_iter().enumerate() {
            let count = wanted.next_multiple_of(S::LANES);
            for keys in &mut self.keys[axis] {
                keys.resize(count, 0);
            }
            let [first, second] = &mut self.keys[axis];
            let start = self.first[axis].wrapping_sub(1);
            let indices: [u32; super::simd::MOST_LANES] = std::array::from_fn(|i| i as u32);
            for i in (0..count).step_by(S::LANES) {
                let cell = simd.load_u32(&indices) + simd.u32(start.wrapping_add(i as i32) as u32);
                let [a, b] = basis.point_keys(simd, axis, cell);
                a.store(&mut first[i..]);
                b.store(&mut second[i..]);
            }
        }
        self.numbers.resize(points[0] * points[1], 0);
        let [columns, rows] = &self.keys;
        for (row, numbers) in self.numbers.chunks_exact_mut(points[0]).enumerate() {
            let row = [simd.u32(rows[0][row]), simd.u32(rows[1][row])];
            for (i, numbers) in numbers.chunks_exact_mut(S::LANES).enumerate() {
                let i = i * S::LANES;
                let column = [simd.load_u32(&columns[0][i..]), simd.load_u32(&columns[1][i..])];
                basis.point_number(simd, column, row).store(numbers);
            }
        }
        let mut corners = B::POINTS.chunks_exact(4);
        for words in &mut self.words {
            let Some(corners) = corners.next() else { break };
            words.resize(stride * self.size[1], 0);
            for (row, words) in words.chunks_exact_mut(stride).enumerate() {
                for (i, words) in words.chunks_exact_mut(S::LANES).enumerate() {
                    let i = i * S::LANES;
                    let number = |corner: usize| {
                        let [x, y] = corners[corner];
                        let row = row.wrapping_add_signed(y as isize + 1);
                        let column = i.wrapping_add_signed(x as isize + 1);
                        simd.load_u32(&self.numbers[row * points[0] + column..])
                    };
                    let word = number(0)
                        + number(1).shl::<FIELD>()
                        + number(2).shl::<{ 2 * FIELD }>()
                        + number(3).shl::<{ 3 * FIELD }>();
                    word.store(words);
                }
            }
        }
    }

    /// The number of words in a row: whole vectors.
    #[inline(always)]
    fn stride<S: Simd>(&self) -> usize {
        self.size[0].next_multiple_of(S::LANES)
    }

    /// The window for samples near one in this cell, clamped to the table.
    #[inline(always)]
    pub fn window<S: Simd>(&self, cell: [u32; 2]) -> Window {
        let mut at = [0; 2];
        for axis in 0..2 {
            let from_first = (cell[axis] as i32).wrapping_sub(self.first[axis]);
            let last = (self.size[axis] - WINDOW[axis]) as i32;
            at[axis] = i32::min(i32::max(from_first.wrapping_sub(MARGIN[axis]), 0), last);
        }
        let cell = [0, 1].map(|axis| self.first[axis].wrapping_add(at[axis]) as u32);
        Window { cell, at: at[1] as usize * self.stride::<S>() + at[0] as usize }
    }

    /// The words of the cells of a vector's samples, if all of them are in one window.
    #[inline(always)]
    pub fn words<S: Simd, B: PointBasis>(&self, simd: S, cell: [S::I; 2]) -> Option<[S::I; 2]> {
        let window = self.window::<S>([cell[0].first(), cell[1].first()]);
        let x = cell[0] - simd.u32(window.cell[0]);
        let y = cell[1] - simd.u32(window.cell[1]);
        let [width, height] = WINDOW.map(|cells| simd.u32(cells as u32 - 1));
        if (x & width).any_ne(x) | (y & height).any_ne(y) {
            return None;
        }
        let index = x + y.shl::<{ WINDOW[0].ilog2() }>();
        let mut words = [index; 2];
        for (word, table) in words.iter_mut().zip(&self.words).take(B::POINTS.len() / 4) {
            *word = simd.pick_window(&table[window.at..], self.stride::<S>(), index);
        }
        Some(words)
    }
}
