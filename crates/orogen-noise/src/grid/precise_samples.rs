//! Operations on samples in f64: a value alone (N is 1), or a value and two slopes (N is 3).

use super::simd::{Double, Float, Mask, Simd};

/// min(value, 1), with its slopes.
#[inline(always)]
pub(super) fn at_most_one<S: Simd, const N: usize>(simd: S, value: [S::D; N]) -> [S::D; N] {
    let is_below = value[0].to_f32().lt(simd.f32(1.0));
    let factor = S::D::from_f32(is_below.select(simd.f32(1.0), simd.f32(0.0)));
    let mut out = [value[0].min(simd.f64(1.0)); N];
    for i in 1..N {
        out[i] = value[i] * factor;
    }
    out
}

/// min(value, 1) with its crease rounded, as by [`crate::field::Field::rounded_to_one`].
#[inline(always)]
pub(super) fn rounded_to_one<S: Simd, const N: usize>(
    simd: S,
    value: [S::D; N],
    width: f64,
) -> [S::D; N] {
    let below = simd.f64(1.0) - value[0];
    let gap = above_zero(simd, simd.f64(width) - below.abs());
    let slope_loss = gap / simd.f64(2.0 * width);
    let is_below = simd.f32(0.0).lt(below.to_f32());
    let side = S::D::from_f32(is_below.select(simd.f32(1.0), simd.f32(0.0)));
    // The slope is 1 − slope_loss below 1, and slope_loss above.
    let slope = side + (simd.f64(1.0) - side - side) * slope_loss;
    let mut out = [value[0].min(simd.f64(1.0)) - gap * (gap / simd.f64(4.0 * width)); N];
    for i in 1..N {
        out[i] = value[i] * slope;
    }
    out
}

/// |value| with its crease rounded, as by [`crate::field::Field::rounded_abs`].
#[inline(always)]
pub(super) fn rounded_magnitude<S: Simd, const N: usize>(
    simd: S,
    value: [S::D; N],
    width: f64,
) -> [S::D; N] {
    let mut out = magnitude(simd, value);
    let gap = above_zero(simd, simd.f64(width) - out[0]);
    let slope = simd.f64(1.0) - gap / simd.f64(width);
    out[0] = out[0] + gap * (gap / simd.f64(2.0 * width));
    for number in out.iter_mut().skip(1) {
        *number = *number * slope;
    }
    out
}

/// max(value, 0), which is exactly (value + |value|)/2.
#[inline(always)]
fn above_zero<S: Simd>(simd: S, value: S::D) -> S::D {
    (value + value.abs()) * simd.f64(0.5)
}

/// The magnitude |value|, with its slopes.
#[inline(always)]
pub(super) fn magnitude<S: Simd, const N: usize>(simd: S, value: [S::D; N]) -> [S::D; N] {
    let negative = value[0].to_f32().lt(simd.f32(0.0));
    let sign = S::D::from_f32(negative.select(simd.f32(-1.0), simd.f32(1.0)));
    let mut out = [value[0].abs(); N];
    for i in 1..N {
        out[i] = value[i] * sign;
    }
    out
}
