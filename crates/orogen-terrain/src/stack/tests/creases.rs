//! Creases of noises.

use super::*;
use crate::wavy::jump;
use orogen_noise::Fade;

#[test]
fn a_noise_that_folds_is_creased() {
    let creased = |change: fn(&mut NoiseLayer)| {
        let mut noise = NoiseLayer::default();
        change(&mut noise);
        noise.is_creased()
    };
    assert!(!creased(|_| {}));
    assert!(creased(|noise| noise.fractal.kind = FractalKind::Ridged));
    assert!(creased(|noise| noise.noise.basis = Basis::WorleyF1));
    assert!(!creased(|noise| noise.noise.basis = Basis::OpenSimplex2S));
}

#[test]
fn creased_noises_are_those_whose_slope_jumps() {
    let jumps = |noise: &NoiseLayer, rounding| {
        let spec = noise.spec(Seed(5)).unwrap();
        let built = NoiseSpec { rounding, ..spec }.build(2).unwrap();
        let slope = |x: f64| {
            let (value, [east, _]) = built.sample2_with_gradient([x, 0.37], 0.0);
            noise.shape().slope(value) * east
        };
        jump(slope, [0.1, 3.1], 3000) > 3.0
    };
    for kind in FractalKind::ALL {
        for fade in Fade::ALL.iter().map(|choice| choice.value) {
            // Cellular noise is left out, because its slopes are finite differences.
            for basis in [Basis::Perlin, Basis::Lattice2, Basis::Simplex] {
                let mut noise = NoiseLayer::default();
                (noise.fractal.kind, noise.noise.fade) = (kind.value, fade);
                (noise.noise.basis, noise.fractal.octaves) = (basis, 3.0);
                let name = format!("{} {fade} {basis}", kind.name);
                assert_eq!(noise.is_creased(), jumps(&noise, 0.0), "{name}");
                assert_eq!(noise.is_creased_when_rounded(), jumps(&noise, 0.1), "{name} rounded");
            }
        }
    }
}
