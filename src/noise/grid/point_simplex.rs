//! Simplex noise at any positions.

use super::numbers::{Cell, Numbers, look_up};
use super::points::PointBasis;
use super::simd::{Float, Mask, Simd};
use super::words::Vectors;
use crate::noise::gradient::GradientSet;
use crate::noise::permutation::Permutation;
use crate::noise::simplex::{PUBLISHED_RADIUS2, SCALE, skew_factors};

/// Simplex noise in two dimensions.
pub(super) struct PointSimplex<'a> {
    numbers: Numbers<'a>,
    vectors: Vectors,
    /// The gradients of few numbers, not yet scaled.
    contents: &'a [[f64; 5]],
    scale: f64,
    unskew: f64,
}

impl<'a> PointSimplex<'a> {
    /// Times `scale`. `contents` are those of [`GradientSet::Twelve`].
    pub fn new(permutation: &'a Permutation, contents: &'a [[f64; 5]], scale: f64) -> Self {
        let (_, unskew) = skew_factors(2);
        let scale = SCALE[0] * scale;
        let vectors = Vectors::new(GradientSet::Twelve, scale);
        Self { numbers: Numbers::new(permutation, 1), vectors, contents, scale, unskew }
    }

    /// The gradients of four lattice points with these numbers.
    #[inline(always)]
    fn gradients<S: Simd>(&self, simd: S, numbers: [S::I; 4]) -> [[S::F; 2]; 4] {
        if self.contents.is_empty() {
            return self.vectors.lanes(simd, numbers);
        }
        let mut out = [[simd.f32(0.0); 2]; 4];
        for (out, number) in out.iter_mut().zip(numbers) {
            look_up(simd, self.contents, self.scale, number, out);
        }
        out
    }
}

/// By how much the lattice is skewed for cells to be squares.
pub(super) fn skew() -> f64 {
    skew_factors(2).0
}

impl PointBasis for PointSimplex<'_> {
    /// The gradients of the corners of the cell of the skewed lattice.
    type Kept<S: Simd> = [[S::F; 2]; 4];

    #[inline(always)]
    fn nothing<S: Simd>(&self, simd: S) -> Self::Kept<S> {
        [[simd.f32(0.0); 2]; 4]
    }

    #[inline(always)]
    fn enter<S: Simd>(&self, simd: S, cell: &Cell<S>, kept: &mut Self::Kept<S>) {
        *kept = self.gradients(simd, self.numbers.of_corners(simd, cell));
    }

    #[inline(always)]
    fn value<S: Simd>(
        &self,
        simd: S,
        [u, v]: [S::F; 2],
        _: &Cell<S>,
        kept: &mut Self::Kept<S>,
    ) -> S::F {
        // The way from the first corner, unskewed
        let back = (u + v) * simd.f32(self.unskew as f32);
        let (x0, y0) = (u - back, v - back);

        // The second corner is the right or the lower one
        let [first, right, below, last] = *kept;
        let by_right = v.lt(u);
        let second = [by_right.select(right[0], below[0]), by_right.select(right[1], below[1])];
        let unskew = simd.f32(self.unskew as f32);
        let one = simd.f32(1.0);
        let (here, step) = (unskew, unskew - one);
        let (x1, y1) = (x0 + by_right.select(step, here), y0 + by_right.select(here, step));
        let both = unskew + step;
        let (x2, y2) = (x0 + both, y0 + both);
        surflet(simd, first, x0, y0) + surflet(simd, second, x1, y1) + surflet(simd, last, x2, y2)
    }
}

/// What a corner adds: its kernel times its ramp.
#[inline(always)]
fn surflet<S: Simd>(simd: S, gradient: [S::F; 2], x: S::F, y: S::F) -> S::F {
    let falloff = (simd.f32(PUBLISHED_RADIUS2[0] as f32) - (x * x + y * y)).max(simd.f32(0.0));
    let squared = falloff * falloff;
    (squared * squared) * (gradient[0] * x + gradient[1] * y)
}
