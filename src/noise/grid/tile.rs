//! Tiles: a grid is filled piece by piece, so that sums stay in the nearest cache while octave after octave is added.

use super::fold::FoldLanes;
use super::simd::{Float, Kernel, MOST_LANES, Simd};
use std::ops::Range;

/// Columns of a tile, at most; whole vectors.
pub(super) const MOST_COLUMNS: usize = 80;
/// Rows of a tile, at most.
pub(super) const MOST_ROWS: usize = 72;

/// Pieces of about even length, at most `most`, each but the last a multiple of `unit`.
pub(super) fn pieces(length: usize, most: usize, unit: usize) -> impl Iterator<Item = Range<usize>> {
    let count = length.div_ceil(most).max(1);
    let piece = length.div_ceil(count).next_multiple_of(unit).max(unit);
    (0..length).step_by(piece).map(move |start| start..usize::min(start + piece, length))
}

/// First column and number of vectors of each block of a tile that is `width` columns wide: two vectors side by side; a last one
/// may be alone.
pub(super) fn blocks(width: usize, lanes: usize) -> impl Iterator<Item = (usize, usize)> {
    let vectors = width.div_ceil(lanes);
    (0..vectors).step_by(2).map(move |vector| (vector * lanes, usize::min(vectors - vector, 2)))
}

/// The sums of a tile, and the feedback of folds that have it, kept by a thread for one tile after another.
///
/// They stand block by block, from top to bottom.
pub(super) struct Sums {
    sums: Vec<f32>,
    feedback: Vec<f32>,
}

impl Default for Sums {
    fn default() -> Self {
        let most = MOST_COLUMNS * MOST_ROWS;
        Self { sums: vec![0.0; most], feedback: vec![0.0; most] }
    }
}

/// A piece of a grid that is being filled.
pub(super) struct Tile<'a> {
    /// Its place among the grid's rows of tiles.
    pub index: usize,
    /// Its first column and row in the grid.
    pub first: [usize; 2],
    /// Columns and rows.
    pub size: [usize; 2],
    /// What sums start from, as often as a block has columns; and likewise 1, from which feedback starts.
    start: [[f32; 2 * MOST_LANES]; 2],
    /// Where samples go, from the tile's first one on, and how many there are in a row.
    out: &'a mut [f32],
    stride: usize,
}

/// Which turn an octave has. The first one starts from the tile's start, the last one writes to the tile's output.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub first: bool,
    pub last: bool,
}

impl<'a> Tile<'a> {
    /// The tile of these columns and rows, `index`th among the grid's rows of tiles. Its samples go to `out`, rows of it `stride`
    /// apart.
    pub fn new(
        (columns, (index, rows)): (&Range<usize>, (usize, &Range<usize>)),
        start: f32,
        out: &'a mut [f32],
        stride: usize,
    ) -> Self {
        let size = [columns.len(), rows.len()];
        assert!(
            size[0] <= MOST_COLUMNS.min(stride)
                && size[1] <= MOST_ROWS
                && size[0] + (size[1] - 1) * stride <= out.len()
        );
        let start = [[start; 2 * MOST_LANES], [1.0; 2 * MOST_LANES]];
        Self { index, first: [columns.start, rows.start], size, start, out, stride }
    }

    /// Fills the tile with what sums start from.
    pub fn fill_with_start(&mut self) {
        for row in self.out.chunks_mut(self.stride).take(self.size[1]) {
            row[..self.size[0]].fill(self.start[0][0]);
        }
    }

