//! Tiles: pieces of a grid that are filled one after the other.
//!
//! A tile is so small that its sums stay in the L1 cache while octave after octave is added.
//!
//! A sample is N numbers. If N is 1, it is a value. If N is 3, it is a value, its slope to the east
//! and its slope to the south. The value is computed by the same steps in both cases.

use super::fold::FoldLanes;
use super::simd::{Float, Kernel, MAX_LANES, Simd};
use std::array::from_fn;
use std::marker::PhantomData;
use std::ops::Range;

/// The most columns of a tile, in whole vectors.
pub(super) const MAX_COLUMNS: usize = 80;
/// The most columns of a tile with slopes, which has three times as many sums, if the grid is wider
/// than [`MAX_COLUMNS`].
const MAX_COLUMNS_WITH_SLOPES: usize = 64;
/// The most rows of a tile.
pub(super) const MAX_ROWS: usize = 72;

/// The most numbers that a sample has.
pub(super) const MAX_NUMBERS: usize = 3;

/// The most columns of a tile, in whole vectors, for samples of N numbers in a grid of this width.
pub(super) const fn max_columns<const N: usize>(width: usize) -> usize {
    if N == 1 || width <= MAX_COLUMNS { MAX_COLUMNS } else { MAX_COLUMNS_WITH_SLOPES }
}

/// Divides `length` into pieces of about equal length, at most `max_length` long.
///
/// Each piece but the last is a multiple of `unit`.
pub(super) fn pieces(
    length: usize,
    max_length: usize,
    unit: usize,
) -> impl Iterator<Item = Range<usize>> {
    let count = length.div_ceil(max_length).max(1);
    let piece = length.div_ceil(count).next_multiple_of(unit).max(unit);
    (0..length).step_by(piece).map(move |start| start..usize::min(start + piece, length))
}

/// The blocks of a tile that is `width` columns wide, as (first column, number of vectors).
///
/// A block is two vectors wide; the last block may be a single vector.
pub(super) fn blocks(width: usize, lanes: usize) -> impl Iterator<Item = (usize, usize)> {
    let vectors = width.div_ceil(lanes);
    (0..vectors).step_by(2).map(move |vector| (vector * lanes, usize::min(vectors - vector, 2)))
}

/// The sums of a tile's samples, and the feedback for folds that need it.
///
/// A thread reuses them from tile to tile. They are stored block by block, from top to bottom. In a
/// row of a block, the first number of all samples comes first, then the second, and so on.
pub(super) struct Sums {
    sums: Vec<f32>,
    feedback: Vec<f32>,
}

impl Default for Sums {
    fn default() -> Self {
        let length = MAX_NUMBERS * MAX_COLUMNS * MAX_ROWS;
        Self { sums: vec![0.0; length], feedback: vec![0.0; length] }
    }
}

/// A piece of a grid that is being filled.
pub(super) struct Tile<'a, const N: usize> {
    /// The index of the tile's row among the grid's rows of tiles.
    pub index: usize,
    /// The first column and the first row, counted in the grid.
    pub first: [usize; 2],
    /// The numbers of columns and rows.
    pub size: [usize; 2],
    /// A row of a block before the first octave: the sums, which start from the constant terms of
    /// all octaves, and the feedback, which starts from 1. Slopes start from 0.
    start: [[[f32; 2 * MAX_LANES]; N]; 2],
    /// The output from the tile's first sample on, and the length of a row of output.
    out: [&'a mut [f32]; N],
    stride: usize,
}

/// The position of an octave in the order of addition.
///
/// The first octave adds to the tile's start; the last octave writes to the tile's output.
#[derive(Clone, Copy, Debug)]
pub(super) struct OctaveRole {
    pub is_first: bool,
    pub is_last: bool,
}

