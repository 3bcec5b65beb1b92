//! Uploads the vertices of chunks to the graphics card.
//!
//! Every chunk in memory holds one mesh of a pool. Bevy allocates the mesh once, with vertices and
//! indices. Later vertices are copied straight into the mesh's range of its vertex buffer. So an
//! edit creates no mesh asset, allocates nothing, and writes no indices.

use std::collections::HashMap;
use std::time::Duration;

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology, VertexAttributeValues};
use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy::render::mesh::RenderMesh;
use bevy::render::mesh::allocator::{
    MeshAllocator, MeshAllocatorSettings, allocate_and_free_meshes,
};
use bevy::render::render_asset::prepare_assets;
use bevy::render::renderer::{RenderAdapterInfo, RenderDevice, RenderQueue};
use bevy::render::{ExtractSchedule, MainWorld, Render, RenderApp, RenderSystems};
use wgpu::DeviceType;

use super::meshes::MeshPool;
use super::staging::{CopiedBuffer, StagedVertices, Staging, VERTEX_COUNT};
use super::state::RenderedRevision;
use super::vertex::{
    ATTRIBUTE_COARSE_BED, ATTRIBUTE_COARSE_MASKS, ATTRIBUTE_MASKS, ATTRIBUTE_NORMALS,
};
use orogen_terrain::mesh::{Vertex, chunk_indices};

/// The largest vertex buffer, which holds about 240 chunks. A larger limit would leave more unused
/// memory in the last buffer.
const MAX_SLAB_BYTES: u64 = 32 << 20;

/// The pool of chunk meshes, and the vertices to upload in this frame.
#[derive(Resource)]
pub struct ChunkMeshes {
    pool: MeshPool,
    blank: Mesh,
    writes: HashMap<AssetId<Mesh>, StagedVertices>,
    /// The staging buffers, shared with the threads that build chunks.
    pub staging: Staging,
}

impl ChunkMeshes {
    /// An empty pool on a device.
    pub fn new(device: &RenderDevice) -> Self {
        Self {
            pool: MeshPool::default(),
            blank: blank_mesh(),
            writes: HashMap::new(),
            staging: Staging::new(device),
        }
    }

    /// Takes a mesh that no chunk holds.
    pub fn take(&mut self, meshes: &mut Assets<Mesh>) -> Handle<Mesh> {
        self.pool.take(|| meshes.add(self.blank.clone()))
    }

    /// The pool of meshes.
    pub fn pool(&self) -> &MeshPool {
        &self.pool
    }

    /// Returns the mesh of a removed chunk to the pool.
    pub fn give_back(&mut self, mesh: Handle<Mesh>) {
        self.pool.give_back(mesh);
    }

    /// The number of requests for meshes and staging buffers so far.
    fn request_count(&self) -> usize {
        self.pool.request_count() + self.staging.fill_count()
    }

    /// Drops spare meshes and free staging buffers. Keeps the meshes that the next edit may need and,
    /// if `keeps_buffers` is true, their buffers.
    fn drop_spare(&mut self, keeps_buffers: bool) {
        self.pool.drop_spare();
        // An edit may fill a buffer for every chunk at the same time.
        let buffer_limit = self.pool.used() + self.pool.reserve_count();
        self.staging.trim_to(if keeps_buffers { buffer_limit } else { 0 });
    }

    /// Returns true if vertices will be uploaded in this frame.
    pub(crate) fn has_writes(&self) -> bool {
        !self.writes.is_empty()
    }

    /// Queues the vertices of a mesh for upload in this frame.
    pub fn write(&mut self, mesh: AssetId<Mesh>, vertices: StagedVertices) {
        self.writes.insert(mesh, vertices);
    }
}

/// A mesh with the layout and indices of a chunk, and with zeros as vertices.
fn blank_mesh() -> Mesh {
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, vec![[0.0f32; 3]; VERTEX_COUNT])
        .with_inserted_attribute(ATTRIBUTE_COARSE_BED, vec![0.0f32; VERTEX_COUNT])
        .with_inserted_attribute(
            ATTRIBUTE_NORMALS,
            VertexAttributeValues::Snorm16x4(vec![[0; 4]; VERTEX_COUNT]),
        )
        .with_inserted_attribute(
            ATTRIBUTE_MASKS,
            VertexAttributeValues::Unorm8x4(vec![[0; 4]; VERTEX_COUNT]),
        )
        .with_inserted_attribute(
            ATTRIBUTE_COARSE_MASKS,
            VertexAttributeValues::Unorm8x4(vec![[0; 4]; VERTEX_COUNT]),
        )
        .with_inserted_indices(Indices::U16(chunk_indices()))
}

/// Vertices that the render world has yet to upload.
#[derive(Resource, Default)]
pub(crate) struct PendingWrites(HashMap<AssetId<Mesh>, StagedVertices>);

/// Spare meshes are dropped after this time without a request.
const SPARE_DELAY: Duration = Duration::from_secs(2);

/// Drops the meshes left over from a larger land, after a time without requests. The pool keeps
/// enough for the next edit, drag or flight.
///
/// On a software driver it also drops all free staging buffers, because they take up main memory
/// and a new buffer is cheap.
fn drop_spare(
    chunk_meshes: Option<ResMut<ChunkMeshes>>,
    adapter: Option<Res<RenderAdapterInfo>>,
    mut idle: Local<(usize, Option<Instant>)>,
) {
    let Some(mut chunk_meshes) = chunk_meshes else { return };
    // The time of the last request is `None` after spare meshes have been dropped.
    let (last_count, last_request) = &mut *idle;
    if *last_count != chunk_meshes.request_count() {
        (*last_count, *last_request) = (chunk_meshes.request_count(), Some(Instant::now()));
    }
    if last_request.is_some_and(|time| time.elapsed() > SPARE_DELAY) {
        *last_request = None;
        chunk_meshes
            .drop_spare(adapter.is_none_or(|adapter| adapter.device_type != DeviceType::Cpu));
    }
}

