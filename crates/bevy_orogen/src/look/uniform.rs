//! Computes all shader parameters from the recipe, the view and the shown land.

use bevy::prelude::*;

use super::clouds::{CloudDrift, clouds, mist};
use super::colour::{BACKGROUND, linear};
use super::daylight::Daylight;
use super::plants::StandingPlants;
use super::quality::Effects;
use super::shader_structs::{
    Course, Detail, Grass, Grid, Haze, Heights, Horizon, Normals, Plants, Rock, Sand, Sky, Snow,
    Sun, TerrainUniform, Views, Water,
};
use orogen_terrain::chunk::CHUNK_CELLS;
use orogen_terrain::lod::Morphing;
use orogen_terrain::look::Overlay;
use orogen_terrain::materials::{HOLLOW_SNOW, TREE_WIDTH_M};
use orogen_terrain::palette;
use orogen_terrain::recipe::{GroundGroup, LakeGroup, Recipe};
use orogen_terrain::scatter::Woods;
use orogen_terrain::shading::direction_to_sun;
use orogen_terrain::sky::{SKY_AZIMUTHS, SKY_ELEVATIONS};
use orogen_terrain::surface::Surface;
use orogen_terrain::view::ViewParams;

/// The inputs from which the shader parameters are computed.
pub struct UniformInputs<'a> {
    /// The recipe of the shown meshes, for heights and sea.
    pub recipe: &'a Recipe,
    pub surface: &'a Surface,
    /// The recipe of the newest edit, for colours, which change without a build.
    pub edited: &'a Recipe,
    pub view: &'a ViewParams,
    /// The fraction of the picture's width left of the divider; `None` without a divider.
    pub divider: Option<f32>,
    pub morphing: Morphing,
    pub origin_m: [f64; 2],
    pub daylight: &'a Daylight,
    pub effects: Effects,
    pub normals: Normals,
    pub horizon: Horizon,
    pub plants: StandingPlants,
    pub time_s: f32,
    pub drift: CloudDrift,
}

impl TerrainUniform {
    /// Computes the shader parameters.
    pub fn new(inputs: &UniformInputs) -> Self {
        let [low_m, summits_m] = inputs.surface.land().usual_heights_m();
        // Mist lies on the sea, or on the lowest land if all land is above the sea.
        let ground_m = low_m.max(inputs.surface.sea_level_m());
        Self {
            style: inputs.view.look.style.number(),
            overlay: inputs.view.look.overlay.number(),
            exposure: inputs.daylight.exposure,
            divider: inputs.divider.unwrap_or(2.0),
            // Set later if the picture is drawn in parts.
            part_x: 0,
            part_y: 0,
            course: course(inputs),
            heights: heights(inputs.recipe),
            haze: haze(inputs.recipe, inputs.view),
            grid: grid(&inputs.morphing, inputs.origin_m),
            sun: sun(inputs),
            horizon: inputs.horizon,
            sky: sky(inputs.daylight),
            grade: inputs.daylight.grade,
            sand: sand(&inputs.edited.ground),
            grass: grass(&inputs.edited.ground),
            rock: rock(&inputs.edited.ground),
            snow: snow(&inputs.edited.ground),
            normals: inputs.normals,
            detail: detail(&inputs.edited.ground, inputs.effects),
            plants: plants(inputs),
            water: water(&inputs.edited.lake, inputs.time_s),
            clouds: clouds(
                inputs.view,
                [summits_m, f64::from(inputs.plants.viewer.y)],
                (inputs.origin_m, inputs.drift),
                (inputs.daylight, inputs.effects.cloud_steps),
            ),
            mist: mist(inputs.view, ground_m),
            views: views(inputs),
        }
    }
}

fn course(inputs: &UniformInputs) -> Course {
    let (colour, light) = (&inputs.edited.colour, &inputs.view.light);
    let sea_level_m = inputs.recipe.world.sea_level_m;
    Course {
        water: colour.water.into(),
        shininess_water: colour.shininess_water as f32,
        grass: colour.grass.into(),
        shininess_land: colour.shininess_land as f32,
        mountain: colour.mountain.into(),
        alpha_scale: colour.alpha_scale as f32,
        light: light.colour.into(),
        ambient: light.ambient as f32,
        sea_noise: inputs.recipe.shape().noise(sea_level_m) as f32,
    }
}

fn heights(recipe: &Recipe) -> Heights {
    let shape = recipe.shape();
    Heights {
        sea_level_m: recipe.world.sea_level_m as f32,
        height_m: shape.height_m as f32,
        inverse_exponent: (1.0 / shape.exponent) as f32,
    }
}

fn haze(recipe: &Recipe, view: &ViewParams) -> Haze {
    let colour = BACKGROUND.to_srgba();
    let [near_m, far_m] = haze_m(recipe, view);
    Haze { colour: Vec3::new(colour.red, colour.green, colour.blue), near_m, far_m }
}

fn grid(morphing: &Morphing, origin_m: [f64; 2]) -> Grid {
    // The origin is a multiple of 2048 m, hence an integer whose low 32 bits are exact.
    let [origin_x, origin_z] = origin_m.map(|c| c as i64 as u32);
    Grid {
        viewer: morphing.viewer.into(),
        finest_m: morphing.finest_m,
        morph_begin_m: morphing.begin_m,
        morph_end_m: morphing.end_m,
        coarsest: morphing.coarsest,
        cells: CHUNK_CELLS as u32,
        origin_x,
        origin_z,
    }
}

fn sun(inputs: &UniformInputs) -> Sun {
    Sun {
        towards: direction_to_sun(inputs.view).map(|c| c as f32).into(),
        disc: inputs.daylight.disc,
        light: inputs.daylight.sun,
        shadow_far_m: inputs.effects.shadow_far_m,
        shadows: u32::from(inputs.effects.shadows),
    }
}

