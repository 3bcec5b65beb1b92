//! The places to sample: pairs of columns and rows, possibly moved by operations.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::Arc;

use crate::operation::{Operation, PlaceMove};
use orogen_noise::Seed;
use orogen_noise::grid::{Grid, Moves};

/// All pairs of a column and a row, possibly moved by operations.
///
/// A move multiplies each place by the matrix `map`, then adds the offset of the place from `offsets_m`.
#[derive(Clone)]
pub(crate) struct Places<'a> {
    /// Columns and rows in metres. For a grid, they are computed on first use.
    lines_m: OnceCell<[Cow<'a, [f64]>; 2]>,
    grid: Option<Grid>,
    count: usize,
    /// The band limit: octaves too fine for this sample spacing fade.
    pub band_limit_m: f64,
    /// The spacing of the samples. The guide's band limit may be larger.
    pub sample_m: f64,
    /// The operations that moved the places, in order. The cache keys of samples contain them.
    pub steps: Vec<MovingOperation>,
    map: [[f64; 2]; 2],
    offsets_m: Option<[Arc<[f32]>; 2]>,
    /// True if a chunk caches the samples at these places.
    pub is_cached: bool,
    /// True if the erosion's guide is sampled, which rounds folded noise.
    pub is_guide: bool,
}

/// An operation that moved places, with the seed of its noises.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MovingOperation {
    pub operation: Operation,
    pub seed: Seed,
}

const UNMOVED: [[f64; 2]; 2] = [[1.0, 0.0], [0.0, 1.0]];

impl<'a> Places<'a> {
    /// All pairs of a column and a row, row by row.
    pub fn new([columns_m, rows_m]: [&'a [f64]; 2], band_limit_m: f64) -> Self {
        let lines_m = OnceCell::from([Cow::Borrowed(columns_m), Cow::Borrowed(rows_m)]);
        let count = columns_m.len() * rows_m.len();
        let (steps, map, offsets_m) = (vec![], UNMOVED, None);
        let (is_cached, is_guide) = (false, false);
        Self {
            lines_m,
            grid: None,
            count,
            band_limit_m,
            sample_m: band_limit_m,
            steps,
            map,
            offsets_m,
            is_cached,
            is_guide,
        }
    }

    /// The places of a grid, with its band limit.
    pub fn of_grid(grid: &Grid) -> Self {
        let count = grid.size[0] * grid.size[1];
        Self {
            lines_m: OnceCell::new(),
            grid: Some(*grid),
            count,
            ..Self::new([&[]; 2], grid.band_limit_m)
        }
    }

    /// The same places; the chunk caches their samples.
    pub fn with_cache(self) -> Self {
        Self { is_cached: true, ..self }
    }

    /// The same places for the erosion's guide, with a band limit of at least `limit_m`.
    pub fn for_guide(&self, limit_m: f64) -> Self {
        let band_limit_m = self.band_limit_m.max(limit_m);
        Self { band_limit_m, is_guide: true, ..self.clone() }
    }

    /// The same places for samples of at least this spacing, which are not cached.
    pub fn with_min_spacing(&self, spacing_m: f64) -> Self {
        let (band_limit_m, sample_m) = (self.band_limit_m, self.sample_m);
        let (band_limit_m, sample_m) = (band_limit_m.max(spacing_m), sample_m.max(spacing_m));
        Self { band_limit_m, sample_m, is_cached: false, ..self.clone() }
    }

    /// The number of places.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Columns and rows in metres, before any move.
    pub fn lines_m(&self) -> [&[f64]; 2] {
        self.lines().each_ref().map(|line| &**line)
    }

    fn lines(&self) -> &[Cow<'a, [f64]>; 2] {
        self.lines_m.get_or_init(|| {
            [0, 1].map(|axis| {
                let line = self.grid.map_or_else(Vec::new, |grid| line_m(&grid, axis));
                Cow::Owned(line)
            })
        })
    }

    /// The move that operations applied; `None` if the places are unmoved.
    pub fn moves(&self) -> Option<Moves<'_>> {
        let offsets_m = self.offsets_m.as_ref().map(|[east, south]| [&**east, &**south]);
        let is_moved = self.map != UNMOVED || offsets_m.is_some();
        is_moved.then_some(Moves { map: self.map, offsets_m })
    }

