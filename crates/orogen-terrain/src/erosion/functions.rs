//! Functions for vectorised loops in f32 and f64: only + − × ÷ and bit operations, no branches.

use crate::real::Real;
use std::f64::consts::{FRAC_1_SQRT_2, LN_2, PI};

/// A number type that the erosion can compute in.
pub trait Wide: Real + Default {
    /// Converts without loss.
    fn of_f32(x: f32) -> Self;
    /// exp(−2x²) for |x| up to 1½, within 3·10⁻⁷ in f32 and 10⁻¹⁴ in f64. For larger |x|, the value
    /// is below `stripes::CUT`.
    fn falloff(x: Self) -> Self;
    /// Sine and cosine of an angle in half turns, within 4·10⁻⁷ in f32 and 10⁻¹³ in f64, for up to
    /// 2²¹ half turns.
    fn sin_cos_half_turns(half_turns: Self) -> [Self; 2];
    /// `x^exponent` for x from 0 to 1, within 10⁻⁶ in f32 and 10⁻¹⁴ in f64 for exponents up to 4.
    fn raise(x: Self, exponent: Self) -> Self;
}

/// The factors xⁿ/n! for n = `first`, `first + step` and so on, the highest n first.
const fn taylor<const N: usize>(x: f64, first: usize, step: usize) -> [f64; N] {
    let mut terms = [0.0; N];
    let (mut term, mut n, mut index) = (1.0, 0, 0);
    while index < N {
        while n < first + index * step {
            n += 1;
            term *= x / n as f64;
        }
        terms[N - 1 - index] = term;
        index += 1;
    }
    terms
}

/// Negates every other term, from the second-lowest on.
const fn alternate_signs<const N: usize>(mut terms: [f64; N]) -> [f64; N] {
    let mut index = 1;
    while index < N {
        terms[N - 1 - index] = -terms[N - 1 - index];
        index += 2;
    }
    terms
}

/// The factors of log₂ m as a series of odd powers of (m − 1)/(m + 1), the highest power first.
const fn log2_series<const N: usize>() -> [f64; N] {
    let mut terms = [0.0; N];
    let mut index = 0;
    while index < N {
        terms[N - 1 - index] = 2.0 / LN_2 / (2 * index + 1) as f64;
        index += 1;
    }
    terms
}

const fn narrow<const N: usize>(terms: [f64; N]) -> [f32; N] {
    let mut narrow = [0.0; N];
    let mut index = 0;
    while index < N {
        narrow[index] = terms[index] as f32;
        index += 1;
    }
    narrow
}

#[inline(always)]
fn polynomial<R: Real, const N: usize>(terms: &[R; N], x: R) -> R {
    let mut sum = terms[0];
    for term in &terms[1..] {
        sum = sum * x + *term;
    }
    sum
}

macro_rules! wide {
    ($float:ty, $bits:ty, $mantissa:literal, $from_f32:expr,
     falloff: $halvings:literal $falloff:expr, sin: $sin:expr, cos: $cos:expr,
     log: $log:expr, exp: $exp:expr) => {
        impl Wide for $float {
            #[inline(always)]
            fn of_f32(x: f32) -> Self {
                $from_f32(x)
            }

            #[inline(always)]
            fn falloff(x: Self) -> Self {
                // Values beyond |x| = 1.549 are cut off.
                let square = x * x;
                let mut power = polynomial(&$falloff, if square < 2.4 { square } else { 2.4 });
                for _ in 0..$halvings {
                    power = power * power;
                }
                power
            }

            #[inline(always)]
            fn sin_cos_half_turns(half_turns: Self) -> [Self; 2] {
                // Adding this rounds to a whole number of half turns. If that number is odd, the
                // signs of sine and cosine flip.
                const ROUNDING: $float = 1.5 * (1u64 << $mantissa) as $float;
                let shifted = half_turns + ROUNDING;
                let x = half_turns - (shifted - ROUNDING);
                let sign = shifted.to_bits() << (<$bits>::BITS - 1);
                let z = x * x;
                let [sin, cos] = [x * polynomial(&$sin, z), 1.0 - z * polynomial(&$cos, z)];
                [sin, cos].map(|x| <$float>::from_bits(x.to_bits() ^ sign))
            }

            #[inline(always)]
            fn raise(x: Self, exponent: Self) -> Self {
                const ROUNDING: $float = 1.5 * (1u64 << $mantissa) as $float;
                const BIAS: $bits = <$bits>::MAX >> ($mantissa + 2);
                // x = 2ᵏ·m with m in [√½, √2); the bits are shifted so that the cut falls at √½.
                let cut = (FRAC_1_SQRT_2 as $float).to_bits();
                let shifted_exponent =
                    (x.to_bits().wrapping_sub(cut).wrapping_add((BIAS + 1) << $mantissa))
                        >> $mantissa;
                let k = <$float>::from_bits(ROUNDING.to_bits() + shifted_exponent)
                    - (ROUNDING + (BIAS + 1) as $float);
                let exponent_bits = shifted_exponent.wrapping_sub(BIAS + 1) << $mantissa;
                let m = <$float>::from_bits(x.to_bits().wrapping_sub(exponent_bits));
                let t = (m - 1.0) / (m + 1.0);
                let log = k + t * polynomial(&$log, t * t);
                // 2ʸ = 2ⁿ·e^(f·ln 2) with f in [−½, ½]
                let y = log * exponent;
                let min = -((BIAS - 1) as $float);
                let y = if y > min { y } else { min };
                let shifted = y + ROUNDING;
                let power = polynomial(&$exp, y - (shifted - ROUNDING));
                let scale = (shifted.to_bits() << $mantissa).wrapping_add(BIAS << $mantissa);
                let power = power * <$float>::from_bits(scale);
                if x < <$float>::MIN_POSITIVE { 0.0 } else { power }
            }
        }
    };
}

