//! Chunks' vertices on the graphics card. Every chunk in memory holds one mesh of a pool, which
//! Bevy allocates once, indices included; what changes is written straight into the mesh's place in
//! its vertex buffer. So an edit only copies vertices, without new mesh assets, allocations or
//! index buffers.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology, VertexAttributeValues};
use bevy::prelude::*;
use bevy::render::mesh::RenderMesh;
use bevy::render::mesh::allocator::{
    MeshAllocator, MeshAllocatorSettings, allocate_and_free_meshes,
};
use bevy::render::render_asset::prepare_assets;
use bevy::render::renderer::{RenderAdapterInfo, RenderDevice, RenderQueue};
use bevy::render::{ExtractSchedule, MainWorld, Render, RenderApp, RenderSystems};
use wgpu::DeviceType;

use super::lock::lock;
use super::meshes::MeshPool;
use super::state::RenderedRevision;
use super::vertex::{
    ATTRIBUTE_COARSE_BED, ATTRIBUTE_COARSE_MASKS, ATTRIBUTE_MASKS, ATTRIBUTE_NORMALS,
};
use orogen_noise::grid::Level;
use orogen_terrain::chunk::CHUNK_VERTICES;
use orogen_terrain::mesh::{Fields, Vertex, chunk_indices, put_rows};

/// Vertices of a chunk.
const COUNT: usize = CHUNK_VERTICES * CHUNK_VERTICES;

const BYTES: usize = COUNT * size_of::<Vertex>();

/// The largest buffer for chunks, about 240 of them. Free space in the last one is wasted.
const MAX_SLAB_BYTES: u64 = 32 << 20;

/// The vertices of a chunk in a mapped staging buffer, which returns to [`Staging`] when dropped
/// uncopied.
pub struct Staged {
    /// `None` once it is copied.
    buffer: Option<wgpu::Buffer>,
    home: Staging,
}

impl Staged {
    /// Records the copy of the vertices to a place.
    fn copy_to(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        buffer: &wgpu::Buffer,
        offset: u64,
    ) -> Option<Copied> {
        let staged = self.buffer.take()?;
        staged.unmap();
        encoder.copy_buffer_to_buffer(&staged, 0, buffer, offset, BYTES as u64);
        Some(Copied { buffer: staged, home: self.home.clone() })
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        self.buffer.take().into_iter().for_each(|buffer| lock(&self.home.free).push(buffer));
    }
}

/// A buffer with a recorded copy.
struct Copied {
    buffer: wgpu::Buffer,
    home: Staging,
}

impl Copied {
    /// Returns the buffer after the copy. A buffer that cannot be mapped again is dropped.
    fn give_back(self) {
        let same = self.buffer.clone();
        self.buffer.slice(..).map_async(wgpu::MapMode::Write, move |mapped| {
            if mapped.is_ok() {
                lock(&self.home.free).push(same);
            } else {
                self.home.held.fetch_sub(1, Ordering::Relaxed);
            }
        });
    }
}

/// Staging buffers, one per chunk. Builder threads write straight into them. Buffers are reused,
/// because new memory costs more than writing it.
#[derive(Clone)]
pub struct Staging {
    device: wgpu::Device,
    free: Arc<Mutex<Vec<wgpu::Buffer>>>,
    held: Arc<AtomicUsize>,
    filled: Arc<AtomicUsize>,
}

impl Staging {
    /// Staging buffers on a device.
    pub fn new(device: &RenderDevice) -> Self {
        let device = device.wgpu_device().clone();
        Self { device, free: Arc::default(), held: Arc::default(), filled: Arc::default() }
    }

    /// The number of buffers, filled or free.
    pub fn buffer_count(&self) -> usize {
        self.held.load(Ordering::Relaxed)
    }

    /// Drops free buffers until at most `limit` buffers remain.
    fn trim_to(&self, limit: usize) {
        let mut free = lock(&self.free);
        let left = free.len().saturating_sub(self.buffer_count().saturating_sub(limit));
        self.held.fetch_sub(free.len() - left, Ordering::Relaxed);
        free.truncate(left);
    }

