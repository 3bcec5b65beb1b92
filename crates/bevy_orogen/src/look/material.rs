//! The terrain material: its shader, vertex layout and parameter buffers.
//!
//! The render world writes the buffers. So the material asset changes only when another shader
//! pipeline is needed, and a moving camera costs nothing per chunk.

use bevy::asset::AssetEventSystems;
use bevy::mesh::MeshVertexBufferLayoutRef;
use bevy::pbr::{
    MaterialExtension, MaterialExtensionKey, MaterialExtensionPipeline, MaterialPipeline,
    MaterialPipelineKey,
};
use bevy::prelude::*;
use bevy::render::extract_resource::{ExtractResource, ExtractResourcePlugin};
use bevy::render::render_resource::encase::StorageBuffer;
use bevy::render::render_resource::{
    AsBindGroup, Buffer, BufferDescriptor, BufferUsages, RenderPipelineDescriptor, ShaderType,
    SpecializedMeshPipelineError,
};
use bevy::render::renderer::{RenderDevice, RenderQueue};
use bevy::render::{Render, RenderApp, RenderSystems};
use bevy::shader::ShaderRef;

use super::clouds::{CLOUD_NOISE, NoiseThread, make_noise};
use super::horizon::maps::HorizonMaps;
use super::pipeline_variant::PipelineVariant;
use super::shader_structs::TerrainUniform;
use super::shaders::{DOME, ShadersPlugin, TERRAIN};
use super::tile_buffers::TileBuffers;
use crate::land::vertex::{
    ATTRIBUTE_COARSE_BED, ATTRIBUTE_COARSE_MASKS, ATTRIBUTE_MASKS, ATTRIBUTE_NORMALS,
};
use crate::order::OrogenSet;
use orogen_terrain::palette;
use orogen_terrain::sky::{SKY_AZIMUTHS, SKY_ELEVATIONS};

/// Registers the materials of land and sky, with shaders and buffers.
pub struct TerrainMaterialPlugin;

impl Plugin for TerrainMaterialPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            ShadersPlugin,
            MaterialPlugin::<TerrainMaterial>::default(),
            MaterialPlugin::<DomeMaterial>::default(),
        ))
        .init_resource::<ShaderNumbers>()
        .init_resource::<NoiseThread>()
        .add_systems(
            PostUpdate,
            make_noise.after(OrogenSet::AdjustHeight).before(AssetEventSystems),
        )
        .add_plugins(ExtractResourcePlugin::<ShaderNumbers>::default())
        .add_plugins(ExtractResourcePlugin::<ShaderBuffers>::default());
        if let Some(render_app) = app.get_sub_app_mut(RenderApp) {
            render_app.add_systems(Render, write_buffers.in_set(RenderSystems::PrepareResources));
        }
    }
}

/// The shader parameters of the next frame.
#[derive(Resource, ExtractResource, Clone, Debug, Default)]
pub struct ShaderNumbers {
    /// All parameters but the sky's table.
    pub uniform: TerrainUniform,
    /// The table of the sky's radiance.
    pub sky: std::sync::Arc<Vec<Vec4>>,
    /// A number that grows whenever the table changes.
    pub sky_version: u64,
}

/// The buffers that the materials bind.
#[derive(Resource, ExtractResource, Clone, Debug)]
pub struct ShaderBuffers {
    uniform: Buffer,
    tables: Buffer,
    pub(super) normals: TileBuffers,
    /// The textures with the horizons around the viewer.
    pub(super) horizon: HorizonMaps,
}

const SKY_LENGTH: usize = SKY_AZIMUTHS * SKY_ELEVATIONS;
const TABLES_LENGTH: usize = SKY_LENGTH + palette::ROWS.len() * palette::COLUMNS;

impl ShaderBuffers {
    /// Creates buffers on a device, with room for `normals` tiles of fine normals.
    pub fn new(device: &RenderDevice, normals: u16, images: &mut Assets<Image>) -> Self {
        let buffer = |label, size| storage(device, label, size);
        Self {
            uniform: buffer("orogen uniform", TerrainUniform::min_size().get()),
            tables: buffer("orogen tables", (TABLES_LENGTH * size_of::<Vec4>()) as u64),
            normals: TileBuffers::new(normals, buffer),
            horizon: HorizonMaps::none(images),
        }
    }

    /// A copy of these buffers with a new buffer for `normals` tiles.
    pub fn with_normal_slots(&self, device: &RenderDevice, normals: u16) -> Self {
        let normals = TileBuffers::new(normals, |label, size| storage(device, label, size));
        Self { normals, ..self.clone() }
    }

