//! Rounded creases: what octaves come to on average where their magnitudes are rounded.
//!
//! Turbulence, billow and ridged noise take the magnitude |n| of each octave, so that the gradient
//! jumps where n is 0. With a rounding ε they take |n| where it is ε or more, and (n² + ε²)/2ε
//! within: a parabola that has the same height and slope at ±ε. The feedback of the ridged and
//! hybrid kinds, which is at most 1, is rounded likewise within ε of 1, and stays below. The sum
//! then has a continuous gradient if its basis has one. ([`super::field`] has both formulas.)
//!
//! The mean of a rounded octave depends on how often |n| is small, which the table of moments does
//! not say. So it is that of the octave with its crease, from the table, and what the rounding adds
//! over some thousand values of the basis. Of these samples the mean magnitude and the mean square
//! are known. By how far they miss both, what they say of the rounding is corrected.

use super::basis::Basis;
use super::fractal::FractalKind;
use super::hash::Seed;
use super::measured;
use super::moments::Moments;
use super::permutation::Permutation;
use super::spec::NoiseSpec;
use super::spread::spread_point;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// Values of a basis that are asked. So many leave a mean magnitude off by at most 0.0006, as
/// measured for every basis and choice in one, two, three and six dimensions; mostly by less than
/// 0.0002.
const COUNT: u32 = 8192;

/// Of so many bases and choices values are kept: 16 MiB.
const MOST_KEPT: usize = 256;

/// Perlin noise in more dimensions is taken as that in so many, scaled.
const MOST_SAMPLED_ND: usize = 4;

/// The mean of a spec's octaves, whose basis has these moments after it is recentred by `centre`
/// and `reach`.
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

/// The mean of the last of three numbers, if those of the first two are known: the samples' own,
/// corrected by regression for how far they miss the others.
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
    static KEPT: LazyLock<Mutex<BTreeMap<String, Arc<[f64]>>>> = LazyLock::new(Mutex::default);
    // In two dimensions there are few bases and choices, and lands are made anew at every edit.
    if dimensions > 2 || matches!(spec.basis, Basis::Custom(_)) {
        return sampled(spec, dimensions);
    }
    let choices = measured::choices(spec, dimensions);
    let key = format!("{} {dimensions} {choices}", spec.basis.name());
    if let Some(values) = KEPT.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return values.clone();
    }
    let values = sampled(spec, dimensions);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    // Custom fades are as many as one likes.
    if kept.len() == MOST_KEPT {
        kept.clear();
    }
    kept.insert(key, values.clone());
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
