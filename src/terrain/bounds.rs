//! Between which heights a recipe's land lies.

use crate::noise::field::Field;
use crate::noise::measured;
use crate::noise::{FractalKind, NoiseError, NoiseSpec, Normalise};
use crate::terrain::dual::Bounds;
use crate::terrain::recipe::Recipe;
use crate::terrain::stack::Stack;

/// Measured extremes are those of four million samples; a land of as many exceeds them by less than
/// this.
const MARGIN: f64 = 1.05;

/// The bounds of the land: nothing is lower or higher. They are those of each layer, from the
/// measured extremes of its basis with all octaves at their extremes in one place, brought through
/// the blends.
///
/// # Errors
/// Where the choices of a layer exclude each other.
pub fn of_recipe(recipe: &Recipe) -> Result<Bounds, NoiseError> {
    Stack::new(recipe)?.bounds()
}

/// The bounds of the noise before shaping.
pub(super) fn of_noise(spec: &NoiseSpec) -> Result<[f64; 2], NoiseError> {
    // The basis as the fractal gets it.
    let reach = match spec.normalise {
        Normalise::Measured => MARGIN,
        _ => {
            let moments = measured::moments(spec, 2);
            MARGIN * moments.max.max(-moments.min)
        }
    };
    // A divisor of 1 leaves sums that other normalisations divide.
    let divisor = spec.build(2)?.fractal().divisor;
    let scale =
        NoiseSpec { normalise: Normalise::Amplitude, ..spec.clone() }.build(2)?.fractal().divisor
            / divisor;
    let square = |x: f64| x * x;
    let offset = spec.offset;
    // The least and the greatest magnitude of an octave.
    let [least, most] = [0.0, reach].map(|n: f64| match spec.rounding {
        0.0 => n,
        width => Field::<1>::rounded_abs(n, width),
    });
    let bounds = match spec.fractal {
        FractalKind::None | FractalKind::Fbm => [-reach, reach],
        FractalKind::Turbulence => [least, most],
        FractalKind::Billow => [2.0 * least - 1.0, 2.0 * most - 1.0],
        // Both are normalised by what they reach with a basis in [−1, 1].
        FractalKind::Ridged => [
            0.0,
            square(offset - least).max(square(offset - most))
                / square(offset).max(square(offset - 1.0)),
        ],
        FractalKind::Hybrid => {
            [(offset - reach).min(0.0), offset + reach].map(|s| s / (1.0 + offset))
        }
    };
    Ok(bounds.map(|s| s * scale))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise::grid::{Grid, GridNoise};
    use crate::noise::{BASES, Fade, FadeCurve, Seed};
    use proptest::prelude::*;
    use proptest::sample::select;

    proptest! {
        #[test]
        fn no_noise_exceeds_its_bounds(
            row in (0..BASES.len()).prop_map(|i| &BASES[i]),
            fractal in select(FractalKind::ALL).prop_map(|choice| choice.value),
            normalise in select(Normalise::ALL).prop_map(|choice| choice.value),
            (octaves, gain, offset) in (1.0..5.0, 0.2..1.0, 0.0..2.0),
            rounding in prop_oneof![Just(0.0), 0.0..=0.5],
            fade in prop_oneof![
                select(Fade::ALL).prop_map(|choice| choice.value),
                prop::array::uniform3(0.0..=1.0)
                    .prop_map(|knots| Fade::Custom(FadeCurve::through(knots))),
            ],
            (seed, band_limit_m) in (any::<u64>(), prop_oneof![Just(0.0), 0.5..8.0]),
        ) {
            prop_assume!(row.dimensions.contains(&2));
            let (basis, seed) = (row.basis, Seed(seed));
            let spec = NoiseSpec {
                basis, fractal, normalise, octaves, gain, offset, rounding, seed, fade,
                ..NoiseSpec::default()
            };
            let [low, high] = of_noise(&spec).unwrap();
            let slack = 1e-5 * (high - low);
            let grid = Grid { origin: [-31, 77], size: [60; 2], spacing_m: 0.5, band_limit_m };
            let mut values = vec![0.0; 3600];
            GridNoise::new(&spec.build(2).unwrap(), 0.17).fill(&grid, &mut values);
            for value in values {
                let is_within = (low - slack..=high + slack).contains(&f64::from(value));
                prop_assert!(is_within, "{value} in {low} to {high}");
            }
        }
    }
}