    /// The number of tiles of fine normals that fit.
    pub fn normal_slots(&self) -> u16 {
        self.normals.slots
    }

    /// The material of chunks, or of the water or the roads over them, depending on `variant`.
    pub fn terrain(&self, variant: PipelineVariant) -> TerrainMaterial {
        TerrainMaterial {
            variant,
            uniform: self.uniform.clone(),
            tables: self.tables.clone(),
            normal_table: self.normals.table.clone(),
            normal_tiles: self.normals.tiles.clone(),
            horizon_light: self.horizon.light.clone(),
            horizon_ground: self.horizon.ground.clone(),
            clouds: CLOUD_NOISE,
        }
    }

    /// The buffers of the parameters and of the tables, for other materials of the look.
    pub(super) fn uniform_and_tables(&self) -> [Buffer; 2] {
        [self.uniform.clone(), self.tables.clone()]
    }

    /// The extension that lets another material draw chunks.
    pub fn chunk_vertices(&self) -> ChunkVertices {
        ChunkVertices { uniform: self.uniform.clone() }
    }

    /// The material of the sky.
    pub fn dome(&self) -> DomeMaterial {
        DomeMaterial {
            uniform: self.uniform.clone(),
            tables: self.tables.clone(),
            clouds: CLOUD_NOISE,
        }
    }
}

