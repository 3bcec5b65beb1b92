//! Filling a grid with samples, tile by tile.

use super::displace::{Compose, TileDisplacements};
use super::fold::Folds;
use super::moved::{MovedTile, Places};
use super::place::LINE_CAPACITY;
use super::simd::MAX_LANES;
use super::sum::{OctaveScratch, SumPositions, Tables, TileRange};
use super::tile::{MAX_ROWS, Tile, max_columns, pieces};
use super::{Grid, GridNoise, Method};
use std::cell::RefCell;
use std::ops::Range;

/// A thread's scratch memory for one tile.
#[derive(Default)]
struct Scratch {
    octave: OctaveScratch,
    /// The displacement so far, and the next displacement, which is computed from it.
    displacement: TileDisplacements,
    next: TileDisplacements,
    /// Moved positions, and their transformations for the displacements in x and in y.
    moved: MovedTile,
    transformed: [MovedTile; 2],
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl GridNoise {
    /// Fills `out` with samples of N numbers (a value, or a value and two slopes).
    pub(super) fn fill_with<const N: usize>(
        &self,
        grid: &Grid,
        places: &Places,
        mut out: [&mut [f32]; N],
    ) {
        self.fill_unedited(grid, places, out.each_mut().map(|out| &mut **out));
        if let Some(edits) = &self.edits {
            edits.apply(self, grid, places, out);
        }
    }

    /// Fills `out` by the kernels, which ignore edits.
    fn fill_unedited<const N: usize>(
        &self,
        grid: &Grid,
        places: &Places,
        mut out: [&mut [f32]; N],
    ) {
        let limit = grid.band_limit_m * self.frequency_per_m;
        match self.method {
            Method::Lattice(polynomial) if !self.warps_in_f32(limit) => {
                return self.fill_precisely(polynomial, grid, places, out);
            }
            _ if matches!(self.method, Method::Scalar) || !self.warps_in_f32(limit) => {
                return self.fill_one_by_one(grid, places, out);
            }
            _ => {}
        }
        let folds = self.folds(limit);
        let warp_folds = self.folds(limit * self.warp.frequency);
        let [width, height] = grid.size;
        SCRATCH.with_borrow_mut(|scratch| {
            for (index, tile_rows) in pieces(height, MAX_ROWS, 1).enumerate() {
                for tile_columns in pieces(width, max_columns::<N>(width), MAX_LANES) {
                    let range = (&tile_columns, (index, &tile_rows));
                    let first = tile_rows.start * width + tile_columns.start;
                    let out = out.each_mut().map(|out| &mut out[first..]);
                    self.fill_tile([&folds, &warp_folds], places, range, width, out, scratch);
                }
            }
        });
    }

    /// Fills one tile of a grid that is `stride` columns wide. `out` begins at the tile's first
    /// sample.
    fn fill_tile<const N: usize>(
        &self,
        [folds, warp_folds]: [&Folds; 2],
        places: &Places,
        range: TileRange,
        stride: usize,
        mut out: [&mut [f32]; N],
        Scratch { octave, displacement, next, moved, transformed }: &mut Scratch,
    ) {
        let (tile_columns, (_, tile_rows)) = range;
        let warp = self.warp;
        let slope_scale = self.frequency_per_m;
        let zeros = [0.0; LINE_CAPACITY];
        let mut sampled = SumPositions {
            tables: None,
            x: &zeros,
            y: &zeros,
            moved: None,
            displacement: None,
            slope_scale,
        };
        let [x, y];
        match places {
            Places::Lines { columns, rows } => {
                x = positions(&columns.positions, tile_columns);
                y = positions(&rows.positions, tile_rows);
                [sampled.x, sampled.y] = [&x, &y];
                let tables = Tables { columns: &columns.tables[0], rows: &rows.tables[0] };
                sampled.tables = Some(tables);
            }
            Places::Moved(grid) => {
                moved.fill(self, grid, stride, tile_columns, tile_rows);
                sampled.moved = Some(moved.positions());
            }
        }
        if warp.times > 0 {
            self.displace::<N>(
                warp_folds,
                sampled,
                (places, range),
                octave,
                [displacement, next],
                transformed,
            );
            sampled.tables = None;
            sampled.displacement = Some((displacement.displacements(), warp.strength));
        }
        let mut tile = Tile::new(range, folds.start, out.each_mut().map(|out| &mut **out), stride);
        self.sum(folds, sampled, &mut tile, octave);
        if let ([_, east, south], true) = (&mut out[..], warp.times > 0) {
            let size = [tile_columns.len(), tile_rows.len()];
            let strength = warp.strength as f32;
            self.level.run_loops(Compose {
                slopes: [east, south],
                stride,
                size,
                displacement,
                strength,
            });
        }
    }

    /// Fills a grid sample by sample from the reference, for noises without a kernel and for warps that
    /// are too strong for f32.
    fn fill_one_by_one<const N: usize>(
        &self,
        grid: &Grid,
        places: &Places,
        mut out: [&mut [f32]; N],
    ) {
        let limit = grid.band_limit_m * self.frequency_per_m;
        let [width, height] = grid.size;
        for index in 0..width * height {
            let column_and_row = [index % width, index / width];
            let place = places.sample_position(column_and_row, width, self.frequency_per_m);
            out[0][index] = self.noise.sample2(place, limit) as f32;
            self.write_slopes(&mut out, index, place, limit);
        }
    }

    /// Writes the slopes of a sample that the reference computes, if `out` has slopes.
    pub(super) fn write_slopes(
        &self,
        out: &mut [&mut [f32]],
        index: usize,
        place: [f64; 2],
        limit: f64,
    ) {
        if let [_, east, south] = out {
            let (_, slopes) = self.noise.sample2_with_gradient(place, limit);
            [east[index], south[index]] = slopes.map(|slope| (slope * self.frequency_per_m) as f32);
        }
    }
}

/// Copies the positions of a line from `range.start` on, as many as [`LINE_CAPACITY`] allows.
fn positions(line: &[f64], range: &Range<usize>) -> [f64; LINE_CAPACITY] {
    let mut positions = [0.0; LINE_CAPACITY];
    let copied = &line[range.start..usize::min(range.start + LINE_CAPACITY, line.len())];
    positions[..copied.len()].copy_from_slice(copied);
    positions
}
