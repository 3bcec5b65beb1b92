//! The mean of an octave whose creases are rounded.
//!
//! Turbulence, billow and ridged noise take the magnitude |n| of each octave, and the gradient of
//! |n| jumps where n is 0. A rounding ε replaces |n| below ε by the parabola (n² + ε²)/2ε, which
//! has the same height and slope at ±ε. The feedback of the ridged and hybrid kinds, which is
//! clamped to at most 1, is rounded in the same way within ε of 1 and stays at most 1. The gradient
//! of the sum is then continuous wherever the gradient of the basis is. [`super::field`] has both
//! formulas.
//!
//! The mean of a rounded octave depends on how often |n| is small, which the table of moments does
//! not tell. So the mean of the octave with creases, from the table, is increased by the mean
//! change that the rounding causes. This change is estimated from a few thousand values of the
//! basis. The same values also give estimates of the mean of |n| and of n², whose true values are
//! in the table. A linear regression on these two corrects the estimate.

use super::basis::Basis;
use super::fractal::FractalKind;
use super::hash::Seed;
use super::measured;
use super::moments::Moments;
use super::permutation::Permutation;
use super::spec::NoiseSpec;
use super::spread_points::spread_point;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The number of sampled values. With 8192, the mean magnitude is off by at most 0.0006, mostly by
/// less than 0.0002, as measured for every basis and choice in one, two, three and six dimensions.
const COUNT: u32 = 8192;

/// The most combinations of basis and choices whose values are cached; together 16 MiB.
const MAX_CACHED: usize = 256;

/// The most dimensions in which Perlin noise is sampled. For more dimensions, the samples are
/// scaled.
const MAX_SAMPLED_ND: usize = 4;

/// The mean of a spec's octaves over all points. `basis` has the moments of the basis after it is
/// recentred by `centre` and `reach`.
pub(super) fn octave_mean(
    spec: &NoiseSpec,
    dimensions: usize,
    basis: &Moments,
    (centre, reach): (f64, f64),
) -> f64 {
    let NoiseSpec { fractal: kind, offset, rounding, .. } = *spec;
    let creased_mean = kind.octave_mean(basis, offset);
    if rounding == 0.0 || !kind.takes_magnitudes() {
        return creased_mean;
    }
    let shape = |n: f64, rounding| kind.shape::<1, f64>(n, offset, rounding);
    let values = basis_values(spec, dimensions);
    let samples = values.iter().map(|n| ((n - centre) / reach).abs());
    let samples = samples.map(|n| [n, n * n, shape(n, rounding) - shape(n, 0.0)]);
    let samples: Vec<_> = samples.collect();
    let rounded_mean = creased_mean + estimate_mean(&samples, [basis.mean_abs, basis.mean_square]);
    // A mean of squares cannot be negative, but an estimate of it can.
    if kind == FractalKind::Ridged { rounded_mean.max(0.0) } else { rounded_mean }
}

/// Estimates the mean of the third number of `samples`. A linear regression on the first two
/// numbers, whose true means are known, corrects the estimate.
fn estimate_mean(samples: &[[f64; 3]], true_means: [f64; 2]) -> f64 {
    let mean = |number: &dyn Fn(&[f64; 3]) -> f64| {
        samples.iter().map(number).sum::<f64>() / samples.len() as f64
    };
    let means = [0, 1, 2].map(|i| mean(&|x| x[i]));
    let covariance = |i: usize, j: usize| mean(&|x| (x[i] - means[i]) * (x[j] - means[j]));
    let (a, b, c) = (covariance(0, 0), covariance(0, 1), covariance(1, 1));
    let determinant = a * c - b * b;
    if determinant <= 1e-9 * a * c {
        return means[2];
    }
    let [x, y] = [covariance(0, 2), covariance(1, 2)];
    let slopes = [(x * c - y * b) / determinant, (y * a - x * b) / determinant];
    means[2] + slopes[0] * (true_means[0] - means[0]) + slopes[1] * (true_means[1] - means[1])
}

/// Basis values of a spec at scattered points, from a cache in one and two dimensions.
fn basis_values(spec: &NoiseSpec, dimensions: usize) -> Arc<[f64]> {
    static CACHE: LazyLock<Mutex<BTreeMap<String, Arc<[f64]>>>> = LazyLock::new(Mutex::default);
    // Only these dimensions are cached, because every edit of a recipe rebuilds its land.
    if dimensions > 2 || matches!(spec.basis, Basis::Custom(_)) {
        return sample_basis(spec, dimensions);
    }
    let choices = measured::choices(spec, dimensions);
    let key = format!("{} {dimensions} {choices}", spec.basis.name());
    if let Some(values) = CACHE.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return values.clone();
    }
    let values = sample_basis(spec, dimensions);
    let mut cached = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    // There are infinitely many custom fades, so the cache needs a limit.
    if cached.len() == MAX_CACHED {
        cached.clear();
    }
    cached.insert(key, values.clone());
    values
}

fn sample_basis(spec: &NoiseSpec, dimensions: usize) -> Arc<[f64]> {
    let is_nd = matches!(spec.basis, Basis::PerlinNd | Basis::PerlinNdRejection);
    let sampled_dimensions = if is_nd { dimensions.min(MAX_SAMPLED_ND) } else { dimensions };
    let mean_square = |dimensions| measured::moments(spec, dimensions).mean_square;
    let scale = (mean_square(dimensions) / mean_square(sampled_dimensions)).sqrt();
    let seed = Seed(0);
    let ingredients = spec.ingredients(sampled_dimensions, seed, Permutation::Hash(seed));
    let sampler = (spec.basis.row().make)(&ingredients);
    let mut point = vec![0.0; sampled_dimensions];
    let value = |index| {
        spread_point(index, &mut point);
        scale * sampler.value(&point)
    };
    (0..COUNT).map(value).collect()
}