    /// The rows of a block of `width` columns from row `row` on.
    #[inline(always)]
    pub fn rows_of(&mut self, sums: &mut Sums, column: usize, width: usize, row: usize, turn: Turn) -> TileRows {
        let block = column * self.size[1] + row * width;
        let block_end = (column + width) * self.size[1];
        let Sums { sums, feedback } = sums;
        let sums = sums[block..block_end].as_mut_ptr();
        let feedback = feedback[block..block_end].as_mut_ptr();
        let [start, one] = &self.start;
        let (to, to_step) = match turn.last && self.holds(column, width) {
            true => (self.out[row * self.stride + column..].as_mut_ptr(), self.stride),
            false => (sums, width),
        };
        let (from, feedback_from, step) = match turn.first {
            true => (start.as_ptr(), one.as_ptr(), 0),
            false => (sums.cast_const(), feedback.cast_const(), width),
        };
        TileRows { from, to, feedback_from, feedback_to: feedback, step, to_step, feedback_step: width }
    }

    /// Whether all columns of a block are the tile's.
    fn holds(&self, column: usize, width: usize) -> bool {
        column + width <= self.size[0]
    }

    /// Ends an octave's work on rows of a block: where the block goes on past the tile, the sums are still to be put out.
    #[inline(always)]
    pub fn finish(&mut self, sums: &Sums, column: usize, width: usize, rows: Range<usize>, turn: Turn) {
        if !turn.last || self.holds(column, width) {
            return;
        }
        let columns = self.size[0] - column;
        let block = column * self.size[1];
        let sums = sums.sums[block + rows.start * width..block + rows.end * width].chunks_exact(width);
        let out = self.out[rows.start * self.stride + column..].chunks_mut(self.stride);
        for (sums, out) in sums.zip(out) {
            for (out, sum) in out[..columns].iter_mut().zip(sums) {
                *out = *sum;
            }
        }
    }
}

/// Goes down the rows of a block: where sums and feedback come from and go to.
pub(super) struct TileRows {
    from: *const f32,
    to: *mut f32,
    feedback_from: *const f32,
    feedback_to: *mut f32,
    step: usize,
    to_step: usize,
    feedback_step: usize,
}

impl TileRows {
    /// Folds a vector of an octave into the sums, `lane` columns from the block's first.
    ///
    /// # Safety
    /// The tile still has this row, and the block these columns.
    #[inline(always)]
    pub unsafe fn fold<S: Simd, F: FoldLanes>(&mut self, simd: S, fold: F, lane: usize, value: S::F) {
        // SAFETY: `Tile::rows_of` has seen that the block is there, in the sums or in the grid; the caller that the row is.
        unsafe {
            let feedback = match F::FEEDBACK {
                true => simd.load_at(self.feedback_from.add(lane)),
                false => value,
            };
            let [sum, feedback] = fold.fold(simd, value, simd.load_at(self.from.add(lane)), feedback);
            sum.store_at(self.to.add(lane));
            if F::FEEDBACK {
                feedback.store_at(self.feedback_to.add(lane));
            }
        }
    }

    /// To the next row.
    #[inline(always)]
    pub fn down(&mut self) {
        self.from = self.from.wrapping_add(self.step);
        self.to = self.to.wrapping_add(self.to_step);
        self.feedback_from = self.feedback_from.wrapping_add(self.step);
        self.feedback_to = self.feedback_to.wrapping_add(self.feedback_step);
    }
}

/// Folds an octave of which nothing is left but a constant.
pub(super) struct ConstantKernel<'a, 't, F> {
    pub fold: F,
    pub value: f32,
    pub tile: &'a mut Tile<'t>,
    pub sums: &'a mut Sums,
    pub turn: Turn,
}

impl<F: FoldLanes> Kernel for ConstantKernel<'_, '_, F> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { fold, value, tile, sums, turn } = self;
        let height = tile.size[1];
        for (column, vectors) in blocks(tile.size[0], S::LANES) {
            let width = vectors * S::LANES;
            let mut rows = tile.rows_of(sums, column, width, 0, turn);
            for _ in 0..height {
                for lane in (0..width).step_by(S::LANES) {
                    // SAFETY: a row of the tile, and columns of the block.
                    unsafe { rows.fold(simd, fold, lane, simd.f32(value)) };
                }
                rows.down();
            }
            tile.finish(sums, column, width, 0..height, turn);
        }
    }
}
