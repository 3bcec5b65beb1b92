//! Samples that are moved from their columns and rows to any positions.
//!
//! Positions are in f64, as in the reference. So samples far from the origin are as accurate as
//! samples near it, and moves may be of any length.

use super::axis::{Columns, Rows};
use super::lines::{LineTables, SampleTransform};
use super::points::{MovedPositions, row_length};
use super::simd::{Interleave, Loops, MAX_LANES};
use super::{GridNoise, Moves};
use crate::tile::reduce;
use std::ops::Range;

/// The positions of the samples of a grid.
pub(super) enum Places<'a> {
    Lines { columns: &'a LineTables<Columns>, rows: &'a LineTables<Rows> },
    Moved(MovedGrid<'a>),
}

/// Columns and rows in metres, and the moves that take samples away from them.
#[derive(Clone, Copy)]
pub(super) struct MovedGrid<'a> {
    pub lines_m: [&'a [f64]; 2],
    pub moves: Moves<'a>,
}

impl Places<'_> {
    /// The position at which the reference takes the sample of this column and row, in units of the
    /// noise. The grid is `width` columns wide.
    #[inline(always)]
    pub fn sample_position(
        &self,
        [column, row]: [usize; 2],
        width: usize,
        frequency_per_m: f64,
    ) -> [f64; 2] {
        match self {
            Self::Lines { columns, rows } => [columns.positions[column], rows.positions[row]],
            Self::Moved(MovedGrid { lines_m, moves }) => {
                let unmoved_m = [lines_m[0][column], lines_m[1][row]];
                let place_m = moves.place_m(row * width + column, unmoved_m);
                place_m.map(|m| m * frequency_per_m)
            }
        }
    }
}

/// The moved positions of a tile's samples, row by row, each row padded to whole vectors.
#[derive(Default)]
pub(super) struct MovedTile {
    positions: [Vec<f64>; 2],
    /// The minimum and the maximum position in x and in y.
    range: [[f64; 2]; 2],
}

impl MovedTile {
    pub fn positions(&self) -> MovedPositions<'_> {
        let values = self.positions.each_ref().map(|positions| &positions[..]);
        MovedPositions { values, range: self.range }
    }

    /// Computes the moved positions of these columns and rows, in units of the noise and wrapped
    /// into its first period if it has one. The grid is `stride` columns wide.
    pub fn fill(
        &mut self,
        noise: &GridNoise,
        grid: &MovedGrid,
        stride: usize,
        columns: &Range<usize>,
        rows: &Range<usize>,
    ) {
        let samples = row_length(columns.len()) * rows.len();
        for positions in &mut self.positions {
            positions.resize(samples, 0.0);
        }
        for (axis, positions) in self.positions.iter_mut().enumerate() {
            let range = &mut self.range[axis];
            noise.level.run_loops(MoveLoops {
                lines_m: [&grid.lines_m[0][columns.clone()], &grid.lines_m[1][rows.clone()]],
                map: grid.moves.map[axis],
                offsets_m: grid
                    .moves
                    .offsets_m
                    .map(|offsets| (&offsets[axis][rows.start * stride + columns.start..], stride)),
                frequency_per_m: noise.frequency_per_m,
                period: noise.period().map(|period| period[axis]),
                positions,
                range,
            });
        }
    }

    /// Transforms moved positions.
    pub fn transform(
        &mut self,
        noise: &GridNoise,
        transform: SampleTransform,
        moved: MovedPositions,
    ) {
        for axis in 0..2 {
            self.positions[axis].resize(moved.values[axis].len(), 0.0);
            noise.level.run_loops(TransformLoops {
                positions: moved.values[axis],
                scale: transform.scale,
                offset: transform.offset[axis],
                period: noise.period().map(|period| period[axis]),
                out: &mut self.positions[axis],
                range: &mut self.range[axis],
            });
        }
    }
}

/// Computes the moved positions of samples along one axis.
struct MoveLoops<'a> {
    lines_m: [&'a [f64]; 2],
    map: [f64; 2],
    /// The offsets of the samples, and the length of a row of offsets.
    offsets_m: Option<(&'a [f32], usize)>,
    frequency_per_m: f64,
    period: Option<f64>,
    positions: &'a mut [f64],
    range: &'a mut [f64; 2],
}

impl Loops for MoveLoops<'_> {
    #[inline(always)]
    fn run(self, _: impl Interleave) {
        let Self { lines_m: [columns_m, rows_m], map, offsets_m, frequency_per_m, .. } = self;
        let width = columns_m.len();
        for (row, positions) in self.positions.chunks_exact_mut(row_length(width)).enumerate() {
            // The steps of `Moves::place_m`
            for (position, x_m) in positions.iter_mut().zip(columns_m) {
                *position = map[0] * x_m + map[1] * rows_m[row];
            }
            if let Some((offsets_m, stride)) = offsets_m {
                for (position, offset_m) in
                    positions.iter_mut().zip(&offsets_m[row * stride..][..width])
                {
                    *position += f64::from(*offset_m);
                }
            }
            for position in &mut positions[..width] {
                *position *= frequency_per_m;
            }
            let last = positions[width - 1];
            positions[width..].fill(last);
        }
        wrap_into_period(self.positions, self.period);
        *self.range = range_of(self.positions);
    }
}

/// Transforms positions along one axis.
struct TransformLoops<'a> {
    positions: &'a [f64],
    scale: f64,
    offset: f64,
    period: Option<f64>,
    out: &'a mut [f64],
    range: &'a mut [f64; 2],
}

impl Loops for TransformLoops<'_> {
    #[inline(always)]
    fn run(self, _: impl Interleave) {
        for (out, position) in self.out.iter_mut().zip(self.positions) {
            *out = position * self.scale + self.offset;
        }
        wrap_into_period(self.out, self.period);
        *self.range = range_of(self.out);
    }
}

#[inline(always)]
fn wrap_into_period(positions: &mut [f64], period: Option<f64>) {
    if let Some(period) = period {
        for position in positions {
            *position = reduce(*position, period);
        }
    }
}

/// The minimum and the maximum of numbers that fill whole vectors. NaN is ignored.
#[inline(always)]
fn range_of(numbers: &[f64]) -> [f64; 2] {
    let (mut min, mut max) = ([f64::INFINITY; MAX_LANES], [f64::NEG_INFINITY; MAX_LANES]);
    for numbers in numbers.chunks_exact(MAX_LANES) {
        for lane in 0..MAX_LANES {
            let x = numbers[lane];
            min[lane] = if x < min[lane] { x } else { min[lane] };
            max[lane] = if x > max[lane] { x } else { max[lane] };
        }
    }
    [
        min.into_iter().fold(f64::INFINITY, f64::min),
        max.into_iter().fold(f64::NEG_INFINITY, f64::max),
    ]
}
