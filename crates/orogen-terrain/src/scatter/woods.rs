//! Woods: patches of trees with ragged edges, on green ground below the tree line.
//!
//! The shader `woods.wgsl` has the same formulas and constants, because it draws woods that are too
//! far away for single trees. A test compares the constants.

use crate::ground::{
    GroundNoises, GroundPlace, GroundShares, angle_rad, noise_of_row, smoothstep, step_around,
};
use crate::materials::TREE_WIDTH_M;
use crate::recipe::Recipe;
use crate::shader_numbers::shader_numbers;

/// The noise threshold of woods at tree density 0. It falls to the negative of this at density 1.
const MAX_THRESHOLD: f32 = 1.3;
/// The excess of green over red in the grass colour at which the first trees grow, and from which
/// all trees grow. Both are differences of sRGB values.
const LEAFY_FROM: f32 = 0.0;
const LEAFY_ALL: f32 = 0.04;

shader_numbers! {
    /// The constants of woods, by the names that the shader gives them.
    SHADER_NUMBERS;
    /// The weight of the noise of each patch size, relative to the size four times as large.
    FINER: f32 = 0.5;
    /// The amount that dark grass adds to the noise, so that woods prefer it.
    LUSH: f32 = 0.5;
    /// The range of noise values over which woods thin out.
    EDGE: f32 = 0.22;
    /// The share of cells with a tree outside woods.
    LONE: f32 = 0.012;
    /// The share of green ground at which the first trees grow, and from which all trees grow.
    GREEN_FROM: f32 = 0.3;
    GREEN_ALL: f32 = 0.75;
    /// The heights above the sea in metres at which the first trees grow, and from which all trees
    /// grow.
    DRY_FROM_M: f32 = 1.0;
    DRY_ALL_M: f32 = 4.0;
    /// The range of slopes over which woods end, and the amplitude of the noise that makes this
    /// limit ragged, in radians.
    STEEP_WIDTH_RAD: f32 = 0.14;
    STEEP_FRAY_RAD: f32 = 0.1;
    /// The depth below the tree line in metres at which half of the trees are conifers.
    HALF_BELOW_M: f32 = 320.0;
    /// The range of heights in metres over which conifers replace broadleaf trees.
    TURNS_OVER_M: f32 = 420.0;
    /// The shift of this range by noise in metres, which makes patches of either kind.
    MIXED_M: f32 = 320.0;
    /// The number of patch sizes, each with its own noise.
    SIZES: i32 = 4;
}

/// The parameters of a recipe's woods.
#[derive(Clone, Copy, Debug)]
pub struct Woods {
    /// The base-2 logarithm of the size of the largest patches in metres.
    pub patches_octave: i32,
    /// The noise value above which trees form a wood.
    pub threshold: f32,
    trees: f32,
    /// The height at which trees end.
    pub line_m: f32,
    /// The slope on which trees end.
    pub steepest_rad: f32,
    /// The greenness of the recipe's grass colour, from 0 to 1.
    ///
    /// At 0, as for the colour of sand, no tree grows.
    pub leafy: f32,
    conifers: f32,
    sea_level_m: f32,
    footprint_m: f32,
}

/// The state of the woods at a place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LocalWoods {
    /// The share of cells that have a tree.
    pub cover: f32,
    /// The share of trees that are conifers.
    pub conifers: f32,
    /// The growth of the trees: 0 above the tree line, ½ at it, 1 well below it.
    pub growth: f32,
}

impl Woods {
    /// Prepares the woods of a recipe, for samples at this spacing.
    pub fn new(recipe: &Recipe, spacing_m: f64) -> Self {
        let (plants, ground) = (&recipe.plants, &recipe.ground);
        let [red, green, _] = ground.grass;
        Self {
            patches_octave: plants.woods_m.log2().round() as i32,
            threshold: (1.0 - 2.0 * plants.trees as f32) * MAX_THRESHOLD,
            trees: plants.trees as f32,
            line_m: (ground.tree_line_m - plants.below_m) as f32,
            steepest_rad: plants.slope_deg.to_radians() as f32,
            leafy: leafiness([red, green]),
            conifers: plants.conifers as f32,
            sea_level_m: recipe.world.sea_level_m as f32,
            footprint_m: spacing_m as f32,
        }
    }

    /// Returns true if the recipe has trees and its grass is green.
    pub fn has_trees(&self) -> bool {
        self.trees > 0.0 && self.leafy > 0.0
    }

    /// The density of trees outside woods, from 0 to 1.
    pub fn lone_trees(&self) -> f32 {
        smoothstep(0.0, 0.2, self.trees)
    }

    /// The noise with cells of 2^`log2` metres at a place.
    fn noise(&self, [x, z]: [f64; 2], log2: i32) -> f32 {
        let mut noise = 0.0;
        noise_of_row(&[x], z, log2, self.footprint_m, |_, value| noise = value);
        noise
    }

    /// The woods at a place, from the ground, the material shares and the noises there.
    pub fn at(
        &self,
        place_m: [f64; 2],
        place: &GroundPlace,
        shares: &GroundShares,
        noises: &GroundNoises,
    ) -> LocalWoods {
        let [_, meadow, grass, ..] = shares.parts;
        let green = meadow + grass;
        let lush = grass / green.max(1e-4);
        let patches = |i: i32| FINER.powi(i) * self.noise(place_m, self.patches_octave - 2 * i);
        let clump: f32 = (0..SIZES).map(patches).sum();
        let value = clump + LUSH * (lush - 0.5);
        let dense = smoothstep(self.threshold - EDGE, self.threshold + EDGE, value);
        let width_m = TREE_WIDTH_M as f32;
        let frayed_m = place.bed_m + 0.5 * width_m * noises[2];
        let below = 1.0 - step_around(self.line_m, width_m, frayed_m);
        let slope = angle_rad(place.normal[1]) + STEEP_FRAY_RAD * noises[0];
        let gentle = 1.0 - step_around(self.steepest_rad, STEEP_WIDTH_RAD, slope);
        let dry = smoothstep(DRY_FROM_M, DRY_ALL_M, place.bed_m - self.sea_level_m);
        let ground = smoothstep(GREEN_FROM, GREEN_ALL, green);
        let lone = LONE * self.lone_trees();
        let mixed = self.noise(place_m, self.patches_octave - 1);
        let under_m = self.line_m - place.bed_m + MIXED_M * mixed;
        let by_altitude = 1.0 - step_around(HALF_BELOW_M, TURNS_OVER_M, under_m);
        LocalWoods {
            cover: self.leafy * dense.max(lone) * below * gentle * dry * ground,
            conifers: (by_altitude + 2.0 * self.conifers - 1.0).clamp(0.0, 1.0),
            growth: smoothstep(0.0, 2.0 * width_m, self.line_m + width_m - frayed_m),
        }
    }
}

/// The greenness of an sRGB grass colour, from 0 to 1; see [`LEAFY_FROM`].
fn leafiness([red, green]: [f32; 2]) -> f32 {
    smoothstep(LEAFY_FROM, LEAFY_ALL, green - red)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sand_has_no_trees_and_grass_has() {
        assert_eq!([leafiness([0.78, 0.55]), leafiness([0.25, 0.31])], [0.0, 1.0]);
    }
}
