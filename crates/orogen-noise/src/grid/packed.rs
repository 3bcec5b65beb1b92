//! The gradient indices of the lattice points around each cell of a tile, packed into words.
//!
//! If many samples of a tile lie in one cell, it pays to hash each lattice point once per tile. The
//! hash of a point selects one of a few gradients, so the index of that gradient needs only 8 bits,
//! and a word holds the indices of four points. A cell has one word or two.
//!
//! The samples of a vector lie in a few neighbouring cells. A window of the table that covers these
//! cells fits into vector registers, and each lane picks its words from them, without a hash or a
//! look-up in memory.

use super::place::{TileCoordinates, sorted};
use super::point_basis::PointBasis;
use super::simd::{Int, Simd, WINDOW};

/// The number of bits that a lattice point takes in a word.
pub(super) const FIELD_BITS: u32 = 8;

/// The most cells of a table. A larger table does not stay in the L1 cache.
const MAX_CELLS: usize = 1 << 12;

/// The most columns and rows of cells that the samples of a vector may span. If they span more, few
/// vectors fit into a window, and a table does not pay off.
const MAX_SPREAD: [f64; 2] = [6.0, 2.0];

/// The columns and rows of cells that a window has before the cell of the vector's first sample.
const MARGIN: [i32; 2] = [1, 1];

/// A table of the cells around a tile's samples.
#[derive(Default)]
pub(super) struct PackedCells {
    /// The words of all cells, row by row: first those for points 0 to 3 around a cell, then those
    /// for points 4 to 7.
    words: [Vec<u32>; 2],
    /// The index of the gradient of each lattice point, row by row.
    point_numbers: Vec<u32>,
    /// The two hash keys of each column of lattice points, then of each row.
    line_keys: [[Vec<u32>; 2]; 2],
    /// The column and row of the first cell.
    first: [i32; 2],
    /// The number of columns and rows of cells.
    size: [usize; 2],
}

/// The position of a window in a table.
#[derive(Clone, Copy)]
pub(super) struct TableWindow {
    /// The column and row of its first cell.
    pub cell: [u32; 2],
    /// The index of this cell's word.
    word: usize,
}

impl PackedCells {
    /// Makes the table of a tile if it pays off. Returns true if it was made.
    ///
    /// `extent` is the minimum and maximum of the samples' coordinates before displacement,
    /// `spread` the difference of coordinates within a vector, `size` the number of columns and
    /// rows of samples, and `displacement` the range of the displacing noise in x and in y.
    ///
    /// The table covers the extent and the displacements. If a sample lies outside, the kernel
    /// hashes its lattice points instead.
    #[inline(always)]
    pub fn prepare<S: Simd, B: PointBasis>(
        &mut self,
        simd: S,
        basis: &B,
        tile_coordinates: &TileCoordinates,
        (extent, spread): ([[f64; 2]; 2], [f64; 2]),
        size: [usize; 2],
        displacement: [[f32; 2]; 2],
    ) -> bool {
        if !basis.can_pack() || !tile_coordinates.is_near {
            return false;
        }
        let mut cells = 1.0;
        for axis in 0..2 {
            let [mut low, mut high] = extent[axis];
            for (factors, [min, max]) in
                tile_coordinates.displacement_matrix.iter().zip(displacement)
            {
                let factor = f64::from(factors[axis]);
                let [min_shift, max_shift] =
                    sorted(factor * f64::from(min), factor * f64::from(max));
                low += min_shift;
                high += max_shift;
            }
            // Rounding may put a sample into a neighbouring cell.
            let (low, high) = (low.floor() - 1.0, high.floor() + 1.0);
            let count = f64::max(high - low + 1.0, WINDOW[axis] as f64);
            // Written so that NaN returns, too: comparisons with NaN are false.
            if !(spread[axis] <= MAX_SPREAD[axis] && count <= MAX_CELLS as f64) {
                return false;
            }
            cells *= count;
            self.first[axis] = low as i32;
            self.size[axis] = count as usize;
        }
        if cells > usize::min(MAX_CELLS, size[0] * size[1]) as f64 {
            return false;
        }
        self.make(simd, basis);
        true
    }

