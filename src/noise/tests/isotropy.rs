//! Whether a noise prefers directions: see [`crate::noise::facing`].

use crate::noise::facing::Facing;
use crate::noise::{Basis, GradientSet, NoiseSpec};

/// Between the sectors that get most and least. Measured over 10⁵ points: 4 diagonals 3.3, 8
/// gradients 2.35, 12 2.2, 16 1.65, continuous 1.5, and OpenSimplex2 1.35, value noise 10.
const MOST: f64 = 2.8;

/// The largest over the smallest mean squared slope over 36 directions.
fn facing_ratio(spec: &NoiseSpec) -> f64 {
    Facing::of(&spec.build(2).unwrap(), 100_000).ratio()
}

#[test]
fn four_diagonals_prefer_directions_and_eight_or_more_do_not() {
    let ratio = |gradients| facing_ratio(&NoiseSpec { gradients, ..NoiseSpec::default() });
    assert!(ratio(GradientSet::Four) > MOST + 0.2);
    for set in
        [GradientSet::Eight, GradientSet::Twelve, GradientSet::Sixteen, GradientSet::Continuous]
    {
        assert!(ratio(set) < MOST - 0.2, "{set}: {}", ratio(set));
    }
}

#[test]
fn simplex_noises_do_not_prefer_directions() {
    for basis in [Basis::Simplex, Basis::OpenSimplex2, Basis::OpenSimplex2S, Basis::SuperSimplex] {
        let ratio = facing_ratio(&NoiseSpec { basis, ..NoiseSpec::default() });
        assert!(ratio < MOST, "{basis}: {ratio}");
    }
}
