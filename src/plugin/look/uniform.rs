//! Every number that the shaders use, made from recipe, view and what is on the screen.

use bevy::prelude::*;
use bevy::render::render_resource::ShaderType;

use super::colour::{BACKGROUND, linear};
use super::quality::Effects;
use crate::terrain::chunk::CHUNK_CELLS;
use crate::terrain::lod::Morphing;
use crate::terrain::look::Overlay;
use crate::terrain::materials::{HOLLOW_SNOW, TREE_WIDTH_M};
use crate::terrain::palette;
use crate::terrain::recipe::Recipe;
use crate::terrain::shading::direction_to_sun;
use crate::terrain::sky::{SKY_AZIMUTHS, SKY_ELEVATIONS};
use crate::terrain::surface::Surface;
use crate::terrain::view::ViewParams;

use super::daylight::Daylight;

/// Declares a struct that a shader declares too, with the list of its fields for a test that
/// compares the two.
macro_rules! shader_struct {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty = $wgsl:literal,)* }) => {
        $(#[$doc])*
        #[derive(ShaderType, Clone, Copy, Debug, Default, PartialEq)]
        pub struct $name { $(pub $field: $type,)* }

        impl $name {
            /// Names and WGSL types of the fields, in order.
            pub const FIELDS: &'static [(&'static str, &'static str)] = &[$((stringify!($field), $wgsl),)*];
        }
    };
}

shader_struct! {
    /// What the shaders' struct of the same name holds; its comments are there.
    TerrainUniform {
        water: Vec3 = "vec3<f32>",
        shininess_water: f32 = "f32",
        grass: Vec3 = "vec3<f32>",
        shininess_land: f32 = "f32",
        mountain: Vec3 = "vec3<f32>",
        alpha_scale: f32 = "f32",
        light: Vec3 = "vec3<f32>",
        ambient: f32 = "f32",
        to_sun: Vec3 = "vec3<f32>",
        sea_level_m: f32 = "f32",
        height_m: f32 = "f32",
        inverse_exponent: f32 = "f32",
        sea_noise: f32 = "f32",
        haze_near_m: f32 = "f32",
        haze: Vec3 = "vec3<f32>",
        haze_far_m: f32 = "f32",
        viewer: Vec3 = "vec3<f32>",
        finest_m: f32 = "f32",
        morph_begin_m: f32 = "f32",
        morph_end_m: f32 = "f32",
        coarsest: u32 = "u32",
        cells: u32 = "u32",
        origin_x: u32 = "u32",
        origin_z: u32 = "u32",
        style: u32 = "u32",
        overlay: u32 = "u32",
        sun: Vec3 = "vec3<f32>",
        exposure: f32 = "f32",
        sky_mean: Vec3 = "vec3<f32>",
        stars: f32 = "f32",
        sky_up: Vec3 = "vec3<f32>",
        sun_rim: f32 = "f32",
        sky_sunward: Vec3 = "vec3<f32>",
        sun_inside: f32 = "f32",
        air: Vec3 = "vec3<f32>",
        sun_disc: f32 = "f32",
        sand: Vec3 = "vec3<f32>",
        beach_m: f32 = "f32",
        meadow: Vec3 = "vec3<f32>",
        rock_slope_rad: f32 = "f32",
        dark_grass: Vec3 = "vec3<f32>",
        rock_width_rad: f32 = "f32",
        rock: Vec3 = "vec3<f32>",
        scree_slope_rad: f32 = "f32",
        strata: Vec3 = "vec3<f32>",
        strata_per_m: f32 = "f32",
        scree: Vec3 = "vec3<f32>",
        strata_strength: f32 = "f32",
        snow: Vec3 = "vec3<f32>",
        snow_line_m: f32 = "f32",
        snow_width_m: f32 = "f32",
        snow_slope_rad: f32 = "f32",
        snow_sun_m: f32 = "f32",
        wet: f32 = "f32",
        tree_line_m: f32 = "f32",
        patches_octave: i32 = "i32",
        breakup: f32 = "f32",
        bumps: f32 = "f32",
        fray_slope_rad: f32 = "f32",
        fray_beach: f32 = "f32",
        fray_snow: f32 = "f32",
        hollow_snow: f32 = "f32",
        tree_width_m: f32 = "f32",
        shade_patches: f32 = "f32",
        shade_grains: f32 = "f32",
        shade_hollows: f32 = "f32",
        relief_grass: f32 = "f32",
        relief_rock: f32 = "f32",
        relief_snow: f32 = "f32",
        relief_strata: f32 = "f32",
        deep: Vec3 = "vec3<f32>",
        wave_steepness: f32 = "f32",
        absorbs: Vec3 = "vec3<f32>",
        foam_m: f32 = "f32",
        foam: Vec3 = "vec3<f32>",
        waves_octave: i32 = "i32",
        time_s: f32 = "f32",
        wave_m_per_s: f32 = "f32",
        mirror: f32 = "f32",
        gloss: f32 = "f32",
        octaves: u32 = "u32",
        shadows: u32 = "u32",
        contour_m: f32 = "f32",
        bold: f32 = "f32",
        low_m: f32 = "f32",
        high_m: f32 = "f32",
        low_noise: f32 = "f32",
        high_noise: f32 = "f32",
        steepest_rad: f32 = "f32",
        sharpest: f32 = "f32",
        clay: Vec3 = "vec3<f32>",
        line: f32 = "f32",
        ink: Vec3 = "vec3<f32>",
        shadow_far_m: f32 = "f32",
        curve_a: f32 = "f32",
        curve_b: f32 = "f32",
        curve_c: f32 = "f32",
        curve_d: f32 = "f32",
        curve_e: f32 = "f32",
        curve_channels: f32 = "f32",
        dither: f32 = "f32",
        star_cells: f32 = "f32",
        star_size: f32 = "f32",
        star_rarity: f32 = "f32",
        horizon: f32 = "f32",
        star_stride: u32 = "u32",
        sky_columns: u32 = "u32",
        sky_rows: u32 = "u32",
        palette: u32 = "u32",
        palette_columns: u32 = "u32",
    }
}

