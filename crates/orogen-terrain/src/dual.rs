//! Heights with gradients and bounds.
//!
//! A [`Dual`] is one point in f64, the reference. [`Samples`] are many points in f32 for meshes and
//! exports. [`Bounds`] hold for all points at once.

use std::ops::{Add, Mul, Sub};

/// A height with its gradient at one point, in f64.
///
/// ```
/// use orogen_terrain::dual::Dual;
///
/// let slope = Dual { height_m: 10.0, gradient: [3.0, 4.0] };
/// assert_eq!(slope.slope(), 5.0);
/// assert_eq!((slope + Dual::level(2.0)).height_m, 12.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Dual {
    /// The height in metres.
    pub height_m: f64,
    /// The slope to the east and to the south in metres per metre.
    pub gradient: [f64; 2],
}

impl Dual {
    /// A constant height with zero gradient.
    pub fn level(height_m: f64) -> Self {
        Self { height_m, gradient: [0.0; 2] }
    }

    /// Applies a function, given its value and its derivative: the chain rule.
    pub fn mapped(self, value_m: f64, slope: f64) -> Self {
        Self { height_m: value_m, gradient: self.gradient.map(|g| slope * g) }
    }

    /// Multiplies two heights by the product rule.
    pub fn times(self, other: Self) -> Self {
        let slope =
            |i: usize| self.gradient[i] * other.height_m + self.height_m * other.gradient[i];
        Self { height_m: self.height_m * other.height_m, gradient: [slope(0), slope(1)] }
    }

    /// The steepness: the length of the gradient.
    pub fn slope(self) -> f64 {
        let [x, z] = self.gradient;
        (x * x + z * z).sqrt()
    }
}

impl Add for Dual {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let [x, z] = [0, 1].map(|i| self.gradient[i] + other.gradient[i]);
        Self { height_m: self.height_m + other.height_m, gradient: [x, z] }
    }
}

impl Sub for Dual {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + other * -1.0
    }
}

impl Mul<f64> for Dual {
    type Output = Self;

    fn mul(self, factor: f64) -> Self {
        self.mapped(self.height_m * factor, factor)
    }
}

/// The lowest and highest height of a land and its steepest slope.
///
/// Heights never exceed the bounds, but need not reach them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The lower bound.
    pub low_m: f64,
    /// The upper bound.
    pub high_m: f64,
    /// The upper bound of the slope in metres per metre; infinite if unknown.
    pub steepest: f64,
}

impl Bounds {
    /// The bounds of a constant height.
    pub fn level(height_m: f64) -> Self {
        Self { low_m: height_m, high_m: height_m, steepest: 0.0 }
    }

    /// Returns true if a height lies within the bounds, allowing for f32 rounding.
    pub fn contains(&self, height_m: f64) -> bool {
        let [low_m, high_m] = self.with_slack();
        (low_m..=high_m).contains(&height_m)
    }

    /// The bounds widened by the f32 rounding error.
    pub(super) fn with_slack(&self) -> [f64; 2] {
        let slack_m =
            1e-5 * (self.high_m - self.low_m) + 1e-6 * (self.low_m.abs() + self.high_m.abs());
        [self.low_m - slack_m, self.high_m + slack_m]
    }
}

/// The heights of many points in f32, with gradients on request.
#[derive(Debug)]
pub struct Samples<'a> {
    /// Heights in metres.
    pub heights_m: &'a mut [f32],
    /// Slopes to the east and to the south in metres per metre, one per height.
    pub gradients: Option<[&'a mut [f32]; 2]>,
}

impl<'a> Samples<'a> {
    /// Heights without gradients.
    pub fn heights(heights_m: &'a mut [f32]) -> Self {
        Self { heights_m, gradients: None }
    }

    /// Heights with gradients.
    ///
    /// # Panics
    /// Panics if the counts differ.
    pub fn with_gradients(heights_m: &'a mut [f32], gradients: [&'a mut [f32]; 2]) -> Self {
        assert!(
            gradients.iter().all(|g| g.len() == heights_m.len()),
            "each height needs a gradient"
        );
        Self { heights_m, gradients: Some(gradients) }
    }
}

/// A read-only view of [`Samples`].
#[derive(Clone, Copy, Debug)]
pub struct SamplesRef<'a> {
    /// Heights in metres.
    pub heights_m: &'a [f32],
    /// Slopes to the east and to the south in metres per metre, one per height.
    pub gradients: Option<[&'a [f32]; 2]>,
}
