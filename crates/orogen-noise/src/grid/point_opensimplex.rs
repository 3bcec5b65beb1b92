//! OpenSimplex2(S) at any positions, in vector lanes of f32.
//!
//! The lattice is the same as for simplex noise. The numbers of lattice points come from the
//! author's hash, a multiplication of 64 bits, which is computed in two words of 32 bits.

use super::lane_permutation::LaneCells;
use super::point_basis::PointBasis;
use super::point_simplex::{plus, surflet};
use super::points::fields;
use super::simd::{Double, Float, Int, Mask, Simd};
use crate::hash::Seed;
use crate::opensimplex::{HASH_MULTIPLIER, MAX_COORDINATE, OpenSimplexKind, PRIMES, directions};
use crate::simplex::skew_factors;

/// OpenSimplex2 in two dimensions, or OpenSimplex2S if `SMOOTH` is true.
pub(super) struct PointOpenSimplex<const SMOOTH: bool> {
    seed: u64,
    /// The x and y of the 24 gradients.
    gradients: [[f32; 32]; 2],
    unskew: f64,
    /// The unskewed offsets of the lattice points in [`STEPS`].
    offsets: [[f32; 2]; 8],
}

impl<const SMOOTH: bool> PointOpenSimplex<SMOOTH> {
    /// Makes the noise, with all values multiplied by `scale`.
    pub fn new(seed: Seed, scale: f64) -> Self {
        let (_, unskew) = skew_factors(2);
        let scale = scale / kind(SMOOTH).normaliser();
        let mut gradients = [[0.0; 32]; 2];
        for (i, direction) in directions().into_iter().enumerate() {
            for (gradients, x) in gradients.iter_mut().zip(direction) {
                gradients[i] = (x * scale) as f32;
            }
        }
        let offsets = STEPS.map(|step| {
            let [x, y] = step.map(|step| step as f32);
            let unskew_shift = (x + y) * unskew as f32;
            [x - unskew_shift, y - unskew_shift]
        });
        Self { seed: seed.0, gradients, unskew, offsets }
    }

    /// The index of the gradient at the lattice point whose column and row have these keys.
    #[inline(always)]
    fn gradient_index<S: Simd>(&self, simd: S, column: HashWords<S>, row: HashWords<S>) -> S::I {
        let [seed_low, seed_high] = words(self.seed).map(|word| simd.u32(word));
        let hash = HashWords {
            low: seed_low ^ column.low ^ row.low,
            high: seed_high ^ column.high ^ row.high,
        };
        let HashWords { low, high } = hash.times(simd, HASH_MULTIPLIER);

        // Take bits 1 to 7 of (hash xor its arithmetic shift by 58), then the rest of a division by
        // 24. The quotient is index × 43 / 1024, which is exact below 128
        let shifted = high.shr::<26>() ^ (high.sign() & simd.u32(!0x3f));
        let index = (low ^ shifted).shr::<1>() & simd.u32(127);
        index - (index * simd.u32(43)).shr::<10>() * simd.u32(24)
    }
}

const fn kind(smooth: bool) -> OpenSimplexKind {
    if smooth { OpenSimplexKind::Smooth } else { OpenSimplexKind::Fast }
}

const fn words(x: u64) -> [u32; 2] {
    [x as u32, (x >> 32) as u32]
}

/// A number of 64 bits, in two words.
#[derive(Clone, Copy)]
struct HashWords<S: Simd> {
    low: S::I,
    high: S::I,
}

impl<S: Simd> HashWords<S> {
    /// The product with `factor`, modulo 2⁶⁴.
    #[inline(always)]
    fn times(self, simd: S, factor: u64) -> Self {
        let [low, high] = words(factor).map(|word| simd.u32(word));
        Self {
            low: self.low * low,
            high: self.low.mul_high(low) + self.low * high + self.high * low,
        }
    }

    /// The key of the cell that lies `step` cells after `cell` on an axis.
    #[inline(always)]
    fn cell_key(simd: S, cell: S::I, axis: usize, step: i32) -> Self {
        let low = cell + simd.u32(step as u32);
        Self { low, high: low.sign() }.times(simd, PRIMES[axis])
    }
}

