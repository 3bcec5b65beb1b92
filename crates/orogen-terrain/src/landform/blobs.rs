//! A smooth noise of scattered round blobs, which bends dunes and outlines mesas and continents.

use super::round::Slopes;
use super::scatter::{
    BoundsRing, FeatureKernel, FeatureNumbers, Layout, NUMBERS, ScatteredFeatures,
};
use crate::real::{Real, smooth_step};
use orogen_noise::Seed;

/// A round bump a·(1 − x²)³ at a distance of x radii; its random height a is within ± the
/// amplitude. The sum of all blobs has the mean 0.
#[derive(Clone, Copy, Debug)]
pub struct Blob {
    radius_m: f64,
    amplitude: f64,
}

/// The gain that gives the sum a standard deviation of 0.68, so that it is mostly within ±1.
const GAIN: f64 = 1.75;

impl Blob {
    /// Blobs of a radius whose sum is mostly within ± `scale`.
    pub fn new(radius_m: f64, scale: f64) -> Self {
        Self { radius_m, amplitude: GAIN * scale }
    }
}

/// The layout of blobs: one per cell, anywhere in it.
pub fn blob_layout(seed: Seed, radius_m: f64) -> Layout {
    Layout { seed, cell_m: radius_m, jitter: 0.5, share: 1.0, only_at_m: None }
}

/// Blobs for a channel of the final step. They fade only with the whole landform.
pub fn blobs(seed: Seed, radius_m: f64, scale: f64, channel: usize) -> ScatteredFeatures<Blob> {
    let kernel = Blob::new(radius_m, scale);
    ScatteredFeatures { channel, ..ScatteredFeatures::new(blob_layout(seed, radius_m), kernel) }
}

/// Varies a height by up to a share of it, following a noise with its slopes.
///
/// The mean stays `height_m`, because the noise is symmetric about 0.
#[inline(always)]
pub fn vary_height<R: Real>(height_m: f64, share: f64, [noise, x, z]: Slopes<R>) -> Slopes<R> {
    let (step, slope) = smooth_step((noise + R::of(1.0)) * R::of(0.5));
    let by_m = R::of(height_m * share);
    let slope = by_m * slope;
    [R::of(height_m) + by_m * (step + step - R::of(1.0)), slope * x, slope * z]
}

impl FeatureKernel for Blob {
    const KEEPS_HIGHEST: bool = false;

    fn numbers(&self, size: f64, _: f64) -> FeatureNumbers {
        let per_square = 1.0 / (self.radius_m * self.radius_m);
        [per_square, self.amplitude * (2.0 * size - 1.0), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    }

    fn reach_m(&self, _: &FeatureNumbers) -> f64 {
        self.radius_m
    }

    #[inline(always)]
    fn value<R: Real>(&self, numbers: &[R; NUMBERS], [dx, dz]: [R; 2]) -> Slopes<R> {
        let &[per_square, amplitude, ..] = numbers;
        let inside = (R::of(1.0) - (dx * dx + dz * dz) * per_square).greater(R::of(0.0));
        let square = amplitude * inside * inside;
        let radial = R::of(-6.0) * per_square * square;
        [square * inside, radial * dx, radial * dz]
    }

    fn constants(&self) -> (&'static str, Vec<f64>) {
        ("blob", vec![self.radius_m, self.amplitude])
    }

    fn rings(&self) -> Vec<BoundsRing> {
        // 6x(1 − x²)² is greatest at x² = 1/5.
        let steepest = 6.0 * (1.0f64 / 5.0).sqrt() * 0.64 * self.amplitude / self.radius_m;
        let Self { radius_m: within_m, amplitude, .. } = *self;
        vec![BoundsRing { within_m, low_m: -amplitude, high_m: amplitude, steepest }]
    }
}
