//! Filling a grid, tile by tile.

use super::axis::{Columns, Rows};
use super::fold::{Folds, OctaveFold};
use super::lattice::{Corners, LatticeOctave};
use super::plan::LineTables;
use super::point_lattice::{OfOrder, PointLattice};
use super::point_simplex::PointSimplex;
use super::point_worley::PointWorley;
use super::points::{PointKernel, PositionKernel, Positions, row_length};
use super::simd::MOST_LANES;
use super::tile::{ConstantKernel, MOST_COLUMNS, MOST_ROWS, Sums, Tile, Turn, pieces};
use super::{Grid, GridNoise, GridOctave, Route};
use crate::noise::metric::Metric;
use std::cell::RefCell;
use std::ops::Range;

/// Memory for one tile at a time, kept by a thread.
#[derive(Default)]
struct Scratch {
    sums: Sums,
    corners: Corners,
    positions: Positions,
    /// Of x and y: the last displacement, and the one that is being made from it.
    displacement: Displacement,
    next: Displacement,
}

/// Displacements of a tile's samples in x and y, row by row.
struct Displacement([Vec<f32>; 2]);

impl Default for Displacement {
    fn default() -> Self {
        Self([0, 1].map(|_| vec![0.0; MOST_COLUMNS * MOST_ROWS]))
    }
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// A tile's place: its columns, and its rows with their place among the grid's rows of tiles.
type Place<'a> = (&'a Range<usize>, (usize, &'a Range<usize>));

impl GridNoise {
    pub(super) fn fill_with(
        &self,
        grid: &Grid,
        columns: &LineTables<Columns>,
        rows: &LineTables<Rows>,
        out: &mut [f32],
    ) {
        if let Route::Scalar = self.route {
            return self.fill_one_by_one(grid, columns, rows, out);
        }
        let limit = grid.band_limit_m * self.frequency_per_m;
        let folds = self.folds(limit);
        let warp = self.noise.spec().warp;
        let warp_folds = self.folds(limit * warp.frequency);
        let [width, height] = grid.size;
        SCRATCH.with_borrow_mut(|scratch| {
            for (index, tile_rows) in pieces(height, MOST_ROWS, 1).enumerate() {
                for tile_columns in pieces(width, MOST_COLUMNS, MOST_LANES) {
                    let place = (&tile_columns, (index, &tile_rows));
                    let sampled = Sampled::new(columns, rows, place, self.period());
                    if warp.times > 0 {
                        self.displace(&warp_folds, sampled, place, scratch);
                    }
                    let Scratch { sums, corners, positions, displacement: Displacement([x, y]), .. } = scratch;
                    let sampled = match warp.times {
                        0 => Sampled { view: Some(0), ..sampled },
                        _ => Sampled { displacement: Some(([x, y], warp.strength)), ..sampled },
                    };
                    let out = &mut out[tile_rows.start * width + tile_columns.start..];
                    let mut tile = Tile::new(place.0, place.1, folds.start, sums, out, width);
                    self.sum(&folds, sampled, &mut tile, corners, positions);
                }
            }
        });
    }

    /// Works out the last displacement of a tile's samples.
    fn displace(&self, folds: &Folds, sampled: Sampled, (columns, rows): Place, scratch: &mut Scratch) {
        let Scratch { sums, corners, positions, displacement, next } = scratch;
        // Displacements go on to fill whole vectors.
        let columns = columns.start..columns.start + row_length(columns.len());
        let warp = self.noise.spec().warp;
        for step in 0..warp.times {
            for (axis, (view, out)) in self.views.iter().zip(&mut next.0).enumerate() {
                let Displacement([x, y]) = &*displacement;
                let sampled = Sampled {
                    view: (step == 0).then_some(axis),
                    displacement: (step > 0).then_some(([x, y], warp.strength)),
                    scale: view.scale,
                    offset: view.offset,
                    ..sampled
                };
                let mut tile = Tile::new(&columns, rows, folds.start, sums, out, columns.len());
                self.sum(folds, sampled, &mut tile, corners, positions);
            }
            std::mem::swap(displacement, next);
        }
    }

    /// Sums the octaves over a tile.
    fn sum(&self, folds: &Folds, sampled: Sampled, tile: &mut Tile, corners: &mut Corners, positions: &mut Positions) {
        let level = self.level;
        let octaves = || {
            let octaves = folds.octaves.iter().zip(&self.octaves).enumerate();
            octaves.filter(|(_, (fold, _))| fold.scale != 0.0 || fold.fold.has_feedback())
        };
        let Some((last, _)) = octaves().next_back() else { return tile.fill_with_start() };
        let mut positioned = false;
        for (turn, (index, (&fold, octave))) in octaves().enumerate() {
            let turn = Turn { first: turn == 0, last: index == last };
            if fold.scale == 0.0 {
                let value = fold.centre;
                level.run(ConstantKernel { fold: fold.fold, value, tile, turn });
                continue;
            }
            if let (Route::Lattice(proximity), Some(view), None) = (self.route, sampled.view, octave.octave.rotation) {
                let [permutation, _] = &octave.permutations;
                let contents = &octave.contents;
                let (columns, rows) = (&sampled.columns.views[view][index], &sampled.rows.views[view][index]);
                LatticeOctave { proximity, permutation, contents, fold, columns, rows }.add(level, tile, turn, corners);
                continue;
            }
            if !positioned {
                sampled.find_positions(level, positions);
                positioned = true;
            }
            self.add_points(octave, fold, positions, tile, turn);
        }
    }

    /// Adds an octave at a tile's positions.
    fn add_points(&self, octave: &GridOctave, fold: OctaveFold, positions: &Positions, tile: &mut Tile, turn: Turn) {
        let GridOctave { octave, permutations: [_, permutation], contents } = octave;
        let (level, scale) = (self.level, fold.scale);
        match self.route {
            Route::Lattice(proximity) => {
                let lattice = PointLattice::new(proximity, permutation, contents, self.fade(), scale);
                match proximity.order {
                    0 => level.run(PointKernel { basis: &OfOrder::<0>(lattice), octave, fold, positions, tile, turn }),
                    1 => level.run(PointKernel { basis: &OfOrder::<1>(lattice), octave, fold, positions, tile, turn }),
                    _ => level.run(PointKernel { basis: &OfOrder::<2>(lattice), octave, fold, positions, tile, turn }),
                }
            }
            Route::Simplex => {
                let basis = &PointSimplex::new(permutation, contents, scale);
                level.run(PointKernel { basis, octave, fold, positions, tile, turn });
            }
            Route::Worley(metric @ Metric::Euclidean, output) => {
                let basis = &PointWorley::<true>::new(permutation, metric, output, scale);
                level.run(PointKernel { basis, octave, fold, positions, tile, turn });
            }
            Route::Worley(metric, output) => {
                let basis = &PointWorley::<false>::new(permutation, metric, output, scale);
                level.run(PointKernel { basis, octave, fold, positions, tile, turn });
            }
            Route::Scalar => unreachable!("sampled one by one"),
        }
    }

    /// Samples that no kernel knows, by the reference.
    fn fill_one_by_one(&self, grid: &Grid, columns: &LineTables<Columns>, rows: &LineTables<Rows>, out: &mut [f32]) {
        let limit = grid.band_limit_m * self.frequency_per_m;
        for (out, &y) in out.chunks_exact_mut(grid.size[0]).zip(&rows.positions) {
            for (out, &x) in out.iter_mut().zip(&columns.positions) {
                *out = self.noise.sample2([x, y], limit) as f32;
            }
        }
    }
}

/// Where a sum is sampled: the view of a tile of a grid, or a tile displaced.
#[derive(Clone, Copy)]
struct Sampled<'a> {
    columns: &'a LineTables<Columns>,
    rows: &'a LineTables<Rows>,
    /// Of the tile's columns, whole vectors, and rows.
    x: &'a [f64],
    y: &'a [f64],
    /// The view whose tables hold, if samples are in rows and columns.
    view: Option<usize>,
    /// In x and y, and how strong it is.
    displacement: Option<([&'a [f32]; 2], f64)>,
    /// Samples are at scale × position + offset, brought back into the first period.
    scale: f64,
    offset: [f64; 2],
    period: Option<[f64; 2]>,
}

impl<'a> Sampled<'a> {
    fn new(
        columns: &'a LineTables<Columns>,
        rows: &'a LineTables<Rows>,
        (of_x, (_, of_y)): Place,
        period: Option<[f64; 2]>,
    ) -> Self {
        let x = &columns.positions[of_x.start..of_x.start + row_length(of_x.len())];
        let y = &rows.positions[of_y.clone()];
        Self { columns, rows, x, y, view: None, displacement: None, scale: 1.0, offset: [0.0; 2], period }
    }

    fn find_positions(self, level: super::Level, positions: &mut Positions) {
        let Self { x, y, displacement, scale, offset, period, .. } = self;
        level.run(PositionKernel { x, y, displacement, scale, offset, period, positions });
    }
}