/// What a frame shows, as far as the uniform needs it.
pub struct Shown<'a> {
    /// The recipe whose meshes are shown: heights and sea.
    pub recipe: &'a Recipe,
    pub surface: &'a Surface,
    /// The newest edit: colours.
    pub edited: &'a Recipe,
    pub view: &'a ViewParams,
    pub morphing: Morphing,
    pub origin_m: [f64; 2],
    pub daylight: &'a Daylight,
    pub effects: Effects,
    pub time_s: f32,
}

impl TerrainUniform {
    /// The uniform of what is shown.
    pub fn new(shown: &Shown) -> Self {
        let mut uniform = Self::default();
        uniform.set_course(shown);
        uniform.set_place(shown);
        uniform.set_light(shown);
        uniform.set_ground(shown);
        uniform.set_water(shown);
        uniform.set_views(shown);
        uniform
    }

    fn set_course(&mut self, shown: &Shown) {
        let (colour, view, shape) = (&shown.edited.colour, shown.view, shown.recipe.shape());
        let sea_level_m = shown.recipe.world.sea_level_m;
        self.water = colour.water.into();
        self.shininess_water = colour.shininess_water as f32;
        self.grass = colour.grass.into();
        self.shininess_land = colour.shininess_land as f32;
        self.mountain = colour.mountain.into();
        self.alpha_scale = colour.alpha_scale as f32;
        self.light = view.light.colour.into();
        self.ambient = view.light.ambient as f32;
        self.to_sun = direction_to_sun(view).map(|c| c as f32).into();
        self.sea_level_m = sea_level_m as f32;
        self.height_m = shape.height_m as f32;
        self.inverse_exponent = (1.0 / shape.exponent) as f32;
        self.sea_noise = shape.noise(sea_level_m) as f32;
        let haze = BACKGROUND.to_srgba();
        self.haze = Vec3::new(haze.red, haze.green, haze.blue);
        [self.haze_near_m, self.haze_far_m] = haze_m(shown.recipe, view);
    }

    fn set_place(&mut self, shown: &Shown) {
        let morphing = &shown.morphing;
        self.viewer = morphing.viewer.into();
        self.finest_m = morphing.finest_m;
        self.morph_begin_m = morphing.begin_m;
        self.morph_end_m = morphing.end_m;
        self.coarsest = morphing.coarsest;
        self.cells = CHUNK_CELLS as u32;
        // The origin is a multiple of 2048 m: its low 32 bits are exact.
        [self.origin_x, self.origin_z] = shown.origin_m.map(|c| c as i64 as u32);
        self.style = shown.view.look.style.number();
        self.overlay = shown.view.look.overlay.number();
    }

    fn set_light(&mut self, shown: &Shown) {
        let light = shown.daylight;
        self.sun = light.sun;
        self.exposure = light.exposure;
        self.sky_mean = light.sky_mean;
        self.sky_up = light.sky_up;
        self.sky_sunward = light.sky_sunward;
        // Narkowicz 2016, "ACES Filmic Tone Mapping Curve".
        [self.curve_a, self.curve_b] = [2.51, 0.03];
        [self.curve_c, self.curve_d, self.curve_e] = [2.43, 0.59, 0.14];
        self.curve_channels = 0.6;
        self.dither = 1.0 / 255.0;
        self.air = light.air;
        self.stars = light.stars;
        self.sun_disc = light.disc;
        // A little larger than the real half degree, which is a dot in most pictures.
        (self.sun_rim, self.sun_inside) = (0.6f32.to_radians().cos(), 0.5f32.to_radians().cos());
        self.star_cells = 90.0;
        self.star_size = 0.09;
        self.star_rarity = 12.0;
        self.horizon = 0.02;
        self.star_stride = 0x1f35;
        self.shadows = u32::from(shown.effects.shadows);
        self.shadow_far_m = shown.effects.shadow_far_m;
        self.octaves = shown.effects.octaves;
    }

