//! The material shares of the natural style on the CPU, without the noise at their borders. They
//! describe a place in text; in pictures, the shader computes materials.

use crate::land::Land;
use crate::palette::KIND_NAMES;
use crate::recipe::Recipe;

/// The height range over which green gives way to stony ground at the meadow line.
pub const TREE_WIDTH_M: f64 = 120.0;

/// How far the sharpest hollow lowers the snow line, in snow widths.
pub const HOLLOW_SNOW: f64 = 0.25;

/// The width of the snow's edge, as a share of the width over which snow appears.
pub const SNOW_EDGE: f64 = 0.2;

/// A place of the land, with the properties that decide its material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfacePoint {
    /// The unclamped height.
    pub bed_m: f64,
    /// Unit normal of the bed: x east, y up, z south.
    pub normal: [f64; 3],
    /// Curvature, from −1 in a hollow to 1 on a ridge.
    ///
    /// It is the mesh's curvature at the finest spacing.
    pub curvature: f64,
}

impl SurfacePoint {
    /// The place at a world position, from heights one finest spacing apart.
    pub fn at(land: &Land, [x_m, z_m]: [f64; 2]) -> Self {
        let spacing_m = land.spacing_m();
        let height = |dx: f64, dz: f64| {
            land.height_m([x_m + dx * spacing_m, z_m + dz * spacing_m], spacing_m)
        };
        let bed_m = height(0.0, 0.0);
        let [west, east, north, south] =
            [height(-1.0, 0.0), height(1.0, 0.0), height(0.0, -1.0), height(0.0, 1.0)];
        let normal = [west - east, 2.0 * spacing_m, north - south];
        let length = normal.iter().map(|c| c * c).sum::<f64>().sqrt();
        let convex = (4.0 * bed_m - west - east - north - south) / spacing_m;
        Self { bed_m, normal: normal.map(|c| c / length), curvature: convex.clamp(-1.0, 1.0) }
    }

    /// The slope in degrees, from 0 to 90.
    pub fn slope_deg(&self) -> f64 {
        self.normal[1].clamp(0.0, 1.0).acos().to_degrees()
    }
}

/// The shares of the land's materials; they sum to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MaterialShares {
    /// Beach.
    pub sand: f64,
    /// Grass.
    pub meadow: f64,
    /// Heath and dark grass, in hollows.
    pub dark_grass: f64,
    /// Loose stones below the rock, and stony ground above the meadow line.
    pub scree: f64,
    /// Steep land.
    pub rock: f64,
    /// High land that is not too steep.
    pub snow: f64,
}

fn smoothstep(from: f64, to: f64, x: f64) -> f64 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Rises from 0 to 1 over a width around an edge.
fn step_around(edge: f64, width: f64, x: f64) -> f64 {
    smoothstep(edge - 0.5 * width, edge + 0.5 * width, x)
}

impl MaterialShares {
    /// The shares at a place that is not under water.
    pub fn at(recipe: &Recipe, place: &SurfacePoint) -> Self {
        let ground = &recipe.ground;
        let slope_deg = place.slope_deg();
        let above_sea_m = place.bed_m - recipe.world.sea_level_m;
        let mut remaining = 1.0;
        let mut take = |fraction: f64| {
            let taken = remaining * fraction;
            remaining -= taken;
            taken
        };
        // The noon sun is in the south.
        let line_m = ground.snow_line_m + ground.snow_sun_m * place.normal[2];
        let height_m = place.bed_m - HOLLOW_SNOW * place.curvature * ground.snow_width_m;
        let slope_factor =
            1.0 - step_around(ground.snow_slope_deg, ground.rock_width_deg, slope_deg);
        let cover = step_around(line_m, ground.snow_width_m, height_m) * slope_factor;
        let snow = take(step_around(0.5, SNOW_EDGE * 2.0, cover));
        let rock = take(step_around(ground.rock_slope_deg, ground.rock_width_deg, slope_deg));
        let scree = take(step_around(ground.scree_slope_deg, ground.rock_width_deg, slope_deg));
        let sand = take(1.0 - smoothstep(0.5, 1.0, above_sea_m / ground.beach_m.max(1e-6)));
        let stony = take(step_around(ground.tree_line_m, TREE_WIDTH_M, place.bed_m));
        let dark_grass = take(smoothstep(-0.5, 0.5, -place.curvature));
        Self { sand, meadow: remaining, dark_grass, scree: scree + stony, rock, snow }
    }

    /// The shares in the order of [`KIND_NAMES`], which begins with water.
    pub fn in_order(&self) -> [f64; 7] {
        [0.0, self.sand, self.meadow, self.dark_grass, self.scree, self.rock, self.snow]
    }
}

