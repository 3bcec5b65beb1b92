//! The axes of a grid: the lattice cells of its columns and rows, octave by octave.
//!
//! Cells and fractions are computed in f64 from absolute positions, once per column and once per
//! row. The kernels then need only small numbers: a fraction in [0, 1], which f32 holds to 3·10⁻⁸
//! anywhere in the world; the index of the cell, counted from the first cell; and keys, from which
//! the pseudo-random numbers of lattice points are computed.

use super::fade::fade as fade_in_f32;
use super::positions::Positions;
use super::simd::{Double, Float, Kernel, Level, MAX_LANES, Simd};
use super::tile::{MAX_ROWS, pieces};
use crate::fade::Fade;
use crate::hash::{avalanche, axis_key};
use crate::octave::Octave;
use crate::permutation::{Permutation, p289};
use std::ops::Range;

/// The positions of columns, or of rows, within their cells.
#[derive(Default)]
pub(super) struct CellOffsets {
    /// The offset from the start of the cell, in [0, 1].
    pub fraction: Vec<f32>,
    /// The fade at that fraction.
    pub fade: Vec<f32>,
}

/// The columns of a grid in one octave, padded to whole vectors (see [`padded`]).
#[derive(Default)]
pub(super) struct Columns {
    pub offsets: CellOffsets,
    pub cells: ColumnCells,
}

/// The lattice cells in which the columns lie.
pub(super) enum ColumnCells {
    /// The cells are large: each column lies in the cell of the column before it or in the next
    /// cell.
    Dense {
        /// The cell of each column, counted from the first column's cell.
        cell: Vec<u32>,
        /// The keys of these cells and of the next cell, padded by a vector.
        keys: Vec<u32>,
    },
    /// The cells are small or unordered: the keys of each column's cell and of the cell after it.
    Sparse { left: Vec<u32>, right: Vec<u32> },
}

impl Default for ColumnCells {
    fn default() -> Self {
        Self::Sparse { left: vec![], right: vec![] }
    }
}

/// The rows of a grid in one octave, padded to whole vectors.
#[derive(Default)]
pub(super) struct Rows {
    pub offsets: CellOffsets,
    /// The bands of each tile, from its first row to its last. Tiles are in the order of rows.
    pub tiles: Vec<Vec<RowBand>>,
}

/// Sample rows of a tile that are filled together, grouped by the lattice rows around them.
pub(super) struct RowBand {
    /// The first sample row, counted from the top of the tile.
    pub start: usize,
    pub spans: Vec<Span>,
    /// The keys of the lattice rows that the band needs.
    pub keys: Vec<u32>,
}

/// The sample rows that lie between two lattice rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    /// The sample row after the span, counted from the top of the tile.
    pub end: u32,
    /// The index, in the band's `keys`, of the lattice row above. The lattice row below comes next.
    pub lattice_row: u32,
}

/// The most sample rows of a band if cells are sparse. The coefficients of their lattice points
/// then fit into the L1 cache.
const SPARSE_BAND: usize = 16;

/// The most sample rows of a band if cells are dense, but nearly as many as sample rows.
const FINE_BAND: usize = 18;

/// Rounds `length` up to whole vectors of any width.
pub(super) const fn padded(length: usize) -> usize {
    length.next_multiple_of(MAX_LANES)
}

/// The inputs from which the cells of an axis are computed.
#[derive(Clone, Copy)]
pub(super) struct AxisOctave<'a> {
    pub octave: &'a Octave,
    /// The permutation, which is periodic if the noise is.
    pub permutation: &'a Permutation,
    pub fade: Fade,
    /// True if the samples must have the bits of the point kernels: see
    /// [`super::formula::PointFormula`].
    pub matches_points: bool,
}

/// The table of the columns, or of the rows, in one octave.
pub(super) trait AxisTable: Sized {
    /// 0 for columns, 1 for rows.
    const AXIS: usize;

    /// Makes the table for `count` positions, which are padded to whole vectors. `cells` is scratch
    /// memory.
    fn new(
        axis_octave: AxisOctave,
        level: Level,
        positions: &Positions,
        count: usize,
        cells: &mut Vec<f64>,
    ) -> Self;
}

impl AxisTable for Columns {
    const AXIS: usize = 0;

    fn new(
        axis_octave: AxisOctave,
        level: Level,
        positions: &Positions,
        _: usize,
        cells: &mut Vec<f64>,
    ) -> Self {
        let mut offsets = CellOffsets::default();
        level.run(OffsetKernel { axis_octave, axis: 0, positions, cells, offsets: &mut offsets });
        let keys = |cells: &mut dyn Iterator<Item = i64>| keys(axis_octave.permutation, 0, cells);
        let cells = if is_dense(cells) {
            let first = cells[0];
            let cell: Vec<u32> = cells.iter().map(|cell| (cell - first) as u32).collect();
            let count = i64::from(cell[cell.len() - 1]) + 2 + MAX_LANES as i64;
            let keys = keys(&mut (0..count).map(|i| (first as i64).wrapping_add(i)));
            ColumnCells::Dense { cell, keys }
        } else {
            let left = keys(&mut cells.iter().map(|&cell| cell as i64));
            let right = keys(&mut cells.iter().map(|&cell| (cell as i64).wrapping_add(1)));
            ColumnCells::Sparse { left, right }
        };
        Self { offsets, cells }
    }
}

