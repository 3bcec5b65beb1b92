//! Plans: several grids that share tables.

use super::axis::{AxisTable, Columns, Rows, padded};
use super::lines::{LineTables, SharedLines};
use super::moved::Places;
use super::simd::MAX_LANES;
use super::{Grid, GridNoise, check_ascent, check_lengths, is_positive};
use std::collections::HashMap;
use std::sync::OnceLock;

/// Several grids of one noise, which share tables and are filled one by one.
///
/// Grids with the same columns share tables, and so do grids with the same rows. Any thread may
/// fill any grid. The first thread that needs a table computes it.
pub struct Plan<'a> {
    pub(super) noise: &'a GridNoise,
    /// The grids, each with the index of its entry in `columns` and in `rows`.
    pub(super) grids: Vec<(Grid, [usize; 2])>,
    columns: Vec<(AxisSamples, OnceLock<LineTables<Columns>>)>,
    rows: Vec<(AxisSamples, OnceLock<LineTables<Rows>>)>,
    /// The lines of [`Plan::fill_at`].
    other_columns: SharedLines<Columns>,
    other_rows: SharedLines<Rows>,
}

/// The samples of a grid along one axis, which determine the tables of that axis.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct AxisSamples {
    origin: i64,
    length: usize,
    /// The bits of the spacing in metres, because a float cannot be hashed.
    spacing_bits: u64,
    /// The number of octaves that need a table.
    octaves: usize,
}

impl<'a> Plan<'a> {
    pub(super) fn new(noise: &'a GridNoise, grids: &[Grid]) -> Self {
        let (mut columns, mut rows) = (AxisTables::default(), AxisTables::default());
        let with_indices = |grid: &Grid| {
            assert!(
                is_positive(grid.spacing_m),
                "the spacing must be positive and finite, not {} m",
                grid.spacing_m
            );
            assert!(
                has_indices(grid),
                "{:?} samples from {:?} on exceed the range of indices",
                grid.size,
                grid.origin
            );
            let octaves = noise.octaves_with_tables(grid.band_limit_m);
            (
                *grid,
                [
                    columns.index_of(AxisSamples::new(grid, 0, octaves)),
                    rows.index_of(AxisSamples::new(grid, 1, octaves)),
                ],
            )
        };
        let grids = grids.iter().map(with_indices).collect();
        Self {
            noise,
            grids,
            columns: columns.finish(),
            rows: rows.finish(),
            other_columns: SharedLines::default(),
            other_rows: SharedLines::default(),
        }
    }

    /// The number of grids.
    pub fn len(&self) -> usize {
        self.grids.len()
    }

    /// Returns true if the plan has no grids.
    pub fn is_empty(&self) -> bool {
        self.grids.is_empty()
    }

    /// Fills `out` with the samples of grid `index`, row by row.
    ///
    /// # Panics
    /// If there is no grid `index`, or if `out` does not have one number per sample.
    pub fn fill(&self, index: usize, out: &mut [f32]) {
        self.fill_numbers(index, [out]);
    }

    /// Fills `out` like [`GridNoise::fill_at`]. Calls with the same columns or rows share tables.
    ///
    /// # Panics
    /// In the cases of [`GridNoise::fill_at`].
    pub fn fill_at(&self, lines_m: [&[f64]; 2], band_limit_m: f64, out: &mut [f32]) {
        self.fill_numbers_at(lines_m, band_limit_m, [out]);
    }

    pub(super) fn fill_numbers_at<const N: usize>(
        &self,
        [columns_m, rows_m]: [&[f64]; 2],
        band_limit_m: f64,
        out: [&mut [f32]; N],
    ) {
        let size = [columns_m.len(), rows_m.len()];
        check_lengths(size, &out);
        check_ascent("columns", columns_m);
        check_ascent("rows", rows_m);
        if size.contains(&0) {
            return;
        }
        let octaves = self.noise.octaves_with_tables(band_limit_m);
        let columns = self.other_columns.get(self.noise, columns_m, octaves);
        let rows = self.other_rows.get(self.noise, rows_m, octaves);
        let grid = Grid { origin: [0; 2], size, spacing_m: 1.0, band_limit_m };
        self.noise.fill_with(&grid, &Places::Lines { columns: &columns, rows: &rows }, out);
    }

    pub(super) fn fill_numbers<const N: usize>(&self, index: usize, out: [&mut [f32]; N]) {
        let (grid, [columns, rows]) = &self.grids[index];
        check_lengths(grid.size, &out);
        if grid.size.contains(&0) {
            return;
        }
        let (samples, tables) = &self.columns[*columns];
        let columns = tables.get_or_init(|| LineTables::new(self.noise, samples));
        let (samples, tables) = &self.rows[*rows];
        let rows = tables.get_or_init(|| LineTables::new(self.noise, samples));
        self.noise.fill_with(grid, &Places::Lines { columns, rows }, out);
    }
}

/// Returns true if neither the number of samples nor an index of a column or row overflows, also
/// after columns and rows are padded to whole vectors.
fn has_indices(grid: &Grid) -> bool {
    let end = |axis: usize| {
        let length = i64::try_from(grid.size[axis]).ok()?.checked_add(MAX_LANES as i64)?;
        grid.origin[axis].checked_add(length)
    };
    end(0).is_some() && end(1).is_some() && grid.size[0].checked_mul(grid.size[1]).is_some()
}

/// The different columns, or rows, of a plan's grids, with tables that are computed when needed.
struct AxisTables<T> {
    /// The index of the entry for each set of samples.
    indices: HashMap<AxisSamples, usize>,
    entries: Vec<(AxisSamples, OnceLock<LineTables<T>>)>,
}

impl<T> Default for AxisTables<T> {
    fn default() -> Self {
        Self { indices: HashMap::new(), entries: vec![] }
    }
}

impl<T> AxisTables<T> {
    /// Returns the index of the entry for these samples, and adds the entry if it is new.
    fn index_of(&mut self, samples: AxisSamples) -> usize {
        *self.indices.entry(samples).or_insert_with(|| {
            self.entries.push((samples, OnceLock::new()));
            self.entries.len() - 1
        })
    }

    fn finish(self) -> Vec<(AxisSamples, OnceLock<LineTables<T>>)> {
        self.entries
    }
}

impl AxisSamples {
    fn new(grid: &Grid, axis: usize, octaves: usize) -> Self {
        Self {
            origin: grid.origin[axis],
            length: grid.size[axis],
            spacing_bits: grid.spacing_m.to_bits(),
            octaves,
        }
    }
}

impl<T: AxisTable> LineTables<T> {
    fn new(noise: &GridNoise, samples: &AxisSamples) -> Self {
        let &AxisSamples { origin, length, spacing_bits, octaves } = samples;
        let spacing_m = f64::from_bits(spacing_bits);
        let metres = (0..padded(length) as i64).map(|i| (origin + i) as f64 * spacing_m);
        Self::of_positions(noise, metres, length, octaves)
    }
}
