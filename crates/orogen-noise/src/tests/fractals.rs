//! Tests of fractals, warps and band limits.

use super::*;
use proptest::prelude::*;

fn perlin() -> NoiseSpec {
    NoiseSpec { octaves: 5.0, ..NoiseSpec::default() }
}

/// The basis at p·frequency.
fn octave(p: [f64; 2], frequency: f64) -> f64 {
    perlin().build(2).unwrap().sample2(p.map(|x| x * frequency), 0.0)
}

#[test]
fn fractal_kinds_follow_their_published_formulas() {
    let spec = |fractal| NoiseSpec { fractal, normalise: Normalise::Off, gain: 0.6, ..perlin() };
    let ours = |fractal, p| spec(fractal).build(2).unwrap().sample2(p, 0.0);
    for index in 0..200 {
        let p = scattered::<2>(index).map(|x| x % 50.0);
        let n: Vec<f64> = (0..5).map(|i| octave(p, f64::from(1 << i))).collect();
        let weighted =
            |f: fn(f64) -> f64| (0..5).fold(0.0, |sum, i| sum + 0.6f64.powi(i) * f(n[i as usize]));
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} and {b}");
        close(ours(FractalKind::None, p), n[0]);
        close(ours(FractalKind::Fbm, p), weighted(|n| n));
        close(ours(FractalKind::Turbulence, p), weighted(f64::abs));
        close(ours(FractalKind::Billow, p), weighted(|n| 2.0 * n.abs() - 1.0));

        // Musgrave's listings, with offset 1; his exponent array is our amplitudes.
        let mut signal = (1.0 - n[0].abs()).powi(2);
        let mut ridged = signal;
        for (i, n) in (1..).zip(&n[1..]) {
            let weight = (signal * 2.0).clamp(0.0, 1.0);
            signal = (1.0 - n.abs()).powi(2) * weight;
            ridged += signal * 0.6f64.powi(i);
        }
        close(ours(FractalKind::Ridged, p), ridged);
        let mut hybrid = n[0] + 1.0;
        let mut weight = hybrid;
        for (i, n) in (1..).zip(&n[1..]) {
            weight = f64::min(weight, 1.0);
            let signal = (n + 1.0) * 0.6f64.powi(i);
            hybrid += weight * signal;
            weight *= signal;
        }
        close(ours(FractalKind::Hybrid, p), hybrid);
    }
}

#[test]
fn fractional_octave_counts_change_values_continuously() {
    for spec in every_fractal(&perlin()) {
        let with_octaves = |octaves: f64| NoiseSpec { octaves, ..spec.clone() }.build(2).unwrap();
        for index in 0..50 {
            let p = scattered::<2>(index);
            let [below, at_four, above] =
                [4.0 - 1e-9, 4.0, 4.0 + 1e-9].map(|n| with_octaves(n).sample2(p, 0.0));
            assert!((below - at_four).abs() < 1e-8 && (above - at_four).abs() < 1e-8, "{spec:?}");
            if spec.fractal != FractalKind::None {
                assert_ne!(with_octaves(4.5).sample2(p, 0.0), at_four);
            }
        }
    }
}

#[test]
fn normalised_results_lie_in_their_nominal_range() {
    for row in BASES.iter().filter(|row| row.dimensions.contains(&2)) {
        for spec in every_fractal(&NoiseSpec {
            basis: row.basis,
            normalise: Normalise::Measured,
            ..perlin()
        }) {
            let [low, high] = match spec.fractal {
                FractalKind::None | FractalKind::Fbm | FractalKind::Billow => [-1.0, 1.0],
                FractalKind::Turbulence | FractalKind::Ridged | FractalKind::Hybrid => [0.0, 1.0],
            };
            let m = statistics::measure(&spec.build(2).unwrap(), 4000).unwrap();
            assert!(
                m.min > low - 0.05 && m.max < high + 0.05,
                "{} {}: {m:?}",
                row.name,
                spec.fractal
            );
            // A single octave uses much of the range, although the values of Worley noises are
            // skewed to one side.
            if spec.fractal == FractalKind::None {
                assert!(
                    m.max - m.min > 0.45 * (high - low),
                    "{} {}: {m:?}",
                    row.name,
                    spec.fractal
                );
            }
        }
    }
}

#[test]
fn each_octave_can_have_its_own_lattice() {
    let fbm = NoiseSpec { fractal: FractalKind::Fbm, ..perlin() };
    let separate = NoiseSpec { octave_seeds: true, ..fbm.clone() };
    let [shared, separate] = [fbm, separate].map(|spec| spec.build(2).unwrap());
    for index in 0..500 {
        let p = scattered::<2>(index).map(|x| x.floor());
        assert_eq!(shared.sample2(p, 0.0), 0.0);
        assert!(separate.sample2(p, 0.0) != 0.0, "all octaves are zero at {p:?}");
    }
    // With an even lacunarity no lattice point of one octave lies on a lattice line of another.
    let octaves = &separate.fractal().octaves;
    for (i, coarse) in octaves.iter().enumerate() {
        for fine in &octaves[i + 1..] {
            let place = (0.0 - coarse.shift[0]) / coarse.frequency * fine.frequency + fine.shift[0];
            assert!(place.fract() != 0.0);
        }
    }
}

