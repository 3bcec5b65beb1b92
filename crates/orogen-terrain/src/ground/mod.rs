//! The ground of the natural style on the CPU, in f32: the materials, their colours, and the noise
//! that frays their borders. Exports use it. The formulas and constants are those of the shader
//! `natural.wgsl`; a test compares the constants.
//!
//! Relief finer than the mesh is left to the shader, because it only changes the light.

mod noise;

use crate::materials::{HOLLOW_SNOW, TREE_WIDTH_M};
use crate::recipe::Recipe;
use crate::shader_numbers::shader_numbers;

pub use noise::{HASH_FACTORS, noise_of_row};

/// The number of octaves of fine noise, the same as in shaders at the highest quality.
const OCTAVES: i32 = 6;

/// The share of the fine grains that full ripples replace.
const RIPPLES_TAKE: f32 = 0.8;
/// The size of the folds of rock layers: cells of 2^11 m.
const FOLD_OCTAVE: i32 = 11;

shader_numbers! {
    /// The constants of the ground, with their names in the shaders.
    SHADER_NUMBERS;
    WET: f32 = 0.45;
    FRAY_SLOPE_RAD: f32 = 0.16;
    FRAY_BEACH: f32 = 0.5;
    FRAY_SNOW: f32 = 1.0;
    SHADE_PATCHES: f32 = 0.12;
    SHADE_GRAINS: f32 = 0.22;
    RIDGE_ROCK_RAD: f32 = 0.12;
    GULLY_SCREE_RAD: f32 = 0.14;
    GULLY_SNOW: f32 = 1.4;
    GULLY_SNOW_RAD: f32 = 0.22;
    SHADE_DAMP: f32 = 0.18;
    GULLY_BEGINS: f32 = 0.15;
    GULLY_BED: f32 = 0.75;
    FOLD_M: f32 = 420.0;
    FOLD_SMALL: f32 = 0.3;
    LAYERED_FROM: f32 = -0.4;
    LAYERED_ALL: f32 = 0.25;
    LEVEL_FROM: f32 = 0.5;
    LEVEL_ALL: f32 = 0.85;
    UNEVEN: f32 = 1.1;
    UNEVEN_SIZE: f32 = 0.23;
    SNOW_EDGE: f32 = crate::materials::SNOW_EDGE as f32;
}

/// A linear colour.
pub type Colour = [f32; 3];

/// A place of the land with the properties that decide its material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundPlace {
    /// The unclamped height.
    pub bed_m: f32,
    /// Unit normal of the bed: x east, y up, z south.
    pub normal: [f32; 3],
    /// Four times the height above the mean of the four neighbours, over the spacing: −1 in a hollow,
    /// 1 on a ridge.
    pub curvature: f32,
    /// The ridge map of the erosion: −1 in the bed of a gully, 1 on a ridge.
    pub ridge: f32,
}

/// The five noises at a place.
///
/// They are coarse and fine noise that frays the borders of materials, large patches, the folds of
/// rock layers, and the layering of rock, which is low in massive rock.
pub type GroundNoises = [f32; 5];

/// Shares of the materials, which add up to 1 except for rounding.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GroundShares {
    /// Sand, meadow, dark grass, scree, rock, snow. This is the palette's order, without water.
    pub parts: [f32; 6],
    /// The wetness of the sand, from 0 to 1.
    pub wet: f32,
}

/// The ground of a recipe, for samples of one spacing.
pub struct Ground {
    footprint_m: f32,
    /// The size of the patches of grass: cells of 2^`patches_octave` metres.
    patches_octave: i32,
    breakup: f32,
    ripples: f32,
    sea_level_m: f32,
    /// Colours of sand, meadow, dark grass, scree, rock, snow.
    colours: [Colour; 6],
    beach_m: f32,
    tree_line_m: f32,
    rock_slope_rad: f32,
    scree_slope_rad: f32,
    width_rad: f32,
    strata: Colour,
    strata_per_m: f32,
    strata_strength: f32,
    snow_line_m: f32,
    snow_width_m: f32,
    snow_slope_rad: f32,
    snow_sun_m: f32,
    deep: Colour,
    /// The absorption of light by water, per metre.
    absorption: Colour,
    foam_m: f32,
}

/// Converts a display colour (sRGB) to a linear one.
pub fn linear(display: Colour) -> Colour {
    display.map(|c| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) })
}

/// A smoothstep from 0 at one number to 1 at another.
pub(crate) fn smoothstep(from: f32, to: f32, x: f32) -> f32 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// A smoothstep of a width, centred at `edge`.
pub(crate) fn step_around(edge: f32, width: f32, x: f32) -> f32 {
    smoothstep(edge - 0.5 * width, edge + 0.5 * width, x)
}

fn mix(a: Colour, b: Colour, share: f32) -> Colour {
    [0, 1, 2].map(|c| a[c] + (b[c] - a[c]) * share)
}

