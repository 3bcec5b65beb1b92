//! Draws plants: their material, their vertex layout and the buffer of instances.

use bevy::mesh::{MeshVertexAttribute, MeshVertexBufferLayoutRef};
use bevy::pbr::{MaterialPipeline, MaterialPipelineKey};
use bevy::prelude::*;
use bevy::render::extract_resource::{ExtractResource, ExtractResourcePlugin};
use bevy::render::render_resource::{
    AsBindGroup, Buffer, RenderPipelineDescriptor, SpecializedMeshPipelineError, VertexFormat,
};
use bevy::render::renderer::RenderDevice;
use bevy::shader::ShaderRef;

use super::clouds::CLOUD_NOISE;
use super::material::{ShaderBuffers, make_buffers, storage};
use super::shaders::{CONTACT, PLANTS};

/// The number of plants that fit in a slot. The shader has the same constant.
pub const INSTANCES_PER_SLOT: usize = 64;

/// The number of slots; together they take 12 MiB.
pub const SLOTS: u32 = 4096;

/// The vertex attribute of a plant's part.
///
/// It has the part, the share of light that reaches it, and a random value.
pub const ATTRIBUTE_PART: MeshVertexAttribute =
    MeshVertexAttribute::new("PlantPart", 0x0702_1977, VertexFormat::Unorm8x4);

/// The index of the vertex's copy, which is the index of the plant within its slot.
pub const ATTRIBUTE_COPY: MeshVertexAttribute =
    MeshVertexAttribute::new("PlantCopy", 0x0702_1978, VertexFormat::Uint32);

/// A plant as the shader reads it.
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct PlantInstance {
    /// The position of the foot in metres, relative to the corner of the tile.
    pub foot: [f32; 3],
    /// The height in metres.
    pub size_m: f32,
    /// The rotation about the vertical.
    pub yaw_rad: f32,
    /// Two tints: from dark to light, and from green to yellow.
    pub tint: [f32; 2],
    /// A random number from 0 to 1.
    pub random: f32,
    /// The slope of the ground: its rise to the east and to the south.
    pub slope: [f32; 2],
    /// The height of the ground above the foot, relative to the plant's height.
    pub sunk: f32,
    /// Unused: the shader's struct has a multiple of 16 bytes.
    pub padding: f32,
}

/// The state of plants that shaders need.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct StandingPlants {
    /// The position of the eye, relative to the rendering origin.
    pub viewer: Vec3,
    /// False while trees are placed again. Meanwhile woods are drawn on the ground instead.
    pub is_complete: bool,
}

/// The buffer of plant instances on the graphics card.
#[derive(Resource, ExtractResource, Clone, Debug)]
pub struct PlantBuffer(Buffer);

impl PlantBuffer {
    /// Creates the buffer on a device.
    pub fn new(device: &RenderDevice) -> Self {
        let size = SLOTS as usize * INSTANCES_PER_SLOT * size_of::<PlantInstance>();
        Self(storage(device, "orogen plants", size as u64))
    }

    /// The buffer.
    pub fn buffer(&self) -> &Buffer {
        &self.0
    }
}

/// The part of plants that a material draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlantPart {
    /// The plants and stones.
    Shapes,
    /// The dark ground below them.
    Contact,
}

impl From<&PlantMaterial> for PlantPart {
    fn from(material: &PlantMaterial) -> Self {
        material.part
    }
}

/// The material of all plants, or of the dark ground below them.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
#[bind_group_data(PlantPart)]
pub struct PlantMaterial {
    part: PlantPart,
    #[storage(0, read_only, buffer)]
    uniform: Buffer,
    #[storage(1, read_only, buffer)]
    tables: Buffer,
    #[storage(4, read_only, buffer)]
    plants: Buffer,
    #[texture(5, dimension = "2d_array", visibility(fragment))]
    #[sampler(6, visibility(fragment))]
    horizon_light: Handle<Image>,
    #[texture(9, dimension = "2d_array", visibility(fragment))]
    horizon_ground: Handle<Image>,
    #[texture(7, dimension = "3d")]
    #[sampler(8)]
    clouds: Handle<Image>,
}

