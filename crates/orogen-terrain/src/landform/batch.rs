//! Draws scattered features into tiles of samples.
//!
//! Each cell near a tile is hashed once. Its feature is added to the rows and runs of columns that
//! it can touch; elsewhere it is exactly 0. A sample adds its features in the order of their cells
//! and measures distances from its own cell. Its bits therefore depend neither on the tile nor on
//! the vector level.

use super::finish::Finish;
use super::run::{BandLimited, LANES, RunPlanes, add_feature, finish_run};
use super::scatter::{FeatureKernel, Layout, ScatteredFeatures};
use crate::dual::Samples;
use orogen_noise::grid::{Interleave, Level, Loops};
use orogen_noise::hash::axis_key;
use std::ops::Range;

/// The largest numbers of columns and rows of a tile. A tile with gradients fits into the level-2
/// cache.
const TILE: [usize; 2] = [128, 64];

impl<K: FeatureKernel, F: Finish> BandLimited<'_, K, F> {
    /// Fills in all pairs of a column and a row.
    pub fn fill(&self, level: Level, lines_m: [&[f64]; 2], out: &mut Samples) {
        let [columns_m, rows_m] = lines_m;
        assert_eq!(
            out.heights_m.len(),
            columns_m.len() * rows_m.len(),
            "each pair of a column and a row needs a sample"
        );
        for line in lines_m {
            assert!(line.is_sorted(), "columns and rows must not descend");
        }
        if !self.fill_if_faded(out) {
            let heights = &mut *out.heights_m;
            match &mut out.gradients {
                None => {
                    level.run_loops(FeatureLoops { landform: self, lines_m, planes: [heights] })
                }
                Some([east, south]) => level.run_loops(FeatureLoops {
                    landform: self,
                    lines_m,
                    planes: [heights, east, south],
                }),
            }
        }
    }
}

/// The lines of a tile that a cell's feature can reach on an axis.
struct ReachedLines {
    cell: i64,
    key: u32,
    /// Lines, or runs of them, in the tile.
    lines: Range<usize>,
    /// The index of the first line's distance.
    first: usize,
}

/// The columns or the rows of a tile, grouped by the cells whose features reach them.
struct TileAxis {
    reached: Vec<ReachedLines>,
    /// The distances in metres of the lines from the start of each cell.
    distances_m: Vec<f32>,
}

impl TileAxis {
    /// Groups lines into runs of `run_length` lines. A line of a run that the cell cannot reach gets
    /// a distance beyond the reach.
    #[inline(always)]
    fn new(layout: &Layout, axis: usize, lines_m: &[f64], run_length: usize) -> Self {
        let places: Vec<(i64, f64)> = lines_m.iter().map(|x| layout.place(axis, *x)).collect();
        let word = layout.axis_words()[axis];
        let out_of_reach_m = (4.0 * layout.cell_m) as f32;
        let side_m = layout.cell_m as f32;
        let mut distances_m = vec![];
        let mut reached: Vec<ReachedLines> = vec![];
        for &(line_cell, _) in &places {
            for cell in [-1, 0, 1].map(|step| line_cell.saturating_add(step)) {
                if reached.last().is_some_and(|last| last.cell >= cell) {
                    continue;
                }
                let start = places.partition_point(|(c, _)| *c < cell.saturating_sub(1));
                let end = places.partition_point(|(c, _)| *c <= cell.saturating_add(1));
                let lines = start / run_length..end.div_ceil(run_length);
                let first = distances_m.len();
                distances_m.extend((lines.start * run_length..lines.end * run_length).map(
                    |line| {
                        if line < start {
                            -out_of_reach_m
                        } else if line >= end {
                            out_of_reach_m
                        } else {
                            let (line_cell, fraction) = places[line];
                            (fraction as f32 - (cell - line_cell) as f32) * side_m
                        }
                    },
                ));
                reached.push(ReachedLines { cell, key: axis_key(word, cell), lines, first });
            }
        }
        Self { reached, distances_m }
    }
}

