//! Landforms made of octaves of scattered features, and a final step from their sum to the height.

use super::finish::{CHANNELS, Finish, Plain};
use super::form::Landform;
use super::parts::{FieldParts, OctaveParts};
use super::run::BandLimited;
use super::scatter::{FeatureKernel, Layout, ScatteredFeatures, band_weight};
use crate::dual::{Bounds, Dual, Samples};
use orogen_noise::Seed;
use orogen_noise::grid::{Level, Moves};
use std::sync::OnceLock;

/// The source of a mean height.
#[derive(Clone, Copy, Debug)]
pub enum Mean {
    /// Known by formula.
    Known(f64),
    /// Measured over many cells, with a fixed seed, so that it does not depend on the recipe's
    /// seed.
    Measured,
    /// The sum of the octaves' means.
    OfOctaves,
}

/// A landform of scattered features.
#[derive(Clone, Debug)]
pub struct ScatteredLandform<K, F> {
    /// The octaves, the widest first. If their means are measured, each is a scaled copy of the
    /// first.
    pub octaves: Vec<ScatteredFeatures<K>>,
    pub finish: F,
    /// The wavelength or radius that decides at which band limits the whole landform fades to its mean;
    /// infinite if only octaves fade.
    pub finest_m: f64,
    /// The mean of the first octave.
    octave_mean: Mean,
    mean: Mean,
    measured_mean: OnceLock<f64>,
    measured_octave_mean: OnceLock<f64>,
    bounds: Bounds,
}

/// The square over which a mean is measured: cells per side, and samples per side of a cell.
const MEAN_CELLS: usize = 40;
const MEAN_SAMPLES: usize = 8;

impl<K: FeatureKernel, F: Finish> ScatteredLandform<K, F> {
    /// Makes a landform of these octaves.
    pub fn new(
        octaves: Vec<ScatteredFeatures<K>>,
        finish: F,
        finest_m: f64,
        [octave_mean, mean]: [Mean; 2],
    ) -> Self {
        let mut sums = [[0.0; 3]; CHANNELS];
        for octave in &octaves {
            for (sum, extreme) in sums[octave.channel].iter_mut().zip(octave.extremes()) {
                *sum += extreme;
            }
        }
        let bounds = finish.bounds(sums);
        let (measured_mean, measured_octave_mean) = Default::default();
        Self {
            octaves,
            finish,
            finest_m,
            octave_mean,
            mean,
            measured_mean,
            measured_octave_mean,
            bounds,
        }
    }

    /// The mean of an octave's features.
    fn octave_mean(&self, index: usize) -> f64 {
        let first = match self.octave_mean {
            Mean::Known(mean) => mean,
            Mean::Measured | Mean::OfOctaves => *self.measured_octave_mean.get_or_init(|| {
                let first = self.octaves[..1].to_vec();
                measure(&ScatteredLandform::new(first, Plain, f64::INFINITY, [Mean::Known(0.0); 2]))
            }),
        };
        first * self.octaves[index].layout.cell_m / self.octaves[0].layout.cell_m
    }

    /// The weight of each octave under a band limit, and the sum of the means that replace the
    /// faded parts.
    fn weights(&self, band_limit_m: f64) -> (Vec<f64>, f64) {
        let weights: Vec<f64> =
            self.octaves.iter().map(|o| band_weight(o.finest_m, band_limit_m)).collect();
        let faded_octaves = weights.iter().enumerate().filter(|(_, w)| **w < 1.0);
        let means = faded_octaves.map(|(index, w)| (1.0 - w) * self.octave_mean(index)).sum();
        (weights, means)
    }

    /// The landform under a band limit.
    fn band_limited(&self, band_limit_m: f64) -> BandLimited<'_, K, F> {
        let weight = band_weight(self.finest_m, band_limit_m);
        let mean_part_m = if weight < 1.0 { (1.0 - weight) * self.mean_m() } else { 0.0 };
        let (weights, means) = self.weights(band_limit_m);
        let octaves = self.octaves.iter().zip(weights).filter(|(_, w)| *w > 0.0).collect();
        BandLimited { octaves, means, finish: &self.finish, weight, mean_part_m }
    }
}