impl AxisTable for Rows {
    const AXIS: usize = 1;

    fn new(
        axis_octave: AxisOctave,
        level: Level,
        positions: &Positions,
        count: usize,
        cells: &mut Vec<f64>,
    ) -> Self {
        let mut offsets = CellOffsets::default();
        level.run(OffsetKernel { axis_octave, axis: 1, positions, cells, offsets: &mut offsets });
        let tiles = pieces(count, MAX_ROWS, 1).map(|tile| {
            let cells = &cells[tile];
            pieces(cells.len(), max_band_rows(cells), 1)
                .map(|band| axis_octave.band(cells, band))
                .collect()
        });
        let tiles = tiles.collect();
        Self { offsets, tiles }
    }
}

impl AxisOctave<'_> {
    /// Groups the rows `band` of a tile into spans. `cells` has the lattice cell of each row.
    fn band(self, cells: &[f64], band: Range<usize>) -> RowBand {
        // List each lattice row once, and the spans of sample rows between two lattice rows
        let mut lattice_rows: Vec<i64> = vec![];
        let mut spans: Vec<Span> = vec![];
        for row in band.clone() {
            let cell = cells[row] as i64;
            if row == band.start || cells[row] != cells[row - 1] {
                if lattice_rows.last() != Some(&cell) {
                    lattice_rows.push(cell);
                }
                lattice_rows.push(cell.wrapping_add(1));
                spans.push(Span { end: 0, lattice_row: lattice_rows.len() as u32 - 2 });
            }
            if let Some(span) = spans.last_mut() {
                span.end = row as u32 + 1;
            }
        }
        let keys = keys(self.permutation, 1, &mut lattice_rows.into_iter());
        RowBand { start: band.start, spans, keys }
    }
}

/// The most sample rows of a band, in a tile whose rows lie in these cells.
fn max_band_rows(cells: &[f64]) -> usize {
    let [Some(first), Some(last)] = [cells.first(), cells.last()] else { return MAX_ROWS };
    match is_dense(cells) {
        false => SPARSE_BAND,
        true if last - first > 0.6 * cells.len() as f64 => FINE_BAND,
        true => MAX_ROWS,
    }
}

/// Returns true if each sample lies in the cell of the sample before it or in the next cell.
///
/// Sparse cells may be in any order.
fn is_dense(cells: &[f64]) -> bool {
    cells.windows(2).all(|pair| (0.0..=1.0).contains(&(pair[1] - pair[0])))
}

/// Computes the cell and the fraction of each sample along an axis.
struct OffsetKernel<'a> {
    axis_octave: AxisOctave<'a>,
    axis: usize,
    positions: &'a Positions,
    /// Receives the cell of each sample, as a whole number.
    cells: &'a mut Vec<f64>,
    offsets: &'a mut CellOffsets,
}

impl Kernel for OffsetKernel<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let length = self.positions.values.len();
        self.offsets.fraction.resize(length, 0.0);
        self.offsets.fade.resize(length, 0.0);
        self.cells.resize(length, 0.0);
        match self.axis_octave.matches_points {
            true => self.fill_like_points(simd),
            false => self.fill_in_f64(simd),
        }
    }
}

impl OffsetKernel<'_> {
    /// Computes fractions and fades in f64, and rounds only the results to f32.
    #[inline(always)]
    fn fill_in_f64<S: Simd>(self, simd: S) {
        let Self { axis_octave: AxisOctave { octave, fade, .. }, axis, positions, cells, offsets } =
            self;
        for first in (0..positions.values.len()).step_by(S::LANES) {
            let x = simd.load_f64(&positions.values[first..]) * simd.f64(octave.frequency)
                + simd.f64(octave.shift[axis]);
            let cell = x.floor();
            let fraction = x - cell;
            cell.store(&mut cells[first..]);
            fraction.to_f32().store(&mut offsets.fraction[first..]);
            fade_lanes(simd, fade, fraction).to_f32().store(&mut offsets.fade[first..]);
        }
        unwrap_cells(cells, positions, octave);
        if fade == Fade::Cosine {
            for (fade, &fraction) in offsets.fade.iter_mut().zip(&offsets.fraction) {
                *fade = Fade::Cosine.value(f64::from(fraction)) as f32;
            }
        }
    }

    /// Takes the steps of [`super::place`] and [`super::points`], to get the same bits.
    ///
    /// In these modules the columns carry the octave's shifts of both axes. So the y shift of a row
    /// is added to the row's fraction in f32.
    #[inline(always)]
    fn fill_like_points<S: Simd>(self, simd: S) {
        let Self { axis_octave: AxisOctave { octave, fade, .. }, axis, positions, cells, offsets } =
            self;
        let shift = octave.shift[axis];
        let (before, after) = if axis == 0 { (shift, 0.0) } else { (0.0, shift) };
        let after_fraction = simd.f32((after - after.floor()) as f32);
        for first in (0..positions.values.len()).step_by(S::LANES) {
            let x = simd.load_f64(&positions.values[first..]) * simd.f64(octave.frequency)
                + simd.f64(before);
            let whole = x.floor();
            let sum = after_fraction + (x - whole).to_f32();
            let carried = sum.floor();
            let fraction = sum - carried;
            (simd.f64(after.floor()) + whole + S::D::from_f32(carried)).store(&mut cells[first..]);
            fraction.store(&mut offsets.fraction[first..]);
            fade_in_f32(simd, fade, fraction).store(&mut offsets.fade[first..]);
        }
        unwrap_cells(cells, positions, octave);
    }
}

