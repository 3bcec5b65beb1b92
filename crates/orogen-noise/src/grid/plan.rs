//! Set-up that grids share: the tables of their axes.

use super::axis::{Columns, Rows, Table, padded};
use super::lines::LineTables;
use super::moved::Places;
use super::simd::MOST_LANES;
use super::{Grid, GridNoise, check_lengths, is_positive};
use std::collections::HashMap;
use std::sync::OnceLock;

/// A plan of grids that are filled one by one.
///
/// Grids above each other share the tables of their columns, grids beside each other those of their
/// rows. The thread that needs a table first computes it; any thread may fill any grid.
pub struct Plan<'a> {
    pub(super) noise: &'a GridNoise,
    pub(super) grids: Vec<(Grid, [usize; 2])>,
    columns: Vec<(AxisSamples, OnceLock<LineTables<Columns>>)>,
    rows: Vec<(AxisSamples, OnceLock<LineTables<Rows>>)>,
}

/// Samples along an axis.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct AxisSamples {
    origin: i64,
    length: usize,
    spacing_bits: u64,
    /// The number of octaves with tables.
    octaves: usize,
}

impl<'a> Plan<'a> {
    pub(super) fn new(noise: &'a GridNoise, grids: &[Grid]) -> Self {
        let (mut columns, mut rows) = (AxisTables::default(), AxisTables::default());
        let place = |grid: &Grid| {
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
                    columns.place(AxisSamples::new(grid, 0, octaves)),
                    rows.place(AxisSamples::new(grid, 1, octaves)),
                ],
            )
        };
        let grids = grids.iter().map(place).collect();
        Self { noise, grids, columns: columns.finish(), rows: rows.finish() }
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

    pub(super) fn fill_numbers<const N: usize>(&self, index: usize, out: [&mut [f32]; N]) {
        let (grid, [columns, rows]) = &self.grids[index];
        check_lengths(grid.size, &out);
        if grid.size.contains(&0) {
            return;
        }
        let (line, tables) = &self.columns[*columns];
        let columns = tables.get_or_init(|| LineTables::new(self.noise, line));
        let (line, tables) = &self.rows[*rows];
        let rows = tables.get_or_init(|| LineTables::new(self.noise, line));
        self.noise.fill_with(grid, &Places::Lines { columns, rows }, out);
    }
}

/// Returns true if the grid's indices, padded to whole vectors, and its number of samples do not
/// overflow.
fn has_indices(grid: &Grid) -> bool {
    let ends = |axis: usize| {
        let length = i64::try_from(grid.size[axis]).ok()?.checked_add(MOST_LANES as i64)?;
        grid.origin[axis].checked_add(length)
    };
    ends(0).is_some() && ends(1).is_some() && grid.size[0].checked_mul(grid.size[1]).is_some()
}

/// A set of lines, each with room for its tables.
struct AxisTables<T> {
    places: HashMap<AxisSamples, usize>,
    lines: Vec<(AxisSamples, OnceLock<LineTables<T>>)>,
}

impl<T> Default for AxisTables<T> {
    fn default() -> Self {
        Self { places: HashMap::new(), lines: vec![] }
    }
}

impl<T> AxisTables<T> {
    /// The index of `line`, which is added if it is new.
    fn place(&mut self, line: AxisSamples) -> usize {
        *self.places.entry(line).or_insert_with(|| {
            self.lines.push((line, OnceLock::new()));
            self.lines.len() - 1
        })
    }

    fn finish(self) -> Vec<(AxisSamples, OnceLock<LineTables<T>>)> {
        self.lines
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

impl<T: Table> LineTables<T> {
    fn new(noise: &GridNoise, line: &AxisSamples) -> Self {
        let spacing_m = f64::from_bits(line.spacing_bits);
        let metres = (0..padded(line.length) as i64).map(|i| (line.origin + i) as f64 * spacing_m);
        Self::at(noise, metres, line.length, line.octaves)
    }
}