/// The steps from a cell to the lattice points that may affect a sample in it. Only OpenSimplex2S
/// uses the last four.
const STEPS: [[i32; 2]; 8] = [[0, 0], [1, 1], [1, 0], [0, 1], [-1, 0], [0, -1], [2, 1], [1, 2]];

/// The indices of the gradients at the points of [`STEPS`], to be taken modulo 32.
type GradientIndices<S> = [<S as Simd>::I; 8];

impl<const SMOOTH: bool> PointBasis for PointOpenSimplex<SMOOTH> {
    type CellData<S: Simd> = GradientIndices<S>;

    const POINTS: &'static [[i32; 2]] = if SMOOTH { &STEPS } else { STEPS.split_at(4).0 };

    fn can_pack(&self) -> bool {
        true
    }

    #[inline(always)]
    fn point_keys<S: Simd>(&self, simd: S, axis: usize, cell: S::I) -> [S::I; 2] {
        let HashWords { low, high } = HashWords::cell_key(simd, cell, axis, 0);
        [low, high]
    }

    #[inline(always)]
    fn point_number<S: Simd>(&self, simd: S, column: [S::I; 2], row: [S::I; 2]) -> S::I {
        let key = |[low, high]: [S::I; 2]| HashWords { low, high };
        self.gradient_index(simd, key(column), key(row))
    }

    #[inline(always)]
    fn unpack<S: Simd>(&self, _: S, words: [S::I; 2]) -> GradientIndices<S> {
        let ([a, b, c, d], [e, f, g, h]) = (fields::<S>(words[0]), fields::<S>(words[1]));
        [a, b, c, d, e, f, g, h]
    }

    #[inline(always)]
    fn empty<S: Simd>(&self, simd: S) -> GradientIndices<S> {
        [simd.u32(0); 8]
    }

    #[inline(always)]
    fn enter<S: Simd>(&self, simd: S, cell: &LaneCells<S>, cell_data: &mut GradientIndices<S>) {
        let cell = match cell {
            LaneCells::Near(cell) => *cell,
            // Cells within the crate's range fit i32. For the others `sample` returns zero.
            LaneCells::Far(whole) => [whole[0].to_i32(), whole[1].to_i32()],
        };
        let steps = if SMOOTH { -1..=2 } else { 0..=1 };
        let nothing = HashWords { low: simd.u32(0), high: simd.u32(0) };
        let mut keys = [[nothing; 4]; 2];
        for (axis, keys) in keys.iter_mut().enumerate() {
            for step in steps.clone() {
                keys[(step + 1) as usize] = HashWords::cell_key(simd, cell[axis], axis, step);
            }
        }
        let count = if SMOOTH { 8 } else { 4 };
        for (index, [x, y]) in cell_data.iter_mut().zip(STEPS).take(count) {
            let (column, row) = (keys[0][(x + 1) as usize], keys[1][(y + 1) as usize]);
            *index = self.gradient_index(simd, column, row);
        }
    }