/// Measures the mean of a field with a fixed seed.
fn measure<K: FeatureKernel, F: Finish>(field: &ScatteredLandform<K, F>) -> f64 {
    let mut field = field.clone();
    for (index, octave) in (0..).zip(&mut field.octaves) {
        octave.layout.seed = Seed(0x6d65_616e).octave(index);
    }
    let step_m = field.octaves[0].layout.cell_m / MEAN_SAMPLES as f64;
    let side = MEAN_CELLS * MEAN_SAMPLES;
    let lines: Vec<f64> = (0..side).map(|i| (i as f64 + 0.5) * step_m).collect();
    let mut heights_m = vec![0.0; side * side];
    field.fill(Level::best(), [&lines, &lines], 0.0, &mut Samples::heights(&mut heights_m));
    heights_m.iter().map(|h| f64::from(*h)).sum::<f64>() / (side * side) as f64
}

impl<K: FeatureKernel, F: Finish> Landform for ScatteredLandform<K, F> {
    fn at(&self, position_m: [f64; 2], band_limit_m: f64) -> Dual {
        let weight = band_weight(self.finest_m, band_limit_m);
        let mean = if weight < 1.0 { Dual::level(self.mean_m()) } else { Dual::default() };
        let (weights, means) = self.weights(band_limit_m);
        let mut sums = [[means, 0.0, 0.0], [0.0; 3]];
        for (octave, weight) in self.octaves.iter().zip(weights).filter(|(_, w)| *w > 0.0) {
            let value = octave.at(position_m);
            for (sum, value) in sums[octave.channel].iter_mut().zip(value) {
                *sum += weight * value;
            }
        }
        let [height_m, x, z] = self.finish.value(sums, self.finish.phases(position_m));
        Dual { height_m, gradient: [x, z] } * weight + mean * (1.0 - weight)
    }

    fn parts(&self, band_limit_m: f64) -> Option<FieldParts> {
        let (weights, means) = self.weights(band_limit_m);
        let part = |(octave, weight): (&ScatteredFeatures<K>, f64)| OctaveParts {
            layout: octave.layout,
            weight,
            channel: octave.channel,
            keeps_highest: K::KEEPS_HIGHEST,
            kernel: octave.kernel.constants(),
        };
        let octaves = self.octaves.iter().zip(weights).filter(|(_, weight)| *weight > 0.0);
        let weight = band_weight(self.finest_m, band_limit_m);
        Some(FieldParts {
            octaves: octaves.map(part).collect(),
            means,
            finish: self.finish.parts(),
            weight,
            mean_m: if weight < 1.0 { self.mean_m() } else { 0.0 },
        })
    }

    fn fill(&self, level: Level, lines_m: [&[f64]; 2], band_limit_m: f64, out: &mut Samples) {
        self.band_limited(band_limit_m).fill(level, lines_m, out);
    }

    fn fill_moved(
        &self,
        level: Level,
        lines_m: [&[f64]; 2],
        moves: Moves<'_>,
        band_limit_m: f64,
        out: &mut Samples,
    ) {
        self.band_limited(band_limit_m).fill_moved(level, lines_m, moves, out);
    }

    fn fill_f64(
        &self,
        level: Level,
        places_m: [&[f64]; 2],
        band_limit_m: f64,
        heights_m: &mut [f64],
        slopes: Option<[&mut [f64]; 2]>,
    ) {
        self.band_limited(band_limit_m).fill_f64(level, places_m, heights_m, slopes);
    }

    fn bounds(&self) -> Bounds {
        self.bounds
    }

    fn mean_m(&self) -> f64 {
        match self.mean {
            Mean::Known(mean) => mean,
            Mean::Measured => *self.measured_mean.get_or_init(|| measure(self)),
            Mean::OfOctaves => (0..self.octaves.len()).map(|i| self.octave_mean(i)).sum(),
        }
    }
}

/// Makes octaves, each with cells half as wide as in the octave before.
///
/// `kernel` makes an octave's kernel from its scale, which is 1 for the first.
pub fn halving_octaves<K>(
    layout: Layout,
    octaves: u32,
    finest_m: f64,
    kernel: impl Fn(f64) -> K,
) -> Vec<ScatteredFeatures<K>> {
    let octave = |index: u32| {
        let scale = 1.0 / f64::from(1u32 << index);
        let seed = layout.seed.octave(index);
        let layout = Layout { seed, cell_m: layout.cell_m * scale, ..layout };
        ScatteredFeatures {
            finest_m: finest_m * scale,
            ..ScatteredFeatures::new(layout, kernel(scale))
        }
    };
    (0..octaves).map(octave).collect()
}
