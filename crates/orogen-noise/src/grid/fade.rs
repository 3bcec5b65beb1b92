//! Fades in vector lanes of f32.

use super::simd::{Float, Simd};
use crate::fade::Fade;
use crate::fade_curve::FadeCurve;

/// A position in a cell along one axis, with its fade.
#[derive(Clone, Copy)]
pub(super) struct FadedPosition<S: Simd> {
    pub t: S::F,
    pub fade: S::F,
    /// The slope of the fade, if samples have slopes. In the row kernel it is multiplied by the
    /// scale of slopes.
    pub slope: S::F,
}

/// [`Fade::value`] in f32.
#[inline(always)]
pub(super) fn fade<S: Simd>(simd: S, fade: Fade, t: S::F) -> S::F {
    let number = |x: f64| simd.f32(x as f32);
    match fade {
        Fade::Linear => t,
        Fade::Cubic => t * t * (number(3.0) - number(2.0) * t),
        Fade::Quintic => t * t * t * (t * (t * number(6.0) - number(15.0)) + number(10.0)),
        Fade::Cosine => {
            let sine = quarter_sine(simd, t);
            sine * sine
        }
        // NaN stays NaN: `min` returns its second operand if an operand is NaN.
        Fade::Step => number(1.0).min((t + t).floor()),
        Fade::Custom(curve) => custom(simd, curve, t),
    }
}

/// [`Fade::slope`] in f32.
#[inline(always)]
pub(super) fn fade_slope<S: Simd>(simd: S, fade: Fade, t: S::F) -> S::F {
    let number = |x: f64| simd.f32(x as f32);
    let one = number(1.0);
    match fade {
        Fade::Linear => one,
        Fade::Cubic => number(6.0) * t * (one - t),
        Fade::Quintic => {
            let product = t * (one - t);
            number(30.0) * product * product
        }
        // The slope is π sin(πt/2) cos(πt/2), and cos(πt/2) = sin(π(1 − t)/2).
        Fade::Cosine => {
            number(std::f64::consts::PI) * quarter_sine(simd, t) * quarter_sine(simd, one - t)
        }
        Fade::Step => number(0.0),
        Fade::Custom(curve) => custom_slope(simd, curve, t),
    }
}

/// [`FadeCurve::value`] in f32.
#[inline(always)]
fn custom<S: Simd>(simd: S, curve: FadeCurve, t: S::F) -> S::F {
    let number = |x: f64| simd.f32(x as f32);
    let mut sum = number(0.0);
    for ([start, length], [slope, square, cube]) in curve.pieces() {
        let s = distance_in_piece(simd, t, [start, length]);
        sum = sum + s * (number(slope) + s * (number(square) + s * number(cube)));
    }
    sum
}

/// [`FadeCurve::slope`] in f32.
#[inline(always)]
fn custom_slope<S: Simd>(simd: S, curve: FadeCurve, t: S::F) -> S::F {
    let number = |x: f64| simd.f32(x as f32);
    let mut sum = number(0.0);
    for ([start, length], [_, square, cube]) in curve.pieces() {
        let s = distance_in_piece(simd, t, [start, length]);
        sum = sum + s * (number(2.0 * square) + s * number(3.0 * cube));
    }
    sum
}

/// The distance of t from the start of a piece of a custom fade, clamped to the piece.
#[inline(always)]
fn distance_in_piece<S: Simd>(simd: S, t: S::F, [start, length]: [f64; 2]) -> S::F {
    let distance = simd.f32(0.0).max(t - simd.f32(start as f32));
    simd.f32(length as f32).min(distance)
}

/// sin(πt/2) for t in [0, 1], by a Taylor series up to x¹¹. The next term is below 6·10⁻⁸.
#[inline(always)]
fn quarter_sine<S: Simd>(simd: S, t: S::F) -> S::F {
    let number = |x: f64| simd.f32(x as f32);
    let x = t * number(std::f64::consts::FRAC_PI_2);
    let z = x * x;
    let mut series = number(-1.0 / 39_916_800.0);
    for term in [1.0 / 362_880.0, -1.0 / 5040.0, 1.0 / 120.0, -1.0 / 6.0] {
        series = series * z + number(term);
    }
    x + x * z * series
}