    #[inline(always)]
    fn sample<S: Simd, const N: usize>(
        &self,
        simd: S,
        [u, v]: [S::F; 2],
        cell: &LaneCells<S>,
        cell_data: &mut GradientIndices<S>,
    ) -> [S::F; N] {
        // The unskewed offset from the cell's lowest corner
        let unskew_shift = (u + v) * simd.f32(self.unskew as f32);
        let position = [u - unskew_shift, v - unskew_shift];
        let [corner, last, right, below, left, above, far_right, far_below] =
            self.points(simd, cell_data);
        let sum =
            plus::<S, N>(self.surflet(simd, position, corner), self.surflet(simd, position, last));
        let mut sample = if SMOOTH {
            // Two more points: right and below. A point further out replaces one of them if it is
            // nearer to the sample. Where u + v ≤ 1 these candidates are the points left and above,
            // elsewhere the points of the next cells.
            let difference = u - v;
            let is_beyond = simd.f32(1.0).lt(u + v);
            let third_before =
                LatticePoint::select((u + difference).lt(simd.f32(0.0)), left, right);
            let third_beyond =
                LatticePoint::select(simd.f32(1.0).lt(u + difference), far_right, below);
            let fourth_before = LatticePoint::select(v.lt(difference), above, below);
            let fourth_beyond =
                LatticePoint::select(simd.f32(1.0).lt(v - difference), far_below, right);
            let third = LatticePoint::select(is_beyond, third_beyond, third_before);
            let fourth = LatticePoint::select(is_beyond, fourth_beyond, fourth_before);
            let sum = plus::<S, N>(sum, self.surflet(simd, position, third));
            plus::<S, N>(sum, self.surflet(simd, position, fourth))
        } else {
            let third = LatticePoint::select(u.lt(v), below, right);
            plus::<S, N>(sum, self.surflet(simd, position, third))
        };
        if let LaneCells::Far(whole) = cell {
            let is_outside = self.is_out_of_range(simd, [u, v], whole);
            for number in &mut sample {
                *number = is_outside.select(simd.f32(0.0), *number);
            }
        }
        sample
    }
}

/// A lattice point: its gradient's index, and its unskewed offset from the cell's lowest corner.
#[derive(Clone, Copy)]
struct LatticePoint<S: Simd> {
    gradient_index: S::I,
    offset: [S::F; 2],
}

impl<S: Simd> LatticePoint<S> {
    /// Takes `yes` in the lanes where `mask` is true, `no` elsewhere.
    #[inline(always)]
    fn select(mask: S::M, yes: Self, no: Self) -> Self {
        let offset = |axis: usize| mask.select(yes.offset[axis], no.offset[axis]);
        let gradient_index = mask.select_u32(yes.gradient_index, no.gradient_index);
        Self { gradient_index, offset: [offset(0), offset(1)] }
    }
}

impl<const SMOOTH: bool> PointOpenSimplex<SMOOTH> {
    #[inline(always)]
    fn points<S: Simd>(&self, simd: S, indices: &GradientIndices<S>) -> [LatticePoint<S>; 8] {
        let mut points =
            [LatticePoint { gradient_index: indices[0], offset: [simd.f32(0.0); 2] }; 8];
        for ((point, &gradient_index), [x, y]) in points.iter_mut().zip(indices).zip(self.offsets) {
            *point = LatticePoint { gradient_index, offset: [simd.f32(x), simd.f32(y)] };
        }
        points
    }

    /// The contribution of a lattice point to the sample at `position`: its kernel times its ramp.
    #[inline(always)]
    fn surflet<S: Simd, const N: usize>(
        &self,
        simd: S,
        position: [S::F; 2],
        LatticePoint { gradient_index, offset }: LatticePoint<S>,
    ) -> [S::F; N] {
        let from_point = [position[0] - offset[0], position[1] - offset[1]];
        let [gradients_x, gradients_y] = &self.gradients;
        let gradient =
            [simd.pick32(gradients_x, gradient_index), simd.pick32(gradients_y, gradient_index)];
        surflet::<S, N>(simd, kind(SMOOTH).radius2() as f32, from_point, gradient)
    }

    /// The mask of the lanes in which a coordinate exceeds the range of the `opensimplex2` crate.
    #[inline(always)]
    fn is_out_of_range<S: Simd>(&self, simd: S, fraction: [S::F; 2], whole: &[S::D; 2]) -> S::M {
        let skewed =
            [whole[0] + S::D::from_f32(fraction[0]), whole[1] + S::D::from_f32(fraction[1])];
        let unskew_shift = (skewed[0] + skewed[1]) * simd.f64(self.unskew);
        let excess = |skewed: S::D| {
            let x = skewed - unskew_shift;
            (x - simd.f64(MAX_COORDINATE)).to_f32().max((simd.f64(-MAX_COORDINATE) - x).to_f32())
        };
        let zero = simd.f32(0.0);
        zero.lt(excess(skewed[0]).max(excess(skewed[1])))
    }
}