    fn set_ground(&mut self, shown: &Shown) {
        let ground = &shown.edited.ground;
        self.sand = linear(ground.sand);
        self.meadow = linear(ground.meadow);
        self.dark_grass = linear(ground.grass);
        self.rock = linear(ground.rock);
        self.strata = linear(ground.strata);
        self.scree = linear(ground.scree);
        self.snow = linear(ground.snow);
        self.beach_m = ground.beach_m as f32;
        self.rock_slope_rad = ground.rock_slope_deg.to_radians() as f32;
        self.rock_width_rad = ground.rock_width_deg.to_radians() as f32;
        self.scree_slope_rad = ground.scree_slope_deg.to_radians() as f32;
        self.strata_per_m = (1.0 / ground.strata_m) as f32;
        self.strata_strength = ground.strata_strength as f32;
        self.snow_line_m = ground.snow_line_m as f32;
        self.snow_width_m = ground.snow_width_m as f32;
        self.snow_slope_rad = ground.snow_slope_deg.to_radians() as f32;
        self.snow_sun_m = ground.snow_sun_m as f32;
        self.tree_line_m = ground.tree_line_m as f32;
        self.tree_width_m = TREE_WIDTH_M as f32;
        self.patches_octave = ground.patches_m.log2().round() as i32;
        self.breakup = ground.breakup as f32;
        self.bumps = ground.bumps as f32;
        self.wet = 0.45;
        self.fray_slope_rad = 0.16;
        self.fray_beach = 0.5;
        self.fray_snow = 1.0;
        self.hollow_snow = HOLLOW_SNOW as f32;
        self.shade_patches = 0.12;
        self.shade_grains = 0.22;
        self.shade_hollows = 0.35;
        self.relief_grass = 0.20;
        self.relief_rock = 0.26;
        self.relief_snow = 0.05;
        self.relief_strata = 0.30;
    }

    fn set_water(&mut self, shown: &Shown) {
        let lake = &shown.edited.lake;
        self.deep = linear(lake.deep);
        // Red goes first, then green; the named length is that of green.
        self.absorbs = Vec3::new(3.2, 1.0, 0.75) / lake.clarity_m as f32;
        self.wave_steepness = lake.waves as f32 * 0.12;
        self.waves_octave = lake.wave_m.log2().round() as i32;
        self.wave_m_per_s = 1.6;
        self.time_s = shown.time_s;
        self.foam_m = lake.foam_m as f32;
        self.foam = Vec3::splat(0.85);
        self.mirror = 0.02;
        self.gloss = 0.06;
    }

    fn set_views(&mut self, shown: &Shown) {
        if shown.view.look.overlay != Overlay::Shaded {
            [self.low_m, self.high_m] = height_range_m(shown.surface);
            [self.low_noise, self.high_noise] = shown.surface.land().usual_noise();
        }
        self.contour_m = shown.view.look.contour_m as f32;
        self.bold = 5.0;
        self.steepest_rad = STEEPEST_DEG.to_radians();
        self.sharpest = SHARPEST;
        self.clay = Vec3::new(0.86, 0.83, 0.79);
        self.line = 1.2;
        self.ink = Vec3::new(0.12, 0.11, 0.13);
        self.sky_columns = SKY_AZIMUTHS as u32;
        self.sky_rows = SKY_ELEVATIONS as u32;
        self.palette = (SKY_AZIMUTHS * SKY_ELEVATIONS) as u32;
        self.palette_columns = palette::COLUMNS as u32;
    }
}

/// The steepest slope that colours tell apart.
pub const STEEPEST_DEG: f32 = 60.0;
/// The sharpest curvature that colours tell apart, c / (1 + |c|): four times a kink of 45°.
pub const SHARPEST: f32 = 0.8;

/// The heights between which the height view's colours run: nearly all land above the sea, and as
/// much of the sea's bed as there are colours for.
pub fn height_range_m(surface: &Surface) -> [f32; 2] {
    let [low_m, high_m] = surface.land().usual_heights_m();
    let shore_m = low_m.max(surface.sea_level_m());
    let high_m = high_m.max(shore_m + 1.0);
    let below = f64::from(palette::SHORE) / f64::from(1.0 - palette::SHORE);
    [shore_m - below * (high_m - shore_m), high_m].map(|height_m| height_m as f32)
}

/// Between which distances on the ground the land is lost in haze; beyond all sight where a land
/// has an end of its own.
fn haze_m(recipe: &Recipe, view: &ViewParams) -> [f32; 2] {
    if recipe.world.bounded {
        return [1e30, 2e30];
    }
    // All is haze a little before the horizon, so that no edge shows.
    let far_m = 0.97 * 1000.0 * view.distance.horizon_km;
    [(far_m * (1.0 - view.distance.haze) * 0.9) as f32, far_m as f32]
}