#[test]
fn rotated_octaves_are_rotated_by_golden_angles() {
    let noise = NoiseSpec { fractal: FractalKind::Fbm, rotate: true, ..perlin() }.build(2).unwrap();
    for octave in &noise.fractal().octaves {
        let angle = f64::from(octave.index) * std::f64::consts::PI * (3.0 - 5.0f64.sqrt());
        let [x, y] = octave.place(&[1.0, 0.0]).map(|x| x / octave.frequency);
        assert!((x - angle.cos()).abs() < 1e-13 && (y - angle.sin()).abs() < 1e-13);
    }
}

#[test]
fn a_warp_follows_its_formula() {
    let plain = NoiseSpec { fractal: FractalKind::Fbm, octaves: 3.0, ..NoiseSpec::default() };
    let warp = |times| Warp { strength: 0.7, frequency: 1.5, times };
    let n = plain.build(2).unwrap();
    let warped = |times| NoiseSpec { warp: warp(times), ..plain.clone() }.build(2).unwrap();
    let next = |p: [f64; 2], q: [f64; 2]| {
        let [x, y] = q.map(|x| x * 1.5);
        [p[0] + 0.7 * n.sample2([x, y], 0.0), p[1] + 0.7 * n.sample2([x + 5.2, y + 1.3], 0.0)]
    };
    for index in 0..100 {
        let p = scattered::<2>(index).map(|x| x % 30.0);
        let mut q = p;
        for times in 0..=3 {
            let ours = warped(times).sample2(p, 0.0);
            assert!((ours - n.sample2(q, 0.0)).abs() < 1e-12, "{times} times at {p:?}");
            q = next(p, q);
        }
    }
}

#[test]
fn the_band_limit_removes_detail_and_keeps_the_mean() {
    let spec = NoiseSpec { octaves: 6.0, octave_seeds: true, ..NoiseSpec::default() };
    for spec in every_fractal(&spec) {
        let noise = spec.build(2).unwrap();
        let finest = 1.0 / noise.fractal().octaves.last().unwrap().frequency;
        let full = statistics::measure(&noise, 20_000).unwrap();
        let mut mean = full.mean;
        for limit in [finest / 4.0, finest / 3.0, finest, 4.0 * finest, 100.0] {
            let values = (0..20_000).map(|index| noise.sample2(scattered::<2>(index), limit));
            let m = statistics::Moments::of(values).unwrap();
            if limit == finest / 4.0 {
                assert_eq!(m.mean, full.mean, "four samples per wavelength keep every octave");
            }
            // Feedback from octave to octave is not linear, so the ridged and hybrid means move by
            // a little.
            let slack = if matches!(spec.fractal, FractalKind::Ridged | FractalKind::Hybrid) {
                0.1
            } else {
                0.003
            };
            assert!(
                (m.mean - full.mean).abs() < slack * 1.0f64.max(full.deviation()),
                "{}: {m:?} {full:?}",
                spec.fractal
            );
            assert!(m.deviation() <= full.deviation() + 0.01, "{}", spec.fractal);
            mean = m.mean;
            if limit == 100.0 {
                assert_eq!(m.min, m.max, "{}: nothing is left but the mean", spec.fractal);
            }
        }
        assert!((mean - full.mean).abs() < 0.1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// For any spec, values are finite, and filtered values change smoothly with the band limit.
    #[test]
    fn every_noise_is_finite(
        basis in 0..BASES.len(),
        kind in 0..FractalKind::ALL.len(),
        normalise in 0..Normalise::ALL.len(),
        octaves in 1.0..12.0f64,
        lacunarity in 1.0..4.0f64,
        gain in 0.0..1.5f64,
        seed: u64,
        x in -1e6..1e6f64,
        y in -1e6..1e6f64,
        limit in 0.0..2.0f64,
    ) {
        let row = &BASES[basis];
        let dimensions = if row.dimensions.contains(&2) { 2 } else { 3 };
        let spec = NoiseSpec {
            basis: row.basis,
            fractal: FractalKind::ALL[kind].value,
            normalise: Normalise::ALL[normalise].value,
            octaves,
            lacunarity,
            gain,
            seed: Seed(seed),
            ..NoiseSpec::default()
        };
        let noise = spec.build(dimensions).unwrap();
        let p = [x, y, 0.5];
        let value = noise.sample_filtered(&p[..dimensions], limit);
        prop_assert!(value.is_finite());
        let nearby = noise.sample_filtered(&p[..dimensions], limit + 1e-9);
        prop_assert!((value - nearby).abs() < 1e-3 * (1.0 + value.abs()));
    }
}