    /// Makes a chunk's mesh with the bed's own normals, under water too; returns the vertices, and
    /// the lowest and the highest bed.
    pub fn mesh(&self, fields: Fields<'_>, spacing_m: f32) -> (Staged, [f32; 2]) {
        self.filled.fetch_add(1, Ordering::Relaxed);
        let free = lock(&self.free).pop();
        let buffer = free.unwrap_or_else(|| {
            self.held.fetch_add(1, Ordering::Relaxed);
            self.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("chunk staging"),
                size: BYTES as u64,
                usage: wgpu::BufferUsages::MAP_WRITE | wgpu::BufferUsages::COPY_SRC,
                mapped_at_creation: true,
            })
        });
        let mut view = buffer.slice(..).get_mapped_range_mut();
        let mut rest = view.slice(..);
        let put = |row: &[Vertex]| {
            let bytes = bytemuck::cast_slice(row);
            let place = rest.split_off(..bytes.len());
            place.expect("a place for every row").copy_from_slice(bytes);
        };
        let range = put_rows(fields, spacing_m, f32::NEG_INFINITY, Level::best(), put);
        drop(view);
        (Staged { buffer: Some(buffer), home: self.clone() }, range)
    }
}

/// The pool of meshes, and this frame's writes.
#[derive(Resource)]
pub struct ChunkMeshes {
    pool: MeshPool,
    blank: Mesh,
    writes: HashMap<AssetId<Mesh>, Staged>,
    /// Shared with the threads that build.
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

    /// A mesh that no chunk holds.
    pub fn take(&mut self, meshes: &mut Assets<Mesh>) -> Handle<Mesh> {
        self.pool.take(|| meshes.add(self.blank.clone()))
    }

    /// Every mesh of the pool.
    pub fn pool(&self) -> &MeshPool {
        &self.pool
    }

    /// Takes a mesh back whose chunk has gone.
    pub fn give_back(&mut self, mesh: Handle<Mesh>) {
        self.pool.give_back(mesh);
    }

    /// The number of requests for meshes and staging buffers.
    fn request_count(&self) -> usize {
        self.pool.request_count() + self.staging.filled.load(Ordering::Relaxed)
    }

    /// Drops spare meshes and buffers, or all free buffers unless `keeps_buffers`.
    fn drop_spare(&mut self, keeps_buffers: bool) {
        self.pool.drop_spare();
        // An edit fills all chunks at once.
        let most = self.pool.used() + self.pool.spare();
        self.staging.trim_to(if keeps_buffers { most } else { 0 });
    }

    /// Returns true if vertices will be written in this frame.
    pub(crate) fn has_writes(&self) -> bool {
        !self.writes.is_empty()
    }

    /// Queues vertices of a mesh for this frame.
    pub fn write(&mut self, mesh: AssetId<Mesh>, vertices: Staged) {
        self.writes.insert(mesh, vertices);
    }
}

/// A mesh of a chunk's size with zeros, to be overwritten.
fn blank_mesh() -> Mesh {
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, vec![[0.0f32; 3]; COUNT])
        .with_inserted_attribute(ATTRIBUTE_COARSE_BED, vec![0.0f32; COUNT])
        .with_inserted_attribute(
            ATTRIBUTE_NORMALS,
            VertexAttributeValues::Snorm16x4(vec![[0; 4]; COUNT]),
        )
        .with_inserted_attribute(
            ATTRIBUTE_MASKS,
            VertexAttributeValues::Unorm8x4(vec![[0; 4]; COUNT]),
        )
        .with_inserted_attribute(
            ATTRIBUTE_COARSE_MASKS,
            VertexAttributeValues::Unorm8x4(vec![[0; 4]; COUNT]),
        )
        .with_inserted_indices(Indices::U16(chunk_indices()))
}

/// Pending writes of the render world.
#[derive(Resource, Default)]
pub(crate) struct PendingWrites(HashMap<AssetId<Mesh>, Staged>);

/// The time after the last request until spare meshes are dropped.
const CALM: Duration = Duration::from_secs(2);

