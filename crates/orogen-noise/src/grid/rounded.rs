//! Rounds creases in vector lanes: that of |x| at x = 0, and that of min(feedback, 1) at 1.
//!
//! [`crate::field::Field`] has the same formulas.

use super::simd::{Float, Mask, Simd};

/// The distance from a crease within which a parabola replaces it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Width {
    width: f32,
    /// 1 / width; 0 if there is no rounding.
    inverse: f32,
}

impl Width {
    /// Rounds within `width`. If the width is too small for f32, the crease stays.
    pub fn new(width: f64) -> Self {
        match width as f32 {
            width if width >= f32::MIN_POSITIVE => Self { width, inverse: 1.0 / width },
            _ => Self { width: 0.0, inverse: 0.0 },
        }
    }

    /// Returns max(width − distance from the crease, 0), and its share of the width.
    #[inline(always)]
    fn remaining<S: Simd>(self, simd: S, distance: S::F) -> [S::F; 2] {
        let gap = (simd.f32(self.width) - distance).max(simd.f32(0.0));
        [gap, gap * simd.f32(self.inverse)]
    }

    /// Rounds a magnitude near 0.
    #[inline(always)]
    pub fn round_magnitude<S: Simd, const N: usize>(
        self,
        simd: S,
        mut magnitude: [S::F; N],
    ) -> [S::F; N] {
        let [gap, share] = self.remaining(simd, magnitude[0]);
        magnitude[0] = magnitude[0] + gap * (share * simd.f32(0.5));
        for slope in magnitude.iter_mut().skip(1) {
            *slope = *slope * (simd.f32(1.0) - share);
        }
        magnitude
    }

    /// min(value, 1), rounded near 1.
    #[inline(always)]
    pub fn at_most_one<S: Simd, const N: usize>(self, simd: S, value: [S::F; N]) -> [S::F; N] {
        let (one, half) = (simd.f32(1.0), simd.f32(0.5));
        let [gap, share] = self.remaining(simd, (one - value[0]).abs());
        let lost = share * half;
        let slope = one.lt(value[0]).select(lost, one - lost);
        let mut out = [value[0].min(one) - gap * (lost * half); N];
        for i in 1..N {
            out[i] = value[i] * slope;
        }
        out
    }
}
