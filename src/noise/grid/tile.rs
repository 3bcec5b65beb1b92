//! Tiles: a grid is filled piece by piece, so that sums stay in the nearest cache while octave after octave is added.

use super::axis::AxisOctave;
use super::corner::{CornerKernel, Proximity, coefficients};
use super::fold::{Add, AddMagnitude, Fold, FoldLanes, Hybrid, OctaveFold, Ridge};
use super::rows::{RowsKernel, Span};
use super::simd::{Float, Kernel, Level, MOST_LANES, Simd};
use crate::noise::permutation::Permutation;
use std::ops::Range;

/// Columns and rows of a tile, at most.
const MOST: [usize; 2] = [80, 72];

/// Where cells aren't dense, so many rows at a time keep the coefficients of their lattice points in the cache.
const SPARSE_ROWS: usize = 16;

/// A piece of a grid.
///
/// Sums, and feedback where a fold has it, stand block by block: two vectors of columns side by side, from top to bottom. A last
/// vector may be alone.
pub(super) struct Tile<'a> {
    /// Its first column and row in the grid.
    pub first: [usize; 2],
    /// Columns and rows.
    pub size: [usize; 2],
    pub sums: &'a mut [f32],
    pub feedback: &'a mut [f32],
}

/// First column and number of vectors of each block of a tile that is `width` columns wide.
pub(super) fn blocks(width: usize, lanes: usize) -> impl Iterator<Item = (usize, usize)> {
    let vectors = width.div_ceil(lanes);
    (0..vectors).step_by(2).map(move |vector| (vector * lanes, usize::min(vectors - vector, 2)))
}

/// Memory for one tile at a time, kept by a thread.
#[derive(Default)]
pub(super) struct Scratch {
    sums: Vec<f32>,
    feedback: Vec<f32>,
    corners: Corners,
}

/// The lattice points of a tile in one octave.
#[derive(Default)]
struct Corners {
    planes: Vec<f32>,
    column_keys: Vec<u32>,
    row_keys: Vec<u32>,
    spans: Vec<Span>,
}

/// An octave of lattice noise on a grid.
pub(super) struct LatticeOctave<'a> {
    pub fold: OctaveFold,
    /// Not periodic: the keys of the axes are wrapped already.
    pub permutation: &'a Permutation,
    pub columns: &'a AxisOctave,
    pub rows: &'a AxisOctave,
}

/// Fills a grid with sums of octaves of lattice noise. `start` is what sums start from.
pub(super) fn fill(
    level: Level,
    proximity: Proximity,
    octaves: &[LatticeOctave],
    start: f32,
    size: [usize; 2],
    out: &mut [f32],
    scratch: &mut Scratch,
) {
    let Scratch { sums, feedback, corners } = scratch;
    for rows in pieces(size[1], MOST[1], 1) {
        for columns in pieces(size[0], MOST[0], MOST_LANES) {
            let area = columns.len().next_multiple_of(MOST_LANES) * rows.len();
            sums.clear();
            sums.resize(area, start);
            feedback.clear();
            if octaves.iter().any(|octave| octave.fold.fold.has_feedback()) {
                feedback.resize(area, 1.0);
            }
            let mut tile =
                Tile { first: [columns.start, rows.start], size: [columns.len(), rows.len()], sums, feedback };
            for octave in octaves {
                octave.add(level, proximity, &mut tile, corners);
            }
            tile.copy_to(level, &mut out[rows.start * size[0] + columns.start..], size[0]);
        }
    }
}

/// Pieces of about even length, at most `most`, each but the last a multiple of `unit`.
fn pieces(length: usize, most: usize, unit: usize) -> impl Iterator<Item = Range<usize>> {
    let count = length.div_ceil(most).max(1);
    let piece = length.div_ceil(count).next_multiple_of(unit).max(unit);
    (0..length).step_by(piece).map(move |start| start..usize::min(start + piece, length))
}