/// The angle in radians whose cosine is `y`; `y` is from 0 to 1.
///
/// The error is below 2·10⁻⁸ (Abramowitz and Stegun, 4.4.46).
pub fn angle_rad(y: f32) -> f32 {
    const TERMS: [f32; 8] = [
        -0.001_262_491_1,
        0.006_670_09,
        -0.017_088_126,
        0.030_891_88,
        -0.050_174_305,
        0.088_978_99,
        -0.214_598_8,
        std::f32::consts::FRAC_PI_2,
    ];
    let y = y.clamp(0.0, 1.0);
    (1.0 - y).sqrt() * TERMS.iter().fold(0.0, |sum, term| sum * y + term)
}

impl Ground {
    /// Prepares the ground for samples `spacing_m` apart. Noise too fine for them fades.
    pub fn new(recipe: &Recipe, spacing_m: f64) -> Self {
        let (ground, lake) = (&recipe.ground, &recipe.lake);
        let radians = |degrees: f64| degrees.to_radians() as f32;
        Self {
            footprint_m: spacing_m as f32,
            patches_octave: ground.patches_m.log2().round() as i32,
            breakup: ground.breakup as f32,
            ripples: ground.ripples as f32,
            sea_level_m: recipe.world.sea_level_m as f32,
            colours: [
                ground.sand,
                ground.meadow,
                ground.grass,
                ground.scree,
                ground.rock,
                ground.snow,
            ]
            .map(linear),
            beach_m: ground.beach_m as f32,
            tree_line_m: ground.tree_line_m as f32,
            rock_slope_rad: radians(ground.rock_slope_deg),
            scree_slope_rad: radians(ground.scree_slope_deg),
            width_rad: radians(ground.rock_width_deg),
            strata: linear(ground.strata),
            strata_per_m: (1.0 / ground.strata_m) as f32,
            strata_strength: ground.strata_strength as f32,
            snow_line_m: ground.snow_line_m as f32,
            snow_width_m: ground.snow_width_m as f32,
            snow_slope_rad: radians(ground.snow_slope_deg),
            snow_sun_m: ground.snow_sun_m as f32,
            deep: linear(lake.deep),
            // Red is absorbed first, then green. The recipe's clarity is the absorption length of green.
            absorption: [3.2, 1.0, 0.75].map(|c: f32| c / lake.clarity_m as f32),
            foam_m: lake.foam_m as f32,
        }
    }

    /// Computes the noises along a row, from the columns' x and the row's z in metres.
    pub fn noises_along_row(&self, columns_m: &[f64], row_m: f64, noises: &mut Vec<GroundNoises>) {
        noises.clear();
        noises.resize(columns_m.len(), [0.0; 5]);
        let mut add = |slot: usize, log2: i32, weight: f32| {
            noise_of_row(columns_m, row_m, log2, self.footprint_m, |i, value| {
                noises[i][slot] += weight * value;
            });
        };
        add(0, 6, 1.0);
        add(0, 4, 0.5);
        (0..OCTAVES).for_each(|i| add(1, 2 - i, 0.5f32.powi(i)));
        add(2, self.patches_octave, 1.0);
        add(2, self.patches_octave - 2, 0.5);
        add(3, FOLD_OCTAVE, 1.0);
        add(3, FOLD_OCTAVE - 2, FOLD_SMALL);
        add(4, FOLD_OCTAVE - 1, 1.0);
    }

    /// The shares of the materials at a place.
    pub fn shares(&self, place: &GroundPlace, noises: GroundNoises) -> GroundShares {
        let fray = self.breakup * (noises[0] + 0.5 * noises[1]);
        let slope = angle_rad(place.normal[1]) + fray * FRAY_SLOPE_RAD;
        let above_sea_m = place.bed_m - self.sea_level_m;
        let gully = gully_share(place);

        let mut remaining = 1.0;
        let mut take = |share: f32| {
            let taken = remaining * share;
            remaining -= taken;
            taken
        };
        // The noon sun is in the south.
        let line_m = self.snow_line_m + self.snow_sun_m * place.normal[2];
        let height_m = place.bed_m + fray * FRAY_SNOW * self.snow_width_m
            - (HOLLOW_SNOW as f32 * place.curvature - GULLY_SNOW * gully) * self.snow_width_m;
        let steepest_rad = self.snow_slope_rad + GULLY_SNOW_RAD * gully;
        let slope_factor = 1.0 - step_around(steepest_rad, self.width_rad, slope);
        let cover = step_around(line_m, self.snow_width_m, height_m) * slope_factor;
        let snow = take(step_around(0.5, SNOW_EDGE * 2.0, cover));
        let slope_for_rock = slope + RIDGE_ROCK_RAD * place.ridge;
        let rock = take(step_around(self.rock_slope_rad, self.width_rad, slope_for_rock));
        let slope_for_scree = slope + GULLY_SCREE_RAD * gully;
        let mut scree = take(step_around(self.scree_slope_rad, self.width_rad, slope_for_scree));
        let frayed_above_sea_m = above_sea_m - fray * FRAY_BEACH * self.beach_m;
        let sand = take(1.0 - smoothstep(0.5, 1.0, frayed_above_sea_m / self.beach_m.max(1e-6)));
        let tree_width_m = TREE_WIDTH_M as f32;
        let frayed_bed_m = place.bed_m + 0.5 * tree_width_m * noises[2];
        let damp = gully.max(0.0);
        let tree_line_m = self.tree_line_m + 0.5 * damp * tree_width_m;
        scree += take(step_around(tree_line_m, tree_width_m, frayed_bed_m));
        let lushness = smoothstep(-0.5, 0.5, noises[2] + 0.5 * noises[0] - place.curvature + damp);
        let grass = take(lushness);
        let wet = 1.0 - smoothstep(0.0, self.foam_m, above_sea_m);
        GroundShares { parts: [sand, remaining, grass, scree, rock, snow], wet }
    }

