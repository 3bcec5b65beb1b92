//! The uniforms of the land's shaders by their names: colours, materials, water and plants.

use serde_json::{Value as Json, json};

use crate::instance::Instance;
use crate::levels;
use orogen_terrain::ground::linear;
use orogen_terrain::look::Style;
use orogen_terrain::materials::{HOLLOW_SNOW, TREE_WIDTH_M};
use orogen_terrain::scatter::Woods;
use orogen_terrain::view::field_rad;

/// All uniforms that depend on the recipe and the view but not on the camera or the light.
///
/// # Errors
/// If choices of the recipe exclude each other.
pub fn uniforms(instance: &mut Instance) -> Result<Json, String> {
    let horizon_m = levels::horizon_m(instance);
    let scene = instance.scene();
    let (recipe, params) = (&scene.recipe, &scene.view.params);
    let (ground, lake, colour, plants) =
        (&recipe.ground, &recipe.lake, &recipe.colour, &recipe.plants);
    let (shape, sea_m) = (recipe.shape(), recipe.world.sea_level_m);
    let woods = Woods::new(recipe, 0.0);
    // Haze is complete a little before the horizon, so that no edge is visible.
    let haze_end_m = 0.97 * horizon_m;
    let slopes_rad = [
        ground.rock_slope_deg,
        ground.scree_slope_deg,
        ground.rock_width_deg,
        ground.snow_slope_deg,
    ]
    .map(f64::to_radians);
    // Red is absorbed first, then green. The recipe's clarity is the length for green.
    let absorbs = [3.2, 1.0, 0.75].map(|c| c / lake.clarity_m);
    Ok(json!({
        "course": params.look.style == Style::Course,
        "sea_m": sea_m,
        "field_rad": field_rad(params.camera.lens_mm),
        "horizon_m": horizon_m.min(1000.0 * params.distance.horizon_km),
        "uniforms": {
            "u_sea_m": sea_m,
            "u_shape": [shape.height_m.max(1e-6), 1.0 / shape.exponent, shape.noise(sea_m)],
            "u_course_water": colour.water,
            "u_course_grass": colour.grass,
            "u_course_mountain": colour.mountain,
            "u_course_numbers": [colour.alpha_scale, colour.shininess_water, colour.shininess_land,
                params.light.ambient],
            "u_course_light": params.light.colour,
            "u_haze_m": [haze_end_m * (1.0 - params.distance.haze) * 0.9, haze_end_m],
            "u_sand": linear(ground.sand),
            "u_meadow": linear(ground.meadow),
            "u_grass": linear(ground.grass),
            "u_rock": linear(ground.rock),
            "u_strata": linear(ground.strata),
            "u_scree": linear(ground.scree),
            "u_snow": linear(ground.snow),
            "u_slopes": slopes_rad,
            "u_snow_line": [ground.snow_line_m, ground.snow_width_m, ground.snow_sun_m, HOLLOW_SNOW],
            "u_lines": [ground.beach_m, ground.tree_line_m, TREE_WIDTH_M, lake.foam_m],
            "u_strata_numbers": [1.0 / ground.strata_m, ground.strata_strength],
            "u_detail": [ground.breakup, ground.bumps, ground.ripples],
            "u_patches": ground.patches_m.log2().round(),
            "u_deep": linear(lake.deep),
            "u_absorbs": absorbs,
            "u_waves": [lake.waves * 0.12, lake.wave_m],
            "u_conifer": linear(plants.conifer),
            "u_broadleaf": linear(plants.broadleaf),
            "u_woods": [
                f64::from(woods.threshold),
                if woods.has_trees() { f64::from(woods.leafy) } else { 0.0 },
                f64::from(woods.line_m),
                f64::from(woods.steepest_rad),
            ],
            "u_wood_patches": woods.patches_octave,
            "u_conifers": plants.conifers,
            "u_masked": i32::from(!recipe.plants_masks.0.is_empty()),
        },
    }))
}