/// Drops spare meshes of a larger land once nothing moves; enough remain for the next edit, drag or
/// flight. On a software driver free buffers go, too: they are main memory, and creating them is
/// fast.
fn drop_spare(
    pool: Option<ResMut<ChunkMeshes>>,
    adapter: Option<Res<RenderAdapterInfo>>,
    mut waits: Local<(usize, Option<Instant>)>,
) {
    let Some(mut pool) = pool else { return };
    // The number of requests at the last check, and the time since then; `None` after the drop.
    let (asked, since) = &mut *waits;
    if *asked != pool.request_count() {
        (*asked, *since) = (pool.request_count(), Some(Instant::now()));
    }
    if since.is_some_and(|since| since.elapsed() > CALM) {
        *since = None;
        pool.drop_spare(adapter.is_none_or(|adapter| adapter.device_type != DeviceType::Cpu));
    }
}

/// The revision whose vertices were written last, and when: in the render world, where measurements
/// and tests read it.
#[derive(Resource, Clone, Copy, Debug)]
pub struct LastUpload {
    /// Its number.
    pub revision: u64,
    /// The end of all buffer writes of the newest frame.
    pub at: Instant,
}

/// Writes chunks' vertices in the render world.
pub struct UploadPlugin;

impl Plugin for UploadPlugin {
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
        // The device exists only now.
        let Some(device) = app.world().get_resource::<RenderDevice>().cloned() else { return };
        if let Some(mut settings) = app
            .get_sub_app_mut(RenderApp)
            .and_then(|render| render.world_mut().get_resource_mut::<MeshAllocatorSettings>())
        {
            // Room for a flight, because growing a buffer copies it in one frame.
            settings.growth_factor = settings.growth_factor.max(4.0);
            // Beyond this size a further buffer starts: nothing is copied, and empty buffers are
            // freed.
            settings.max_slab_size = settings.max_slab_size.min(MAX_SLAB_BYTES);
        }
        app.insert_resource(ChunkMeshes::new(&device));
    }
}

/// Records the time of a frame's buffer writes.
pub struct LastUploadPlugin;

impl Plugin for LastUploadPlugin {
    fn build(&self, app: &mut App) {
        let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
        render_app.add_systems(
            Render,
            note_written.after(RenderSystems::Prepare).before(RenderSystems::Render),
        );
    }
}

fn take_writes(mut main: ResMut<MainWorld>, mut writes: ResMut<PendingWrites>) {
    let Some(mut meshes) = main.get_resource_mut::<ChunkMeshes>() else { return };
    let meshes = meshes.bypass_change_detection();
    writes.0.extend(meshes.writes.drain());
    // A write to a dropped mesh would wait for ever.
    writes.0.retain(|mesh, _| meshes.pool.has(*mesh));
}

/// Writes for a lost device are discarded.
pub(crate) fn forget_writes(mut writes: ResMut<PendingWrites>) {
    writes.0.clear();
}

/// Records copies of vertices to their meshes' places.
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
        // A mesh without a place gets one in a later frame.
        let Some(place) = allocator.mesh_vertex_slice(mesh) else { return true };
        let offset = u64::from(place.range.start) * size_of::<Vertex>() as u64;
        copied.extend(vertices.copy_to(&mut encoder, place.buffer, offset));
        false
    });
    queue.submit([encoder.finish()]);
    copied.into_iter().for_each(Copied::give_back);
}

fn note_written(revision: Option<Res<RenderedRevision>>, mut commands: Commands) {
    commands
        .insert_resource(LastUpload { revision: revision.map_or(0, |r| r.0), at: Instant::now() });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_lie_as_bevy_interleaves_them() {
        let vertex = |i: usize| Vertex {
            position_m: [i as f32, 0.5, -1.0],
            coarse_bed_m: i as f32,
            normals: [i as i16, 1, 2, 3],
            masks: [i as u8, 4, 5, 6],
            coarse_masks: [7, 8, i as u8, 9],
        };
        let vertices: Vec<_> = (0..COUNT).map(vertex).collect();
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
