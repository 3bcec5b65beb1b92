//! Converts a noise value s to a height: sign(s)·|s|^exponent × height.
//!
//! Powers are computed by polynomials, so that heights have the same bits on every machine. Range
//! reduction on the bits comes first; log₂ then uses its atanh series, and 2ˣ its Taylor series.
//! The functions use only + − × ÷ and floor and do not branch, so that loops vectorise.

use crate::duals::Duals;
use orogen_noise::grid::{Interleave, Level, Loops};

macro_rules! power {
    ($name:ident, $float:ty, $bits:ty, $signed:ty, $mantissa:literal,
     $log_terms:literal, $exp_terms:literal, $doc:literal) => {
        #[doc = $doc]
        #[inline(always)]
        pub fn $name(x: $float, exponent: $float) -> $float {
            const ONE: $bits = (1.0 as $float).to_bits();
            // x = 2ᵏ·m with m in [√½, √2). Subtracting the bits of √½ makes k change at 2ⁿ·√½.
            let half_root = std::f64::consts::FRAC_1_SQRT_2 as $float;
            let bits = x.to_bits().wrapping_sub(half_root.to_bits());
            let k = (bits as $signed) >> $mantissa;
            let m = <$float>::from_bits(x.to_bits().wrapping_sub((k as $bits) << $mantissa));
            // log₂ m = 2/ln 2 · (t + t³/3 + t⁵/5 + …), t = (m − 1)/(m + 1), |t| ≤ 0.172.
            let t = (m - 1.0) / (m + 1.0);
            let t2 = t * t;
            let mut series: $float = 0.0;
            let mut n = $log_terms;
            while n > 0 {
                series = series * t2 + 1.0 / (2 * n - 1) as $float;
                n -= 1;
            }
            let log2 = k as $float + t * series * (2.0 / std::f64::consts::LN_2) as $float;
            // 2ʸ = 2ⁿ·e^(f·ln 2) with f in [−½, ½].
            let limit = (1 << (<$bits>::BITS - 2 - $mantissa)) as $float - 2.0;
            let y = (log2 * exponent).clamp(-limit, limit);
            let whole = (y + 0.5).floor();
            let f = (y - whole) * std::f64::consts::LN_2 as $float;
            let mut power: $float = 1.0;
            let mut n = $exp_terms;
            while n > 0 {
                power = power * f / n as $float + 1.0;
                n -= 1;
            }
            let scale =
                <$float>::from_bits(ONE.wrapping_add((whole as $signed as $bits) << $mantissa));
            // Zero and denormals give zero. The result above is finite for them, but meaningless.
            if x < <$float>::MIN_POSITIVE { 0.0 } else { power * scale }
        }
    };
}

power!(
    power_f32,
    f32,
    u32,
    i32,
    23,
    5,
    7,
    "x^exponent for x ≥ 0 in f32, within 4 units in 10⁶ for exponents up to 4."
);
power!(
    power_f64,
    f64,
    u64,
    i64,
    52,
    12,
    14,
    "x^exponent for x ≥ 0 in f64, within 1 unit in 10¹³ for exponents up to 4."
);

/// The smallest |noise| at which a slope is computed.
const MIN_NOISE: f64 = 1e-4;

/// The height and exponent that turn noise into land.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// The height of the land where the noise is 1.
    pub height_m: f64,
    /// The exponent of the noise. With 1, no power is computed.
    pub exponent: f64,
}

impl Shape {
    /// The height for a noise value in f64: the reference for the other functions.
    #[inline(always)]
    pub fn height_m(&self, noise: f64) -> f64 {
        let magnitude =
            if self.exponent == 1.0 { noise.abs() } else { power_f64(noise.abs(), self.exponent) };
        magnitude.copysign(noise) * self.height_m
    }

    /// Computes the heights for many noise values in f32.
    ///
    /// # Panics
    /// Panics if the two slices differ in length.
    pub fn heights_m(&self, noise: &[f32], heights_m: &mut [f32]) {
        assert_eq!(noise.len(), heights_m.len());
        Level::best().run_loops(ShapeLoops { shape: *self, noise, heights_m });
    }

    /// The derivative of the height by the noise, in f64.
    ///
    /// For exponents below 1 it would be infinite at noise 0, so |noise| below 0.0001 counts as
    /// 0.0001.
    #[inline(always)]
    pub fn slope(&self, noise: f64) -> f64 {
        if self.exponent == 1.0 {
            return self.height_m;
        }
        let magnitude = noise.abs().max(MIN_NOISE);
        self.exponent * power_f64(magnitude, self.exponent - 1.0) * self.height_m
    }

