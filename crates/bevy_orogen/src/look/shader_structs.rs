//! The structs of the land's shader parameters.
//!
//! `land.wgsl` declares the same structs. Shaders read them from a storage buffer.

use bevy::math::Vec3;
use bevy::render::render_resource::ShaderType;

/// The name of a field's type in WGSL.
trait InShader {
    const NAME: &'static str;
}

macro_rules! in_shader {
    ($($type:ty = $name:literal,)*) => {
        $(impl InShader for $type {
            const NAME: &'static str = $name;
        })*
    };
}

in_shader! {
    f32 = "f32",
    u32 = "u32",
    i32 = "i32",
    Vec3 = "vec3<f32>",
}

/// The layout of a struct of shader parameters, to compare with its declaration in WGSL.
pub struct ShaderStruct {
    pub name: &'static str,
    /// The size in bytes.
    pub bytes: u64,
    /// The name and the WGSL type of each field, in order.
    pub fields: &'static [(&'static str, &'static str)],
}

/// Declares structs of shader parameters, and a function that lists their layouts. A test compares
/// the layouts with the WGSL declarations.
macro_rules! shader_structs {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty,)* })*) => {
        $(
            $(#[$doc])*
            #[derive(ShaderType, Clone, Copy, Debug, Default, PartialEq)]
            pub struct $name { $(pub $field: $type,)* }

            impl InShader for $name {
                const NAME: &'static str = stringify!($name);
            }
        )*

        /// The layouts of all these structs, each before the struct that contains it.
        pub fn shader_structs() -> Vec<ShaderStruct> {
            vec![$(ShaderStruct {
                name: <$name as InShader>::NAME,
                bytes: $name::min_size().get(),
                fields: &[$((stringify!($field), <$type as InShader>::NAME),)*],
            }),*]
        }
    };
}

// The structs of the same names in `land.wgsl` have comments on the fields.
shader_structs! {
    /// The colours and light of the style `course`, the Phong shading of a computer graphics course.
    Course {
        water: Vec3,
        shininess_water: f32,
        grass: Vec3,
        shininess_land: f32,
        mountain: Vec3,
        alpha_scale: f32,
        light: Vec3,
        ambient: f32,
        sea_noise: f32,
    }

    /// The sea level, and the conversion from height to noise.
    Heights {
        sea_level_m: f32,
        height_m: f32,
        inverse_exponent: f32,
    }

    /// The haze that hides the edge of the world.
    Haze {
        colour: Vec3,
        near_m: f32,
        far_m: f32,
    }

    /// The levels of detail of the land's mesh, and the viewer's position.
    Grid {
        viewer: Vec3,
        finest_m: f32,
        morph_begin_m: f32,
        morph_end_m: f32,
        coarsest: u32,
        cells: u32,
        origin_x: u32,
        origin_z: u32,
    }

    /// The sun and its shadows.
    Sun {
        towards: Vec3,
        disc: f32,
        light: Vec3,
        shadow_far_m: f32,
        shadows: u32,
    }

    /// The position, size and weight of the horizon maps around the viewer.
    Horizon {
        centre_x: f32,
        centre_z: f32,
        finest_m: f32,
        texels: f32,
        levels: u32,
        sides: u32,
        fade_progress: f32,
        mismatch_weight: f32,
        top_m: f32,
        mirror_steps: u32,
    }

    /// The sky and the air.
    Sky {
        mean: Vec3,
        stars: f32,
        up: Vec3,
        columns: u32,
        sunward: Vec3,
        rows: u32,
        air: Vec3,
    }

    /// The tints of dark and of bright colours in the picture, and its saturation.
    Grade {
        shadows: Vec3,
        saturation: f32,
        highlights: Vec3,
    }

    /// Beaches.
    Sand {
        colour: Vec3,
        beach_m: f32,
    }

    /// Vegetation and its limits.
    Grass {
        meadow: Vec3,
        tree_line_m: f32,
        lush: Vec3,
        tree_width_m: f32,
    }

    /// Rock, its strata and scree.
    Rock {
        colour: Vec3,
        slope_rad: f32,
        scree: Vec3,
        scree_slope_rad: f32,
        strata: Vec3,
        strata_per_m: f32,
        strata_strength: f32,
        width_rad: f32,
    }

    /// Snow and its limits.
    Snow {
        colour: Vec3,
        line_m: f32,
        width_m: f32,
        slope_rad: f32,
        sun_m: f32,
        hollow: f32,
    }

    /// The tiles of normals that are finer than the mesh.
    Normals {
        viewer: Vec3,
        reach_m: f32,
        side_octave: i32,
        finest: i32,
        coarsest: i32,
        coarsest_by_distance: f32,
    }

    /// The procedural detail of the ground that is finer than the mesh.
    Detail {
        octaves: u32,
        patches_octave: i32,
        breakup: f32,
        bumps: f32,
        ripples: f32,
    }

    /// Plants, and the woods that replace them at a distance.
    Plants {
        conifer: Vec3,
        patches_octave: i32,
        broadleaf: Vec3,
        threshold: f32,
        viewer: Vec3,
        leafy: f32,
        lone: f32,
        line_m: f32,
        steepest_rad: f32,
        conifers: f32,
        near_m: f32,
        far_m: f32,
        tufts_m: f32,
        masked: u32,
    }

    /// The natural style's water.
    Water {
        deep: Vec3,
        steepness: f32,
        absorption_per_m: Vec3,
        foam_m: f32,
        waves_octave: i32,
        time_s: f32,
    }

    /// Clouds.
    Clouds {
        light: Vec3,
        low_cover: f32,
        light_high: Vec3,
        high_cover: f32,
        above: Vec3,
        base_m: f32,
        below: Vec3,
        top_m: f32,
        high_m: f32,
        origin_x: f32,
        origin_z: f32,
        origin_along: f32,
        origin_across: f32,
        wind_x: f32,
        wind_z: f32,
        steps: u32,
        hide_land: u32,
    }

    /// Mist in valleys.
    Mist {
        top_m: f32,
        depth_m: f32,
    }

    /// The overlays that show height, noise, slope and curvature as colours or contours.
    Views {
        contour_m: f32,
        low_m: f32,
        high_m: f32,
        low_noise: f32,
        high_noise: f32,
        steepest_rad: f32,
        sharpest: f32,
        palette: u32,
        palette_columns: u32,
    }

    /// All shader parameters of the land's material, in a storage buffer.
    TerrainUniform {
        style: u32,
        overlay: u32,
        exposure: f32,
        divider: f32,
        part_x: u32,
        part_y: u32,
        course: Course,
        heights: Heights,
        haze: Haze,
        grid: Grid,
        sun: Sun,
        horizon: Horizon,
        sky: Sky,
        grade: Grade,
        sand: Sand,
        grass: Grass,
        rock: Rock,
        snow: Snow,
        normals: Normals,
        detail: Detail,
        plants: Plants,
        water: Water,
        clouds: Clouds,
        mist: Mist,
        views: Views,
    }
}
