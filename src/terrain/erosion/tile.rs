//! A tile of samples: what is known of each between octaves.

use super::formula::Walk;
use super::samples::{ErodedSamples, Guide};
use std::ops::Range;

/// Samples are worked on in runs of so many.
pub(super) const LANES: usize = 8;
/// Columns and rows of a tile, at most.
pub(super) const SIDE: usize = 32;
/// The same where points lie on no lines.
pub(super) const SMALL: [usize; 2] = [16, 8];
/// From row to row: runs that begin anywhere may go on past the end.
pub(super) const STRIDE: usize = SIDE + LANES;

/// A number of each sample.
pub(super) type Plane = [f32; STRIDE * SIDE];

const ZEROS: Plane = [0.0; STRIDE * SIDE];

pub(super) struct Tile {
    pub heights: Plane,
    pub east: Plane,
    pub south: Plane,
    pub walks: Walks,
    /// Half turns of the waves a cell, to the east and to the south.
    pub across: [Plane; 2],
    /// Of sines, of cosines and of weights.
    pub sums: [Plane; 3],
}

/// [`Walk`]s by their parts.
pub(super) struct Walks([Plane; 7]);

impl Walks {
    #[inline(always)]
    pub fn get(&self, i: usize) -> Walk<f32> {
        let [target, mask, ridge, ridge_mask, east, south, sum] = &self.0;
        Walk {
            target: target[i],
            mask: mask[i],
            ridge: ridge[i],
            ridge_mask: ridge_mask[i],
            slope: [east[i], south[i]],
            sum_m: sum[i],
        }
    }

    #[inline(always)]
    pub fn put(&mut self, i: usize, walk: Walk<f32>) {
        let [target, mask, ridge, ridge_mask, east, south, sum] = &mut self.0;
        target[i] = walk.target;
        mask[i] = walk.mask;
        ridge[i] = walk.ridge;
        ridge_mask[i] = walk.ridge_mask;
        [east[i], south[i]] = walk.slope;
        sum[i] = walk.sum_m;
    }
}

impl Tile {
    pub fn new() -> Self {
        Self {
            heights: ZEROS,
            east: ZEROS,
            south: ZEROS,
            walks: Walks([ZEROS; 7]),
            across: [ZEROS; 2],
            sums: [ZEROS; 3],
        }
    }

    /// Does something at each sample of whole runs.
    #[inline(always)]
    pub fn each(&mut self, [runs, rows]: [usize; 2], mut work: impl FnMut(&mut Self, usize)) {
        for row in 0..rows.min(SIDE) {
            for run in 0..runs.min(SIDE / LANES) {
                let start = row * STRIDE + run * LANES;
                for i in start..start + LANES {
                    work(self, i);
                }
            }
        }
    }

    /// Whether no octave is left anywhere.
    #[inline(always)]
    pub fn is_level(&self, [runs, rows]: [usize; 2]) -> bool {
        let [_, mask, _, ridge_mask, ..] = &self.walks.0;
        [mask, ridge_mask].into_iter().all(|plane| {
            let mut rows = (0..rows).map(|row| &plane[row * STRIDE..][..runs * LANES]);
            rows.all(|row| row.iter().all(|mask| *mask == 0.0))
        })
    }

    /// The sums of cosines, sines and weights of waves a quarter turn ahead of those drawn.
    #[inline(always)]
    pub fn sum(&self, i: usize) -> [f32; 3] {
        [-self.sums[0][i], self.sums[1][i], self.sums[2][i]]
    }

    /// Reads a row; behind its end the last sample is repeated.
    #[inline(always)]
    pub fn read(&mut self, line: usize, samples: Range<usize>, guide: &Guide<'_>) {
        let from = [guide.heights_m, guide.gradients[0], guide.gradients[1]];
        let to = [&mut self.heights, &mut self.east, &mut self.south];
        for (from, to) in from.into_iter().zip(to) {
            let (from, to) = (&from[samples.clone()], &mut to[line * STRIDE..][..STRIDE]);
            let (whole, rest) = to.split_at_mut(from.len());
            whole.copy_from_slice(from);
            rest.fill(from.last().copied().unwrap_or_default());
        }
    }

    /// Writes a row.
    #[inline(always)]
    pub fn write(&self, line: usize, samples: Range<usize>, out: &mut ErodedSamples<'_>) {
        let count = samples.len();
        let ErodedSamples { heights_m, ridge, occlusion } = out;
        let planes = [Some(&mut **heights_m), ridge.as_deref_mut(), occlusion.as_deref_mut()];
        for (from, to) in [&self.heights, &self.east, &self.south].into_iter().zip(planes) {
            if let Some(to) = to {
                to[samples.clone()].copy_from_slice(&from[line * STRIDE..][..count]);
            }
        }
    }
}