// In f32, `falloff`, `sin` and `cos` are the minimax polynomials of their degrees over their ranges;
// all other polynomials are series.
wide!(
    f32, u32, 23, std::convert::identity,
    falloff: 2 [
        0.000_013_177_742f32, -0.000_239_598_05, 0.002_579_609, -0.020_82, 0.124_997_33,
        -0.499_999_9, 1.0,
    ],
    sin: [0.077_659_41f32, -0.598_292_2, 2.550_077_7, -5.167_710_3, PI as f32],
    cos: [-0.222_768_05f32, 1.333_318_7, -4.058_615_7, 4.934_801_6],
    log: const { narrow(log2_series::<5>()) },
    exp: const { narrow(taylor::<7>(LN_2, 0, 1)) }
);
wide!(
    f64, u64, 52, f64::from,
    falloff: 4 const { taylor::<12>(-1.0 / 8.0, 0, 1) },
    sin: const { alternate_signs(taylor::<9>(PI, 1, 2)) },
    cos: const { alternate_signs(taylor::<9>(PI, 2, 2)) },
    log: const { log2_series::<10>() },
    exp: const { taylor::<13>(LN_2, 0, 1) }
);

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(low: f64, high: f64) -> impl Iterator<Item = f64> {
        (0..=20_000).map(move |i| low + (high - low) * f64::from(i) / 20_000.0)
    }

    /// The largest errors of f32 and f64 against the standard library.
    fn max_errors(
        inputs: impl Iterator<Item = f64>,
        narrow: impl Fn(f32) -> f32,
        wide: impl Fn(f64) -> f64,
        exact: impl Fn(f64) -> f64,
    ) -> [f64; 2] {
        inputs.fold([0.0f64; 2], |[a, b], x| {
            let x32 = x as f32;
            let narrow = f64::from(narrow(x32)) - exact(f64::from(x32));
            [a.max(narrow.abs()), b.max((wide(x) - exact(x)).abs())]
        })
    }

    #[test]
    fn functions_keep_their_documented_errors() {
        let falloff =
            max_errors(steps(-1.5, 1.5), f32::falloff, f64::falloff, |x| (-2.0 * x * x).exp());
        assert!(falloff[0] < 3e-7 && falloff[1] < 1e-14, "{falloff:?}");
        for part in 0..2 {
            let exact = |x: f64| [(x * PI).sin(), (x * PI).cos()][part];
            let narrow = |x: f32| f32::sin_cos_half_turns(x)[part];
            let wave =
                max_errors(steps(-3.0, 3.0), narrow, |x| f64::sin_cos_half_turns(x)[part], exact);
            assert!(wave[0] < 4e-7 && wave[1] < 1e-13, "{part}: {wave:?}");
        }
        for exponent in [0.5, 1.0, 1.5, 3.7, 4.0] {
            let narrow = |x| f32::raise(x, exponent as f32);
            let wide = |x| f64::raise(x, exponent);
            let power =
                max_errors(steps(0.0, 1.0), narrow, wide, |x| x.powf(exponent as f32 as f64));
            assert!(power[0] < 1e-6, "{exponent}: {power:?}");
            let power = max_errors(steps(0.0, 1.0), narrow, wide, |x| x.powf(exponent));
            assert!(power[1] < 1e-14, "{exponent}: {power:?}");
            assert_eq!((f32::raise(1.0, exponent as f32), f32::raise(0.0, 0.5)), (1.0, 0.0));
            assert_eq!((f64::raise(1.0, exponent), f64::raise(0.0, 0.5)), (1.0, 0.0));
            assert!(f32::raise(1e-38, exponent as f32) <= 1e-18);
        }
    }

    /// Waves end where `CUT` exceeds the falloff.
    #[test]
    fn waves_are_cut_off_beyond_their_reach() {
        use super::super::stripes::CUT;
        for x in steps(1.5, 40.0) {
            assert!(f32::falloff(x as f32) * 1.000_001 < CUT as f32, "{x}");
            assert!(f64::falloff(x) * 1.000_001 < CUT, "{x}");
        }
    }
}
