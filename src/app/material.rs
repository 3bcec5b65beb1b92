//! The terrain material: one shader, one uniform, and the layout of a chunk's vertices.

use bevy::asset::{load_internal_asset, uuid_handle};
use bevy::mesh::{MeshVertexAttribute, MeshVertexBufferLayoutRef};
use bevy::pbr::{MaterialPipeline, MaterialPipelineKey};
use bevy::prelude::*;
use bevy::render::render_resource::{
    AsBindGroup, RenderPipelineDescriptor, ShaderType, SpecializedMeshPipelineError, VertexFormat,
};
use bevy::shader::ShaderRef;

use crate::terrain::chunk::CHUNK_CELLS;
use crate::terrain::lod::Morphing;
use crate::terrain::recipe::Recipe;
use crate::terrain::shading::direction_to_sun;
use crate::terrain::view::ViewParams;

const SHADER: Handle<Shader> = uuid_handle!("5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b10");

/// The colour behind the land, and of the haze before it, as a display value.
pub const BACKGROUND: Color = Color::srgb(0.66, 0.74, 0.80);

/// The unclamped bed and the next coarser grid's, in metres.
pub const ATTRIBUTE_BEDS: MeshVertexAttribute =
    MeshVertexAttribute::new("OrogenBeds", 0x6f72_6f01, VertexFormat::Float32x2);
/// Two octahedral normals: fine and coarser.
pub const ATTRIBUTE_NORMALS: MeshVertexAttribute =
    MeshVertexAttribute::new("OrogenNormals", 0x6f72_6f02, VertexFormat::Snorm16x4);
/// Four 8-bit masks.
pub const ATTRIBUTE_MASKS: MeshVertexAttribute =
    MeshVertexAttribute::new("OrogenMasks", 0x6f72_6f03, VertexFormat::Unorm8x4);

/// Registers the material and its shader.
pub struct TerrainMaterialPlugin;

impl Plugin for TerrainMaterialPlugin {
    fn build(&self, app: &mut App) {
        load_internal_asset!(app, SHADER, "../../assets/shaders/terrain.wgsl", Shader::from_wgsl);
        app.add_plugins(MaterialPlugin::<TerrainMaterial>::default());
    }
}

/// The material of every chunk.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub struct TerrainMaterial {
    #[uniform(0)]
    pub uniform: TerrainUniform,
}

/// Declares a struct that a shader declares too, with the list of its fields for a test that compares the two.
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
    /// Every number that the shader uses. Colours are display values; `to_sun` is a unit vector.
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
    }
}

impl TerrainUniform {
    /// The uniform of a land and a look at it: heights and sea from the recipe whose meshes are shown, colours and light from
    /// the newest edit.
    pub fn new(shown: &Recipe, edited: &Recipe, view: &ViewParams, morphing: &Morphing) -> Self {
        let colour = &edited.colour;
        let shape = shown.shape();
        let haze = BACKGROUND.to_srgba();
        let [haze_near_m, haze_far_m] = haze_m(shown, view);
        Self {
            water: colour.water.into(),
            shininess_water: colour.shininess_water as f32,
            grass: colour.grass.into(),
            shininess_land: colour.shininess_land as f32,
            mountain: colour.mountain.into(),
            alpha_scale: colour.alpha_scale as f32,
            light: view.light.colour.into(),
            ambient: view.light.ambient as f32,
            to_sun: direction_to_sun(view).map(|c| c as f32).into(),
            sea_level_m: shown.world.sea_level_m as f32,
            height_m: shape.height_m as f32,
            inverse_exponent: (1.0 / shape.exponent) as f32,
            sea_noise: shape.noise(shown.world.sea_level_m) as f32,
            haze_near_m,
            haze: Vec3::new(haze.red, haze.green, haze.blue),
            haze_far_m,
            viewer: morphing.viewer.into(),
            finest_m: morphing.finest_m,
            morph_begin_m: morphing.begin_m,
            morph_end_m: morphing.end_m,
            coarsest: morphing.coarsest,
            cells: CHUNK_CELLS as u32,
        }
    }
}

/// Between which distances on the ground haze thickens; beyond all sight where a land has an end of its own.
fn haze_m(recipe: &Recipe, view: &ViewParams) -> [f32; 2] {
    if recipe.world.bounded {
        return [1e30, 2e30];
    }
    // All is haze a little before the horizon, so that no edge shows.
    let far_m = 0.97 * 1000.0 * view.distance.horizon_km;
    [(far_m * (1.0 - view.distance.haze) * 0.9) as f32, far_m as f32]
}

impl Material for TerrainMaterial {
    fn vertex_shader() -> ShaderRef {
        SHADER.into()
    }

    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }

    // The course's shading knows no shadows, and nothing else reads a prepass.
    fn enable_prepass() -> bool {
        false
    }

    fn enable_shadows() -> bool {
        false
    }

    fn specialize(
        _pipeline: &MaterialPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        layout: &MeshVertexBufferLayoutRef,
        _key: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        descriptor.vertex.buffers = vec![layout.0.get_layout(&[
            Mesh::ATTRIBUTE_POSITION.at_shader_location(0),
            ATTRIBUTE_BEDS.at_shader_location(1),
            ATTRIBUTE_NORMALS.at_shader_location(2),
            ATTRIBUTE_MASKS.at_shader_location(3),
        ])?];
        Ok(())
    }
}
