//! Tests of periods.

use super::*;

fn tiled(basis: Basis) -> NoiseSpec {
    let warp = Warp { strength: 0.25, frequency: 2.0, times: 1 };
    NoiseSpec { basis, period: Some([4, 3]), octaves: 3.0, warp, ..NoiseSpec::default() }
}

/// The noise repeats exactly, because adding the period to these points is exact.
#[test]
fn every_basis_repeats_after_its_period_and_not_before() {
    for (row, dimensions) in every_basis() {
        for octave_seeds in [false, true] {
            let spec = NoiseSpec { fractal: FractalKind::Fbm, octave_seeds, ..tiled(row.basis) };
            let noise = spec.build(dimensions).unwrap();
            let mut differ = 0;
            for index in 0..60 {
                let p = dyadic::<4>(index).map(|x| x % 64.0);
                let moved = |by: [f64; 2]| {
                    noise.sample(&[p[0] + by[0], p[1] + by[1], p[2], p[3]][..dimensions])
                };
                let here = moved([0.0; 2]);
                for by in [[4.0, 0.0], [0.0, 3.0], [-8.0, 9.0], [4096.0, -3072.0]] {
                    assert_eq!(here, moved(by), "{} {dimensions} at {p:?}", row.name);
                }
                differ += usize::from(here != moved([2.0, 0.0]));
            }
            assert!(differ > 50, "{}: repeats too early", row.name);
        }
    }
}

#[test]
fn every_fractal_repeats() {
    for basis in [Basis::Perlin, Basis::Simplex] {
        for spec in every_fractal(&tiled(basis)) {
            let noise = spec.build(2).unwrap();
            for index in 0..100 {
                let [x, y] = scattered::<2>(index).map(|x| x % 10.0);
                let here = noise.sample2([x, y], 0.0);
                assert!((here - noise.sample2([x + 4.0, y - 3.0], 0.0)).abs() < 1e-12, "{spec:?}");
            }
        }
    }
}

/// Blended copies have the deviation of the noise without a period, and no visible seam.
#[test]
fn blended_copies_keep_mean_and_deviation_and_are_smooth_at_the_seam() {
    for basis in [Basis::Simplex, Basis::OpenSimplex2, Basis::OpenSimplex2S] {
        let free = NoiseSpec { basis, ..NoiseSpec::default() };
        // Values come from many tiles, one per seed.
        let mut values = Vec::new();
        for seed in 0..60 {
            let spec = NoiseSpec { period: Some([8, 8]), seed: Seed(seed), ..free.clone() };
            let noise = spec.build(2).unwrap();
            values.extend((0..500).map(|index| noise.sample2(scattered::<2>(index), 0.0)));
            for index in 0..20 {
                let y = scattered::<1>(index)[0] % 8.0;
                let [before, after] =
                    [8.0 - 1e-7, 8.0 + 1e-7].map(|x| noise.sample_jet(&[x, y], 0.0));
                assert!((before.value - after.value).abs() < 1e-5);
                // The slopes of the f32 noises are coarse, because they are differences.
                let coarse = if basis == Basis::Simplex { 1e-4 } else { 0.1 };
                assert!((before.gradient[0] - after.gradient[0]).abs() < coarse, "{basis}");
            }
        }
        let tiled = statistics::Moments::of(values.into_iter()).unwrap();
        let free = measured::moments(&free, 2);
        assert!(tiled.mean.abs() < 0.02, "{basis}: {tiled:?}");
        assert!((tiled.deviation() / free.deviation() - 1.0).abs() < 0.03, "{basis}: {tiled:?}");
    }
}