    /// Converts slopes of noise to slopes of heights in f32, by [`Shape::slope`].
    ///
    /// # Panics
    /// Panics if the three slices differ in length.
    pub fn slopes(&self, noise: &[f32], slopes: &[f32], out: &mut [f32]) {
        assert!([noise.len(), slopes.len()] == [out.len(); 2], "each noise value needs a slope");
        let (height, exponent) = (self.height_m as f32, self.exponent as f32);
        let triples = noise.iter().zip(slopes).zip(out);
        if self.exponent == 1.0 {
            return triples.for_each(|((_, slope), out)| *out = slope * height);
        }
        for ((noise, slope), out) in triples {
            let magnitude = noise.abs().max(MIN_NOISE as f32);
            *out = slope * (exponent * power_f32(magnitude, exponent - 1.0) * height);
        }
    }

    /// Converts many noise values and slopes in place, in f64, bit for bit like [`Shape::height_m`]
    /// and [`Shape::slope`].
    pub(super) fn apply_f64(&self, level: Level, noise: &mut Duals) {
        level.run_loops(DualLoops { shape: *self, noise });
    }

    /// The noise value of a height: the inverse of [`Shape::height_m`].
    ///
    /// Colours use it; heights never do.
    pub fn noise(&self, height_m: f64) -> f64 {
        let relative = if self.height_m > 0.0 { height_m / self.height_m } else { 0.0 };
        power_f64(relative.abs(), 1.0 / self.exponent).copysign(relative)
    }
}

/// The loop of [`Shape::heights_m`].
struct ShapeLoops<'a> {
    shape: Shape,
    noise: &'a [f32],
    heights_m: &'a mut [f32],
}

impl Loops for ShapeLoops<'_> {
    #[inline(always)]
    fn run(self, _: impl Interleave) {
        let Self { shape, noise, heights_m } = self;
        let (height, exponent) = (shape.height_m as f32, shape.exponent as f32);
        if shape.exponent == 1.0 {
            for (height_m, s) in heights_m.iter_mut().zip(noise) {
                *height_m = s * height;
            }
            return;
        }
        for (height_m, s) in heights_m.iter_mut().zip(noise) {
            *height_m = power_f32(s.abs(), exponent).copysign(*s) * height;
        }
    }
}

struct DualLoops<'a> {
    shape: Shape,
    noise: &'a mut Duals,
}

impl Loops for DualLoops<'_> {
    #[inline(always)]
    fn run(self, _: impl Interleave) {
        let Self { shape, noise } = self;
        let Duals { heights_m, gradients } = noise;
        for axis in gradients.iter_mut().flatten() {
            for (slope, noise) in axis.iter_mut().zip(&*heights_m) {
                *slope *= shape.slope(*noise);
            }
        }
        for noise in heights_m {
            *noise = shape.height_m(*noise);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn zero_and_one_stay_the_same_in_every_power() {
        for exponent in [0.25, 0.5, 1.0, 1.7, 4.0] {
            assert_eq!(power_f64(0.0, exponent), 0.0);
            assert_eq!(power_f32(0.0, exponent as f32), 0.0);
            assert_eq!(power_f64(1.0, exponent), 1.0);
            assert_eq!(power_f32(1.0, exponent as f32), 1.0);
        }
    }

    proptest! {
        #[test]
        fn powers_agree_with_the_standard_library(x in 1e-6..4.0f64, exponent in 0.25..4.0f64) {
            let expected = x.powf(exponent);
            prop_assert!((power_f64(x, exponent) / expected - 1.0).abs() < 1e-13);
            let x32 = x as f32;
            let expected = f64::from(x32).powf(f64::from(exponent as f32));
            prop_assert!(
                (f64::from(power_f32(x32, exponent as f32)) / expected - 1.0).abs() < 8e-6
            );
        }

        #[test]
        fn the_batch_agrees_with_the_reference(
            s in -2.0..2.0f32,
            height_m in 0.0..8000.0,
            exponent in 0.25..4.0,
        ) {
            let shape = Shape { height_m, exponent };
            let mut heights = [0.0; 2];
            shape.heights_m(&[s, -s], &mut heights);
            prop_assert_eq!(heights[0], -heights[1]);
            let reference = shape.height_m(f64::from(s));
            prop_assert!(
                (f64::from(heights[0]) - reference).abs() <= 1e-5 * (height_m + reference.abs())
            );
            if height_m > 1.0 && s.abs() > 1e-3 {
                prop_assert!((shape.noise(reference) - f64::from(s)).abs() < 1e-9);
            }
        }
    }
}
