//! Values from published implementations. Each file has some of the published rows.

use crate::spec::PermutationKind;
use crate::{Basis, FractalKind, GradientSet, NoiseSpec, Normalise, Seed};

/// The rows of a file, as numbers. The last number of a row is the value of the noise.
fn rows(csv: &str) -> Vec<Vec<f64>> {
    let rows: Vec<Vec<f64>> = csv
        .lines()
        .skip(1)
        .map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect())
        .collect();
    assert!(rows.len() > 30);
    rows
}

/// Checks each row of `csv`: the coordinates of a point, the choices for `spec`, and the value.
fn check(csv: &str, dimensions: usize, tolerance: f64, spec: impl Fn(&[f64]) -> NoiseSpec) {
    for row in rows(csv) {
        let (cells, value) = (&row[..row.len() - 1], row[row.len() - 1]);
        let (point, choices) = cells.split_at(dimensions);
        let noise = spec(choices).build(dimensions).unwrap();
        let ours = noise.sample(point);
        assert!(
            (ours - value).abs() <= tolerance,
            "{point:?}, {choices:?}: {ours} instead of {value}"
        );
    }
}

fn reference(basis: Basis) -> NoiseSpec {
    NoiseSpec { basis, permutation: PermutationKind::Reference, ..NoiseSpec::default() }
}

#[test]
fn perlin_noise_in_2d_has_the_published_values() {
    check(include_str!("../../tests/vectors/perlin2.csv"), 2, 1e-12, |_| reference(Basis::Perlin));
}

#[test]
fn fbm_in_2d_has_the_published_values() {
    check(include_str!("../../tests/vectors/fbm2.csv"), 2, 1e-12, |choices| NoiseSpec {
        fractal: FractalKind::Fbm,
        octaves: choices[0],
        lacunarity: choices[1],
        gain: choices[2],
        ..reference(Basis::Perlin)
    });
}

#[test]
fn classic_perlin_noise_in_3d_has_the_published_values() {
    check(include_str!("../../tests/vectors/classic3.csv"), 3, 1e-12, |_| reference(Basis::Perlin));
}

/// The noise of the terrain exercise.
fn course() -> NoiseSpec {
    NoiseSpec {
        permutation: PermutationKind::P289,
        gradients: GradientSet::Twelve,
        ..NoiseSpec::default()
    }
}

#[test]
fn noise_of_the_exercise_has_the_published_values() {
    check(include_str!("../../tests/vectors/course1.csv"), 1, 1e-12, |_| course());
    check(include_str!("../../tests/vectors/course2.csv"), 2, 1e-12, |_| course());
}

#[test]
fn fractals_of_the_exercise_have_the_published_values() {
    let fractal = |fractal| NoiseSpec {
        fractal,
        octaves: 4.0,
        lacunarity: 2.17,
        normalise: Normalise::Off,
        ..course()
    };
    check(include_str!("../../tests/vectors/coursefbm2.csv"), 2, 1e-12, |_| {
        fractal(FractalKind::Fbm)
    });
    check(include_str!("../../tests/vectors/courseturb2.csv"), 2, 1e-12, |_| {
        fractal(FractalKind::Turbulence)
    });
}

#[test]
fn simplex_noise_has_the_published_values() {
    let spec = |_: &[f64]| reference(Basis::Simplex);
    check(include_str!("../../tests/vectors/simplex2.csv"), 2, 1e-12, spec);
    check(include_str!("../../tests/vectors/simplex3.csv"), 3, 1e-12, spec);
    check(include_str!("../../tests/vectors/simplex4.csv"), 4, 1e-12, spec);
}

#[test]
fn opensimplex2_has_the_published_values() {
    let spec = |basis, choices: &[f64]| NoiseSpec {
        basis,
        seed: Seed(choices[0] as u64),
        ..NoiseSpec::default()
    };
    check(include_str!("../../tests/vectors/opensimplex2.csv"), 2, 1e-6, |c| {
        spec(Basis::OpenSimplex2, c)
    });
    check(include_str!("../../tests/vectors/opensimplex2s.csv"), 2, 1e-6, |c| {
        spec(Basis::OpenSimplex2S, c)
    });
}
