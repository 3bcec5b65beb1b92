//! Filling a grid, tile by tile.

use super::axis::{Columns, Rows};
use super::fold::{Folds, OctaveFold};
use super::lattice::{Corners, LatticeOctave};
use super::packed::PackedCells;
use super::place::{Coordinates, CoordinatesKernel, ROOM, TileCoordinates};
use super::plan::LineTables;
use super::point_basis::PointBasis;
use super::point_lattice::{OfOrder, PointLattice};
use super::point_opensimplex::PointOpenSimplex;
use super::point_simplex::{self, PointSimplex};
use super::point_worley::{self, PointWorley};
use super::points::{Displaced, PointKernel, RangeKernel, row_length};
use super::simd::MOST_LANES;
use super::tile::{ConstantKernel, MOST_COLUMNS, MOST_ROWS, Sums, Tile, Turn, pieces};
use super::{Grid, GridNoise, GridOctave, Route};
use crate::noise::metric::Metric;
use crate::noise::opensimplex::Kind;
use crate::noise::tile::reduce;
use crate::noise::worley::Output;
use std::cell::RefCell;
use std::ops::Range;

/// Memory for one tile at a time, kept by a thread.
#[derive(Default)]
struct Scratch {
    octave: OctaveScratch,
    /// The last displacement, and the one that is being made from it.
    displacement: Displacement,
    next: Displacement,
}

/// Memory for one octave at a time.
#[derive(Default)]
struct OctaveScratch {
    sums: Sums,
    corners: Corners,
    places: TileCoordinates,
    packed: PackedCells,
}

/// Displacements of a tile's samples in x and y, row by row.
struct Displacement {
    along: [Vec<f32>; 2],
    /// The least and the greatest in x and in y.
    range: [[f32; 2]; 2],
}