    /// A rectangle around all places: the lowest and the highest coordinates. `None` if the places
    /// are moved, or if there are no places.
    pub fn around_m(&self) -> Option<[[f64; 2]; 2]> {
        if self.moves().is_some() {
            return None;
        }
        let lines = self.lines_m();
        if lines.iter().any(|line| line.is_empty()) {
            return None;
        }
        let nowhere = (f64::INFINITY, f64::NEG_INFINITY);
        let widen = |(low, high): (f64, f64), m: &f64| (low.min(*m), high.max(*m));
        let [(west, east), (north, south)] = lines.map(|line| line.iter().fold(nowhere, widen));
        Some([[west, north], [east, south]])
    }

    /// All places after the move, in metres east and south of the origin.
    pub fn all_m(&self) -> [Vec<f64>; 2] {
        let [columns, rows] = self.lines_m();
        let pairs = rows.iter().flat_map(|south| columns.iter().map(|east| [*east, *south]));
        match self.moves() {
            None => pairs.map(|[east, south]| (east, south)).unzip().into(),
            Some(moves) => {
                let placed = pairs.enumerate().map(|(i, pair)| moves.place_m(i, pair));
                placed.map(|[east, south]| (east, south)).unzip().into()
            }
        }
    }

    /// The same places, each moved by its offsets east and south.
    pub fn offset_by(self, offsets_m: [Vec<f32>; 2]) -> Self {
        Self { offsets_m: Some(offsets_m.map(Arc::from)), ..self }
    }

    /// The places after one more operation moved them. `noises` are the values of its noises at the
    /// places before the move.
    pub fn moved(&self, step: MovingOperation, noises: &[&[f32]]) -> Self {
        let mut moved = self.clone();
        match step.operation.place_move() {
            None => {}
            Some(PlaceMove::Map(matrix)) => {
                let product = |row: usize, column: usize| {
                    matrix[row][0] * self.map[0][column] + matrix[row][1] * self.map[1][column]
                };
                moved.map = [[product(0, 0), product(0, 1)], [product(1, 0), product(1, 1)]];
                moved.offsets_m = self.offsets_m.as_ref().map(|[east, south]| {
                    matrix.map(|[by_east, by_south]| {
                        let (by_east, by_south) = (by_east as f32, by_south as f32);
                        let pairs = east.iter().zip(south.iter());
                        pairs.map(|(east, south)| by_east * east + by_south * south).collect()
                    })
                });
            }
            Some(PlaceMove::Push(reach_m)) => {
                let reach_m = reach_m as f32;
                moved.offsets_m = Some([0, 1].map(|axis| match &self.offsets_m {
                    None => noises[axis].iter().map(|noise| reach_m * noise).collect(),
                    Some(offsets) => {
                        let pairs = offsets[axis].iter().zip(noises[axis]);
                        pairs.map(|(offset, noise)| offset + reach_m * noise).collect()
                    }
                }));
            }
        }
        moved.steps.push(step);
        moved
    }

    /// The number of cells of a chunk's grid across a distance. `None` if the number is not whole, or if
    /// places at this distance may lie beyond the next chunk.
    pub fn cells_across(&self, distance_m: f64) -> Option<usize> {
        let grid = self.grid.filter(|_| self.is_cached && self.moves().is_none())?;
        let cells = distance_m / grid.spacing_m;
        // The grid has a sample more than the chunk's cells, and a border.
        let max_cells = grid.size[0] - 3;
        (cells.fract() == 0.0 && cells >= 1.0 && cells <= max_cells as f64)
            .then_some(cells as usize)
    }

