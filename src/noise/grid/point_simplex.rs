//! Simplex noise at any positions.

use super::numbers::{Numbers, look_up};
use super::points::PointBasis;
use super::simd::{Double, Float, Mask, Simd};
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
    skew: f64,
    unskew: f64,
}

impl<'a> PointSimplex<'a> {
    /// Times `scale`. `contents` are those of [`GradientSet::Twelve`].
    pub fn new(permutation: &'a Permutation, contents: &'a [[f64; 5]], scale: f64) -> Self {
        let (skew, unskew) = skew_factors(2);
        let scale = SCALE[0] * scale;
        let vectors = Vectors::new(GradientSet::Twelve, scale);
        Self { numbers: Numbers::new(permutation, 1), vectors, contents, scale, skew, unskew }
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

/// The cell of the skewed lattice that held the last sample, and the gradients of its corners.
#[derive(Clone, Copy)]
pub(super) struct Kept<S: Simd> {
    cell: [S::D; 2],
    gradients: [[S::F; 2]; 4],
}

impl PointBasis for PointSimplex<'_> {
    type Kept<S: Simd> = Kept<S>;

    #[inline(always)]
    fn nothing<S: Simd>(&self, simd: S) -> Kept<S> {
        Kept { cell: [simd.f64(f64::NAN); 2], gradients: [[simd.f32(0.0); 2]; 4] }
    }

    #[inline(always)]
    fn value<S: Simd>(&self, simd: S, [x, y]: [S::D; 2], near: bool, kept: &mut Kept<S>) -> S::F {
        // The cell of the skewed lattice, and the way from its first corner, unskewed
        let shift = (x + y) * simd.f64(self.skew);
        let cell = [(x + shift).floor(), (y + shift).floor()];
        let back = (cell[0] + cell[1]) * simd.f64(self.unskew);
        let (x0, y0) = ((x - (cell[0] - back)).to_f32(), (y - (cell[1] - back)).to_f32());
        if cell[0].any_ne(kept.cell[0]) || cell[1].any_ne(kept.cell[1]) {
            kept.gradients = self.gradients(simd, self.numbers.of_corners(simd, cell, near));
            kept.cell = cell;
        }

        // The second corner is the right or the lower one
        let [first, right, below, last] = kept.gradients;
        let by_right = y0.lt(x0);
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