/// Draws features into planes: one for heights alone, three with gradients.
struct FeatureLoops<'a, K, F, const PLANES: usize> {
    landform: &'a BandLimited<'a, K, F>,
    lines_m: [&'a [f64]; 2],
    planes: [&'a mut [f32]; PLANES],
}

impl<K: FeatureKernel, F: Finish, const PLANES: usize> Loops for FeatureLoops<'_, K, F, PLANES> {
    #[inline(always)]
    fn run(mut self, _: impl Interleave) {
        let [columns_m, rows_m] = self.lines_m;
        let blank = [[0.0; LANES]; PLANES];
        let mut tiles = vec![vec![blank; TILE[0] / LANES * TILE[1]]; F::CHANNELS];
        for top in (0..rows_m.len()).step_by(TILE[1]) {
            let rows = top..rows_m.len().min(top + TILE[1]);
            for left in (0..columns_m.len()).step_by(TILE[0]) {
                let columns = left..columns_m.len().min(left + TILE[0]);
                for tile in &mut tiles {
                    tile.fill(blank);
                }
                let mut start = blank;
                start[0] = [self.landform.means as f32; LANES];
                tiles[0].fill(start);
                let lines_m = [&columns_m[columns.clone()], &rows_m[rows.clone()]];
                for (scatter, weight) in &self.landform.octaves {
                    add_octave(scatter, *weight as f32, lines_m, &mut tiles[scatter.channel]);
                }
                self.finish(columns, rows.clone(), &tiles);
            }
        }
    }
}

/// The number of runs in a row of a tile.
const STRIDE: usize = TILE[0] / LANES;

/// Adds the features of an octave to a tile.
#[inline(always)]
fn add_octave<K: FeatureKernel, const PLANES: usize>(
    scatter: &ScatteredFeatures<K>,
    weight: f32,
    lines_m: [&[f64]; 2],
    tile: &mut [RunPlanes<PLANES>],
) {
    let ScatteredFeatures { layout, kernel, .. } = scatter;
    let columns = TileAxis::new(layout, 0, lines_m[0], LANES);
    let rows = TileAxis::new(layout, 1, lines_m[1], 1);
    let (column_distances, _) = columns.distances_m.as_chunks::<LANES>();
    for south in &rows.reached {
        for east in &columns.reached {
            let feature = layout.feature([east.key, south.key], [east.cell, south.cell]);
            let Some((middle, [size, variation])) = feature else { continue };
            let numbers = kernel.numbers(size, variation);
            // The margin keeps rounding from dropping a feature that just touches
            let reach_m = (1.0001 * kernel.reach_m(&numbers)) as f32;
            let numbers = numbers.map(|x| x as f32);
            let middle_m = middle.map(|x| (x * layout.cell_m) as f32);

            let count = east.lines.len();
            let distances = &column_distances[east.first / LANES..][..count];
            for (row, distance) in south.lines.clone().zip(&rows.distances_m[south.first..]) {
                let dz = *distance - middle_m[1];
                let square = reach_m * reach_m - dz * dz;
                if square < 0.0 {
                    continue;
                }
                let chord_m = square.sqrt();
                let runs = &mut tile[row * STRIDE + east.lines.start..][..count];
                for (run, distances) in runs.iter_mut().zip(distances) {
                    let [low_m, high_m] =
                        [distances[0] - middle_m[0], distances[LANES - 1] - middle_m[0]];
                    if low_m <= chord_m && high_m >= -chord_m {
                        let mut dx = *distances;
                        for distance in &mut dx {
                            *distance -= middle_m[0];
                        }
                        add_feature(kernel, &numbers, weight, [&dx, &[dz; LANES]], run);
                    }
                }
            }
        }
    }
}

impl<K: FeatureKernel, F: Finish, const PLANES: usize> FeatureLoops<'_, K, F, PLANES> {
    /// Applies the final step to a tile and writes the samples.
    #[inline(always)]
    fn finish(
        &mut self,
        columns: Range<usize>,
        rows: Range<usize>,
        tiles: &[Vec<RunPlanes<PLANES>>],
    ) {
        let [columns_m, rows_m] = self.lines_m;
        let finish = self.landform.finish;
        let parts = [self.landform.weight as f32, self.landform.mean_part_m as f32];
        let mut east = [0.0; TILE[0]];
        for (phase, x_m) in east.iter_mut().zip(&columns_m[columns.clone()]) {
            *phase = finish.phases([*x_m, 0.0])[0] as f32;
        }
        let (east, _) = east.as_chunks::<LANES>();
        for (index, row) in rows.enumerate() {
            let runs = |channel: usize| &tiles[channel][index * STRIDE..][..STRIDE];
            // With one channel, `finish` ignores the second sum.
            let (first_runs, second_runs) = (runs(0), runs(F::CHANNELS - 1));
            let south = [finish.phases([0.0, rows_m[row]])[1] as f32; LANES];
            let row_start = row * columns_m.len();
            let runs = first_runs.iter().zip(second_runs).zip(east);
            for (run_index, ((run, second), east)) in runs.enumerate() {
                let start = columns.start + run_index * LANES;
                let count = columns.end.saturating_sub(start).min(LANES);
                if count == 0 {
                    break;
                }
                let values = finish_run(finish, [run, second], [east, &south], parts);
                for (plane, values) in self.planes.iter_mut().zip(&values) {
                    plane[row_start + start..][..count].copy_from_slice(&values[..count]);
                }
            }
        }
    }
}
