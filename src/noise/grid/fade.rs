//! Fades on vectors.

use super::simd::Simd;
use crate::noise::fade::Fade;

/// [`Fade::value`] in f32.
#[inline(always)]
pub(super) fn fade<S: Simd>(simd: S, fade: Fade, t: S::F) -> S::F {
    let number = |x: f64| simd.f32(x as f32);
    match fade {
        Fade::Linear => t,
        Fade::Cubic => t * t * (number(3.0) - number(2.0) * t),
        Fade::Quintic => t * t * t * (t * (t * number(6.0) - number(15.0)) + number(10.0)),
        Fade::Cosine => {
            // sin²(πt/2), by the sine's Taylor series up to x¹¹: the next term is below 6·10⁻⁸.
            let x = t * number(std::f64::consts::FRAC_PI_2);
            let z = x * x;
            let mut series = number(-1.0 / 39_916_800.0);
            for term in [1.0 / 362_880.0, -1.0 / 5040.0, 1.0 / 120.0, -1.0 / 6.0] {
                series = series * z + number(term);
            }
            let sine = x + x * z * series;
            sine * sine
        }
    }
}
