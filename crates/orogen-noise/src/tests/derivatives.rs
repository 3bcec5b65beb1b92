//! Derivatives by formula against finite differences.

use super::*;

/// The share of points at which a formula's slope is farther than `tolerance` from the difference
/// over ±10⁻⁶ units, relative to the gradient's length where that is above 1.
fn share_of_wrong_slopes<const N: usize>(spec: &NoiseSpec, tolerance: f64) -> f64 {
    const STEP: f64 = 1e-6;
    let noise = spec.build(N).unwrap();
    let is_wrong = |&index: &u32| {
        let p = scattered::<N>(index).map(|x| x % 10.0);
        let jet: Jet<N> = noise.sample_jet(&p, 0.0);
        assert!((jet.value - noise.sample(&p)).abs() < 1e-13);
        let length = jet.gradient.iter().fold(0.0, |sum, g| sum + g * g).sqrt();
        (0..N).any(|axis| {
            let sample = |step: f64| {
                let mut q = p;
                q[axis] += step;
                noise.sample(&q)
            };
            let difference = (sample(STEP) - sample(-STEP)) / (2.0 * STEP);
            (jet.gradient[axis] - difference).abs() > tolerance * length.max(1.0)
        })
    };
    let count = 400;
    (0..count).filter(is_wrong).count() as f64 / f64::from(count)
}

fn share_of_wrong_slopes_in(spec: &NoiseSpec, dimensions: usize, tolerance: f64) -> f64 {
    match dimensions {
        1 => share_of_wrong_slopes::<1>(spec, tolerance),
        2 => share_of_wrong_slopes::<2>(spec, tolerance),
        3 => share_of_wrong_slopes::<3>(spec, tolerance),
        _ => share_of_wrong_slopes::<4>(spec, tolerance),
    }
}

#[test]
fn slopes_of_every_analytic_basis_agree_with_differences() {
    for (row, dimensions) in every_basis().filter(|(row, _)| row.uses.derivatives) {
        for fade in Fade::ALL {
            // With this radius² simplex noise has no jumps.
            let spec = NoiseSpec {
                basis: row.basis,
                fade: fade.value,
                radius2: 0.5,
                ..NoiseSpec::default()
            };
            // On cell borders, noise with the linear fade has no slope.
            let wrong_share = share_of_wrong_slopes_in(&spec, dimensions, 1e-7);
            assert!(wrong_share < 0.005, "{} {dimensions} {}: {wrong_share}", row.name, fade.name);
        }
    }
}

#[test]
fn slopes_of_warped_fractals_agree_with_differences() {
    for basis in [Basis::Value, Basis::Perlin, Basis::Simplex] {
        for rotate in [false, true] {
            for warp in [Warp::default(), Warp { strength: 0.3, frequency: 1.5, times: 2 }] {
                let spec =
                    NoiseSpec { basis, rotate, octave_seeds: true, warp, ..NoiseSpec::default() };
                for spec in every_fractal(&spec) {
                    // Creases at |n| = 0 and at clamps have no slope, so differences across them
                    // are wrong.
                    let wrong_share = share_of_wrong_slopes::<2>(&spec, 1e-5);
                    assert!(wrong_share < 0.01, "{spec:?}: {wrong_share}");
                }
            }
        }
    }
}

#[test]
fn slopes_of_tiled_noises_agree_with_differences() {
    for basis in [Basis::Perlin, Basis::Simplex, Basis::SuperSimplex] {
        let spec = NoiseSpec { basis, period: Some([3, 5]), radius2: 0.5, ..NoiseSpec::default() };
        for dimensions in [2, 3] {
            let wrong_share = share_of_wrong_slopes_in(&spec, dimensions, 1e-6);
            assert!(wrong_share < 0.005, "{basis} {dimensions}: {wrong_share}");
        }
    }
}