/// The name of the dominant material at a place.
///
/// ```
/// use orogen_terrain::materials::{SurfacePoint, material_name};
/// use orogen_terrain::{Land, Recipe};
///
/// let recipe = Recipe::default();
/// let point = SurfacePoint::at(&Land::new(&recipe)?, [120.0, -40.0]);
/// assert!(!material_name(&recipe, &point).is_empty());
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
pub fn material_name(recipe: &Recipe, place: &SurfacePoint) -> &'static str {
    if place.bed_m <= recipe.world.sea_level_m {
        return KIND_NAMES[0];
    }
    let shares = MaterialShares::at(recipe, place).in_order();
    let strongest = (0..shares.len()).max_by(|&a, &b| shares[a].total_cmp(&shares[b]));
    KIND_NAMES[strongest.unwrap_or_default()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A place that slopes towards an azimuth (0 is north).
    fn place(bed_m: f64, slope_deg: f64, azimuth_deg: f64, curvature: f64) -> SurfacePoint {
        let (slope, azimuth) = (slope_deg.to_radians(), azimuth_deg.to_radians());
        let normal = [slope.sin() * azimuth.sin(), slope.cos(), -slope.sin() * azimuth.cos()];
        SurfacePoint { bed_m, normal, curvature }
    }

    #[test]
    fn materials_follow_height_slope_and_curvature() {
        let recipe = Recipe::default();
        let sea = recipe.world.sea_level_m;
        for (bed_m, slope_deg, curvature, material) in [
            (sea - 10.0, 5.0, -0.2, "water"),
            (sea, 5.0, -0.2, "water"),
            (sea + 1.0, 5.0, -0.2, "sand"),
            (sea + 20.0, 5.0, -0.2, "dark grass"),
            (sea + 20.0, 5.0, 0.3, "meadow"),
            (100.0, 15.0, 0.1, "meadow"),
            (100.0, 32.0, 0.1, "scree"),
            (100.0, 42.0, 0.1, "rock"),
            (100.0, 80.0, 0.1, "rock"),
            (170.0, 5.0, 0.3, "meadow"),
            (310.0, 5.0, 0.3, "scree"),
        ] {
            let place = place(bed_m, slope_deg, 0.0, curvature);
            assert_eq!(material_name(&recipe, &place), material, "{place:?}");
        }
        let rock = |slope_deg| MaterialShares::at(&recipe, &place(100.0, slope_deg, 0.0, 0.0)).rock;
        let edge = recipe.ground.rock_slope_deg;
        assert!((rock(edge) - 0.5).abs() < 1e-9);
        assert_eq!([rock(edge - 6.0), rock(edge + 6.0)], [0.0, 1.0]);
    }

    #[test]
    fn snow_lies_longer_in_hollows_and_out_of_the_sun() {
        let recipe = Recipe::default();
        let line = recipe.ground.snow_line_m;
        let snow = |azimuth, curvature| {
            MaterialShares::at(&recipe, &place(line, 25.0, azimuth, curvature)).snow
        };
        assert!(
            snow(0.0, 0.0) > 0.5 && snow(180.0, 0.0) < 0.5,
            "north {} south {}",
            snow(0.0, 0.0),
            snow(180.0, 0.0)
        );
        assert!(snow(90.0, -0.3) > snow(90.0, 0.0) && snow(90.0, 0.0) > snow(90.0, 0.3));
    }

    #[test]
    fn a_place_of_the_land_has_its_height_and_slope() {
        let recipe = Recipe::default();
        let land = Land::new(&recipe).unwrap();
        let [x, z] = [123.0, -456.0];
        let place = SurfacePoint::at(&land, [x, z]);
        assert_eq!(place.bed_m, land.height_m([x, z], land.spacing_m()));
        let rise = land.height_m([x + 1.0, z], 1.0) - land.height_m([x - 1.0, z], 1.0);
        assert!((-place.normal[0] / place.normal[1] - 0.5 * rise).abs() < 1e-9, "{place:?} {rise}");
    }

    proptest! {
        #[test]
        fn shares_sum_to_one_and_snow_keeps_to_its_line_and_slope(
            bed_m in -29.0..900.0,
            slope_deg in 0.0..89.0,
            azimuth in 0.0..360.0,
            curvature in -1.0..1.0,
        ) {
            let recipe = Recipe::default();
            let shares = MaterialShares::at(&recipe, &place(bed_m, slope_deg, azimuth, curvature));
            let all = shares.in_order();
            prop_assert!(all.iter().all(|s| (-1e-12..=1.0 + 1e-12).contains(s)), "{shares:?}");
            prop_assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{shares:?}");
            let ground = &recipe.ground;
            let lowest = ground.snow_line_m - ground.snow_sun_m - 1.5 * ground.snow_width_m;
            if bed_m < lowest || slope_deg > ground.snow_slope_deg + 0.5 * ground.rock_width_deg {
                prop_assert_eq!(shares.snow, 0.0);
            }
            if slope_deg < ground.rock_slope_deg - 0.5 * ground.rock_width_deg {
                prop_assert_eq!(shares.rock, 0.0);
            }
        }
    }
}