    /// The places of `count` columns (axis 0) or rows (axis 1) before (−1) or after (1) a grid. Their
    /// samples are not cached.
    ///
    /// # Panics
    /// Panics if the places are not of a grid.
    pub fn strip(&self, axis: usize, direction: i64, count: usize) -> Places<'static> {
        let mut grid = self.grid.expect("the places of a grid");
        let shift = if direction < 0 { count } else { grid.size[axis] };
        grid.origin[axis] += direction * shift as i64;
        grid.size[axis] = count;
        let Self { band_limit_m, sample_m, is_guide, .. } = *self;
        Places { band_limit_m, sample_m, is_guide, ..Places::of_grid(&grid) }
    }

    /// The union of these places and others, if their columns (axis 0) or rows (axis 1) overlap: the last
    /// lines of these places are the first lines of the others. Also returns the number of lines before
    /// the others. `None` if no line is common.
    pub fn joined(&self, others: &Self, axis: usize) -> Option<(Places<'static>, usize)> {
        if self.moves().is_some() || others.moves().is_some() {
            return None;
        }
        let (line, next) = (self.lines_m()[axis], others.lines_m()[axis]);
        let lines_before = line.iter().position(|m| Some(m) == next.first())?;
        let common = line.len() - lines_before;
        if line[lines_before..] != next[..common] {
            return None;
        }
        let mut lines = self.lines_m().map(<[f64]>::to_vec);
        lines[axis].extend_from_slice(&next[common..]);
        let count = lines[0].len() * lines[1].len();
        let lines = lines.map(Cow::Owned);
        let Self { band_limit_m, sample_m, is_guide, .. } = *self;
        let joined = Places { band_limit_m, sample_m, is_guide, ..Places::new([&[]; 2], 0.0) };
        Some((Places { lines_m: OnceCell::from(lines), count, ..joined }, lines_before))
    }

    /// The places shifted east and south. Their samples are not cached.
    pub fn shifted(&self, by_m: [f64; 2]) -> Self {
        let mut shifted = self.clone();
        shifted.is_cached = false;
        if self.moves().is_none() {
            let mut lines = self.lines().clone();
            for (line, by) in lines.iter_mut().zip(by_m) {
                line.to_mut().iter_mut().for_each(|metres| *metres += by);
            }
            shifted.lines_m = OnceCell::from(lines);
            return shifted;
        }
        let count = self.count();
        shifted.offsets_m = Some([0, 1].map(|axis| match &self.offsets_m {
            None => std::iter::repeat_n(by_m[axis] as f32, count).collect(),
            Some(offsets) => offsets[axis].iter().map(|m| m + by_m[axis] as f32).collect(),
        }));
        shifted
    }
}

/// The positions of a grid's columns (0) or rows (1), in metres.
fn line_m(grid: &Grid, axis: usize) -> Vec<f64> {
    let position_m = |i: usize| (grid.origin[axis] + i as i64) as f64 * grid.spacing_m;
    (0..grid.size[axis]).map(position_m).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operation::{OperationKind, Stretch, Warp};

    #[test]
    fn several_moves_match_the_moves_of_single_points() {
        let [columns, rows] = [[-40.0, 3.0, 900.0], [5.0, 6.0, 7000.0]];
        let places = Places::new([&columns, &rows], 1.0);
        assert!(places.moves().is_none());
        let stretch = Operation::Stretch(Stretch { factor: 2.5, azimuth_deg: 30.0 });
        let warp = Operation::Warp(Warp { wavelength_m: 300.0, strength: 0.2 });
        assert_eq!(warp.kind(), OperationKind::Warp);
        let noises = [[0.25f32; 9], [-0.5; 9]];
        let noises: Vec<_> = noises.iter().map(|noise| &noise[..]).collect();
        let duals = [0.25, -0.5].map(crate::dual::Dual::level);
        let step =
            |operation: &Operation| MovingOperation { operation: operation.clone(), seed: Seed(1) };
        let moved = places.moved(step(&warp), &noises).moved(step(&stretch), &[]);
        let moved = moved.moved(step(&warp), &noises).shifted([7.0, -9.0]);
        let [east, south] = moved.all_m();
        for (i, (east, south)) in east.iter().zip(&south).enumerate() {
            let start = [columns[i % 3], rows[i / 3]];
            let once = warp.moved(start, &duals).place_m;
            let twice = warp.moved(stretch.moved(once, &[]).place_m, &duals).place_m;
            assert!((east - twice[0] - 7.0).abs() < 1e-4 && (south - twice[1] + 9.0).abs() < 1e-4);
        }
        assert_eq!(moved.steps.len(), 3);
        assert_eq!(places.shifted([1.0, 2.0]).all_m()[1][8], 7002.0);
    }
}
