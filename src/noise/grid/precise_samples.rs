//! Samples of N numbers in f64: a value, and its slopes if there are three.

use super::simd::{Double, Float, Mask, Simd};

/// A sample where a place is as a function of what the place's axes depend on.
#[inline(always)]
pub(super) fn chained<S: Simd, const N: usize>(
    sample: [S::D; N],
    place: [[S::D; N]; 2],
) -> [S::D; N] {
    let mut out = sample;
    for i in 1..N {
        out[i] = sample[1] * place[0][i] + sample[2] * place[1][i];
    }
    out
}

/// The product of two.
#[inline(always)]
pub(super) fn product<S: Simd, const N: usize>(a: [S::D; N], b: [S::D; N]) -> [S::D; N] {
    let mut out = [a[0] * b[0]; N];
    for i in 1..N {
        out[i] = a[i] * b[0] + a[0] * b[i];
    }
    out
}

/// A sample times a number.
#[inline(always)]
pub(super) fn times<S: Simd, const N: usize>(mut a: [S::D; N], factor: S::D) -> [S::D; N] {
    for number in &mut a {
        *number = *number * factor;
    }
    a
}

/// The value, or 1 if it is more.
#[inline(always)]
pub(super) fn at_most_one<S: Simd, const N: usize>(simd: S, value: [S::D; N]) -> [S::D; N] {
    let less = value[0].to_f32().lt(simd.f32(1.0));
    let factor = S::D::from_f32(less.select(simd.f32(1.0), simd.f32(0.0)));
    let mut out = [value[0].min(simd.f64(1.0)); N];
    for i in 1..N {
        out[i] = value[i] * factor;
    }
    out
}

/// The value's magnitude.
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
