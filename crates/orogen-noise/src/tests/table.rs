//! Tests of the table of bases and of the validation of specs.

use super::{every_basis, scattered};
use crate::sampler::Sampler;
use crate::spec::PermutationKind;
use crate::statistics::sample_values;
use crate::*;
use std::collections::HashSet;

#[test]
fn rows_are_complete_and_names_are_parsed() {
    let names: HashSet<_> = BASES.iter().map(|row| row.name).collect();
    assert_eq!(names.len(), BASES.len());
    for row in BASES {
        assert!(
            row.name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'),
            "{}",
            row.name
        );
        assert!(row.doc.ends_with('.') && row.doc.len() > 20, "{}", row.name);
        assert_eq!(row.name.parse(), Ok(row.basis));
        assert_eq!(row.basis.row().name, row.name, "each variant has one row, its own");
    }
    let published = "value perlin improved-perlin simplex opensimplex2 opensimplex2s worley-f1 worley-f2 worley-f2-f1 \
        worley-cell lattice0 lattice1 lattice2 perlin-nd supersimplex opensimplex";
    assert!(published.split_whitespace().all(|name| names.contains(name)));
    let unknown = "perlim".parse::<Basis>().unwrap_err().to_string();
    let expected = "there is no basis `perlim` (did you mean `perlin`?); one of: value perlin ";
    assert!(unknown.starts_with(expected), "{unknown}");
}

/// The noise's values at a few points.
fn few_values(spec: &NoiseSpec, dimensions: usize) -> Vec<f64> {
    sample_values(&spec.build(dimensions).unwrap(), 50)
}

#[test]
fn a_basis_depends_only_on_the_choices_that_its_row_lists() {
    for (row, dimensions) in every_basis() {
        let plain = NoiseSpec { basis: row.basis, ..NoiseSpec::default() };
        let values = few_values(&plain, dimensions);
        assert!(values.iter().all(|n| n.is_finite() && n.abs() < 4.0), "{}", row.name);
        let changes = |changed: NoiseSpec| few_values(&changed, dimensions) != values;
        let name = format!("{} {dimensions}", row.name);
        assert_eq!(
            changes(NoiseSpec { fade: Fade::Cubic, ..plain.clone() }),
            row.uses.fade,
            "{name}"
        );
        let gradients = row.uses.gradients && dimensions <= 2;
        assert_eq!(
            changes(NoiseSpec { gradients: GradientSet::Sixteen, ..plain.clone() }),
            gradients,
            "{name}"
        );
        // The metric changes the nearest point at a few places only.
        let metric = changes(NoiseSpec { metric: Metric::Manhattan, ..plain.clone() });
        assert_eq!(metric, row.uses.metric, "{name}");
        let radius2 = row.uses.radius2 && dimensions > 2;
        assert_eq!(changes(NoiseSpec { radius2: 0.5, ..plain.clone() }), radius2, "{name}");
        let permutation =
            changes(NoiseSpec { permutation: PermutationKind::Table, ..plain.clone() });
        assert_eq!(permutation, row.uses.permutation, "{name}");
        assert!(changes(NoiseSpec { seed: Seed(1), ..plain.clone() }), "{name}");
        assert!(changes(NoiseSpec { seed: Seed(1 << 40), ..plain.clone() }), "{name}");
    }
}

#[test]
fn perlin_noise_in_n_dimensions_has_up_to_sixteen() {
    let spec = NoiseSpec {
        basis: Basis::PerlinNd,
        fractal: FractalKind::Fbm,
        octaves: 2.0,
        ..NoiseSpec::default()
    };
    for dimensions in [5, 9, 16] {
        let noise = spec.build(dimensions).unwrap();
        let mut p = vec![0.3; dimensions];
        let here = noise.sample(&p);
        p[dimensions - 1] = 0.4;
        assert!(here != 0.0 && here != noise.sample(&p));
        p.fill(-7.0);
        assert_eq!(noise.sample(&p), 0.0);
    }
}

#[test]
fn gradient_noises_are_zero_at_lattice_points() {
    let zero =
        [Basis::Perlin, Basis::ImprovedPerlin, Basis::Lattice1, Basis::Lattice2, Basis::PerlinNd];
    for (row, dimensions) in every_basis().filter(|(row, _)| zero.contains(&row.basis)) {
        for permutation in PermutationKind::NAMED.iter().map(|(_, kind, _)| kind.clone()) {
            let spec = NoiseSpec {
                basis: row.basis,
                permutation,
                fractal: FractalKind::Fbm,
                ..NoiseSpec::default()
            };
            let noise = spec.build(dimensions).unwrap();
            for index in 0..200 {
                let p = scattered::<4>(index).map(|x| x.floor() * f64::from(1 + index));
                assert_eq!(noise.sample(&p[..dimensions]), 0.0, "{} at {p:?}", row.name);
            }
        }
    }
}

