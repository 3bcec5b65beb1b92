//! Arithmetic for formulas that run in f64 and in f32.
//!
//! Blends, operations and landforms use it. The reference computes in f64, chunks in f32.

use std::ops::{Add, Div, Mul, Neg, Sub};

use super::shape::{power_f32, power_f64};

/// The length of a [`ConstantTable`].
pub const TABLE_LENGTH: usize = 32;

/// A table of constants in f64 and f32, looked up by index.
pub struct ConstantTable {
    wide: [f64; TABLE_LENGTH],
    narrow: [f32; TABLE_LENGTH],
}

impl ConstantTable {
    pub fn new(wide: [f64; TABLE_LENGTH]) -> Self {
        Self { wide, narrow: wide.map(|x| x as f32) }
    }
}

/// A float, f64 or f32, whose operations round in the same way on every machine.
///
/// No operation branches, so that loops vectorise.
pub trait Real:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Converts an f64 to the nearest representable number.
    fn of(x: f64) -> Self;
    fn abs(self) -> Self;
    /// Rounds down, with the same result as the standard library's floor.
    fn floor(self) -> Self;
    fn sqrt(self) -> Self;
    /// Raises x ≥ 0 to a power. For x = 0 the result is 0, even with exponent 0.
    fn power(self, exponent: Self) -> Self;
    /// An entry of a table. The index wraps modulo [`TABLE_LENGTH`], which avoids a bounds check.
    fn entry(table: &ConstantTable, index: usize) -> Self;

    /// The smaller of two numbers.
    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        if self < other { self } else { other }
    }

    /// The larger of two numbers.
    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        if self > other { self } else { other }
    }

    /// Clamps to [0, 1].
    #[inline(always)]
    fn clamped(self) -> Self {
        self.greater(Self::of(0.0)).lesser(Self::of(1.0))
    }
}

macro_rules! real {
    ($float:ty, $power:path, $precision:ident, $no_fractions:literal) => {
        impl Real for $float {
            #[inline(always)]
            fn of(x: f64) -> Self {
                x as $float
            }
            #[inline(always)]
            fn abs(self) -> Self {
                <$float>::abs(self)
            }
            #[inline(always)]
            fn floor(self) -> Self {
                // On the oldest supported processors, the standard floor is a library call. From
                // `$no_fractions` up, all floats are whole. Adding and subtracting that number
                // rounds smaller floats to the nearest whole number.
                let shift = <$float>::copysign($no_fractions, self);
                let nearest = (self + shift) - shift;
                let floor = if nearest > self { nearest - 1.0 } else { nearest };
                if <$float>::abs(self) < $no_fractions { floor.copysign(self) } else { self }
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                <$float>::sqrt(self)
            }
            #[inline(always)]
            fn power(self, exponent: Self) -> Self {
                $power(self, exponent)
            }
            #[inline(always)]
            fn entry(table: &ConstantTable, index: usize) -> Self {
                table.$precision[index % TABLE_LENGTH]
            }
        }
    };
}
real!(f32, power_f32, narrow, 8_388_608.0);
real!(f64, power_f64, wide, 4_503_599_627_370_496.0);

/// The reciprocal of a radius, but 0 for a radius of 0.
#[inline(always)]
pub(super) fn reciprocal<T: Real>(radius: T) -> T {
    if radius > T::of(0.0) { T::of(1.0) / radius } else { T::of(0.0) }
}

/// The smooth maximum of two heights, and the derivative of the maximum by the first height.
///
/// The derivative by the second height is 1 minus the returned derivative. With radius k, the
/// result is max(a, b) + k·v²/4 with v = max(k − |a − b|, 0)/k (Quilez, "smooth minimum", quadratic
/// polynomial). It equals the maximum if a and b differ by k or more, and exceeds it by k/4 if they
/// are equal. With radius 0, it is the maximum.
#[inline(always)]
pub(super) fn smooth_max<T: Real>(a: T, b: T, radius: T) -> (T, T) {
    let v = (radius - (a - b).abs()).greater(T::of(0.0)) * reciprocal(radius);
    // The derivative by the smaller height.
    let by_smaller = v * T::of(0.5);
    let by_a = if a > b { T::of(1.0) - by_smaller } else { by_smaller };
    (a.greater(b) + radius * v * v * T::of(0.25), by_a)
}

/// The smooth minimum, at most a quarter of the radius below the minimum; see [`smooth_max`].
#[inline(always)]
pub(super) fn smooth_min<T: Real>(a: T, b: T, radius: T) -> (T, T) {
    let (m, by_a) = smooth_max(-a, -b, radius);
    (-m, by_a)
}

/// The smooth minimum of two heights with their slopes. Returns height and slope.
#[inline(always)]
pub(super) fn smooth_min_sloped<T: Real>([a, da]: [T; 2], [b, db]: [T; 2], radius: T) -> [T; 2] {
    let (min, by_a) = smooth_min(a, b, radius);
    [min, db + by_a * (da - db)]
}

/// The smooth maximum of two heights with their slopes. Returns height and slope.
#[inline(always)]
pub(super) fn smooth_max_sloped<T: Real>([a, da]: [T; 2], [b, db]: [T; 2], radius: T) -> [T; 2] {
    let (max, by_a) = smooth_max(a, b, radius);
    [max, db + by_a * (da - db)]
}

/// Smoothstep: 3t² − 2t³ for t clamped to [0, 1], and its derivative.
#[inline(always)]
pub(super) fn smooth_step<T: Real>(t: T) -> (T, T) {
    let t = t.clamped();
    (t * t * (T::of(3.0) - T::of(2.0) * t), T::of(6.0) * t * (T::of(1.0) - t))
}

/// Multiplies a bound of the steepness by |factor|; 0 times an infinite bound is 0.
pub(super) fn steep(factor: f64, steepest: f64) -> f64 {
    if factor == 0.0 { 0.0 } else { factor.abs() * steepest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floor_has_the_bits_of_the_standard_floor() {
        let wide = [0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.5, 1e-300, 5e-324, 3e9 + 0.5, 1e15, 1e300];
        for x in wide.into_iter().flat_map(|x: f64| [x, -x, x.next_down(), (-x).next_up()]) {
            assert_eq!(Real::floor(x).to_bits(), x.floor().to_bits(), "{x}");
        }
        let mut bits = 0u32;
        while let Some(next) = bits.checked_add(99_991) {
            let x = f32::from_bits(bits);
            let same = Real::floor(x).to_bits() == x.floor().to_bits();
            assert!(same || x.is_nan(), "{x}");
            bits = next;
        }
        assert!(Real::floor(f32::NAN).is_nan() && Real::floor(f64::NAN).is_nan());
    }
}