impl LatticeOctave<'_> {
    /// Adds the octave to a tile.
    fn add(&self, level: Level, proximity: Proximity, tile: &mut Tile, corners: &mut Corners) {
        if self.fold.scale == 0.0 {
            if self.fold.fold.has_feedback() {
                by_fold(self.fold.fold, ConstantFold { level, value: self.fold.centre, tile });
            }
            return;
        }
        let height = tile.size[1];
        let band = if self.columns.dense { height } else { SPARSE_ROWS };
        for start in (0..height).step_by(band) {
            let rows = start..usize::min(start + band, height);
            let [plane, stride] = self.find_corners(level, proximity, tile, rows, corners);
            by_fold(
                self.fold.fold,
                LatticeFold { level, order: proximity.order, octave: self, tile, start, corners, plane, stride },
            );
        }
    }

    /// Works out the coefficients of the lattice points that these rows of a tile need: how many there are, and how many in a row.
    fn find_corners(
        &self,
        level: Level,
        proximity: Proximity,
        tile: &Tile,
        rows: Range<usize>,
        corners: &mut Corners,
    ) -> [usize; 2] {
        let Corners { planes, column_keys, row_keys, spans } = corners;
        let [first_column, first_row] = tile.first;
        self.rows.find_spans(first_row, rows, row_keys, spans);

        let lanes = level.lanes();
        let columns = first_column..first_column + tile.size[0].next_multiple_of(lanes);
        let column_keys = if self.columns.dense {
            let cells = self.columns.cell[columns.end - 1] - self.columns.cell[first_column];
            &self.columns.keys_from(first_column)[..(cells as usize + 2).next_multiple_of(lanes)]
        } else {
            column_keys.clear();
            let (left, right) = self.columns.keys_by_sample();
            column_keys.extend_from_slice(&left[columns.clone()]);
            column_keys.extend_from_slice(&right[columns]);
            &*column_keys
        };

        let stride = column_keys.len();
        let plane = stride * row_keys.len();
        // A vector may be loaded from any point.
        planes.resize(usize::max(planes.len(), coefficients(proximity.order) * plane + MOST_LANES), 0.0);
        let (permutation, scale) = (self.permutation, self.fold.scale);
        level.run(CornerKernel { proximity, permutation, scale, column_keys, row_keys, planes });
        [plane, stride]
    }
}

/// Work that is compiled for every fold.
trait ByFold {
    fn run(self, fold: impl FoldLanes);
}

fn by_fold(fold: Fold, work: impl ByFold) {
    match fold {
        Fold::Add => work.run(Add),
        Fold::AddMagnitude => work.run(AddMagnitude),
        Fold::Ridge { offset, mean, amplitude } => work.run(Ridge { offset, mean, amplitude }),
        Fold::Hybrid { amplitude } => work.run(Hybrid { amplitude }),
    }
}

struct LatticeFold<'a, 't> {
    level: Level,
    order: usize,
    octave: &'a LatticeOctave<'a>,
    tile: &'a mut Tile<'t>,
    start: usize,
    corners: &'a Corners,
    plane: usize,
    stride: usize,
}

impl ByFold for LatticeFold<'_, '_> {
    fn run(self, fold: impl FoldLanes) {
        match self.order {
            0 => self.of_order::<_, 0>(fold),
            1 => self.of_order::<_, 1>(fold),
            _ => self.of_order::<_, 2>(fold),
        }
    }
}

impl LatticeFold<'_, '_> {
    fn of_order<F: FoldLanes, const ORDER: usize>(self, fold: F) {
        let Self { level, octave, tile, start, corners, plane, stride, .. } = self;
        let Corners { planes, spans, .. } = corners;
        let LatticeOctave { columns, rows, fold: OctaveFold { centre, .. }, .. } = *octave;
        level.run(RowsKernel::<_, ORDER> { fold, centre, columns, rows, tile, start, spans, planes, plane, stride });
    }
}

/// An octave of which nothing is left but its mean.
struct ConstantFold<'a, 't> {
    level: Level,
    value: f32,
    tile: &'a mut Tile<'t>,
}

impl ByFold for ConstantFold<'_, '_> {
    fn run(self, fold: impl FoldLanes) {
        let Self { level, value, tile } = self;
        level.run(ConstantKernel { fold, value, tile });
    }
}

struct ConstantKernel<'a, 't, F> {
    fold: F,
    value: f32,
    tile: &'a mut Tile<'t>,
}

impl<F: FoldLanes> Kernel for ConstantKernel<'_, '_, F> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let value = simd.f32(self.value);
        let sums = self.tile.sums.chunks_exact_mut(S::LANES);
        for (sum, feedback) in sums.zip(self.tile.feedback.chunks_exact_mut(S::LANES)) {
            let [after, fed_back] = self.fold.fold(simd, value, simd.load(sum), simd.load(feedback));
            after.store(sum);
            fed_back.store(feedback);
        }
    }
}

impl Tile<'_> {
    /// Copies the sums to a grid with so many columns; `out` starts at the tile's first sample.
    fn copy_to(&self, level: Level, out: &mut [f32], stride: usize) {
        level.run(CopyKernel { tile: self, out, stride });
    }
}

struct CopyKernel<'a, 't> {
    tile: &'a Tile<'t>,
    out: &'a mut [f32],
    stride: usize,
}

impl Kernel for CopyKernel<'_, '_> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Tile { size: [columns, rows], ref sums, .. } = *self.tile;
        for (column, vectors) in blocks(columns, S::LANES) {
            let width = vectors * S::LANES;
            let block = sums[column * rows..][..width * rows].chunks_exact(width);
            let wanted = usize::min(columns - column, width);
            for (row, sums) in block.enumerate() {
                let out = &mut self.out[row * self.stride + column..][..wanted];
                if wanted == width {
                    for (out, sums) in out.chunks_exact_mut(S::LANES).zip(sums.chunks_exact(S::LANES)) {
                        simd.load(sums).store(out);
                    }
                } else {
                    out.copy_from_slice(&sums[..wanted]);
                }
            }
        }
    }
}