fn sky(light: &Daylight) -> Sky {
    Sky {
        mean: light.sky_mean,
        stars: light.stars,
        up: light.sky_up,
        columns: SKY_AZIMUTHS as u32,
        sunward: light.sky_sunward,
        rows: SKY_ELEVATIONS as u32,
        air: light.air,
    }
}

fn sand(ground: &GroundGroup) -> Sand {
    Sand { colour: linear(ground.sand), beach_m: ground.beach_m as f32 }
}

fn grass(ground: &GroundGroup) -> Grass {
    Grass {
        meadow: linear(ground.meadow),
        tree_line_m: ground.tree_line_m as f32,
        lush: linear(ground.grass),
        tree_width_m: TREE_WIDTH_M as f32,
    }
}

fn rock(ground: &GroundGroup) -> Rock {
    Rock {
        colour: linear(ground.rock),
        slope_rad: ground.rock_slope_deg.to_radians() as f32,
        scree: linear(ground.scree),
        scree_slope_rad: ground.scree_slope_deg.to_radians() as f32,
        strata: linear(ground.strata),
        strata_per_m: (1.0 / ground.strata_m) as f32,
        strata_strength: ground.strata_strength as f32,
        width_rad: ground.rock_width_deg.to_radians() as f32,
    }
}

fn snow(ground: &GroundGroup) -> Snow {
    Snow {
        colour: linear(ground.snow),
        line_m: ground.snow_line_m as f32,
        width_m: ground.snow_width_m as f32,
        slope_rad: ground.snow_slope_deg.to_radians() as f32,
        sun_m: ground.snow_sun_m as f32,
        hollow: HOLLOW_SNOW as f32,
    }
}

fn detail(ground: &GroundGroup, effects: Effects) -> Detail {
    Detail {
        octaves: effects.octaves,
        patches_octave: ground.patches_m.log2().round() as i32,
        breakup: ground.breakup as f32,
        bumps: ground.bumps as f32,
        ripples: ground.ripples as f32,
    }
}

fn plants(inputs: &UniformInputs) -> Plants {
    let group = &inputs.edited.plants;
    let woods = Woods::new(inputs.edited, 0.0);
    let reach_factor = if inputs.plants.is_complete { 1.0 } else { 0.0 };
    Plants {
        conifer: linear(group.conifer),
        patches_octave: woods.patches_octave,
        broadleaf: linear(group.broadleaf),
        threshold: woods.threshold,
        viewer: inputs.plants.viewer,
        leafy: if woods.has_trees() { woods.leafy } else { 0.0 },
        lone: woods.lone_trees(),
        line_m: woods.line_m,
        steepest_rad: woods.steepest_rad,
        conifers: group.conifers as f32,
        near_m: reach_factor * inputs.effects.plants_near_m,
        far_m: reach_factor * inputs.effects.plants_far_m,
        tufts_m: reach_factor * inputs.effects.tufts_m,
        masked: u32::from(inputs.surface.land().weighs_plants()),
    }
}

fn water(lake: &LakeGroup, time_s: f32) -> Water {
    Water {
        deep: linear(lake.deep),
        steepness: lake.waves as f32 * 0.12,
        // Red is absorbed first, then green. `clarity_m` is the absorption length of green.
        absorption_per_m: Vec3::new(3.2, 1.0, 0.75) / lake.clarity_m as f32,
        foam_m: lake.foam_m as f32,
        waves_octave: lake.wave_m.log2().round() as i32,
        time_s,
    }
}

fn views(inputs: &UniformInputs) -> Views {
    let ([low_m, high_m], [low_noise, high_noise]) = match inputs.view.look.overlay {
        Overlay::Shaded => ([0.0; 2], [0.0; 2]),
        _ => (height_range_m(inputs.surface), inputs.surface.land().usual_noise()),
    };
    Views {
        contour_m: inputs.view.look.contour_m as f32,
        low_m,
        high_m,
        low_noise,
        high_noise,
        steepest_rad: STEEPEST_DEG.to_radians(),
        sharpest: SHARPEST,
        palette: (SKY_AZIMUTHS * SKY_ELEVATIONS) as u32,
        palette_columns: palette::COLUMNS as u32,
    }
}

/// The slope at which the colours of the slope view saturate, in degrees.
pub const STEEPEST_DEG: f32 = 60.0;
/// The curvature at which the colours of the curvature view saturate.
///
/// It is c / (1 + |c|) with c = 4, four times the curvature of a kink of 45°.
pub const SHARPEST: f32 = 0.8;

/// The height range of the height view's colours, in metres.
///
/// It covers nearly all land above the sea, and a part of the sea bed.
pub fn height_range_m(surface: &Surface) -> [f32; 2] {
    let [low_m, high_m] = surface.land().usual_heights_m();
    let shore_m = low_m.max(surface.sea_level_m());
    let high_m = high_m.max(shore_m + 1.0);
    let below = f64::from(palette::SHORE) / f64::from(1.0 - palette::SHORE);
    [shore_m - below * (high_m - shore_m), high_m].map(|height_m| height_m as f32)
}

/// The distances on the ground at which haze begins and at which it hides the land completely. For
/// a bounded land both are out of sight.
fn haze_m(recipe: &Recipe, view: &ViewParams) -> [f32; 2] {
    if recipe.world.bounded {
        return [1e30, 2e30];
    }
    // Haze is complete a little before the horizon, so that no edge is visible.
    let far_m = 0.97 * 1000.0 * view.distance.horizon_km;
    [(far_m * (1.0 - view.distance.haze) * 0.9) as f32, far_m as f32]
}
