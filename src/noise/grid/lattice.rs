//! Grids of lattice noise: value noise, Perlin noise, and the second order.

use super::axis::{Band, Cells, Columns, Rows};
use super::corner::{CornerKernel, Proximity, coefficients};
use super::fold::{Add, AddMagnitude, Fold, FoldLanes, Hybrid, OctaveFold, Ridge};
use super::rows::RowsKernel;
use super::simd::{Level, MOST_LANES};
use super::tile::{ConstantKernel, MOST_COLUMNS, MOST_ROWS, Sums, Tile, pieces};
use crate::noise::permutation::Permutation;

/// An octave of lattice noise on a grid.
#[derive(Clone, Copy)]
pub(super) struct LatticeOctave<'a> {
    pub fold: OctaveFold,
    /// Not periodic: the keys of the axes are wrapped already.
    pub permutation: &'a Permutation,
    pub columns: &'a Columns,
    pub rows: &'a Rows,
}

/// Memory for one tile at a time, kept by a thread.
#[derive(Default)]
pub(super) struct Scratch {
    sums: Sums,
    planes: Vec<f32>,
    column_keys: Vec<u32>,
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
    let octaves: Vec<_> =
        octaves.iter().filter(|octave| octave.fold.scale != 0.0 || octave.fold.fold.has_feedback()).collect();
    if octaves.is_empty() {
        return out.fill(start);
    }
    let Scratch { sums, planes, column_keys } = scratch;
    for (tile_row, rows) in pieces(size[1], MOST_ROWS, 1).enumerate() {
        for columns in pieces(size[0], MOST_COLUMNS, MOST_LANES) {
            let mut tile = Tile::new(columns, rows.clone(), start, sums, out, size[0]);
            for (index, &&octave) in octaves.iter().enumerate() {
                let (first, last) = (index == 0, index + 1 == octaves.len());
                if octave.fold.scale == 0.0 {
                    by_fold(
                        octave.fold.fold,
                        Constant { level, value: octave.fold.centre, tile: &mut tile, first, last },
                    );
                    continue;
                }
                for band in &octave.rows.tiles[tile_row] {
                    let stride = octave.find_corners(level, proximity, &tile, band, planes, column_keys);
                    let tile = &mut tile;
                    let order = proximity.order;
                    by_fold(
                        octave.fold.fold,
                        Lattice { level, order, octave, tile, band, planes, stride, first, last },
                    );
                }
            }
        }
    }
}

impl LatticeOctave<'_> {
    /// Works out the coefficients of the lattice points around a band of a tile; how many there are in a row.
    fn find_corners(
        &self,
        level: Level,
        proximity: Proximity,
        tile: &Tile,
        band: &Band,
        planes: &mut Vec<f32>,
        scratch: &mut Vec<u32>,
    ) -> usize {
        let lanes = level.lanes();
        let columns = tile.first[0]..tile.first[0] + tile.size[0].next_multiple_of(lanes);
        let column_keys = match &self.columns.cells {
            Cells::Dense { cell, keys } => {
                let [first, last] = [cell[columns.start], cell[columns.end - 1]].map(|cell| cell as usize);
                &keys[first..first + (last - first + 2).next_multiple_of(lanes)]
            }
            Cells::Sparse { left, right } => {
                scratch.clear();
                scratch.extend_from_slice(&left[columns.clone()]);
                scratch.extend_from_slice(&right[columns]);
                scratch
            }
        };
        let stride = column_keys.len();
        // A vector may be loaded from any point.
        let length = coefficients(proximity.order) * stride * band.keys.len() + MOST_LANES;
        if planes.len() < length {
            planes.resize(length, 0.0);
        }
        let (permutation, scale, row_keys) = (self.permutation, self.fold.scale, &band.keys);
        level.run(CornerKernel { proximity, permutation, scale, column_keys, row_keys, planes });
        stride
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

/// An octave in a band of a tile.
struct Lattice<'a, 't> {
    level: Level,
    order: usize,
    octave: LatticeOctave<'a>,
    tile: &'a mut Tile<'t>,
    band: &'a Band,
    planes: &'a [f32],
    stride: usize,
    first: bool,
    last: bool,
}

impl ByFold for Lattice<'_, '_> {
    fn run(self, fold: impl FoldLanes) {
        match self.order {
            0 => self.of_order::<_, 0>(fold),
            1 => self.of_order::<_, 1>(fold),
            _ => self.of_order::<_, 2>(fold),
        }
    }
}

impl Lattice<'_, '_> {
    fn of_order<F: FoldLanes, const ORDER: usize>(self, fold: F) {
        let Self { level, octave, tile, band, planes, stride, first, last, .. } = self;
        let LatticeOctave { columns, rows, fold: OctaveFold { centre, .. }, .. } = octave;
        let rows = &rows.places;
        level.run(RowsKernel::<_, ORDER> { fold, centre, columns, rows, band, planes, stride, tile, first, last });
    }
}

/// An octave of which nothing is left but its mean.
struct Constant<'a, 't> {
    level: Level,
    value: f32,
    tile: &'a mut Tile<'t>,
    first: bool,
    last: bool,
}

impl ByFold for Constant<'_, '_> {
    fn run(self, fold: impl FoldLanes) {
        let Self { level, value, tile, first, last } = self;
        level.run(ConstantKernel { fold, value, tile, first, last });
    }
}