    /// The ground's linear colour at a place, before lighting.
    ///
    /// Under water it is the colour of the bed.
    pub fn albedo(
        &self,
        place: &GroundPlace,
        shares: &GroundShares,
        noises: GroundNoises,
    ) -> Colour {
        let [sand, meadow, grass, scree, rock, snow] = shares.parts;
        let [sand_rgb, meadow_rgb, grass_rgb, scree_rgb, rock_rgb, snow_rgb] = self.colours;
        let strata = match rock > 0.0 {
            true => self.strata_strength * self.strata(place.bed_m, noises),
            false => 0.0,
        };
        let rock_rgb = mix(rock_rgb, self.strata, strata);
        let sand_rgb = mix(sand_rgb, sand_rgb.map(|c| c * WET), shares.wet);
        let variation = 1.0 - 0.5 * sand - snow;
        let damp = (meadow + grass) * SHADE_DAMP * gully_share(place);
        let rippled = self.ripples * (sand * (1.0 - shares.wet) + meadow + grass);
        let grains = SHADE_GRAINS * noises[1] * (1.0 - RIPPLES_TAKE * rippled);
        let shade = 1.0 + variation * (SHADE_PATCHES * noises[2] + grains) - damp;
        let shade = shade.clamp(0.0, 2.0);
        let colour = [0, 1, 2].map(|c| {
            shade
                * (sand * sand_rgb[c]
                    + meadow * meadow_rgb[c]
                    + grass * grass_rgb[c]
                    + scree * scree_rgb[c]
                    + rock * rock_rgb[c]
                    + snow * snow_rgb[c])
        });
        match place.bed_m > self.sea_level_m {
            true => colour,
            false => mix(self.colours[0].map(|c| c * WET), colour, 0.5),
        }
    }

    /// The colour of a bed seen through water, straight from above.
    ///
    /// Above the sea it is `bed` itself.
    pub fn under_water(&self, bed: Colour, bed_m: f32) -> Colour {
        let depth_m = self.sea_level_m - bed_m;
        if depth_m <= 0.0 {
            return bed;
        }
        // The light crosses the water twice: down from the sun and up to the eye.
        let transmittance = self.absorption.map(|per_m| (-per_m * depth_m * 2.0).exp());
        [0, 1, 2].map(|c| self.deep[c] + (bed[c] - self.deep[c]) * transmittance[c])
    }

    /// The darkness of the rock layer at a height, from 0 to 1. Layers are gently folded and unevenly
    /// thick. Massive rock has no layers. The stronger the layers are, the more level they lie.
    fn strata(&self, height_m: f32, [coarse, _, large, fold, layering]: GroundNoises) -> f32 {
        let visibility = 1.0 - smoothstep(0.25, 0.5, self.footprint_m * self.strata_per_m);
        if visibility <= 0.0 {
            return 0.0;
        }
        let level = smoothstep(LEVEL_FROM, LEVEL_ALL, self.strata_strength);
        let lifted_m = FOLD_M * fold * (1.0 - level);
        let contrast = smoothstep(LAYERED_FROM, LAYERED_ALL, layering);
        let contrast = contrast + (1.0 - contrast) * level;
        let even_layers = (height_m + lifted_m) * self.strata_per_m + 0.25 * coarse + 0.5 * large;
        let layers = even_layers + UNEVEN * noise::value([UNEVEN_SIZE * even_layers, 0.5], [2; 2]);
        let [thick, thin] =
            [noise::value([layers, 0.5], [0; 2]), noise::value([2.0 * layers, 0.5], [1; 2])];
        visibility * contrast * smoothstep(-0.5, 0.5, thick + 0.5 * thin)
    }
}

/// The share of a place that is the bed of a gully, from 0 to 1.
fn gully_share(place: &GroundPlace) -> f32 {
    smoothstep(GULLY_BEGINS, GULLY_BED, -place.ridge)
}

#[cfg(test)]
mod tests;