/// Undoes the wrapping of positions: adds to each cell the whole periods that were subtracted.
///
/// The cells then ascend, and neighbours stay neighbours. A period is a whole number of cells.
fn unwrap_cells(cells: &mut [f64], positions: &Positions, octave: &Octave) {
    for (cell, period_offset) in cells.iter_mut().zip(&positions.period_offsets) {
        *cell += period_offset * octave.frequency;
    }
}

/// The fade, unless it is the cosine, for which this returns zero.
#[inline(always)]
pub(super) fn fade_lanes<S: Simd>(simd: S, fade: Fade, t: S::D) -> S::D {
    let number = |x: f64| simd.f64(x);
    match fade {
        Fade::Linear => t,
        Fade::Cubic => t * t * (number(3.0) - number(2.0) * t),
        Fade::Quintic => t * t * t * (t * (t * number(6.0) - number(15.0)) + number(10.0)),
        Fade::Cosine => number(0.0),
        // NaN stays NaN: `min` returns its second operand if an operand is NaN.
        Fade::Step => number(1.0).min((t + t).floor()),
        Fade::Custom(curve) => {
            let mut sum = number(0.0);
            for ([start, length], [slope, square, cube]) in curve.pieces() {
                let s = distance_in_piece(simd, t, [start, length]);
                sum = sum + s * (number(slope) + s * (number(square) + s * number(cube)));
            }
            sum
        }
    }
}

/// The distance of t from the start of a piece of a custom fade, clamped to the piece.
#[inline(always)]
pub(super) fn distance_in_piece<S: Simd>(simd: S, t: S::D, [start, length]: [f64; 2]) -> S::D {
    let distance = t - simd.f64(start);
    // (x + |x|)/2 is exactly max(x, 0).
    simd.f64(length).min((distance + distance.abs()) * simd.f64(0.5))
}

/// The keys of cells on an axis, for look-ups that start with the first axis.
fn keys(permutation: &Permutation, axis: usize, cells: &mut dyn Iterator<Item = i64>) -> Vec<u32> {
    match permutation {
        Permutation::Hash(seed) => {
            let word = seed.axis_word(axis as u32);
            cells.map(|cell| axis_key(word, cell)).collect()
        }
        _ => cells.map(|cell| key(permutation, axis, 0, cell)).collect(),
    }
}

/// The key of a cell on an axis. [`combine`] makes a lattice point's number from two keys.
///
/// `first_axis` is the axis where look-ups start: 0 for [`Permutation::forward`], 1 for
/// [`Permutation::backward`].
pub(super) fn key(permutation: &Permutation, axis: usize, first_axis: usize, cell: i64) -> u32 {
    match permutation {
        Permutation::Hash(seed) => axis_key(seed.axis_word(axis as u32), cell),
        Permutation::Table(table) if axis == first_axis => u32::from(table[(cell & 255) as usize]),
        Permutation::Table(_) => (cell & 255) as u32,
        Permutation::P289 if axis == first_axis => p289(cell.rem_euclid(289) as u32),
        Permutation::P289 => cell.rem_euclid(289) as u32,
        Permutation::Periodic(inner, period) => {
            key(inner, axis, first_axis, cell.rem_euclid(period[axis]))
        }
    }
}

/// The pseudo-random number of the lattice point whose column and row have these keys.
pub(super) fn combine(permutation: &Permutation, [column, row]: [u32; 2]) -> u32 {
    match permutation {
        Permutation::Hash(_) => avalanche(column.wrapping_add(row)),
        Permutation::Table(table) => u32::from(table[(column + row) as usize & 255]),
        Permutation::P289 => p289(column + row),
        Permutation::Periodic(inner, _) => combine(inner, [column, row]),
    }
}
