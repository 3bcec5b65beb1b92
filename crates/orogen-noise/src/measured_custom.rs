//! Moments of bases with custom fades, which are too many to tabulate.
//!
//! The basis is sampled at a few thousand points, with the custom fade and with the quintic fade.
//! The ratio between the moments of these two samples multiplies the table's moments for the
//! quintic fade.

use super::basis::Basis;
use super::fade::Fade;
use super::hash::Seed;
use super::moments::Moments;
use super::permutation::Permutation;
use super::spec::NoiseSpec;
use super::spread_points::spread_point;
use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

/// The number of sampled values.
const COUNT: u32 = 8192;

/// A safety factor, because a few thousand samples miss the extremes that millions would reach.
const MARGIN: f64 = 1.03;

/// The most dimensions that are sampled. Perlin noise of more dimensions is extrapolated from this
/// number of dimensions and from one less.
const MAX_SAMPLED: usize = 4;

/// The most results that are cached. Every edit rebuilds the land, which asks for the same moments
/// again.
const MAX_CACHED: usize = 256;

/// The moments of a spec's basis with a custom fade. `key` identifies the basis and its choices;
/// `quintic_moments` returns the moments with the quintic fade.
pub(super) fn custom_fade_moments(
    spec: &NoiseSpec,
    dimensions: usize,
    key: String,
    quintic_moments: impl Fn(&NoiseSpec) -> Moments,
) -> Moments {
    static CACHE: LazyLock<Mutex<BTreeMap<String, Moments>>> = LazyLock::new(Mutex::default);
    if matches!(spec.basis, Basis::Custom(_)) {
        return scale_quintic_moments(spec, dimensions, quintic_moments);
    }
    if let Some(moments) = CACHE.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return *moments;
    }
    let moments = scale_quintic_moments(spec, dimensions, quintic_moments);
    let mut cached = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    if cached.len() == MAX_CACHED {
        cached.clear();
    }
    cached.insert(key, moments);
    moments
}

/// Scales the moments with the quintic fade by the ratio of sampled moments, custom to quintic.
fn scale_quintic_moments(
    spec: &NoiseSpec,
    dimensions: usize,
    quintic_moments: impl Fn(&NoiseSpec) -> Moments,
) -> Moments {
    let quintic_spec = NoiseSpec { fade: Fade::Quintic, ..spec.clone() };
    let table = quintic_moments(&quintic_spec);
    let sampled_dimensions = dimensions.min(MAX_SAMPLED);
    let sampled = sample_moments([spec, &quintic_spec], sampled_dimensions);
    let one_less = (dimensions > sampled_dimensions)
        .then(|| sample_moments([spec, &quintic_spec], sampled_dimensions - 1));
    let scaled = |moment: fn(&Moments) -> f64| {
        let ratio = |[custom, quintic]: &[Moments; 2]| moment(custom) / moment(quintic);
        // Each further dimension multiplies the ratio of custom to quintic by the same step.
        let step = one_less.as_ref().map_or(1.0, |one_less| ratio(&sampled) / ratio(one_less));
        (sampled_dimensions..dimensions).fold(moment(&table) * ratio(&sampled), |x, _| x * step)
    };
    let reach = MARGIN * scaled(|moments| moments.max.max(-moments.min));
    // Bases with fades have values that are symmetric about 0.
    Moments {
        mean: 0.0,
        mean_abs: scaled(|moments| moments.mean_abs),
        mean_square: scaled(|moments| moments.mean_square),
        mean_abs_deviation: scaled(|moments| moments.mean_abs),
        min: -reach,
        max: reach,
    }
}

/// Samples the bases of both specs at the same points.
fn sample_moments(specs: [&NoiseSpec; 2], dimensions: usize) -> [Moments; 2] {
    let seed = Seed(0);
    let samplers = specs.map(|spec| {
        let ingredients = spec.ingredients(dimensions, seed, Permutation::Hash(seed));
        (spec.basis.row().make)(&ingredients)
    });
    let mut point = vec![0.0; dimensions];
    let value = |index| {
        spread_point(index, &mut point);
        samplers.each_ref().map(|sampler| sampler.value(&point))
    };
    let values: Vec<[f64; 2]> = (0..COUNT).map(value).collect();
    [0, 1].map(|i| Moments::of(values.iter().map(|pair| pair[i])).expect("there are values"))
}
