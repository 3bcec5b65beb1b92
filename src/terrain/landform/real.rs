//! Formulas written once for f64, the reference, and f32, the batch.

use crate::terrain::shape::{power_f32, power_f64};
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A number of either precision. Nothing here branches, so that loops over samples become vectors.
pub trait Real:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// The nearest number of this precision.
    fn of(x: f64) -> Self;
    /// The square root.
    fn sqrt(self) -> Self;
    /// The largest whole number that is no more.
    fn floor(self) -> Self;
    /// `self` to a power, for numbers from 0 on.
    fn power(self, exponent: Self) -> Self;

    /// The lesser of two.
    #[inline(always)]
    fn least(self, other: Self) -> Self {
        if self < other { self } else { other }
    }

    /// The greater of two.
    #[inline(always)]
    fn most(self, other: Self) -> Self {
        if self > other { self } else { other }
    }

    /// Clamped to [0, 1].
    #[inline(always)]
    fn clamped(self) -> Self {
        self.most(Self::of(0.0)).least(Self::of(1.0))
    }
}

macro_rules! real {
    ($type:ty, $power:ident) => {
        impl Real for $type {
            #[inline(always)]
            fn of(x: f64) -> Self {
                x as $type
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                <$type>::sqrt(self)
            }
            #[inline(always)]
            fn floor(self) -> Self {
                // The standard floor is a call on machines whose least version lacks one.
                let whole = self as i32 as $type;
                if whole > self { whole - 1.0 } else { whole }
            }
            #[inline(always)]
            fn power(self, exponent: Self) -> Self {
                $power(self, exponent)
            }
        }
    };
}

real!(f64, power_f64);
real!(f32, power_f32);

/// A value and its slopes to the east and to the south.
pub type Slopes<R> = [R; 3];

/// 3t² − 2t³ of t clamped to [0, 1], and its slope.
#[inline(always)]
pub fn smooth_step<R: Real>(t: R) -> (R, R) {
    let t = t.clamped();
    let one = R::of(1.0);
    (t * t * (R::of(3.0) - R::of(2.0) * t), R::of(6.0) * t * (one - t))
}

/// The lesser of two with the edge rounded over a difference of `k`, and its slope (Quilez): lower
/// than the lesser by at most k/4.
#[inline(always)]
pub fn smooth_min<R: Real>([a, da]: [R; 2], [b, db]: [R; 2], k: R) -> [R; 2] {
    let difference = a - b;
    let v = (k - difference.most(-difference)).most(R::of(0.0)) / k;
    let (winner, loser) = (a.least(b), v * R::of(0.5));
    let (d_winner, d_loser) = if a < b { (da, db) } else { (db, da) };
    [winner - k * v * v * R::of(0.25), d_winner + loser * (d_loser - d_winner)]
}

/// The greater of two, rounded as [`smooth_min`].
#[inline(always)]
pub fn smooth_max<R: Real>([a, da]: [R; 2], [b, db]: [R; 2], k: R) -> [R; 2] {
    let [value, slope] = smooth_min([-a, -da], [-b, -db], k);
    [-value, -slope]
}

/// A function of the distance `r` from the middle, whose slope is `slope`, as slopes to the east
/// and to the south of the middle. In the middle it must be level or has none.
#[inline(always)]
pub fn around<R: Real>([dx, dz]: [R; 2], r: R, value: R, slope: R) -> Slopes<R> {
    let along = slope / r.most(R::of(1e-20));
    [value, along * dx, along * dz]
}

/// The distance of a way from the middle.
#[inline(always)]
pub fn length<R: Real>([dx, dz]: [R; 2]) -> R {
    (dx * dx + dz * dz).sqrt()
}