    #[inline(always)]
    fn make<S: Simd, B: PointBasis>(&mut self, simd: S, basis: &B) {
        // A cell needs lattice points from one step before it to two steps after it. Columns are
        // padded to whole vectors.
        let stride = self.stride::<S>();
        let point_counts = [(stride + 3).next_multiple_of(S::LANES), self.size[1] + 3];
        for (axis, point_count) in point_counts.into_iter().enumerate() {
            let count = point_count.next_multiple_of(S::LANES);
            for keys in &mut self.line_keys[axis] {
                keys.resize(count, 0);
            }
            let [first_keys, second_keys] = &mut self.line_keys[axis];
            let start = self.first[axis].wrapping_sub(1);
            let indices: [u32; super::simd::MAX_LANES] = std::array::from_fn(|i| i as u32);
            for i in (0..count).step_by(S::LANES) {
                let cell = simd.load_u32(&indices) + simd.u32(start.wrapping_add(i as i32) as u32);
                let [a, b] = basis.point_keys(simd, axis, cell);
                a.store(&mut first_keys[i..]);
                b.store(&mut second_keys[i..]);
            }
        }
        self.point_numbers.resize(point_counts[0] * point_counts[1], 0);
        let [columns, rows] = &self.line_keys;
        for (row, numbers) in self.point_numbers.chunks_exact_mut(point_counts[0]).enumerate() {
            let row = [simd.u32(rows[0][row]), simd.u32(rows[1][row])];
            for (vector, numbers) in numbers.chunks_exact_mut(S::LANES).enumerate() {
                let i = vector * S::LANES;
                let column = [simd.load_u32(&columns[0][i..]), simd.load_u32(&columns[1][i..])];
                basis.point_number(simd, column, row).store(numbers);
            }
        }
        let mut corners = B::POINTS.chunks_exact(4);
        for words in &mut self.words {
            let Some(corners) = corners.next() else { break };
            words.resize(stride * self.size[1], 0);
            for (row, words) in words.chunks_exact_mut(stride).enumerate() {
                for (vector, words) in words.chunks_exact_mut(S::LANES).enumerate() {
                    let cell = vector * S::LANES;
                    let numbers_at = |corner: usize| {
                        let [x, y] = corners[corner];
                        let row = row.wrapping_add_signed(y as isize + 1);
                        let column = cell.wrapping_add_signed(x as isize + 1);
                        simd.load_u32(&self.point_numbers[row * point_counts[0] + column..])
                    };
                    let word = numbers_at(0)
                        + numbers_at(1).shl::<FIELD_BITS>()
                        + numbers_at(2).shl::<{ 2 * FIELD_BITS }>()
                        + numbers_at(3).shl::<{ 3 * FIELD_BITS }>();
                    word.store(words);
                }
            }
        }
    }

    /// The number of words in a row of the table, padded to whole vectors.
    #[inline(always)]
    fn stride<S: Simd>(&self) -> usize {
        self.size[0].next_multiple_of(S::LANES)
    }

    /// The window for a vector whose first sample lies in this cell. It is moved to lie within the
    /// table.
    #[inline(always)]
    pub fn window<S: Simd>(&self, cell: [u32; 2]) -> TableWindow {
        let mut corner = [0; 2];
        for axis in 0..2 {
            let from_first = (cell[axis] as i32).wrapping_sub(self.first[axis]);
            let last = (self.size[axis] - WINDOW[axis]) as i32;
            corner[axis] = i32::min(i32::max(from_first.wrapping_sub(MARGIN[axis]), 0), last);
        }
        let cell = [0, 1].map(|axis| self.first[axis].wrapping_add(corner[axis]) as u32);
        TableWindow { cell, word: corner[1] as usize * self.stride::<S>() + corner[0] as usize }
    }

    /// The words of each lane's cell; `None` if the cells exceed one window.
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
            *word = simd.pick_window(&table[window.word..], self.stride::<S>(), index);
        }
        Some(words)
    }
}
