//! The row-coherent kernel: one octave of lattice noise over a tile.
//!
//! On the column at fraction u of its cell, lattice row j is a polynomial of the way v down from it: P + Q·v (+ R·v²), blended
//! between the columns of lattice points left and right. It is the same for every sample row, and the row below has its own. A
//! sample is then the blend of two polynomials in v, and that is one polynomial plus fade(v) times another, whose coefficients hold
//! for all the sample rows between two lattice rows: no hash, no look-up, no branch.
//!
//! Lanes are columns, so that neighbouring lattice points are picked once a lattice row and not once a sample; down a column all
//! samples of a run take the same few steps, whether a cell spans hundreds of them or less than one.

use super::axis::AxisOctave;
use super::corner::coefficients;
use super::fold::FoldLanes;
use super::simd::{Float, Kernel, Simd};
use super::tile::{Tile, blocks};
use std::ops::Range;

/// Sample rows between two lattice rows of a tile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// The first sample row after them, counted in the tile.
    pub end: usize,
    /// The lattice row above, counted in the planes; the one below follows it.
    pub lattice_row: usize,
}

/// Adds an octave of a proximity of this order to a tile.
pub(super) struct RowsKernel<'a, 't, F, const ORDER: usize> {
    pub fold: F,
    pub centre: f32,
    pub columns: &'a AxisOctave,
    pub rows: &'a AxisOctave,
    pub tile: &'a mut Tile<'t>,
    /// The tile's rows from this one on, by the lattice rows that they lie between.
    pub start: usize,
    pub spans: &'a [Span],
    /// One for each coefficient of lattice points.
    pub planes: &'a [f32],
    /// Lattice points in a plane, and in a row of it. Where columns aren't dense, a row is each column's left point, then each
    /// one's right.
    pub plane: usize,
    pub stride: usize,
}

impl<F: FoldLanes, const ORDER: usize> Kernel for RowsKernel<'_, '_, F, ORDER> {
    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) {
        for (column, vectors) in blocks(self.tile.size[0], S::LANES) {
            match vectors {
                1 => self.block::<S, 1>(simd, column),
                _ => self.block::<S, 2>(simd, column),
            }
        }
    }
}

/// A lattice row's polynomial P + Q·v + R·v² in V vectors of columns.
type Row<F, const V: usize> = [[F; 3]; V];

impl<F: FoldLanes, const ORDER: usize> RowsKernel<'_, '_, F, ORDER> {
    /// V vectors of columns from `column` on, from top to bottom.
    #[inline(always)]
    fn block<S: Simd, const V: usize>(&mut self, simd: S, column: usize) {
        let mut start = self.start;
        let mut next_row = self.spans[0].lattice_row;
        let mut next = self.lattice_row::<S, V>(simd, column, next_row);
        for span in self.spans {
            // The lattice rows above and below; often the one above was below before
            let upper = match span.lattice_row == next_row {
                true => next,
                false => self.lattice_row(simd, column, span.lattice_row),
            };
            next_row = span.lattice_row + 1;
            next = self.lattice_row(simd, column, next_row);
            self.span(simd, column, start..span.end, upper, difference::<S, V, ORDER>(upper, next));
            start = span.end;
        }
    }

    /// Down the sample rows between two lattice rows.
    #[inline(always)]
    fn span<S: Simd, const V: usize>(
        &mut self,
        simd: S,
        column: usize,
        rows: Range<usize>,
        upper: Row<S::F, V>,
        difference: Row<S::F, V>,
    ) {
        let width = V * S::LANES;
        let block = column * self.tile.size[1];
        let of_tile = block + rows.start * width..block + rows.end * width;
        let fractions = &self.rows.fraction[self.tile.first[1]..][rows.clone()];
        let fades = &self.rows.fade[self.tile.first[1]..][rows];
        let sums = self.tile.sums[of_tile.clone()].chunks_exact_mut(width);
        let value = |k: usize, v: S::F, fade: S::F| {
            polynomial::<S, ORDER>(upper[k], v) + fade * polynomial::<S, ORDER>(difference[k], v)
        };
        if F::FEEDBACK {
            let feedback = self.tile.feedback[of_tile].chunks_exact_mut(width);
            for (((&v, &fade), sums), feedback) in fractions.iter().zip(fades).zip(sums).zip(feedback) {
                let (v, fade) = (simd.f32(v), simd.f32(fade));
                for (k, (sum, feedback)) in by_vector::<S>(sums).zip(by_vector::<S>(feedback)).enumerate() {
                    let [after, fed_back] =
                        self.fold.fold(simd, value(k, v, fade), simd.load(sum), simd.load(feedback));
                    after.store(sum);
                    fed_back.store(feedback);
                }
            }
        } else {
            let none = simd.f32(0.0);
            for ((&v, &fade), sums) in fractions.iter().zip(fades).zip(sums) {
                let (v, fade) = (simd.f32(v), simd.f32(fade));
                for (k, sum) in by_vector::<S>(sums).enumerate() {
                    let [after, _] = self.fold.fold(simd, value(k, v, fade), simd.load(sum), none);
                    after.store(sum);
                }
            }
        }
    }