impl<'a, const N: usize> Tile<'a, N> {
    /// Makes the tile of these columns and rows, in row `index` of the grid's tiles. `out` receives
    /// the samples, in rows that are `stride` apart.
    pub fn new(
        (columns, (index, rows)): (&Range<usize>, (usize, &Range<usize>)),
        start: f32,
        out: [&'a mut [f32]; N],
        stride: usize,
    ) -> Self {
        let size = [columns.len(), rows.len()];
        assert!(N <= MAX_NUMBERS);
        assert!(
            (1..=MAX_COLUMNS.min(stride)).contains(&size[0]) && (1..=MAX_ROWS).contains(&size[1])
        );
        assert!(out.iter().all(|out| size[0] + (size[1] - 1) * stride <= out.len()));
        let start = [start, 1.0].map(|start| {
            let mut numbers = [[0.0; 2 * MAX_LANES]; N];
            numbers[0] = [start; 2 * MAX_LANES];
            numbers
        });
        Self { index, first: [columns.start, rows.start], size, start, out, stride }
    }

    /// Fills the tile with the value from which sums start.
    pub fn fill_with_start(&mut self) {
        for (out, start) in self.out.iter_mut().zip(self.start[0]) {
            for row in out.chunks_mut(self.stride).take(self.size[1]) {
                row[..self.size[0]].fill(start[0]);
            }
        }
    }

    /// Returns a cursor over V vectors of a block that is `width` columns wide. It starts at row
    /// `row` and at the block's column `lane`.
    ///
    /// # Panics
    /// If the tile lacks the row, the block lacks the vectors, or `sums` is too small.
    #[inline(always)]
    pub fn rows_of<'s, S: Simd, const V: usize>(
        &'s mut self,
        simd: S,
        sums: &'s mut Sums,
        (column, width): (usize, usize),
        [lane, row]: [usize; 2],
        role: OctaveRole,
    ) -> TileRows<'s, S, V, N> {
        let height = self.size[1];
        assert!(row < height && lane + V * S::LANES <= width && width <= 2 * MAX_LANES);
        let writes_to_output = self.contains_block(column, width) && !self.writes_out_late();
        let block = N * (column * height + row * width)..N * (column + width) * height;
        let Sums { sums, feedback } = sums;
        // Pointers to each of the N numbers in the first row of the block
        let planes = |first: *mut f32| -> [*mut f32; N] {
            from_fn(|number| first.wrapping_add(number * width + lane))
        };
        let sums = planes(sums[block.clone()].as_mut_ptr());
        let feedback = planes(feedback[block].as_mut_ptr());
        let [start, one] = self.start.each_ref().map(|start| -> [*const f32; N] {
            from_fn(|number| start[number].as_ptr().wrapping_add(lane))
        });
        let (to, to_step) = match role.is_last && writes_to_output {
            true => {
                let output_start = row * self.stride + column + lane;
                (self.out.each_mut().map(|out| out[output_start..].as_mut_ptr()), self.stride)
            }
            false => (sums, N * width),
        };
        let (from, feedback_from, from_step) = match role.is_first {
            true => (start, one, 0),
            false => {
                (sums.map(<*mut f32>::cast_const), feedback.map(<*mut f32>::cast_const), N * width)
            }
        };
        let steps = [from_step, to_step, N * width];
        TileRows {
            simd,
            rows_left: height - row,
            from,
            to,
            feedback_from,
            feedback_to: feedback,
            steps,
            borrows: PhantomData,
        }
    }

    /// Returns true if all columns of a block belong to the tile.
    fn contains_block(&self, column: usize, width: usize) -> bool {
        column + width <= self.size[0]
    }

    /// Returns true if [`WriteOut`] must write the samples after the last octave.
    ///
    /// Otherwise the last octave writes them. Rows whose distance is a power of two share the same
    /// few cache sets. With three outputs in that layout, writing whole cache lines one after
    /// another is faster.
    pub fn writes_out_late(&self) -> bool {
        N > 1 && self.stride.is_multiple_of(256)
    }

    /// Finishes an octave in the rows of a block. After the last octave it writes the sums of a
    /// block that extends past the tile.
    #[inline(always)]
    pub fn finish(
        &mut self,
        sums: &Sums,
        column: usize,
        width: usize,
        rows: Range<usize>,
        role: OctaveRole,
    ) {
        if !role.is_last || self.writes_out_late() || self.contains_block(column, width) {
            return;
        }
        let columns = self.size[0] - column;
        let block = column * self.size[1];
        let sums = &sums.sums[N * (block + rows.start * width)..N * (block + rows.end * width)];
        for (number, out) in self.out.iter_mut().enumerate() {
            let sums = sums.chunks_exact(width).skip(number).step_by(N);
            let out = out[rows.start * self.stride + column..].chunks_mut(self.stride);
            for (sums, out) in sums.zip(out) {
                for (out, sum) in out[..columns].iter_mut().zip(sums) {
                    *out = *sum;
                }
            }
        }
    }
}

/// Writes the sums of a tile to its output, row by row.
pub(super) struct WriteOut<'a, 't, const N: usize> {
    pub tile: &'a mut Tile<'t, N>,
    pub sums: &'a Sums,
}

