//! The height bounds of a recipe's land.

use crate::dual::Bounds;
use crate::recipe::Recipe;
use crate::stack::Stack;
use orogen_noise::NoiseError;

/// Returns bounds that no height exceeds.
///
/// They combine the bounds of all layers through the blends. A layer's bounds assume that all
/// octaves reach their measured extremes at one place.
///
/// ```
/// use orogen_terrain::{Land, Recipe, bounds};
///
/// let recipe = Recipe::default();
/// let bounds = bounds::of_recipe(&recipe)?;
/// assert!(bounds.contains(Land::new(&recipe)?.height_m([120.0, -40.0], 1.0)));
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
///
/// # Errors
/// Returns an error if the choices of a layer exclude each other.
pub fn of_recipe(recipe: &Recipe) -> Result<Bounds, NoiseError> {
    Stack::new(recipe)?.bounds()
}

#[cfg(test)]
mod tests {
    use orogen_noise::edit::can_edit;
    use orogen_noise::grid::{Grid, GridNoise};
    use orogen_noise::{
        BASES, Edit, Edits, Fade, FadeCurve, FractalKind, NoiseSpec, Normalise, Seed,
    };
    use proptest::prelude::*;
    use proptest::sample::select;

    /// Generates edits that lie on the grid of the test.
    fn edits() -> impl Strategy<Value = Edit> {
        let edit = (0u32..4, -3..3i64, 6..12i64, prop::array::uniform2(-4.0..=4.0f64));
        edit.prop_map(|(octave, x, y, gradient)| Edit {
            octave,
            cell: [x, y].map(|coordinate| coordinate << octave),
            gradient,
        })
    }

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
            edits in prop::collection::vec(edits(), 0..=64),
            (seed, band_limit_m) in (any::<u64>(), prop_oneof![Just(0.0), 0.5..8.0]),
            period in prop::option::of([1u32..40, 1..40]),
        ) {
            prop_assume!(row.dimensions.contains(&2));
            let (basis, seed) = (row.basis, Seed(seed));
            let edits = if can_edit(basis, 2) { Edits::from(edits) } else { Edits::default() };
            let spec = NoiseSpec {
                basis, fractal, normalise, octaves, gain, offset, rounding, seed, fade, edits, period,
                ..NoiseSpec::default()
            };
            let [low, high] = spec.bounds().unwrap();
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
