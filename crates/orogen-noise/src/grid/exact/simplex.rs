//! Simplex noise in vector lanes of f64, with the steps of [`crate::simplex::simplex`].

use super::super::jets::{constant, is_less, scale, select_number, sum};
use super::super::lane_hash::Vectors;
use super::super::lane_permutation::LaneCells;
use super::super::precise_coefficients::whole_vectors;
use super::super::simd::{Double, Mask, Simd};
use super::basis::{BasisChoices, ExactBasis};
use crate::gradient::GradientSet;
use crate::simplex::{PUBLISHED_RADIUS2, SCALE, skew_factors};

/// Simplex noise in two dimensions.
pub(super) struct ExactSimplex {
    skew: f64,
    unskew: f64,
    /// The x and y of a cube's edges, which are the gradients.
    vectors: Vectors,
}

impl ExactSimplex {
    pub fn new() -> Self {
        let (skew, unskew) = skew_factors(2);
        Self { skew, unskew, vectors: Vectors::new(GradientSet::Twelve, 1.0) }
    }
}

impl ExactBasis for ExactSimplex {
    const FIRST_AXIS: usize = 1;
    type Last<S: Simd> = ();

    #[inline(always)]
    fn before_first<S: Simd>(_: S) {}

    #[inline(always)]
    fn sample<S: Simd, const N: usize>(
        &self,
        simd: S,
        BasisChoices { octave, .. }: BasisChoices<'_>,
        (): &mut (),
        [x, y]: [S::D; 2],
    ) -> [S::D; N] {
        let shift = (x + y) * simd.f64(self.skew);
        let base = [(x + shift).floor(), (y + shift).floor()];
        let unskew_shift = (base[0] + base[1]) * simd.f64(self.unskew);
        let lowest_offset = [x - (base[0] - unskew_shift), y - (base[1] - unskew_shift)];

        // The middle corner is one step along the axis with the larger offset
        let is_along_x = is_less(simd, lowest_offset[1], lowest_offset[0]);
        let middle_x = select_number(simd, is_along_x, [1.0, 0.0]);
        let one = simd.f64(1.0);
        let steps = [[simd.f64(0.0); 2], [middle_x, one - middle_x], [one; 2]];

        let (permutation, cell) = (&octave.permutation, LaneCells::from_whole(simd, base));
        let [left, right] =
            [permutation.keys(simd, 0, &cell, 0), permutation.keys(simd, 0, &cell, 1)];
        let [above, below] =
            [permutation.keys(simd, 1, &cell, 0), permutation.keys(simd, 1, &cell, 1)];
        let low = permutation.combine(simd, left, above);
        let column = is_along_x.select_u32(right, left);
        let middle = permutation.combine(simd, column, is_along_x.select_u32(above, below));
        let high = permutation.combine(simd, right, below);
        let vectors = whole_vectors(simd, &self.vectors, [low, middle, high, high]);

        let mut total = constant::<S, N>(simd, 0.0);
        for step in 0..3 {
            let step_shift = simd.f64(step as f64 * self.unskew);
            let [step_x, step_y] = steps[step];
            let offset =
                [lowest_offset[0] - step_x + step_shift, lowest_offset[1] - step_y + step_shift];
            total = sum::<S, N>(total, surflet::<S, N>(simd, vectors[step], offset));
        }
        scale::<S, N>(total, simd.f64(SCALE[0]))
    }
}

/// The contribution of one corner: its kernel times its ramp.
#[inline(always)]
fn surflet<S: Simd, const N: usize>(simd: S, gradient: [S::D; 2], offset: [S::D; 2]) -> [S::D; N] {
    let [x, y] = offset;
    let zero = simd.f64(0.0);
    let falloff = simd.f64(PUBLISHED_RADIUS2[0]) - (x * x + y * y);
    let clamped = zero - (zero - falloff).min(zero);
    let squared = clamped * clamped;
    let (kernel, ramp) = (squared * squared, gradient[0] * x + gradient[1] * y);
    let mut out = [kernel * ramp; N];
    let offset_factor = simd.f64(-8.0) * squared * clamped * ramp;
    for i in 1..N {
        out[i] = kernel * gradient[i - 1] + offset_factor * offset[i - 1];
    }
    out
}
