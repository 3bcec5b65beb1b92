//! Simplex noise at any positions, in vector lanes of f32.

use super::lane_hash::modulo_12;
use super::lane_permutation::{LaneCells, LanePermutation};
use super::point_basis::PointBasis;
use super::points::{CORNERS, fields};
use super::simd::{Float, Mask, Simd};
use crate::gradient::CUBE_EDGES;
use crate::permutation::Permutation;
use crate::simplex::{PUBLISHED_RADIUS2, SCALE, skew_factors};

/// Two-dimensional simplex noise that is sampled at any positions.
pub(super) struct PointSimplex<'a> {
    permutation: LanePermutation<'a>,
    /// The x and y of the twelve gradients, of which four repeat to fill the table.
    gradients: [[f32; 16]; 2],
    unskew: f64,
}

impl<'a> PointSimplex<'a> {
    /// Makes the noise, with all values multiplied by `scale`.
    pub fn new(permutation: &'a Permutation, scale: f64) -> Self {
        let (_, unskew) = skew_factors(2);
        let scale = SCALE[0] * scale;
        let gradients = [0, 1].map(|axis| {
            std::array::from_fn(|i| (CUBE_EDGES[i % CUBE_EDGES.len()][axis] * scale) as f32)
        });
        Self { permutation: LanePermutation::new(permutation, 1), gradients, unskew }
    }

    /// The contribution of a corner: its kernel times its ramp. Only the lowest four
    /// bits of `number` count.
    #[inline(always)]
    fn surflet<S: Simd, const N: usize>(
        &self,
        simd: S,
        number: S::I,
        x: S::F,
        y: S::F,
    ) -> [S::F; N] {
        let gradient = [0, 1].map(|axis| &self.gradients[axis]);
        let gradient = [simd.pick16(gradient[0], number), simd.pick16(gradient[1], number)];
        surflet::<S, N>(simd, PUBLISHED_RADIUS2[0] as f32, [x, y], gradient)
    }
}

/// The ramp of a gradient at an offset d from its lattice point, times the kernel (radius² − d²)⁴.
#[inline(always)]
pub(super) fn surflet<S: Simd, const N: usize>(
    simd: S,
    radius2: f32,
    [x, y]: [S::F; 2],
    gradient: [S::F; 2],
) -> [S::F; N] {
    let falloff = (simd.f32(radius2) - (x * x + y * y)).max(simd.f32(0.0));
    let squared = falloff * falloff;
    let ramp = gradient[0] * x + gradient[1] * y;
    let kernel = squared * squared;
    let mut out = [kernel * ramp; N];
    if N > 1 {
        // The kernel's slope is −8·(r² − d²)³·d.
        let fall = simd.f32(8.0) * (squared * falloff) * ramp;
        out[1] = kernel * gradient[0] - fall * x;
        out[2] = kernel * gradient[1] - fall * y;
    }
    out
}

/// The sum of two samples.
#[inline(always)]
pub(super) fn plus<S: Simd, const N: usize>(mut a: [S::F; N], b: [S::F; N]) -> [S::F; N] {
    for i in 0..N {
        a[i] = a[i] + b[i];
    }
    a
}

/// The factor of the skew that turns the lattice of triangles into a lattice of squares.
pub(super) fn skew() -> f64 {
    skew_factors(2).0
}

impl PointBasis for PointSimplex<'_> {
    /// The gradient indices at the corners of the cell of the skewed lattice, in the lowest four bits.
    /// Unpacking leaves other data in the bits above.
    type CellData<S: Simd> = [S::I; 4];

    const POINTS: &'static [[i32; 2]] = &CORNERS;

    fn can_pack(&self) -> bool {
        true
    }

    #[inline(always)]
    fn point_keys<S: Simd>(&self, simd: S, axis: usize, cell: S::I) -> [S::I; 2] {
        [self.permutation.keys(simd, axis, &LaneCells::Near([cell; 2]), 0), simd.u32(0)]
    }

    #[inline(always)]
    fn point_number<S: Simd>(&self, simd: S, [column, _]: [S::I; 2], [row, _]: [S::I; 2]) -> S::I {
        modulo_12(simd, self.permutation.combine(simd, column, row))
    }

    #[inline(always)]
    fn unpack<S: Simd>(&self, _: S, [word, _]: [S::I; 2]) -> Self::CellData<S> {
        fields::<S>(word)
    }

    #[inline(always)]
    fn empty<S: Simd>(&self, simd: S) -> Self::CellData<S> {
        [simd.u32(0); 4]
    }

    #[inline(always)]
    fn enter<S: Simd>(&self, simd: S, cell: &LaneCells<S>, cell_data: &mut Self::CellData<S>) {
        let [a, b, c, d] = self.permutation.corner_numbers(simd, cell);
        *cell_data =
            [modulo_12(simd, a), modulo_12(simd, b), modulo_12(simd, c), modulo_12(simd, d)];
    }

    #[inline(always)]
    fn sample<S: Simd, const N: usize>(
        &self,
        simd: S,
        [u, v]: [S::F; 2],
        _: &LaneCells<S>,
        cell_data: &mut Self::CellData<S>,
    ) -> [S::F; N] {
        // The unskewed offset from the cell's lowest corner
        let unskew_shift = (u + v) * simd.f32(self.unskew as f32);
        let (x0, y0) = (u - unskew_shift, v - unskew_shift);

        // The second corner is to the right of the first, or below it
        let [first, right, below, last] = *cell_data;
        let is_right = v.lt(u);
        let second = is_right.select_u32(right, below);
        let unskew = simd.f32(self.unskew as f32);
        let one = simd.f32(1.0);
        // A step along an axis shifts that coordinate by `stepped`, the other by `unstepped`
        let (unstepped, stepped) = (unskew, unskew - one);
        let (x1, y1) =
            (x0 + is_right.select(stepped, unstepped), y0 + is_right.select(unstepped, stepped));
        let last_shift = unstepped + stepped;
        let (x2, y2) = (x0 + last_shift, y0 + last_shift);
        let sum =
            plus::<S, N>(self.surflet(simd, first, x0, y0), self.surflet(simd, second, x1, y1));
        plus::<S, N>(sum, self.surflet(simd, last, x2, y2))
    }
}