#[test]
fn invalid_specs_are_refused() {
    let good = NoiseSpec::default();
    let error = |spec: &NoiseSpec, dimensions| spec.build(dimensions).err();
    assert_eq!(error(&good, 2), None);
    for (basis, dimensions) in
        [(Basis::ImprovedPerlin, 2), (Basis::Simplex, 1), (Basis::Perlin, 0), (Basis::Perlin, 17)]
    {
        let refused = error(&NoiseSpec { basis, ..good.clone() }, dimensions);
        let is_meant =
            matches!(refused, Some(NoiseError::Dimension { given, .. }) if given == dimensions);
        assert!(is_meant, "{refused:?}");
    }
    for spec in [
        NoiseSpec { octaves: 0.0, ..good.clone() },
        NoiseSpec { octaves: 33.0, ..good.clone() },
        NoiseSpec { octaves: f64::NAN, ..good.clone() },
        NoiseSpec { octaves: f64::INFINITY, ..good.clone() },
        NoiseSpec { lacunarity: f64::NAN, ..good.clone() },
        NoiseSpec { lacunarity: 0.5, ..good.clone() },
        NoiseSpec { gain: -0.1, ..good.clone() },
        NoiseSpec { offset: f64::INFINITY, ..good.clone() },
        NoiseSpec { radius2: 0.0, ..good.clone() },
        NoiseSpec { warp: Warp { strength: f64::NAN, ..Warp::default() }, ..good.clone() },
        NoiseSpec { warp: Warp { frequency: 0.0, ..Warp::default() }, ..good.clone() },
        NoiseSpec { warp: Warp { times: 4, ..Warp::default() }, ..good.clone() },
    ] {
        let refused = error(&spec, 2);
        assert!(matches!(refused, Some(NoiseError::Range { .. })), "{refused:?}");
    }
    let tiled = NoiseSpec { period: Some([4, 3]), ..good };
    assert_eq!(error(&tiled, 2), None);
    let warp = Warp { strength: 1.0, frequency: 1.5, times: 1 };
    for (spec, refused) in [
        (NoiseSpec { lacunarity: 2.17, ..tiled.clone() }, NoiseError::PeriodLacunarity(2.17)),
        (NoiseSpec { rotate: true, ..tiled.clone() }, NoiseError::PeriodRotation),
        (NoiseSpec { period: Some([0, 3]), ..tiled.clone() }, NoiseError::Period(0)),
        (NoiseSpec { warp, ..tiled }, NoiseError::PeriodWarp(1.5)),
    ] {
        assert_eq!(error(&spec, 2), Some(refused));
    }
}

/// A custom basis whose value is x.
struct Ramp;

impl Sampler for Ramp {
    fn value(&self, p: &[f64]) -> f64 {
        p[0]
    }
}

static RAMP: BasisRow = BasisRow {
    basis: Basis::Custom(&RAMP),
    name: "ramp",
    doc: "Rises with x.",
    dimensions: 1..=16,
    uses: Uses::NONE,
    tiling: Tiling::Blend,
    make: |_| Box::new(Ramp),
};

#[test]
fn a_custom_basis_can_be_sampled() {
    let spec = NoiseSpec {
        basis: Basis::Custom(&RAMP),
        fractal: FractalKind::Fbm,
        ..NoiseSpec::default()
    };
    assert_eq!(spec, spec.clone());
    assert_ne!(spec, NoiseSpec { basis: Basis::Perlin, ..spec.clone() });
    let noise = spec.build(3).unwrap();
    // Each of six octaves adds x·2ⁱ·2⁻ⁱ, and the amplitudes sum up to 2 − 2⁻⁵.
    assert!((noise.sample(&[0.7, 1.0, 2.0]) - 6.0 * 0.7 / (2.0 - 1.0 / 32.0)).abs() < 1e-14);
    let (_, slope) = spec.build(2).unwrap().sample2_with_gradient([0.7, 1.0], 0.0);
    assert!((slope[0] - 6.0 / (2.0 - 1.0 / 32.0)).abs() < 1e-9 && slope[1] == 0.0);
}

#[test]
#[should_panic(expected = "a point of 3 coordinates for a noise of 2 dimensions")]
fn a_point_of_another_dimension_is_refused() {
    let noise = NoiseSpec { basis: Basis::OpenSimplex2, ..NoiseSpec::default() }.build(2).unwrap();
    noise.sample(&[0.5; 3]);
}
