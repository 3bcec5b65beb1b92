//! The prediction for [`Facing`](super::Facing): how strongly a noise's slopes prefer directions.

use orogen_noise::{Basis, FractalKind, GradientSet, NoiseSpec};

/// The expected ratio of the largest to the smallest sector of the rose.
///
/// The values were measured over 10⁵ points of one octave with the quintic fade. `None` for other
/// noises.
pub fn predicted_ratio(spec: &NoiseSpec) -> Option<f64> {
    if spec.fractal != FractalKind::None || spec.warp.is_active() {
        return None;
    }
    match (spec.basis, spec.gradients) {
        (Basis::Perlin | Basis::Lattice1, GradientSet::Four) => Some(3.3),
        (Basis::Perlin | Basis::Lattice1, GradientSet::Eight) => Some(2.35),
        (Basis::Perlin | Basis::Lattice1, GradientSet::Twelve) => Some(2.2),
        (Basis::Perlin | Basis::Lattice1, GradientSet::Sixteen) => Some(1.65),
        (Basis::Perlin | Basis::Lattice1, GradientSet::Continuous) => Some(1.5),
        (Basis::Value | Basis::Lattice0, _) => Some(10.0),
        (Basis::OpenSimplex2, _) => Some(1.35),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Facing;
    use super::*;

    #[test]
    fn ratios_match_the_stored_measurements() {
        let spec_with = |basis, gradients| NoiseSpec { basis, gradients, ..NoiseSpec::default() };
        for (basis, gradients) in [
            (Basis::Perlin, GradientSet::Four),
            (Basis::Perlin, GradientSet::Eight),
            (Basis::Perlin, GradientSet::Continuous),
            (Basis::Value, GradientSet::Eight),
        ] {
            let spec = spec_with(basis, gradients);
            let measured = Facing::of(&spec.build(2).unwrap(), 100_000).ratio();
            let expected = predicted_ratio(&spec).unwrap();
            assert!((measured / expected - 1.0).abs() < 0.1, "{basis} {gradients}: {measured}");
        }
    }

    #[test]
    fn points_can_be_added_in_parts() {
        let noise = NoiseSpec::default().build(2).unwrap();
        let mut parts = Facing::of(&noise, 300);
        parts.refine(&noise, 700);
        assert_eq!(parts, Facing::of(&noise, 1000));
        let mean: f64 = parts.means().iter().sum();
        assert!(parts.count() == 1000 && mean > 0.5, "{mean}");
    }
}