    /// The polynomial of a lattice row, counted in the planes, at the columns from `column` on.
    #[inline(always)]
    fn lattice_row<S: Simd, const V: usize>(&self, simd: S, column: usize, row: usize) -> Row<S::F, V> {
        let zero = simd.f32(0.0);
        let mut out = [[zero; 3]; V];
        for (k, out) in out.iter_mut().enumerate() {
            let column = column + k * S::LANES;
            let sample = self.tile.first[0] + column;
            let u = simd.load(&self.columns.fraction[sample..]);
            let fade = simd.load(&self.columns.fade[sample..]);

            // The coefficients of the lattice points left and right
            let points = &self.planes[row * self.stride..];
            let mut left = [zero; 5];
            let mut right = [zero; 5];
            if self.columns.dense {
                let base = self.columns.cell[sample];
                let index = simd.load_u32(&self.columns.cell[sample..]) - simd.u32(base);
                let base = (base - self.columns.cell[self.tile.first[0]]) as usize;
                for c in 0..coefficients(ORDER) {
                    left[c] = simd.pick(&points[c * self.plane + base..], index);
                    right[c] = simd.pick(&points[c * self.plane + base + 1..], index);
                }
            } else {
                for c in 0..coefficients(ORDER) {
                    left[c] = simd.load(&points[c * self.plane + column..]);
                    right[c] = simd.load(&points[c * self.plane + self.stride / 2 + column..]);
                }
            }

            // Their blend, as a polynomial in the way down
            let left = in_column::<S, ORDER>(left, u);
            let right = in_column::<S, ORDER>(right, u - simd.f32(1.0));
            for power in 0..=ORDER {
                out[power] = left[power] + fade * (right[power] - left[power]);
            }
            if F::CENTRED {
                out[0] = out[0] + simd.f32(self.centre);
            }
        }
        out
    }
}

#[inline(always)]
fn by_vector<S: Simd>(lanes: &mut [f32]) -> std::slice::ChunksExactMut<'_, f32> {
    lanes.chunks_exact_mut(S::LANES)
}

/// A lattice point's proximity at the way u from it, as a polynomial in the way down.
#[inline(always)]
fn in_column<S: Simd, const ORDER: usize>([a, b, c, d, e]: [S::F; 5], u: S::F) -> [S::F; 3] {
    match ORDER {
        0 => [a, a, a],
        1 => [a * u, b, b],
        _ => [(a + c * u) * u, b + d * u, e],
    }
}

/// The polynomial of the lattice row below less that of the row above, both in the way from the one above.
#[inline(always)]
fn difference<S: Simd, const V: usize, const ORDER: usize>(upper: Row<S::F, V>, lower: Row<S::F, V>) -> Row<S::F, V> {
    let mut difference = upper;
    for k in 0..V {
        let ([p0, q0, r0], [p1, q1, r1]) = (upper[k], lower[k]);
        // P₁ + Q₁·(v − 1) + R₁·(v − 1)², sorted by powers of v
        difference[k] = match ORDER {
            0 => [p1 - p0, p0, p0],
            1 => [(p1 - q1) - p0, q1 - q0, p0],
            _ => [((p1 - q1) + r1) - p0, ((q1 - r1) - r1) - q0, r1 - r0],
        };
    }
    difference
}

#[inline(always)]
fn polynomial<S: Simd, const ORDER: usize>([p, q, r]: [S::F; 3], v: S::F) -> S::F {
    match ORDER {
        0 => p,
        1 => q * v + p,
        _ => (r * v + q) * v + p,
    }
}
