//! A tile of samples, with the state of each sample between octaves.
//!
//! Each step processes a square block of samples, because they share most lattice points.

use super::formula::OctaveState;
use super::functions::Wide;
use super::samples::{ErodedSamples, Guide};
use std::ops::Range;

/// Columns and rows of a block.
pub(super) const BLOCK: usize = 4;
/// Samples of a block, row by row.
pub(super) const LANES: usize = BLOCK * BLOCK;
/// Columns and rows of a tile, at most.
pub(super) const SIDE: usize = 32;
/// Blocks along a side of a tile, at most.
pub(super) const BLOCKS: usize = SIDE / BLOCK;

/// One number for each sample of a block.
pub(super) type Lanes<R> = [R; LANES];

/// The samples of a block.
#[derive(Clone, Default)]
pub(super) struct SampleBlock<R> {
    /// Height and gradient of the guide; after the last octave height, ridge and occlusion.
    pub samples: [Lanes<R>; 3],
    pub states: OctaveStates<R>,
}

/// The [`OctaveState`]s of a block, stored part by part.
#[derive(Clone, Copy, Default)]
pub(super) struct OctaveStates<R>([Lanes<R>; 7]);

impl<R: Wide> OctaveStates<R> {
    #[inline(always)]
    pub fn get(&self, i: usize) -> OctaveState<R> {
        let [target, mask, ridge, ridge_mask, east, south, sum] = &self.0;
        OctaveState {
            target: target[i],
            mask: mask[i],
            ridge: ridge[i],
            ridge_mask: ridge_mask[i],
            slope: [east[i], south[i]],
            sum_m: sum[i],
        }
    }

    #[inline(always)]
    pub fn put(&mut self, i: usize, state: OctaveState<R>) {
        let [target, mask, ridge, ridge_mask, east, south, sum] = &mut self.0;
        target[i] = state.target;
        mask[i] = state.mask;
        ridge[i] = state.ridge;
        ridge_mask[i] = state.ridge_mask;
        [east[i], south[i]] = state.slope;
        sum[i] = state.sum_m;
    }

    /// The slopes that gullies run down, to the east and to the south.
    #[inline(always)]
    pub fn slopes(&self) -> [Lanes<R>; 2] {
        let [_, _, _, _, east, south, _] = &self.0;
        [*east, *south]
    }

    /// Returns true if the masks are 0 everywhere, so that the waves of further octaves have no
    /// effect.
    #[inline(always)]
    pub fn is_level(&self) -> bool {
        let [_, mask, _, ridge_mask, ..] = &self.0;
        (0..LANES).all(|i| mask[i] == R::of(0.0) && ridge_mask[i] == R::of(0.0))
    }
}

/// The columns and rows of a tile within the whole grid.
#[derive(Clone)]
pub(super) struct TileArea {
    pub columns: Range<usize>,
    pub rows: Range<usize>,
    /// The number of columns of the whole grid.
    pub stride: usize,
}

impl TileArea {
    /// The numbers of blocks from west to east and from north to south.
    pub fn blocks(&self) -> [usize; 2] {
        [self.columns.len().div_ceil(BLOCK), self.rows.len().div_ceil(BLOCK)]
    }

    /// The range of a block's row among all samples; `None` below the last row.
    pub fn row(&self, [east, south]: [usize; 2], row: usize) -> Option<Range<usize>> {
        let row = self.rows.start + south * BLOCK + row;
        let start = self.columns.start + east * BLOCK;
        let end = self.columns.end.min(start + BLOCK);
        (row < self.rows.end).then(|| row * self.stride + start..row * self.stride + end)
    }
}

/// Reads a block from all samples. It repeats the last column or row past the end.
fn read_block<T: Copy>(
    lanes: &mut [T; LANES],
    area: &TileArea,
    block_position: [usize; 2],
    from: &[T],
) {
    for row in 0..BLOCK {
        match area.row(block_position, row) {
            Some(samples) if samples.len() == BLOCK => {
                lanes[row * BLOCK..][..BLOCK].copy_from_slice(&from[samples]);
            }
            Some(samples) => {
                for (i, lane) in lanes[row * BLOCK..][..BLOCK].iter_mut().enumerate() {
                    *lane = from[(samples.start + i).min(samples.end - 1)];
                }
            }
            None => lanes.copy_within((row - 1) * BLOCK..row * BLOCK, row * BLOCK),
        }
    }
}

/// The positions of a block's samples.
pub(super) fn places_m<R>(
    guide: &Guide<R>,
    area: &TileArea,
    block_position: [usize; 2],
) -> [[f64; LANES]; 2] {
    let mut places_m = [[0.0; LANES]; 2];
    match guide.places_m {
        Some(from) => {
            for (lanes, from) in places_m.iter_mut().zip(from) {
                read_block(lanes, area, block_position, from);
            }
        }
        None => {
            let [columns_m, rows_m] = guide.lines_m;
            let line = |lines: &Range<usize>, i: usize| (lines.start + i).min(lines.end - 1);
            let [easts, souths] = &mut places_m;
            for (i, (east, south)) in easts.iter_mut().zip(souths).enumerate() {
                *east = columns_m[line(&area.columns, block_position[0] * BLOCK + i % BLOCK)];
                *south = rows_m[line(&area.rows, block_position[1] * BLOCK + i / BLOCK)];
            }
        }
    }
    places_m
}

/// Reads a block.
pub(super) fn read<R: Wide>(
    block: &mut SampleBlock<R>,
    area: &TileArea,
    block_position: [usize; 2],
    guide: &Guide<R>,
) {
    let planes = [guide.heights_m, guide.gradients[0], guide.gradients[1]];
    for (lanes, from) in block.samples.iter_mut().zip(planes) {
        read_block(lanes, area, block_position, from);
    }
}

/// Writes a block.
pub(super) fn write<R: Wide>(
    block: &SampleBlock<R>,
    area: &TileArea,
    block_position: [usize; 2],
    out: &mut ErodedSamples<R>,
) {
    let ErodedSamples { heights_m, ridge, occlusion } = out;
    let planes = [Some(&mut **heights_m), ridge.as_deref_mut(), occlusion.as_deref_mut()];
    for (lanes, to) in block.samples.iter().zip(planes) {
        let Some(to) = to else { continue };
        for (row, lanes) in lanes.as_chunks::<BLOCK>().0.iter().enumerate() {
            if let Some(samples) = area.row(block_position, row) {
                let count = samples.len();
                to[samples].copy_from_slice(&lanes[..count]);
            }
        }
    }
}
