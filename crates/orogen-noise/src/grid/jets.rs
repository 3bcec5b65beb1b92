//! Arithmetic on values with slopes, in vector lanes of f64.
//!
//! A sample is N numbers: a value, and its two slopes if N is 3. Each function does the steps of
//! [`crate::field::Field`] in the same order, so that a lane gives the same bits as a single point.

use super::simd::{Double, Float, Mask, Simd};

/// A constant, with slope 0.
#[inline(always)]
pub(super) fn constant<S: Simd, const N: usize>(simd: S, value: f64) -> [S::D; N] {
    let mut out = [simd.f64(0.0); N];
    out[0] = simd.f64(value);
    out
}

#[inline(always)]
pub(super) fn sum<S: Simd, const N: usize>(a: [S::D; N], b: [S::D; N]) -> [S::D; N] {
    let mut out = a;
    for i in 0..N {
        out[i] = a[i] + b[i];
    }
    out
}

#[inline(always)]
pub(super) fn difference<S: Simd, const N: usize>(a: [S::D; N], b: [S::D; N]) -> [S::D; N] {
    let mut out = a;
    for i in 0..N {
        out[i] = a[i] - b[i];
    }
    out
}

/// The product of two samples, with slopes by the product rule.
#[inline(always)]
pub(super) fn product<S: Simd, const N: usize>(a: [S::D; N], b: [S::D; N]) -> [S::D; N] {
    let mut out = [a[0] * b[0]; N];
    for i in 1..N {
        out[i] = a[i] * b[0] + b[i] * a[0];
    }
    out
}

#[inline(always)]
pub(super) fn scale<S: Simd, const N: usize>(a: [S::D; N], factor: S::D) -> [S::D; N] {
    let mut out = a;
    for number in &mut out {
        *number = *number * factor;
    }
    out
}

/// Divides by a number.
#[inline(always)]
pub(super) fn divide<S: Simd, const N: usize>(simd: S, a: [S::D; N], divisor: f64) -> [S::D; N] {
    let mut out = a;
    // Skip division by 1, because a division takes as long as many other steps
    if divisor != 1.0 {
        for number in &mut out {
            *number = *number / simd.f64(divisor);
        }
    }
    out
}

/// Applies the chain rule: turns slopes with respect to the coordinates of `place` into slopes with
/// respect to the variables on which `place` depends.
#[inline(always)]
pub(super) fn composed<S: Simd, const N: usize>(
    sample: [S::D; N],
    place: [[S::D; N]; 2],
) -> [S::D; N] {
    let mut out = sample;
    for i in 1..N {
        out[i] = sample[1] * place[0][i] + sample[2] * place[1][i];
    }
    out
}

/// Blends two samples along an axis by a fade and its slope: [`crate::field::Field::blend`].
#[inline(always)]
pub(super) fn blend<S: Simd, const N: usize>(
    [a, b]: [[S::D; N]; 2],
    axis: usize,
    [fade, slope]: [S::D; 2],
) -> [S::D; N] {
    let mut out = a;
    for i in 0..N {
        out[i] = a[i] + (b[i] - a[i]) * fade;
    }
    if N > 1 {
        out[1 + axis] = out[1 + axis] + slope * (b[0] - a[0]);
    }
    out
}

/// The magnitude |a|. At 0 the slopes are returned unchanged.
#[inline(always)]
pub(super) fn magnitude<S: Simd, const N: usize>(simd: S, a: [S::D; N]) -> [S::D; N] {
    let mut out = a;
    out[0] = a[0].abs();
    if N > 1 {
        let sign = select_where_less(simd, a[0], simd.f64(0.0), [-1.0, 1.0]);
        for i in 1..N {
            out[i] = a[i] * sign;
        }
    }
    out
}

/// The larger of `a` and `low`. Below `low` the slopes are zero.
#[inline(always)]
pub(super) fn at_least<S: Simd, const N: usize>(simd: S, a: [S::D; N], low: f64) -> [S::D; N] {
    let (zero, low) = (simd.f64(0.0), simd.f64(low));
    let mut out = a;
    out[0] = zero - (zero - a[0]).min(zero - low);
    if N > 1 {
        let slope_factor = select_where_less(simd, a[0], low, [0.0, 1.0]);
        for i in 1..N {
            out[i] = a[i] * slope_factor;
        }
    }
    out
}

/// The smaller of `a` and `high`. Above `high` the slopes are zero.
#[inline(always)]
pub(super) fn at_most<S: Simd, const N: usize>(simd: S, a: [S::D; N], high: f64) -> [S::D; N] {
    let high = simd.f64(high);
    let mut out = a;
    out[0] = a[0].min(high);
    if N > 1 {
        let slope_factor = select_where_less(simd, high, a[0], [0.0, 1.0]);
        for i in 1..N {
            out[i] = a[i] * slope_factor;
        }
    }
    out
}

/// [`crate::field::Field::rounded_abs`].
#[inline(always)]
pub(super) fn rounded_magnitude<S: Simd, const N: usize>(
    simd: S,
    a: [S::D; N],
    width: f64,
) -> [S::D; N] {
    let magnitude = magnitude::<S, N>(simd, a);
    sum::<S, N>(magnitude, rounding_term::<S, N>(simd, magnitude, [width, 2.0 * width]))
}

/// [`crate::field::Field::rounded_to_one`].
#[inline(always)]
pub(super) fn rounded_to_one<S: Simd, const N: usize>(
    simd: S,
    a: [S::D; N],
    width: f64,
) -> [S::D; N] {
    let below = difference::<S, N>(constant(simd, 1.0), a);
    let magnitude = magnitude::<S, N>(simd, below);
    let rounding = rounding_term::<S, N>(simd, magnitude, [width, 4.0 * width]);
    difference::<S, N>(at_most(simd, a, 1.0), rounding)
}

/// The term that rounds a crease: max(width − magnitude, 0)² ÷ divisor.
#[inline(always)]
fn rounding_term<S: Simd, const N: usize>(
    simd: S,
    magnitude: [S::D; N],
    [width, divisor]: [f64; 2],
) -> [S::D; N] {
    let distance = difference::<S, N>(constant(simd, width), magnitude);
    let gap = at_least::<S, N>(simd, distance, 0.0);
    product::<S, N>(gap, divide::<S, N>(simd, gap, divisor))
}

/// The first of `numbers` where a < b, the second elsewhere.
#[inline(always)]
fn select_where_less<S: Simd>(simd: S, a: S::D, b: S::D, numbers: [f32; 2]) -> S::D {
    select_number(simd, is_less(simd, a, b), numbers)
}

/// The mask of the lanes where a < b.
#[inline(always)]
pub(super) fn is_less<S: Simd>(simd: S, a: S::D, b: S::D) -> S::M {
    // a − b is 0 only for equal numbers. The factor keeps other differences from becoming 0 in f32.
    ((a - b) * simd.f64(LARGE)).to_f32().lt(simd.f32(0.0))
}

/// The first number where `truth` holds, the second elsewhere.
#[inline(always)]
pub(super) fn select_number<S: Simd>(simd: S, truth: S::M, [yes, no]: [f32; 2]) -> S::D {
    S::D::from_f32(truth.select(simd.f32(yes), simd.f32(no)))
}

/// 2⁹⁶⁰, which makes any difference of two f64 other than 0 too large to vanish in f32.
const LARGE: f64 = f64::from_bits((1023 + 960) << 52);
