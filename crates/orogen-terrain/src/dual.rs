//! Heights that carry their gradient and their bounds.
//!
//! A [`Dual`] is the reference, one point in f64. [`Samples`] are many in f32, as meshes and exports
//! take them. [`Bounds`] hold for all points at once.

use std::ops::{Add, Mul, Sub};

/// A height with its gradient at one point, in f64.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Dual {
    /// In metres.
    pub height_m: f64,
    /// How it rises to the east and to the south, in metres a metre.
    pub gradient: [f64; 2],
}

impl Dual {
    /// A height that is the same everywhere.
    pub fn level(height_m: f64) -> Self {
        Self { height_m, gradient: [0.0; 2] }
    }

    /// A function of the height, with its value and its slope there: the chain rule.
    pub fn mapped(self, value_m: f64, slope: f64) -> Self {
        Self { height_m: value_m, gradient: self.gradient.map(|g| slope * g) }
    }

    /// The product of two: the product rule.
    pub fn times(self, other: Self) -> Self {
        let slope =
            |i: usize| self.gradient[i] * other.height_m + self.height_m * other.gradient[i];
        Self { height_m: self.height_m * other.height_m, gradient: [slope(0), slope(1)] }
    }

    /// How steep it is: the length of the gradient.
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

/// Between which heights a land lies, and how steep it is at most. Bounds are never exceeded; they
/// need not be reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Nothing is lower.
    pub low_m: f64,
    /// Nothing is higher.
    pub high_m: f64,
    /// Nothing is steeper, in metres a metre; infinite where nothing is known.
    pub steepest: f64,
}

impl Bounds {
    /// Those of a height that is the same everywhere.
    pub fn level(height_m: f64) -> Self {
        Self { low_m: height_m, high_m: height_m, steepest: 0.0 }
    }

    /// Whether a height lies within, but for rounding in f32.
    pub fn hold(&self, height_m: f64) -> bool {
        let [low_m, high_m] = self.with_slack();
        (low_m..=high_m).contains(&height_m)
    }

    /// The lowest and the highest height, but for rounding in f32.
    pub(super) fn with_slack(&self) -> [f64; 2] {
        let slack_m =
            1e-5 * (self.high_m - self.low_m) + 1e-6 * (self.low_m.abs() + self.high_m.abs());
        [self.low_m - slack_m, self.high_m + slack_m]
    }
}

/// The heights of many points, in f32, with their gradients where they are asked for.
#[derive(Debug)]
pub struct Samples<'a> {
    /// In metres.
    pub heights_m: &'a mut [f32],
    /// How they rise to the east and to the south, in metres a metre; as many as heights.
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
    /// If there are not as many of each.
    pub fn with_gradients(heights_m: &'a mut [f32], gradients: [&'a mut [f32]; 2]) -> Self {
        assert!(gradients.iter().all(|g| g.len() == heights_m.len()), "a gradient a height");
        Self { heights_m, gradients: Some(gradients) }
    }
}

/// The heights of many points, as [`Samples`], to be read.
#[derive(Clone, Copy, Debug)]
pub struct SamplesRef<'a> {
    /// In metres.
    pub heights_m: &'a [f32],
    /// How they rise to the east and to the south, in metres a metre; as many as heights.
    pub gradients: Option<[&'a [f32]; 2]>,
}
