//! Rounds the creases of |x| at x = 0 and of min(x, 1) at x = 1, in vector lanes.
//!
//! Arrays of N numbers are a value and its slopes. [`crate::field::Field`] has the same formulas.

use super::simd::{Float, Mask, Simd};

/// The distance from a crease within which a parabola replaces it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RoundingWidth {
    width: f32,
    /// 1 / width; 0 if there is no rounding.
    inverse: f32,
}

impl RoundingWidth {
    /// Rounds within `width`. If the width is too small for f32, the crease stays.
    pub fn new(width: f64) -> Self {
        match width as f32 {
            width if width >= f32::MIN_POSITIVE => Self { width, inverse: 1.0 / width },
            _ => Self { width: 0.0, inverse: 0.0 },
        }
    }

    /// Returns the overlap max(width − distance from the crease, 0), and the overlap divided by the width.
    #[inline(always)]
    fn overlap<S: Simd>(self, simd: S, distance: S::F) -> [S::F; 2] {
        let overlap = (simd.f32(self.width) - distance).max(simd.f32(0.0));
        [overlap, overlap * simd.f32(self.inverse)]
    }

    /// Rounds |x| near 0. `sample` is |x| with its slopes.
    #[inline(always)]
    pub fn round_magnitude<S: Simd, const N: usize>(
        self,
        simd: S,
        mut sample: [S::F; N],
    ) -> [S::F; N] {
        let [overlap, relative] = self.overlap(simd, sample[0]);
        sample[0] = sample[0] + overlap * (relative * simd.f32(0.5));
        for slope in sample.iter_mut().skip(1) {
            *slope = *slope * (simd.f32(1.0) - relative);
        }
        sample
    }

    /// Returns min(x, 1), rounded near 1. `sample` is x with its slopes.
    #[inline(always)]
    pub fn at_most_one<S: Simd, const N: usize>(self, simd: S, sample: [S::F; N]) -> [S::F; N] {
        let (one, half) = (simd.f32(1.0), simd.f32(0.5));
        let [overlap, relative] = self.overlap(simd, (one - sample[0]).abs());
        // The slope falls from 1 to 0 across the crease; it is ½ at the crease.
        let bend = relative * half;
        let slope = one.lt(sample[0]).select(bend, one - bend);
        let mut out = [sample[0].min(one) - overlap * (bend * half); N];
        for i in 1..N {
            out[i] = sample[i] * slope;
        }
        out
    }
}
