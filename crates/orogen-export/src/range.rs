//! The height bounds of a recipe's land.

use orogen_noise::NoiseError;
use orogen_terrain::bounds;
use orogen_terrain::recipe::Recipe;

/// Returns the lowest and highest possible height of a land, in metres.
///
/// The bounds assume that all octaves reach the measured extremes of their basis at one place. They
/// are rounded outward to three or four digits. The heights of most lands span about half of this
/// range.
///
/// # Errors
/// If the recipe's settings exclude each other.
///
/// ```
/// use orogen_export::range;
/// use orogen_terrain::Scene;
///
/// let [low, high] = range::bounds_m(&Scene::default().recipe)?;
/// assert!(low < 0.0 && high > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn bounds_m(recipe: &Recipe) -> Result<[f64; 2], NoiseError> {
    let bounds = bounds::of_recipe(recipe)?;
    Ok(round_outward([bounds.low_m, bounds.high_m]))
}

/// Rounds outward to multiples of a power of ten, which is at most a thousandth of the range and at
/// least a millimetre.
fn round_outward([low, high]: [f64; 2]) -> [f64; 2] {
    let mut digit = 1e-3;
    while digit * 1e4 <= high - low {
        digit *= 10.0;
    }
    // Computes the f64 nearest to the exact multiple.
    let multiple = |count: f64| {
        if digit < 1.0 { count / (1.0 / digit).round() } else { count * digit.round() }
    };
    [multiple((low / digit).floor()), multiple((high / digit).ceil())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_noise::{BASES, Basis, FractalKind, Normalise};
    use orogen_terrain::land::Land;
    use orogen_terrain::preset::PRESETS;
    use orogen_terrain::scene::Scene;

    /// Returns the lowest and highest height of samples on a coarse grid.
    fn sampled_range_m(recipe: &Recipe) -> [f64; 2] {
        let land = Land::new(recipe).unwrap();
        let heights = (0..40_i32).flat_map(|i| (0..40_i32).map(move |j| [i, j])).map(|p| {
            // The step is not a multiple of a cell, so samples do not always lie on lattice points.
            land.height_m(p.map(|c| f64::from(c) * 397.3 - 8000.0), 4.0)
        });
        heights.fold([f64::MAX, f64::MIN], |[low, high], h| [low.min(h), high.max(h)])
    }

    #[test]
    fn every_kind_of_land_lies_within_its_bounds() {
        let mut recipes = vec![];
        for row in BASES.iter().filter(|row| row.dimensions.contains(&2)) {
            let mut recipe = Recipe::default();
            recipe.base_mut().noise.basis = row.basis;
            recipes.push(recipe);
        }
        for kind in FractalKind::ALL {
            for normalise in Normalise::ALL {
                let mut recipe = Recipe::default();
                recipe.base_mut().noise.basis = Basis::Perlin;
                (recipe.base_mut().fractal.kind, recipe.base_mut().fractal.normalise) =
                    (kind.value, normalise.value);
                recipes.push(recipe);
            }
        }
        recipes.extend(PRESETS.iter().map(|preset| preset.scene().unwrap().recipe));
        for recipe in recipes {
            let ([low, high], sampled) = (bounds_m(&recipe).unwrap(), sampled_range_m(&recipe));
            let options = (
                recipe.base().noise.basis,
                recipe.base().fractal.kind,
                recipe.base().fractal.normalise,
            );
            assert!(
                low <= sampled[0] && sampled[1] <= high,
                "{options:?}: {sampled:?} leaves {low} to {high}"
            );
            // The sum of several layers rarely reaches all its maxima in one place.
            let min_share = if recipe.only_noise().is_some() { 0.15 } else { 0.02 };
            let share = (sampled[1] - sampled[0]) / (high - low);
            assert!(share > min_share, "{options:?}: {sampled:?} is little of {low} to {high}");
        }
    }

    #[test]
    fn bounds_are_rounded_outward() {
        assert_eq!(round_outward([-629.69, 629.69]), [-630.0, 630.0]);
        assert_eq!(round_outward([-8400.1, 8399.0]), [-8410.0, 8400.0]);
        assert_eq!(round_outward([0.0, 12.3456]), [0.0, 12.35]);
        assert_eq!(round_outward([0.0, 0.0]), [0.0, 0.0]);
    }

    #[test]
    fn the_default_land_has_the_bounds_of_its_height() {
        let recipe = Scene::default().recipe;
        let [low, high] = bounds_m(&recipe).unwrap();
        assert_eq!(low, -high);
        assert!(
            high >= recipe.base().shape.height_m && high < 1.1 * recipe.base().shape.height_m,
            "{high}"
        );
    }
}