/// Creates a storage buffer.
pub(super) fn storage(device: &RenderDevice, label: &'static str, size: u64) -> Buffer {
    device.create_buffer(&BufferDescriptor {
        label: Some(label),
        size,
        usage: BufferUsages::STORAGE | BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}

/// Creates the buffers. It must run before the materials that bind them are created.
pub(super) fn make_buffers(
    mut commands: Commands,
    device: Res<RenderDevice>,
    mut images: ResMut<Assets<Image>>,
) {
    // Room for tiles of normals is added when the quality tier is known.
    commands.insert_resource(ShaderBuffers::new(&device, 0, &mut images));
}

/// The content that was written last. New buffers are written completely.
#[derive(Default)]
struct LastContent {
    buffer: Option<Buffer>,
    uniform: Option<TerrainUniform>,
    sky: Option<u64>,
}

/// Writes changed parameters into the buffers.
fn write_buffers(
    numbers: Option<Res<ShaderNumbers>>,
    buffers: Option<Res<ShaderBuffers>>,
    queue: Res<RenderQueue>,
    mut written: Local<LastContent>,
) {
    let (Some(numbers), Some(buffers)) = (numbers, buffers) else { return };
    if written.buffer.as_ref().is_none_or(|old| old.id() != buffers.uniform.id()) {
        *written = LastContent { buffer: Some(buffers.uniform.clone()), ..default() };
        let colours =
            palette::ROWS.iter().flatten().map(|c| Vec3::from(*c).extend(1.0)).collect::<Vec<_>>();
        let offset = (SKY_LENGTH * size_of::<Vec4>()) as u64;
        queue.write_buffer(&buffers.tables, offset, bytemuck::cast_slice(&as_arrays(&colours)));
    }
    if written.uniform != Some(numbers.uniform) {
        let mut bytes = StorageBuffer::new(Vec::new());
        if let Err(error) = bytes.write(&numbers.uniform) {
            unreachable!("writing to a Vec<u8> cannot fail: {error}");
        }
        queue.write_buffer(&buffers.uniform, 0, bytes.as_ref());
        written.uniform = Some(numbers.uniform);
    }
    if written.sky != Some(numbers.sky_version) && numbers.sky.len() == SKY_LENGTH {
        queue.write_buffer(&buffers.tables, 0, bytemuck::cast_slice(&as_arrays(&numbers.sky)));
        written.sky = Some(numbers.sky_version);
    }
}

fn as_arrays(vectors: &[Vec4]) -> Vec<[f32; 4]> {
    vectors.iter().map(Vec4::to_array).collect()
}

/// The material of all chunks, of all water, or of all roads.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
#[bind_group_data(PipelineVariant)]
pub struct TerrainMaterial {
    /// The variant of its pipeline.
    pub variant: PipelineVariant,
    #[storage(0, read_only, buffer)]
    uniform: Buffer,
    #[storage(1, read_only, buffer)]
    tables: Buffer,
    #[storage(2, read_only, buffer, visibility(fragment))]
    normal_table: Buffer,
    #[storage(3, read_only, buffer, visibility(fragment))]
    normal_tiles: Buffer,
    #[texture(5, dimension = "2d_array", visibility(fragment))]
    #[sampler(6, visibility(fragment))]
    horizon_light: Handle<Image>,
    #[texture(9, dimension = "2d_array", visibility(fragment))]
    horizon_ground: Handle<Image>,
    #[texture(7, dimension = "3d")]
    #[sampler(8)]
    clouds: Handle<Image>,
}

impl From<&TerrainMaterial> for PipelineVariant {
    fn from(material: &TerrainMaterial) -> Self {
        material.variant
    }
}

impl Material for TerrainMaterial {
    fn vertex_shader() -> ShaderRef {
        TERRAIN.into()
    }

    fn fragment_shader() -> ShaderRef {
        TERRAIN.into()
    }

    // The edges of roads are soft.
    fn alpha_mode(&self) -> AlphaMode {
        if self.variant.roads { AlphaMode::Blend } else { AlphaMode::Opaque }
    }

    // The prepass, which also draws shadow maps, must morph vertices like the main pass.
    fn prepass_vertex_shader() -> ShaderRef {
        TERRAIN.into()
    }

    fn prepass_fragment_shader() -> ShaderRef {
        TERRAIN.into()
    }

    fn specialize(
        _pipeline: &MaterialPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        layout: &MeshVertexBufferLayoutRef,
        key: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        if let Some(fragment) = &mut descriptor.fragment {
            fragment.shader_defs.extend(key.bind_group_data.shader_defs());
        }
        lay_out_chunks(descriptor, layout)
    }
}

/// Sets the vertex layout of chunks, as `vertices.wgsl` declares it.
fn lay_out_chunks(
    descriptor: &mut RenderPipelineDescriptor,
    layout: &MeshVertexBufferLayoutRef,
) -> Result<(), SpecializedMeshPipelineError> {
    descriptor.vertex.buffers = vec![layout.0.get_layout(&[
        Mesh::ATTRIBUTE_POSITION.at_shader_location(0),
        ATTRIBUTE_COARSE_BED.at_shader_location(1),
        ATTRIBUTE_NORMALS.at_shader_location(2),
        ATTRIBUTE_MASKS.at_shader_location(3),
        ATTRIBUTE_COARSE_MASKS.at_shader_location(4),
    ])?];
    Ok(())
}

/// A material extension that unpacks and morphs the vertices of chunks.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub struct ChunkVertices {
    #[storage(100, read_only, buffer)]
    uniform: Buffer,
}

impl MaterialExtension for ChunkVertices {
    fn vertex_shader() -> ShaderRef {
        TERRAIN.into()
    }

    fn prepass_vertex_shader() -> ShaderRef {
        TERRAIN.into()
    }

    fn deferred_vertex_shader() -> ShaderRef {
        TERRAIN.into()
    }

    fn specialize(
        _pipeline: &MaterialExtensionPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        layout: &MeshVertexBufferLayoutRef,
        _key: MaterialExtensionKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        lay_out_chunks(descriptor, layout)?;
        descriptor.vertex.shader_defs.push("OTHER_MATERIAL".into());
        // Bevy defines these only for meshes with texture coordinates. Here the vertex shader
        // computes the coordinates.
        for name in ["VERTEX_UVS", "VERTEX_UVS_A"] {
            descriptor.vertex.shader_defs.push(name.into());
            if let Some(fragment) = &mut descriptor.fragment {
                fragment.shader_defs.push(name.into());
            }
        }
        Ok(())
    }
}

/// The material of the sky behind the land.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub struct DomeMaterial {
    #[storage(0, read_only, buffer)]
    uniform: Buffer,
    #[storage(1, read_only, buffer)]
    tables: Buffer,
    #[texture(7, dimension = "3d")]
    #[sampler(8)]
    clouds: Handle<Image>,
}

impl Material for DomeMaterial {
    fn vertex_shader() -> ShaderRef {
        DOME.into()
    }

    fn fragment_shader() -> ShaderRef {
        DOME.into()
    }

    fn alpha_mode(&self) -> AlphaMode {
        // A mask threshold of 0 discards no pixel, but Bevy draws masked meshes after opaque ones.
        // So only visible sky is shaded.
        AlphaMode::Mask(0.0)
    }

    fn enable_prepass() -> bool {
        false
    }

    fn enable_shadows() -> bool {
        false
    }
}
