//! The prediction for [`Jumps`]: which derivatives are continuous across cell faces.

use super::Jumps;
use orogen_noise::{Basis, Fade, NoiseSpec};

/// The continuity of value, slope and curvature across cell faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Continuity {
    /// The value is continuous: the noise has no steps.
    pub value: bool,
    /// The slope is continuous: the noise has no creases.
    pub slope: bool,
    /// The curvature is continuous: lit noise shows no bands.
    pub curvature: bool,
}

/// Jumps of value, slope and curvature below these limits come from rounding.
const ROUNDING_LIMITS: [f64; 3] = [1e-7, 1e-5, 0.02];

impl Continuity {
    /// The continuity that measured jumps show.
    ///
    /// If the value jumps, the slope is undefined and counts as a jump. If the slope jumps, the
    /// curvature counts as a jump.
    pub fn of(jumps: &Jumps) -> Self {
        let value = jumps.value < ROUNDING_LIMITS[0];
        let slope = value && jumps.slope < ROUNDING_LIMITS[1];
        Self { value, slope, curvature: slope && jumps.curvature < ROUNDING_LIMITS[2] }
    }

    /// Predicts one octave from its fade or kernel; `None` for noises without either.
    pub fn predict(spec: &NoiseSpec, dimensions: usize) -> Option<Self> {
        // The first `count` of value, slope and curvature are continuous.
        let first = |count: u32| Self { value: count > 0, slope: count > 1, curvature: count > 2 };
        match spec.basis {
            Basis::Value
            | Basis::Perlin
            | Basis::Lattice0
            | Basis::Lattice1
            | Basis::Lattice2
            | Basis::PerlinNd
            | Basis::PerlinNdRejection => Some(match spec.fade {
                Fade::Step => first(0),
                Fade::Linear => first(1),
                Fade::Cubic | Fade::Cosine | Fade::Custom(_) => first(2),
                Fade::Quintic => first(3),
            }),
            // OpenSimplex2 is left out: it uses single precision, whose rounding hides small jumps.
            Basis::ImprovedPerlin | Basis::SuperSimplex => Some(first(3)),
            Basis::Simplex if dimensions > 2 && spec.radius2 > 0.5 => Some(first(0)),
            Basis::Simplex => Some(first(3)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jumps_are_as_predicted() {
        for basis in [Basis::Perlin, Basis::Value, Basis::Simplex] {
            for fade in Fade::ALL.iter().map(|choice| choice.value) {
                let spec = NoiseSpec { basis, fade, octave_seeds: true, ..NoiseSpec::default() };
                let jumps = Jumps::of::<2>(&spec.build(2).unwrap(), 500);
                let Some(expected) = Continuity::predict(&spec, 2) else { continue };
                assert_eq!(Continuity::of(&jumps), expected, "{basis} {fade}: {jumps:?}");
            }
        }
        for radius2 in [0.5, 0.6] {
            let spec = NoiseSpec { basis: Basis::Simplex, radius2, ..NoiseSpec::default() };
            let jumps = Jumps::of::<3>(&spec.build(3).unwrap(), 2000);
            let expected = Continuity::predict(&spec, 3);
            assert_eq!(Some(Continuity::of(&jumps)), expected, "{radius2}: {jumps:?}");
        }
    }
}