impl<const N: usize> Kernel for WriteOut<'_, '_, N> {
    #[inline(always)]
    fn run<S: Simd>(self, _: S) {
        let Tile { size: [columns, height], ref mut out, stride, .. } = *self.tile;
        for (number, out) in out.iter_mut().enumerate() {
            for (row, out) in out.chunks_mut(stride).take(height).enumerate() {
                for (column, vectors) in blocks(columns, S::LANES) {
                    let width = vectors * S::LANES;
                    let start = N * (column * height + row * width) + number * width;
                    let out = &mut out[column..usize::min(column + width, columns)];
                    out.copy_from_slice(&self.sums.sums[start..][..out.len()]);
                }
            }
        }
    }
}

/// A cursor that goes down the rows of V vectors of a block and adds octaves to their sums.
///
/// It has pointers to the sums and the feedback that are read and written, and borrows the tile and
/// the sums as long as it lives. While rows are left, each pointer points to the numbers of V
/// vectors in the sums, in the feedback, in the tile's start or in its output. A step takes all
/// pointers to the next row. [`Tile::rows_of`] guarantees this.
pub(super) struct TileRows<'s, S, const V: usize, const N: usize> {
    simd: S,
    rows_left: usize,
    from: [*const f32; N],
    to: [*mut f32; N],
    feedback_from: [*const f32; N],
    feedback_to: [*mut f32; N],
    /// The steps of the pointers that are read, of written sums, and of written feedback, per row.
    steps: [usize; 3],
    borrows: PhantomData<(&'s [f32], &'s mut [f32])>,
}

impl<S: Simd, const V: usize, const N: usize> TileRows<'_, S, V, N> {
    /// Adds vectors of an octave to the sums of the current row, and goes on to the next row.
    ///
    /// # Panics
    /// If no row is left.
    #[inline(always)]
    pub fn fold<F: FoldLanes>(&mut self, fold: F, values: [[S::F; N]; V]) {
        assert!(self.rows_left > 0, "a tile has no more rows");
        // SAFETY: a row is left.
        unsafe { self.fold_unchecked(fold, values) };
    }

    /// Does the work of [`Self::fold`] without checking that a row is left.
    ///
    /// # Safety
    /// A row must be left.
    #[inline(always)]
    pub unsafe fn fold_unchecked<F: FoldLanes>(&mut self, fold: F, values: [[S::F; N]; V]) {
        debug_assert!(self.rows_left > 0, "a tile has no more rows");
        let simd = self.simd;
        for (k, value) in values.into_iter().enumerate() {
            let lane = k * S::LANES;
            let (mut sum, mut feedback) = (value, value);
            for number in 0..N {
                // SAFETY: a row is left, as the caller promises, so each pointer points to the
                // numbers of V vectors, borrowed for reading or for writing. No reference to them
                // exists meanwhile.
                unsafe {
                    sum[number] = simd.load_at(self.from[number].add(lane));
                    if F::FEEDBACK {
                        feedback[number] = simd.load_at(self.feedback_from[number].add(lane));
                    }
                }
            }
            let [sum, feedback] = fold.fold(simd, value, sum, feedback);
            for number in 0..N {
                // SAFETY: as above.
                unsafe {
                    sum[number].store_at(self.to[number].add(lane));
                    if F::FEEDBACK {
                        feedback[number].store_at(self.feedback_to[number].add(lane));
                    }
                }
            }
        }
        let [from_step, to_step, feedback_step] = self.steps;
        self.rows_left -= 1;
        for number in 0..N {
            self.from[number] = self.from[number].wrapping_add(from_step);
            self.to[number] = self.to[number].wrapping_add(to_step);
            self.feedback_from[number] = self.feedback_from[number].wrapping_add(from_step);
            self.feedback_to[number] = self.feedback_to[number].wrapping_add(feedback_step);
        }
    }
}

/// Adds an octave that has faded to a constant.
pub(super) struct ConstantKernel<'a, 't, F, const N: usize> {
    pub fold: F,
    pub value: f32,
    pub tile: &'a mut Tile<'t, N>,
    pub sums: &'a mut Sums,
    pub role: OctaveRole,
}

impl<F: FoldLanes, const N: usize> Kernel for ConstantKernel<'_, '_, F, N> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { fold, value, tile, sums, role } = self;
        let height = tile.size[1];
        let mut sample = [simd.f32(0.0); N];
        sample[0] = simd.f32(value);
        for (column, vectors) in blocks(tile.size[0], S::LANES) {
            let width = vectors * S::LANES;
            for lane in (0..width).step_by(S::LANES) {
                let mut rows = tile.rows_of::<S, 1>(simd, sums, (column, width), [lane, 0], role);
                for _ in 0..height {
                    rows.fold(fold, [sample]);
                }
            }
            tile.finish(sums, column, width, 0..height, role);
        }
    }
}
