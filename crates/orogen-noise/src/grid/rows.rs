//! The kernel for rows and columns: it adds one octave of lattice noise to a tile.
//!
//! In a column of samples at the fraction u of its cell, the influence of a lattice row is a
//! polynomial of the distance v below that row: P + Q·v (+ R·v²). It is blended from the lattice
//! points left and right of the column. A sample blends the polynomials of the lattice rows above
//! and below it: one polynomial plus fade(v) times another. Their coefficients are the same for all
//! sample rows between two lattice rows, so a sample needs no hash, no look-up and no branch.
//!
//! Vector lanes are columns. So the lattice points left and right are gathered once per lattice row
//! and not once per sample. Down a column all samples take the same few steps, whether a cell spans
//! hundreds of samples or less than one.
//!
//! A [`Formula`] defines the data of a lattice row, and computes a sample from two lattice rows.

use super::axis::{CellOffsets, ColumnCells, Columns, RowBand, Span};
use super::corner::coefficient_count;
use super::fade::{FadedPosition, fade_slope};
use super::fold::FoldLanes;
use super::formula::Formula;
use super::lane_hash::{Vectors, avalanche};
use super::place::LINE_CAPACITY;
use super::simd::{Float, Kernel, MAX_LANES, Simd};
use super::tile::{OctaveRole, Sums, Tile, TileRows, blocks};
use crate::fade::Fade;
use std::ops::Range;

/// Adds an octave to the rows of one band of a tile. `ORDER` is the order of the lattice noise.
pub(super) struct RowsKernel<'a, 't, M, F, const ORDER: usize, const N: usize> {
    pub octave: BandOctave<'a, M, F, ORDER>,
    pub tile: &'a mut Tile<'t, N>,
    pub sums: &'a mut Sums,
    pub role: OctaveRole,
}

/// The octave that the kernel adds to a band.
pub(super) struct BandOctave<'a, M, F, const ORDER: usize> {
    pub formula: M,
    pub fold: F,
    pub fade: Fade,
    /// The factor that turns slopes of fades into slopes of the samples.
    pub fade_scale: f32,
    /// The number that is added to the octave if the fold needs it ([`FoldLanes::HAS_ADDEND`]).
    pub addend: f32,
    /// The grid's columns, the positions of its rows, and the tile's first column and row.
    pub columns: &'a Columns,
    pub rows: &'a CellOffsets,
    pub first: [usize; 2],
    pub band: &'a RowBand,
    /// The coefficients of lattice points, one plane per coefficient, padded by a vector.
    pub planes: &'a [f32],
    /// The number of lattice points in a row of a plane.
    pub stride: usize,
    /// Replaces the planes if lattice points (of order 1) are hashed when needed.
    pub hashed: Option<&'a HashedPoints<'a>>,
}

/// Lattice points that the kernel hashes when it needs them, instead of reading planes.
pub(super) struct HashedPoints<'a> {
    pub vectors: Vectors,
    /// The keys of the lattice points left and right of the tile's columns, in whole vectors.
    pub keys: [&'a [u32]; 2],
}

impl<M: Formula<N>, F: FoldLanes, const ORDER: usize, const N: usize> Kernel
    for RowsKernel<'_, '_, M, F, ORDER, N>
{
    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) {
        let BandOctave { rows, first, band, planes, stride, .. } = self.octave;
        let is_hashed = self.octave.hashed.is_some();
        let points = stride.checked_mul(coefficient_count(ORDER) * band.keys.len());
        let room = points.and_then(|points| points.checked_add(MAX_LANES));
        assert!(is_hashed || room.is_some_and(|room| planes.len() >= room));
        let mut start = band.start;
        for span in &band.spans {
            assert!(
                (span.lattice_row as usize) + 1 < band.keys.len() && start <= span.end as usize
            );
            start = span.end as usize;
        }
        let height = self.tile.size[1];
        let (end, position_count) =
            (first[1].checked_add(height), usize::min(rows.fraction.len(), rows.fade.len()));
        assert!(start <= height && end.is_some_and(|end| end <= position_count));
        let mut slopes = [0.0; LINE_CAPACITY];
        if N > 1 {
            self.octave.find_slopes(simd, height, &mut slopes);
        }
        for (column, vectors) in blocks(self.tile.size[0], S::LANES) {
            match (is_hashed, vectors) {
                (true, 1) if ORDER == 1 => self.fill_block::<S, 1, true>(simd, column, &slopes),
                (true, _) if ORDER == 1 => self.fill_block::<S, 2, true>(simd, column, &slopes),
                (true, _) => unreachable!("hashed points are of the first order"),
                (false, 1) => self.fill_block::<S, 1, false>(simd, column, &slopes),
                (false, _) => self.fill_block::<S, 2, false>(simd, column, &slopes),
            }
        }
    }
}

/// The data of a vector of columns.
#[derive(Clone, Copy)]
struct ColumnLanes<S: Simd> {
    /// The horizontal positions in their cells.
    position_x: FadedPosition<S>,
    /// The indices, in a row of a plane, of the first lattice points left and right of the columns.
    left: usize,
    right: usize,
    /// The lattice point of each column, counted from `left` or from `right`.
    pick: S::Pick,
    /// The keys of the lattice points left and right, if the points are hashed.
    keys: [S::I; 2],
}

