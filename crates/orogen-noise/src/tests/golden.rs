//! Values that must never change, because recipes depend on them.

use super::*;

fn specs() -> Vec<NoiseSpec> {
    let fbm = NoiseSpec {
        fractal: FractalKind::Fbm,
        octave_seeds: true,
        seed: Seed::from_text("golden"),
        ..NoiseSpec::default()
    };
    vec![
        NoiseSpec::default(),
        fbm.clone(),
        NoiseSpec { rotate: true, lacunarity: 2.1, octaves: 5.5, ..fbm.clone() },
        NoiseSpec {
            warp: Warp { strength: 0.5, frequency: 2.0, times: 2 },
            period: Some([16, 12]),
            ..fbm.clone()
        },
        NoiseSpec {
            fractal: FractalKind::Ridged,
            gradients: GradientSet::Continuous,
            fade: Fade::Cosine,
            ..fbm.clone()
        },
        NoiseSpec {
            basis: Basis::Value,
            fractal: FractalKind::Billow,
            permutation: PermutationKind::Table,
            ..fbm.clone()
        },
        NoiseSpec {
            basis: Basis::Simplex,
            fractal: FractalKind::Hybrid,
            normalise: Normalise::Measured,
            ..fbm.clone()
        },
        NoiseSpec {
            basis: Basis::WorleyF2MinusF1,
            fractal: FractalKind::Turbulence,
            metric: Metric::Manhattan,
            ..fbm.clone()
        },
        NoiseSpec {
            basis: Basis::Lattice2,
            gradients: GradientSet::Sixteen,
            fade: Fade::Cubic,
            ..fbm.clone()
        },
        NoiseSpec { basis: Basis::PerlinNd, ..fbm },
    ]
}

const GOLDEN: &[f64] = &[
    0.0508455143125206,
    0.055464238173234204,
    0.13797105532087794,
    -0.07377540773660375,
    0.4628179881446132,
    -0.03380735703281682,
    0.2800871589510423,
    0.29252032787155446,
    -0.08321789652454185,
    0.0017491521147119898,
];

#[test]
fn golden_values_never_change() {
    let values: Vec<f64> = specs()
        .iter()
        .map(|spec| spec.build(2).unwrap().sample2([1234.5678, -91.0111], 0.01))
        .collect();
    assert_eq!(values, GOLDEN);
}
