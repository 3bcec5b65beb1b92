//! Rounded creases: the mean of octaves whose magnitudes are rounded.
//!
//! Turbulence, billow and ridged noise take the magnitude |n| of each octave, whose gradient jumps
//! where n is 0. With a rounding ε they take |n| where it is ε or more, and (n² + ε²)/2ε within: a
//! parabola that has the same height and slope at ±ε. The feedback of the ridged and hybrid kinds,
//! which is at most 1, is rounded in the same way within ε of 1, and stays at most 1. The sum then
//! has a continuous gradient if its basis has one. [`super::field`] has both formulas.
//!
//! The mean of a rounded octave depends on how often |n| is small, which the table of moments does
//! not hold. So the mean is the table's mean of the creased octave plus the mean that the rounding
//! adds, estimated from some thousand values of the basis. The table also holds the true mean
//! magnitude and mean square. A regression corrects the estimate by how far the samples miss these
//! two.

use super::basis::Basis;
use super::feature_points::spread_point;
use super::fractal::FractalKind;
use super::hash::Seed;
use super::measured;
use super::moments::Moments;
use super::permutation::Permutation;
use super::spec::NoiseSpec;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The number of sampled values. The mean magnitude is then off by at most 0.0006 and mostly by
/// less than 0.0002, as measured for every basis and choice in one, two, three and six dimensions.
const COUNT: u32 = 8192;

/// The most bases and choices whose values are cached: 16 MiB.
const MOST_CACHED: usize = 256;

/// The most dimensions in which Perlin noise is sampled; noise of more dimensions is scaled from
/// it.
const MOST_SAMPLED_ND: usize = 4;

/// The mean of a spec's octaves. `basis` are the moments of the basis, recentred by `centre` and
/// `reach`.
pub(super) fn octave_mean(
    spec: &NoiseSpec,
    dimensions: usize,
    basis: &Moments,
    (centre, reach): (f64, f64),
) -> f64 {
    let NoiseSpec { fractal: kind, offset, rounding, .. } = *spec;
    let creased = kind.octave_mean(basis, offset);
    if rounding == 0.0 || !kind.takes_magnitudes() {
        return creased;
    }
    let shape = |n: f64, rounding| kind.shape::<1, f64>(n, offset, rounding);
    let values = values(spec, dimensions);
    let samples = values.iter().map(|n| ((n - centre) / reach).abs());
    let samples = samples.map(|n| [n, n * n, shape(n, rounding) - shape(n, 0.0)]);
    let samples: Vec<_> = samples.collect();
    let rounded = creased + mean_of_last(&samples, [basis.mean_abs, basis.mean_square]);
    // The mean of squares is no less than 0.
    if kind == FractalKind::Ridged { rounded.max(0.0) } else { rounded }
}

/// The mean of the third number of `samples`, corrected by regression for how far the means of the
/// first two miss the known ones.
fn mean_of_last(samples: &[[f64; 3]], known: [f64; 2]) -> f64 {
    let mean =
        |of: &dyn Fn(&[f64; 3]) -> f64| samples.iter().map(of).sum::<f64>() / samples.len() as f64;
    let means = [0, 1, 2].map(|i| mean(&|x| x[i]));
    let along = |i: usize, j: usize| mean(&|x| (x[i] - means[i]) * (x[j] - means[j]));
    let (a, b, c) = (along(0, 0), along(0, 1), along(1, 1));
    let determinant = a * c - b * b;
    if determinant <= 1e-9 * a * c {
        return means[2];
    }
    let [x, y] = [along(0, 2), along(1, 2)];
    let slopes = [(x * c - y * b) / determinant, (y * a - x * b) / determinant];
    means[2] + slopes[0] * (known[0] - means[0]) + slopes[1] * (known[1] - means[1])
}

/// Values of a spec's basis at scattered points.
fn values(spec: &NoiseSpec, dimensions: usize) -> Arc<[f64]> {
    static CACHE: LazyLock<Mutex<BTreeMap<String, Arc<[f64]>>>> = LazyLock::new(Mutex::default);
    // In two dimensions there are few bases and choices, and every edit rebuilds a land.
    if dimensions > 2 || matches!(spec.basis, Basis::Custom(_)) {
        return sampled(spec, dimensions);
    }
    let choices = measured::choices(spec, dimensions);
    let key = format!("{} {dimensions} {choices}", spec.basis.name());
    if let Some(values) = CACHE.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return values.clone();
    }
    let values = sampled(spec, dimensions);
    let mut cached = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    // The number of custom fades is unlimited.
    if cached.len() == MOST_CACHED {
        cached.clear();
    }
    cached.insert(key, values.clone());
    values
}

fn sampled(spec: &NoiseSpec, dimensions: usize) -> Arc<[f64]> {
    let is_nd = matches!(spec.basis, Basis::PerlinNd | Basis::PerlinNdRejection);
    let few = if is_nd { dimensions.min(MOST_SAMPLED_ND) } else { dimensions };
    let mean_square = |dimensions| measured::moments(spec, dimensions).mean_square;
    let scale = (mean_square(dimensions) / mean_square(few)).sqrt();
    let seed = Seed(0);
    let from = spec.ingredients(few, seed, Permutation::Hash(seed));
    let sampler = (spec.basis.row().make)(&from);
    let mut point = vec![0.0; few];
    let value = |index| {
        spread_point(index, &mut point);
        scale * sampler.value(&point)
    };
    (0..COUNT).map(value).collect()
}