impl Material for PlantMaterial {
    fn vertex_shader() -> ShaderRef {
        PLANTS.into()
    }

    fn fragment_shader() -> ShaderRef {
        PLANTS.into()
    }

    // The dark ground has a soft edge.
    fn alpha_mode(&self) -> AlphaMode {
        match self.part {
            PlantPart::Shapes => AlphaMode::Opaque,
            PlantPart::Contact => AlphaMode::Blend,
        }
    }

    fn prepass_vertex_shader() -> ShaderRef {
        PLANTS.into()
    }

    fn prepass_fragment_shader() -> ShaderRef {
        PLANTS.into()
    }

    fn specialize(
        _pipeline: &MaterialPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        layout: &MeshVertexBufferLayoutRef,
        key: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        if key.bind_group_data == PlantPart::Contact {
            descriptor.vertex.shader = CONTACT;
            descriptor.fragment.iter_mut().for_each(|fragment| fragment.shader = CONTACT);
        }
        descriptor.vertex.buffers = vec![layout.0.get_layout(&[
            Mesh::ATTRIBUTE_POSITION.at_shader_location(0),
            Mesh::ATTRIBUTE_NORMAL.at_shader_location(1),
            Mesh::ATTRIBUTE_UV_0.at_shader_location(2),
            ATTRIBUTE_PART.at_shader_location(3),
            ATTRIBUTE_COPY.at_shader_location(4),
        ])?];
        // Leaves have two sides.
        descriptor.primitive.cull_mode = None;
        Ok(())
    }
}

/// The materials that all plants share.
#[derive(Resource, Clone)]
pub struct PlantMaterials {
    /// The material of plants and stones.
    pub shapes: Handle<PlantMaterial>,
    /// The material of the dark ground below them.
    pub contact: Handle<PlantMaterial>,
}

/// Registers the material of plants, and creates its buffer at the start and on a new device.
pub(super) struct PlantMaterialPlugin;

impl Plugin for PlantMaterialPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            MaterialPlugin::<PlantMaterial>::default(),
            ExtractResourcePlugin::<PlantBuffer>::default(),
        ))
        .add_systems(PreStartup, make_materials.after(make_buffers))
        .add_systems(PreUpdate, rebind_materials.run_if(resource_changed::<ShaderBuffers>));
    }
}

fn material(part: PlantPart, buffers: &ShaderBuffers, plants: &PlantBuffer) -> PlantMaterial {
    let [uniform, tables] = buffers.uniform_and_tables();
    PlantMaterial {
        part,
        uniform,
        tables,
        plants: plants.0.clone(),
        horizon_light: buffers.horizon.light.clone(),
        horizon_ground: buffers.horizon.ground.clone(),
        clouds: CLOUD_NOISE,
    }
}

fn make_materials(
    mut commands: Commands,
    device: Res<RenderDevice>,
    buffers: Res<ShaderBuffers>,
    mut materials: ResMut<Assets<PlantMaterial>>,
) {
    let plants = PlantBuffer::new(&device);
    let [shapes, contact] = [PlantPart::Shapes, PlantPart::Contact]
        .map(|part| materials.add(material(part, &buffers, &plants)));
    commands.insert_resource(PlantMaterials { shapes, contact });
    commands.insert_resource(plants);
}

/// Binds new buffers to the materials. If the device is new, creates a new buffer of plants; the
/// tiles are then built again with the land.
fn rebind_materials(
    device: Res<RenderDevice>,
    buffers: Res<ShaderBuffers>,
    handles: Option<Res<PlantMaterials>>,
    plants: Option<ResMut<PlantBuffer>>,
    mut materials: ResMut<Assets<PlantMaterial>>,
) {
    let (Some(handles), Some(mut plants)) = (handles, plants) else { return };
    let [uniform, _] = buffers.uniform_and_tables();
    let is_bound = |bound: &PlantMaterial| bound.uniform.id() == uniform.id();
    if !materials.get(&handles.shapes).is_some_and(is_bound) {
        *plants = PlantBuffer::new(&device);
    }
    for handle in [&handles.shapes, &handles.contact] {
        if let Some(mut bound) = materials.get_mut(handle) {
            *bound = material(bound.part, &buffers, &plants);
        }
    }
}
