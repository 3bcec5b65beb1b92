use super::*;
use crate::noise::{FractalKind, GradientSet, NoiseSpec, Normalise, PermutationKind, Seed, Warp};
use proptest::prelude::*;
use proptest::sample::select;

/// Every kind of noise, at parameters at which it isn't chaotic.
fn specs() -> impl Strategy<Value = NoiseSpec> {
    let names = vec![
        "value",
        "perlin",
        "lattice0",
        "lattice1",
        "lattice2",
        "simplex",
        "worley-f1",
        "worley-f2",
        "worley-f2-f1",
    ];
    let basis = (select(names), permutations(), any::<u64>(), 0..GradientSet::ALL.len(), 0..Fade::ALL.len());
    let fractal = (0..FractalKind::ALL.len(), 1.0..8.0f64, select(vec![1.7, 2.0, 2.17, 3.0]), 0.2..0.7f64, 0.5..1.5f64);
    let period = prop::option::of([1u32..40, 1..40]);
    let choices = (0..Normalise::ALL.len(), any::<bool>(), any::<bool>(), warps(), period, 0..Metric::ALL.len());
    (basis, fractal, choices).prop_map(
        |((name, permutation, seed, gradients, fade), (fractal, octaves, lacunarity, gain, offset), choices)| {
            let (normalise, rotate, octave_seeds, warp, period, metric) = choices;
            let mut spec = NoiseSpec {
                basis: name.parse().unwrap(),
                permutation,
                seed: Seed(seed),
                gradients: GradientSet::ALL[gradients].value,
                fade: Fade::ALL[fade].value,
                fractal: FractalKind::ALL[fractal].value,
                octaves,
                lacunarity,
                gain,
                offset,
                normalise: Normalise::ALL[normalise].value,
                metric: Metric::ALL[metric].value,
                rotate,
                octave_seeds,
                warp,
                period,
                ..NoiseSpec::default()
            };
            if period.is_some() {
                spec.rotate = false;
                spec.lacunarity = lacunarity.floor();
            }
            spec
        },
    )
}

fn permutations() -> impl Strategy<Value = PermutationKind> {
    let kinds = PermutationKind::NAMED.iter().map(|(_, kind, _)| kind.clone()).collect::<Vec<_>>();
    prop_oneof![3 => Just(PermutationKind::Hash), 2 => select(kinds)]
}

fn warps() -> impl Strategy<Value = Warp> {
    let warp = (0.01..0.3f64, select(vec![1.0, 2.0]), 1u32..3);
    let warp = warp.prop_map(|(strength, frequency, times)| Warp {
        strength: strength / f64::from(times * times),
        frequency,
        times,
    });
    prop_oneof![3 => Just(Warp::default()), 1 => warp]
}

/// Grids near and far, with cells of many samples and of less than one.
fn grids() -> impl Strategy<Value = (Grid, f64)> {
    let origin = prop_oneof![2 => -200..200i64, 1 => -4_000_000_000_000..4_000_000_000_000i64];
    let spacing = select(vec![0.25, 0.5, 1.0, 2.0, 8.0, 0.3]);
    let size = prop_oneof![4 => [1usize..40, 1..40], 1 => [60usize..100, 60..100]];
    (origin.clone(), origin, size, spacing, prop_oneof![Just(0.0), 0.1..4.0f64], 0.002..0.2f64).prop_map(
        |(x, y, size, spacing_m, limit, frequency)| {
            let grid = Grid { origin: [x, y], size, spacing_m, band_limit_m: limit * spacing_m };
            (grid, frequency / spacing_m)
        },
    )
}

fn filled(noise: &GridNoise, grid: &Grid) -> Vec<f32> {
    let mut out = vec![f32::NAN; grid.size[0] * grid.size[1]];
    noise.fill(grid, &mut out);
    out
}

fn bits(samples: &[f32]) -> Vec<u32> {
    samples.iter().map(|sample| sample.to_bits()).collect()
}

/// What a normalised noise of ±1 would have as its range.
fn range(noise: &Noise) -> f64 {
    let fractal = noise.fractal();
    let amplitudes: f64 = fractal.octaves.iter().map(|octave| octave.amplitude).sum();
    2.0 * amplitudes.max(fractal.divisor) / fractal.divisor
}

/// Far from home, positions that are displaced, turned or skewed are only known to their last bits: what the noise makes of two of these.
fn rounding(noise: &Noise, p: [f64; 2]) -> f64 {
    const STEEPEST: f64 = 5.0;
    let fractal = noise.fractal();
    let Warp { strength, frequency, times } = noise.spec().warp;
    let slopes = fractal.octaves.iter().map(|octave| octave.amplitude * octave.frequency);
    let slope = slopes.sum::<f64>() / fractal.divisor * STEEPEST;
    let growth = (0..times).fold(1.0, |growth, _| 1.0 + growth * strength * frequency * slope);
    let skewed = noise.spec().basis == Basis::Simplex;
    match times > 0 || noise.spec().rotate || skewed {
        true => 2.0 * f64::EPSILON * p[0].abs().max(p[1].abs()) * slope * growth,
        false => 0.0,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn grids_are_the_reference(spec in specs(), (grid, frequency) in grids()) {
        let noise = spec.build(2).unwrap();
        let samples = filled(&GridNoise::new(&noise, frequency), &grid);
        for (i, &sample) in samples.iter().enumerate() {
            let index = [i % grid.size[0], i / grid.size[0]];
            let p = [0, 1].map(|axis| (grid.origin[axis] + index[axis] as i64) as f64 * grid.spacing_m * frequency);
            let reference = noise.sample2(p, grid.band_limit_m * frequency);
            let tolerance = 1e-5 * range(&noise) + rounding(&noise, p);
            prop_assert!((f64::from(sample) - reference).abs() < tolerance, "{sample} for {reference} at {p:?}, sample {index:?}");
        }
    }

    #[test]
    fn every_level_gives_the_same_bits(spec in specs(), (grid, frequency) in grids()) {
        let noise = spec.build(2).unwrap();
        let scalar = bits(&filled(&GridNoise::with_level(&noise, frequency, Level::Scalar), &grid));
        for level in Level::available() {
            let other = bits(&filled(&GridNoise::with_level(&noise, frequency, level), &grid));
            prop_assert_eq!(&scalar, &other, "{:?}", level);
        }
    }
}