impl Default for Displacement {
    fn default() -> Self {
        Self { along: [0, 1].map(|_| vec![0.0; MOST_COLUMNS * MOST_ROWS]), range: [[0.0; 2]; 2] }
    }
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// A tile's place: its columns, and its rows with their place among the grid's rows of tiles.
type TileRange<'a> = (&'a Range<usize>, (usize, &'a Range<usize>));

/// Where a sum is sampled.
#[derive(Clone, Copy)]
struct Sampled<'a> {
    columns: &'a LineTables<Columns>,
    rows: &'a LineTables<Rows>,
    /// The view whose tables hold, if samples are in rows and columns.
    view: Option<usize>,
    /// Of the tile's columns and rows, in units of the noise.
    x: &'a [f64; ROOM],
    y: &'a [f64; ROOM],
    /// Of the samples, and how far a displacement of 1 displaces them, in units of the noise.
    displacement: Option<(&'a Displacement, f64)>,
}

impl GridNoise {
    pub(super) fn fill_with(
        &self,
        grid: &Grid,
        columns: &LineTables<Columns>,
        rows: &LineTables<Rows>,
        out: &mut [f32],
    ) {
        let limit = grid.band_limit_m * self.frequency_per_m;
        match self.route {
            Route::Lattice(proximity) if !self.warps_in_f32(limit) => {
                return self.fill_precisely(
                    proximity,
                    grid,
                    [&columns.positions, &rows.positions],
                    out,
                );
            }
            _ if matches!(self.route, Route::Scalar) || !self.warps_in_f32(limit) => {
                return self.fill_one_by_one(grid, columns, rows, out);
            }
            _ => {}
        }
        let folds = self.folds(limit);
        let warp = self.warp;
        let warp_folds = self.folds(limit * warp.frequency);
        let [width, height] = grid.size;
        SCRATCH.with_borrow_mut(|scratch| {
            for (index, tile_rows) in pieces(height, MOST_ROWS, 1).enumerate() {
                for tile_columns in pieces(width, MOST_COLUMNS, MOST_LANES) {
                    let place = (&tile_columns, (index, &tile_rows));
                    let [x, y] = &[
                        positions(&columns.positions, &tile_columns),
                        positions(&rows.positions, &tile_rows),
                    ];
                    let mut sampled =
                        Sampled { columns, rows, view: Some(0), x, y, displacement: None };
                    if warp.times > 0 {
                        self.displace(&warp_folds, sampled, place, scratch);
                        sampled.view = None;
                        sampled.displacement = Some((&scratch.displacement, warp.strength));
                    }
                    let out = &mut out[tile_rows.start * width + tile_columns.start..];
                    let mut tile = Tile::new(place, folds.start, out, width);
                    self.sum(&folds, sampled, &mut tile, &mut scratch.octave);
                }
            }
        });
    }

    /// Works out the last displacement of a tile's samples.
    fn displace(
        &self,
        folds: &Folds,
        sampled: Sampled,
        (columns, rows): TileRange,
        scratch: &mut Scratch,
    ) {
        let Scratch { octave, displacement, next } = scratch;
        // Displacements go on to fill whole vectors.
        let columns = columns.start..columns.start + row_length(columns.len());
        let warp = self.warp;
        for step in 0..warp.times {
            for (axis, out) in next.along.iter_mut().enumerate() {
                let x = &self.viewed(axis, 0, sampled.x);
                let y = &self.viewed(axis, 1, sampled.y);
                let sampled = match step {
                    0 => Sampled { view: Some(axis), x, y, ..sampled },
                    _ => {
                        let displacement =
                            Some((&*displacement, warp.strength * self.views[axis].scale));
                        Sampled { view: None, x, y, displacement, ..sampled }
                    }
                };
                let mut tile = Tile::new((&columns, rows), folds.start, out, columns.len());
                self.sum(folds, sampled, &mut tile, octave);
            }
            std::mem::swap(displacement, next);
            let samples = columns.len() * rows.1.len();
            for (along, range) in displacement.along.iter().zip(&mut displacement.range) {
                self.level.run(RangeKernel { numbers: &along[..samples], range });
            }
        }
    }

    /// Positions along an axis, as a view has them.
    fn viewed(&self, view: usize, axis: usize, positions: &[f64; ROOM]) -> [f64; ROOM] {
        let view = &self.views[view];
        let viewed = positions.map(|p| p * view.scale + view.offset[axis]);
        match self.period() {
            Some(period) => viewed.map(|p| reduce(p, period[axis])),
            None => viewed,
        }
    }

    /// Sums the octaves over a tile.
    fn sum(&self, folds: &Folds, sampled: Sampled, tile: &mut Tile, scratch: &mut OctaveScratch) {
        let octaves = || {
            let octaves = folds.octaves.iter().zip(&self.octaves).enumerate();
            octaves.filter(|(_, (fold, _))| fold.scale != 0.0 || fold.fold.has_feedback())
        };
        let Some((last, _)) = octaves().next_back() else { return tile.fill_with_start() };
        for (turn, (index, (&fold, octave))) in octaves().enumerate() {
            let turn = Turn { first: turn == 0, last: index == last };
            if fold.scale == 0.0 {
                let (value, fold, sums) = (fold.centre, fold.fold, &mut scratch.sums);
                self.level.run(ConstantKernel { fold, value, tile, sums, turn });
                continue;
            }
            if let (Route::Lattice(proximity), Some(view), None) =
                (self.route, sampled.view, octave.octave.rotation)
            {
                let [permutation, _] = &octave.permutations;
                let (contents, as_points) = (&octave.contents, self.as_points);
                let (columns, rows) =
                    (&sampled.columns.views[view][index], &sampled.rows.views[view][index]);
                let octave = LatticeOctave {
                    proximity,
                    permutation,
                    contents,
                    fold,
                    columns,
                    rows,
                    as_points,
                };
                octave.add(self.level, tile, turn, &mut scratch.sums, &mut scratch.corners);
                continue;
            }
            self.add_points(octave, fold, sampled, tile, turn, scratch);
        }
    }

    /// Adds an octave whose samples aren't in rows and columns.
    fn add_points(
        &self,
        octave: &GridOctave,
        fold: OctaveFold,
        sampled: Sampled,
        tile: &mut Tile,
        turn: Turn,
        scratch: &mut OctaveScratch,
    ) {
        let Sampled { x, y, displacement, .. } = sampled;
        let OctaveScratch { sums, places, packed, .. } = scratch;
        let skew = match self.route {
            Route::Simplex | Route::OpenSimplex(_) => point_simplex::skew(),
            _ => 0.0,
        };
        let coordinates = Coordinates::new(&octave.octave, skew);
        let (range, strength) = displacement
            .map_or(([[0.0; 2]; 2], 0.0), |(displacement, strength)| {
                (displacement.range, strength)
            });
        let reach = range.as_flattened().iter().fold(0.0, |reach: f32, d| reach.max(d.abs()));
        self.level.run(CoordinatesKernel { coordinates, x, y, strength, reach, places });

        let displacement = displacement.map(|(displacement, _)| Displaced {
            along: [&displacement.along[0], &displacement.along[1]],
            range,
        });
        let to = Points { level: self.level, fold, places, displacement, packed, tile, sums, turn };
        let GridOctave { permutations: [_, permutation], contents, octave } = octave;
        let scale = fold.scale;
        match self.route {
            Route::Lattice(proximity) => {
                let lattice =
                    PointLattice::new(proximity, permutation, contents, self.fade(), scale);
                match proximity.order {
                    0 => to.add(&OfOrder::<0>(lattice)),
                    1 => to.add(&OfOrder::<1>(lattice)),
                    _ => to.add(&OfOrder::<2>(lattice)),
                }
            }
            Route::Simplex => to.add(&PointSimplex::new(permutation, scale)),
            Route::OpenSimplex(Kind::Fast) => {
                to.add(&PointOpenSimplex::<false>::new(octave.seed, scale))
            }
            Route::OpenSimplex(Kind::Smooth) => {
                to.add(&PointOpenSimplex::<true>::new(octave.seed, scale))
            }
            Route::Worley(metric, output) => {
                let worley = PointWorley::new(permutation, metric, output, scale);
                match (metric, output) {
                    (Metric::Euclidean, Output::F1) => {
                        to.add(&point_worley::Of::<true, false>(worley))
                    }
                    (Metric::Euclidean, _) => to.add(&point_worley::Of::<true, true>(worley)),
                    (_, Output::F1) => to.add(&point_worley::Of::<false, false>(worley)),
                    _ => to.add(&point_worley::Of::<false, true>(worley)),
                }
            }
            Route::Scalar => unreachable!("sampled one by one"),
        }
    }

    /// Samples that no kernel knows, by the reference.
    fn fill_one_by_one(
        &self,
        grid: &Grid,
        columns: &LineTables<Columns>,
        rows: &LineTables<Rows>,
        out: &mut [f32],
    ) {
        let limit = grid.band_limit_m * self.frequency_per_m;
        for (out, &y) in out.chunks_exact_mut(grid.size[0]).zip(&rows.positions) {
            for (out, &x) in out.iter_mut().zip(&columns.positions) {
                *out = self.noise.sample2([x, y], limit) as f32;
            }
        }
    }
}

/// An octave of points that wants its basis.
struct Points<'a, 't> {
    level: super::Level,
    fold: OctaveFold,
    places: &'a TileCoordinates,
    displacement: Option<Displaced<'a>>,
    packed: &'a mut PackedCells,
    tile: &'a mut Tile<'t>,
    sums: &'a mut Sums,
    turn: Turn,
}

impl Points<'_, '_> {
    fn add(self, basis: &impl PointBasis) {
        let Self { level, fold, places, displacement, packed, tile, sums, turn } = self;
        level.run(PointKernel { basis, fold, places, displacement, packed, tile, sums, turn });
    }
}

/// Some of the positions of a line, and as many more as there is room for.
fn positions(of_line: &[f64], range: &Range<usize>) -> [f64; ROOM] {
    std::array::from_fn(|i| of_line.get(range.start + i).copied().unwrap_or(0.0))
}
