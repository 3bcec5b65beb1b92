//! Tests of preferred directions: see [`crate::facing`].

use super::scattered;
use crate::FractalKind::{Fbm, Ridged};
use crate::facing::Facing;
use crate::{BASES, Basis, GradientSet, NoiseSpec, Seed};

/// The largest ratio of sectors for noises without preferred directions.
///
/// Measured over 10⁵ points: 4 diagonals 3.3, 8 gradients 2.35, 12 gradients 2.2, 16 gradients
/// 1.65, continuous 1.5, OpenSimplex2 1.35, value noise 10.
const MAX_RATIO: f64 = 2.8;

/// The ratio of the largest to the smallest of the 36 sectors of gradient directions.
fn facing_ratio(spec: &NoiseSpec) -> f64 {
    Facing::of(&spec.build(2).unwrap(), 100_000).ratio()
}

#[test]
fn four_diagonals_prefer_directions_and_eight_or_more_do_not() {
    let ratio = |gradients| facing_ratio(&NoiseSpec { gradients, ..NoiseSpec::default() });
    assert!(ratio(GradientSet::Four) > MAX_RATIO + 0.2);
    for set in
        [GradientSet::Eight, GradientSet::Twelve, GradientSet::Sixteen, GradientSet::Continuous]
    {
        assert!(ratio(set) < MAX_RATIO - 0.2, "{set}: {}", ratio(set));
    }
}

#[test]
fn simplex_noises_do_not_prefer_directions() {
    for basis in [Basis::Simplex, Basis::OpenSimplex2, Basis::OpenSimplex2S, Basis::SuperSimplex] {
        let ratio = facing_ratio(&NoiseSpec { basis, ..NoiseSpec::default() });
        assert!(ratio < MAX_RATIO, "{basis}: {ratio}");
    }
}

/// The correlation between values at points and at the opposite points, over many seeds.
fn correlation_of_opposites(spec: &NoiseSpec) -> f64 {
    let pairs = |seed| {
        let noise = NoiseSpec { seed: Seed(seed), ..spec.clone() }.build(2).unwrap();
        (0..250).map(move |index| {
            let [x, y] = scattered(index).map(|x| 1e-3 * x);
            [[x, y], [-x, -y]].map(|p| noise.sample2(p, 0.0))
        })
    };
    let pairs: Vec<[f64; 2]> = (0..80).flat_map(pairs).collect();
    let mean = pairs.iter().flatten().sum::<f64>() / (2 * pairs.len()) as f64;
    let product_sum: f64 = pairs.iter().map(|[a, b]| (a - mean) * (b - mean)).sum();
    product_sum / pairs.iter().flatten().map(|a| 0.5 * (a - mean).powi(2)).sum::<f64>()
}

#[test]
fn only_opensimplex2_of_one_seed_is_mirrored_about_the_origin() {
    let correlation = |basis, fractal, octave_seeds| {
        let spec = NoiseSpec { basis, fractal, octave_seeds, octaves: 4.0, ..NoiseSpec::default() };
        correlation_of_opposites(&spec)
    };
    for row in BASES.iter().filter(|row| row.dimensions.contains(&2)) {
        let correlation_of = |fractal, seeds| correlation(row.basis, fractal, seeds);
        let [plain, seeded] = [correlation_of(Fbm, false), correlation_of(Fbm, true)];
        println!("{}: {plain:.3}, with seeds {seeded:.3}", row.name);
        if [Basis::OpenSimplex2, Basis::OpenSimplex2S].contains(&row.basis) {
            assert!((-0.43..-0.33).contains(&plain), "{}: {plain}", row.name);
            let ridged = correlation_of(Ridged, false);
            assert!((0.25..0.5).contains(&ridged), "{}: {ridged}", row.name);
        } else {
            assert!(plain.abs() < 0.1, "{}: {plain}", row.name);
        }
        assert!(seeded.abs() < 0.15, "{}: {seeded}", row.name);
    }
}