/// The revision that was uploaded last, and the time of the upload.
///
/// It is a resource of the render world. Measurements and tests read it.
#[derive(Resource, Clone, Copy, Debug)]
pub struct LastUpload {
    /// The number of the revision.
    pub revision: u64,
    /// The time at which all buffer writes of the newest frame had been submitted.
    pub time: Instant,
}

/// Uploads the vertices of chunks in the render world.
pub struct ChunkUploadPlugin;

impl Plugin for ChunkUploadPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(LastUploadPlugin).add_systems(Last, drop_spare);
        let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
        let write = write_vertices
            .in_set(RenderSystems::PrepareAssets)
            .after(allocate_and_free_meshes)
            .before(prepare_assets::<RenderMesh>);
        render_app
            .init_resource::<PendingWrites>()
            .add_systems(ExtractSchedule, take_writes)
            .add_systems(Render, write);
    }

    fn finish(&self, app: &mut App) {
        // Bevy creates the device before it calls `finish`.
        let Some(device) = app.world().get_resource::<RenderDevice>().cloned() else { return };
        if let Some(mut settings) = app
            .get_sub_app_mut(RenderApp)
            .and_then(|render| render.world_mut().get_resource_mut::<MeshAllocatorSettings>())
        {
            // When a vertex buffer grows, Bevy copies all of it in one frame. A large factor makes
            // that rare during a flight.
            settings.growth_factor = settings.growth_factor.max(4.0);
            // At this size Bevy starts a new buffer, and nothing is copied. It frees buffers that
            // become empty.
            settings.max_slab_size = settings.max_slab_size.min(MAX_SLAB_BYTES);
        }
        app.insert_resource(ChunkMeshes::new(&device));
    }
}

/// Updates [`LastUpload`] in every frame.
pub struct LastUploadPlugin;

impl Plugin for LastUploadPlugin {
    fn build(&self, app: &mut App) {
        let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
        render_app.add_systems(
            Render,
            record_upload.after(RenderSystems::Prepare).before(RenderSystems::Render),
        );
    }
}

fn take_writes(mut main: ResMut<MainWorld>, mut writes: ResMut<PendingWrites>) {
    let Some(mut meshes) = main.get_resource_mut::<ChunkMeshes>() else { return };
    let meshes = meshes.bypass_change_detection();
    writes.0.extend(meshes.writes.drain());
    // A dropped mesh never gets a range in a buffer, so its vertices would wait for ever.
    writes.0.retain(|mesh, _| meshes.pool.has(*mesh));
}

/// Discards pending vertices, because their staging buffers belong to a lost device.
pub(crate) fn forget_writes(mut writes: ResMut<PendingWrites>) {
    writes.0.clear();
}

/// Submits copies of the pending vertices into the vertex buffers of their meshes.
fn write_vertices(
    mut writes: ResMut<PendingWrites>,
    allocator: Res<MeshAllocator>,
    device: Res<RenderDevice>,
    queue: Res<RenderQueue>,
) {
    if writes.0.is_empty() {
        return;
    }
    let mut encoder =
        device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("chunks") });
    let mut copied = Vec::with_capacity(writes.0.len());
    writes.0.retain(|mesh, vertices| {
        // Bevy may allocate a new mesh only in a later frame; its vertices wait until then.
        let Some(slice) = allocator.mesh_vertex_slice(mesh) else { return true };
        let offset = u64::from(slice.range.start) * size_of::<Vertex>() as u64;
        copied.extend(vertices.copy_to(&mut encoder, slice.buffer, offset));
        false
    });
    queue.submit([encoder.finish()]);
    copied.into_iter().for_each(CopiedBuffer::give_back);
}

fn record_upload(revision: Option<Res<RenderedRevision>>, mut commands: Commands) {
    commands.insert_resource(LastUpload {
        revision: revision.map_or(0, |r| r.0),
        time: Instant::now(),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_have_the_layout_that_bevy_expects() {
        let vertex = |i: usize| Vertex {
            position_m: [i as f32, 0.5, -1.0],
            coarse_bed_m: i as f32,
            normals: [i as i16, 1, 2, 3],
            masks: [i as u8, 4, 5, 6],
            coarse_masks: [7, 8, i as u8, 9],
        };
        let vertices: Vec<_> = (0..VERTEX_COUNT).map(vertex).collect();
        let normals = vertices.iter().map(|v| v.normals).collect();
        let masks = vertices.iter().map(|v| v.masks).collect();
        let coarse_masks = vertices.iter().map(|v| v.coarse_masks).collect();
        let coarse_masks = VertexAttributeValues::Unorm8x4(coarse_masks);
        let mesh = blank_mesh()
            .with_inserted_attribute(
                Mesh::ATTRIBUTE_POSITION,
                vertices.iter().map(|v| v.position_m).collect::<Vec<_>>(),
            )
            .with_inserted_attribute(
                ATTRIBUTE_COARSE_BED,
                vertices.iter().map(|v| v.coarse_bed_m).collect::<Vec<_>>(),
            )
            .with_inserted_attribute(ATTRIBUTE_NORMALS, VertexAttributeValues::Snorm16x4(normals))
            .with_inserted_attribute(ATTRIBUTE_MASKS, VertexAttributeValues::Unorm8x4(masks))
            .with_inserted_attribute(ATTRIBUTE_COARSE_MASKS, coarse_masks);
        assert_eq!(
            bytemuck::cast_slice::<_, u8>(&vertices),
            mesh.create_packed_vertex_buffer_data()
        );
    }
}