impl<M: Formula<N>, F: FoldLanes, const ORDER: usize, const N: usize>
    RowsKernel<'_, '_, M, F, ORDER, N>
{
    /// Fills V vectors of columns, from `column` on, in all rows of the band.
    #[inline(always)]
    fn fill_block<S: Simd, const V: usize, const HASHED: bool>(
        &mut self,
        simd: S,
        column: usize,
        slopes: &[f32; LINE_CAPACITY],
    ) {
        let Self { octave, tile, sums, role } = self;
        let mut lanes = [octave.lanes::<S, N, HASHED>(simd, column); V];
        for (k, lanes) in lanes.iter_mut().enumerate().skip(1) {
            *lanes = octave.lanes::<S, N, HASHED>(simd, column + k * S::LANES);
        }
        let band = octave.band;
        let width = V * S::LANES;
        let mut rows = tile.rows_of::<S, V>(simd, sums, (column, width), [0, band.start], *role);
        let mut start = band.start;
        let mut next_row = band.spans[0].lattice_row;
        // SAFETY: `run` has checked that the planes are large enough, and that they have the
        // lattice row of each span and the row after it.
        let mut next = unsafe { octave.lattice_row::<S, V, N, HASHED>(simd, &lanes, next_row) };
        for &Span { end, lattice_row } in &band.spans {
            // The lattice rows above and below; the row above is often the previous row below
            let upper = match lattice_row == next_row {
                true => next,
                // SAFETY: this is a span's lattice row.
                false => unsafe {
                    octave.lattice_row::<S, V, N, HASHED>(simd, &lanes, lattice_row)
                },
            };
            next_row = lattice_row + 1;
            // SAFETY: this is the row after a span's lattice row.
            next = unsafe { octave.lattice_row::<S, V, N, HASHED>(simd, &lanes, next_row) };
            let mut span = [octave.formula.span::<S, ORDER>(simd, upper[0], next[0]); V];
            for k in 1..V {
                span[k] = octave.formula.span::<S, ORDER>(simd, upper[k], next[k]);
            }
            let end = end as usize;
            // SAFETY: `run` has checked that each row of the tile has a position. It has also
            // checked that spans follow each other from the band's first row, where `rows` starts,
            // and end at the tile's last row at most.
            unsafe { octave.fill_span(simd, start..end, &span, slopes, &mut rows) };
            start = end;
        }
        tile.finish(sums, column, width, band.start..start, *role);
    }
}

impl HashedPoints<'_> {
    /// The coefficients of the lattice points left and right of the columns, on the lattice row
    /// with the key `row`.
    #[inline(always)]
    fn left_and_right<S: Simd>(&self, simd: S, lanes: &ColumnLanes<S>, row: u32) -> [[S::F; 5]; 2] {
        let row = simd.u32(row);
        let [left, right] = lanes.keys;
        let numbers = [avalanche(simd, left + row), avalanche(simd, right + row)];
        let [left, right] = self.vectors.pair(simd, numbers);
        let zero = simd.f32(0.0);
        [[left[0], left[1], zero, zero, zero], [right[0], right[1], zero, zero, zero]]
    }
}

