//! Formulas written once, for the reference in f64 and for many points in f32; and what blends
//! and operations share.

use std::ops::{Add, Div, Mul, Neg, Sub};

use super::shape::{power_f32, power_f64};

/// Entries of a [`Table`].
pub(super) const TABLE: usize = 32;

/// Numbers in both precisions, from which loops over samples take some by index.
pub(super) struct Table {
    wide: [f64; TABLE],
    narrow: [f32; TABLE],
}

impl Table {
    pub fn new(wide: [f64; TABLE]) -> Self {
        Self { wide, narrow: wide.map(|x| x as f32) }
    }
}

/// A number of either precision. Only what rounds the same on every machine.
pub(super) trait Real:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// The nearest number.
    fn of(x: f64) -> Self;
    fn abs(self) -> Self;
    fn floor(self) -> Self;
    fn sqrt(self) -> Self;
    /// For numbers from 0 on; `x⁰` is 0 where x is 0.
    fn power(self, exponent: Self) -> Self;
    /// An entry of a table; the index counts modulo [`TABLE`], so that no bound is checked.
    fn entry(table: &Table, index: usize) -> Self;

    /// The lesser of two.
    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        if self < other { self } else { other }
    }

    /// The greater of two.
    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        if self > other { self } else { other }
    }
}

macro_rules! real {
    ($float:ty, $power:path, $precision:ident) => {
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
                <$float>::floor(self)
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
            fn entry(table: &Table, index: usize) -> Self {
                table.$precision[index % TABLE]
            }
        }
    };
}
real!(f32, power_f32, narrow);
real!(f64, power_f64, wide);

/// The reciprocal of a radius, 0 for none.
#[inline(always)]
pub(super) fn reciprocal<T: Real>(radius: T) -> T {
    if radius > T::of(0.0) { T::of(1.0) / radius } else { T::of(0.0) }
}

/// The smooth maximum of two heights and its slope by the first; that by the second is 1 less it.
///
/// max(a, b) + k·v²/4 with v = max(k − |a − b|, 0)/k (Quilez, "smooth minimum", the quadratic
/// polynomial): the maximum itself where a and b are k or more apart, k/4 above it where they
/// meet. The radius 0 is the hard maximum.
#[inline(always)]
pub(super) fn smooth_max<T: Real>(a: T, b: T, radius: T) -> (T, T) {
    let v = (radius - (a - b).abs()).greater(T::of(0.0)) * reciprocal(radius);
    let loser = v * T::of(0.5);
    let by_a = if a > b { T::of(1.0) - loser } else { loser };
    (a.greater(b) + radius * v * v * T::of(0.25), by_a)
}

/// The smooth minimum, as [`smooth_max`]: at most k/4 below the minimum.
#[inline(always)]
pub(super) fn smooth_min<T: Real>(a: T, b: T, radius: T) -> (T, T) {
    let (m, by_a) = smooth_max(-a, -b, radius);
    (-m, by_a)
}

/// A slope times a factor; nothing of what is infinitely steep is nothing.
pub(super) fn steep(factor: f64, steepest: f64) -> f64 {
    if factor == 0.0 { 0.0 } else { factor.abs() * steepest }
}