impl<M: Copy, F: FoldLanes, const ORDER: usize> BandOctave<'_, M, F, ORDER> {
    /// Computes the slopes of the fade at the `height` sample rows of a tile.
    #[inline(always)]
    fn find_slopes<S: Simd>(&self, simd: S, height: usize, slopes: &mut [f32; LINE_CAPACITY]) {
        slopes[..height].copy_from_slice(&self.rows.fraction[self.first[1]..][..height]);
        for slopes in slopes.chunks_exact_mut(S::LANES) {
            let fraction = simd.load(slopes);
            let slope = fade_slope(simd, self.fade, fraction) * simd.f32(self.fade_scale);
            slope.store(slopes);
        }
    }

    /// Collects the data of the vector of columns that begins at `column`.
    #[inline(always)]
    fn lanes<S: Simd, const N: usize, const HASHED: bool>(
        &self,
        simd: S,
        column: usize,
    ) -> ColumnLanes<S> {
        let sample = self.first[0] + column;
        let u = simd.load(&self.columns.offsets.fraction[sample..]);
        let fade = simd.load(&self.columns.offsets.fade[sample..]);
        let slope = match N > 1 {
            true => fade_slope(simd, self.fade, u) * simd.f32(self.fade_scale),
            false => fade,
        };
        let position_x = FadedPosition { t: u, fade, slope };
        let keys = [simd.u32(0); 2];
        if let (true, Some(HashedPoints { keys: [left, right], .. })) = (HASHED, self.hashed) {
            let keys = [simd.load_u32(&left[column..]), simd.load_u32(&right[column..])];
            return ColumnLanes { position_x, left: 0, right: 0, pick: simd.pick(keys[0]), keys };
        }
        match &self.columns.cells {
            ColumnCells::Dense { cell, .. } => {
                let left = cell[sample].wrapping_sub(cell[self.first[0]]) as usize;
                assert!(left + 1 < self.stride);
                let pick = simd.pick(simd.load_u32(&cell[sample..]) - simd.u32(cell[sample]));
                ColumnLanes { position_x, left, right: left + 1, pick, keys }
            }
            ColumnCells::Sparse { .. } => {
                let right = self.stride / 2 + column;
                assert!(right + S::LANES <= self.stride);
                let indices: [u32; MAX_LANES] = std::array::from_fn(|i| i as u32);
                let pick = simd.pick(simd.load_u32(&indices));
                ColumnLanes { position_x, left: column, right, pick, keys }
            }
        }
    }

    /// The formula's data of a lattice row of the band, for V vectors of columns.
    ///
    /// # Safety
    /// Unless points are hashed, the planes must have the row and a vector more. `lanes` must come
    /// from [`Self::lanes`].
    #[inline(always)]
    unsafe fn lattice_row<S: Simd, const V: usize, const N: usize, const HASHED: bool>(
        &self,
        simd: S,
        lanes: &[ColumnLanes<S>; V],
        row: u32,
    ) -> [M::Row<S>; V]
    where
        M: Formula<N>,
    {
        // SAFETY: the caller's promise, here and below.
        let mut out = [unsafe { self.row_on::<S, N, HASHED>(simd, &lanes[0], row) }; V];
        for k in 1..V {
            // SAFETY: the same.
            out[k] = unsafe { self.row_on::<S, N, HASHED>(simd, &lanes[k], row) };
        }
        out
    }

    /// The formula's data of a lattice row, for one vector of columns.
    ///
    /// # Safety
    /// The conditions of [`Self::lattice_row`] must hold.
    #[inline(always)]
    unsafe fn row_on<S: Simd, const N: usize, const HASHED: bool>(
        &self,
        simd: S,
        lanes: &ColumnLanes<S>,
        row: u32,
    ) -> M::Row<S>
    where
        M: Formula<N>,
    {
        let points = match self.hashed {
            Some(hashed) if HASHED => {
                hashed.left_and_right(simd, lanes, self.band.keys[row as usize])
            }
            // SAFETY: the caller's promise.
            _ => unsafe { self.left_and_right(simd, lanes, row) },
        };
        let addend = if F::HAS_ADDEND { Some(self.addend) } else { None };
        self.formula.row::<S, ORDER>(simd, points, lanes.position_x, addend)
    }

    /// The coefficients of the lattice points left and right of the columns, from the planes.
    ///
    /// # Safety
    /// The conditions of [`Self::lattice_row`] must hold.
    #[inline(always)]
    unsafe fn left_and_right<S: Simd>(
        &self,
        simd: S,
        lanes: &ColumnLanes<S>,
        row: u32,
    ) -> [[S::F; 5]; 2] {
        let [mut left, mut right] = [[simd.f32(0.0); 5]; 2];
        for c in 0..coefficient_count(ORDER) {
            // SAFETY: the planes have the row, as the caller promises. `lanes` has checked that the
            // points left and right are in a row of the planes. A vector that begins there ends at
            // most a vector after the planes' last row. An assertion here would cost a tenth of the
            // time of octaves whose cells have few samples.
            unsafe {
                let points = self
                    .planes
                    .as_ptr()
                    .add((c * self.band.keys.len() + row as usize) * self.stride);
                left[c] = simd.pick_at(points.add(lanes.left), lanes.pick);
                right[c] = simd.pick_at(points.add(lanes.right), lanes.pick);
            }
        }
        [left, right]
    }

    /// Fills the sample rows between two lattice rows.
    ///
    /// # Safety
    /// The tile must have these rows, `tile_rows` must have as many rows left, and each row of the
    /// tile must have a position.
    #[inline(always)]
    unsafe fn fill_span<S: Simd, const V: usize, const N: usize>(
        &self,
        simd: S,
        rows: Range<usize>,
        span: &[M::Span<S>; V],
        slopes: &[f32; LINE_CAPACITY],
        tile_rows: &mut TileRows<S, V, N>,
    ) where
        M: Formula<N>,
    {
        let first = self.first[1];
        let (fractions, fades) = (self.rows.fraction.as_ptr(), self.rows.fade.as_ptr());
        for row in rows {
            // SAFETY: the row has a position, as the caller promises. Spans often have two or three
            // rows, and a check of each would cost a twentieth of the time.
            let (t, fade) = unsafe {
                (simd.f32(*fractions.add(first + row)), simd.f32(*fades.add(first + row)))
            };
            // SAFETY: a tile has at most as many rows as `slopes` has numbers.
            let slope = if N > 1 { simd.f32(unsafe { *slopes.get_unchecked(row) }) } else { fade };
            let mut samples = [[t; N]; V];
            // With an iterator, the compiler would keep the vectors in memory.
            for k in 0..V {
                let position_y = FadedPosition { t, fade, slope };
                samples[k] = self.formula.sample::<S, ORDER>(simd, span[k], position_y);
            }
            // SAFETY: the row is left, as the caller promises.
            unsafe { tile_rows.fold_unchecked(self.fold, samples) };
        }
    }
}
