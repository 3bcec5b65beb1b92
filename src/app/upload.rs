//! Chunks' vertices on the graphics card. Every chunk in memory holds one mesh of a pool, which Bevy allocates once, indices
//! included; what changes is written straight into the mesh's place in its vertex buffer. So an edit makes no mesh asset,
//! no allocation and no index buffer anew: it copies vertices, and no more.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology, VertexAttributeValues};
use bevy::prelude::*;
use bevy::render::mesh::RenderMesh;
use bevy::render::mesh::allocator::{MeshAllocator, allocate_and_free_meshes};
use bevy::render::render_asset::prepare_assets;
use bevy::render::render_resource::{Buffer, BufferSize};
use bevy::render::renderer::RenderQueue;
use bevy::render::{ExtractSchedule, MainWorld, Render, RenderApp, RenderSystems};
use bytemuck::{Pod, Zeroable};
use rayon::prelude::*;
use wgpu::WriteOnly;

use super::land::RenderedRevision;
use super::material::{ATTRIBUTE_BEDS, ATTRIBUTE_MASKS, ATTRIBUTE_NORMALS};
use crate::terrain::chunk::CHUNK_VERTICES;
use crate::terrain::mesh::{MeshData, chunk_indices};

/// Vertices of a chunk.
const COUNT: usize = CHUNK_VERTICES * CHUNK_VERTICES;

const BYTES: usize = COUNT * size_of::<ChunkVertex>();

/// Fewer chunks than this are not worth a second thread.
const PARALLEL: usize = 8;

/// A vertex as it lies in the vertex buffer: 32 bytes, in the order in which Bevy interleaves the attributes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct ChunkVertex {
    pub position_m: [f32; 3],
    pub beds_m: [f32; 2],
    pub normals: [i16; 4],
    pub masks: [u8; 4],
}

/// Vertex lists that are written over and over again: fresh memory costs more than what is written into it.
#[derive(Clone, Default)]
pub struct VertexLists(Arc<Mutex<Vec<Vec<ChunkVertex>>>>);

impl VertexLists {
    /// The vertices of a mesh, interleaved.
    pub fn pack(&self, mesh: &MeshData) -> Vec<ChunkVertex> {
        let mut list = self.lock().pop().unwrap_or_else(|| Vec::with_capacity(COUNT));
        list.clear();
        let arrays = mesh.positions_m.iter().zip(&mesh.beds_m).zip(&mesh.normals).zip(&mesh.masks);
        list.extend(arrays.map(|(((&position_m, &beds_m), &normals), &masks)| ChunkVertex {
            position_m,
            beds_m,
            normals,
            masks,
        }));
        list
    }

    fn give_back(&self, lists: impl IntoIterator<Item = Vec<ChunkVertex>>) {
        self.lock().extend(lists);
    }

    /// A lock whose holder panicked guards plain data: it is still good.
    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Vec<ChunkVertex>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The pool of meshes, and what is to be written into them in this frame.
#[derive(Resource, Default)]
pub struct ChunkMeshes {
    free: Vec<Handle<Mesh>>,
    writes: HashMap<AssetId<Mesh>, Vec<ChunkVertex>>,
    /// Shared with the threads that build.
    pub lists: VertexLists,
}

impl ChunkMeshes {
    /// A mesh that no chunk holds.
    pub fn take(&mut self, meshes: &mut Assets<Mesh>) -> Handle<Mesh> {
        self.free.pop().unwrap_or_else(|| meshes.add(blank_mesh()))
    }

    /// Takes a mesh back whose chunk has gone.
    pub fn give_back(&mut self, mesh: Handle<Mesh>) {
        self.free.push(mesh);
    }

    /// Wants a mesh's vertices written in this frame.
    pub fn write(&mut self, mesh: AssetId<Mesh>, vertices: Vec<ChunkVertex>) {
        let unwritten = self.writes.insert(mesh, vertices);
        self.lists.give_back(unwritten);
    }
}

/// A mesh of a chunk's size that is nowhere: vertices are written over it.
fn blank_mesh() -> Mesh {
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, vec![[0.0f32; 3]; COUNT])
        .with_inserted_attribute(ATTRIBUTE_BEDS, vec![[0.0f32; 2]; COUNT])
        .with_inserted_attribute(ATTRIBUTE_NORMALS, VertexAttributeValues::Snorm16x4(vec![[0; 4]; COUNT]))
        .with_inserted_attribute(ATTRIBUTE_MASKS, VertexAttributeValues::Unorm8x4(vec![[0; 4]; COUNT]))
        .with_inserted_indices(Indices::U16(chunk_indices()))
}

/// What the render world is still to write.
#[derive(Resource, Default)]
struct Writes {
    pending: HashMap<AssetId<Mesh>, Vec<ChunkVertex>>,
    lists: VertexLists,
}

/// The revision whose vertices were written last, and when: in the render world, where measurements and tests read it.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Written {
    pub revision: u64,
    /// The end of the writes of the newest frame, and of all other buffers that its drawing reads.
    pub at: Instant,
}

/// Writes chunks' vertices in the render world.
pub struct UploadPlugin;

impl Plugin for UploadPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<ChunkMeshes>();
        let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
        render_app.init_resource::<Writes>().add_systems(ExtractSchedule, take_writes).add_systems(
            Render,
            write_vertices
                .in_set(RenderSystems::PrepareAssets)
                .after(allocate_and_free_meshes)
                .before(prepare_assets::<RenderMesh>),
        );
        app.add_plugins(WrittenPlugin);
    }
}

/// Notes when a frame's buffers were written.
pub struct WrittenPlugin;

impl Plugin for WrittenPlugin {
    fn build(&self, app: &mut App) {
        let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
        render_app.add_systems(Render, note_written.after(RenderSystems::Prepare).before(RenderSystems::Render));
    }
}

fn take_writes(mut main: ResMut<MainWorld>, mut writes: ResMut<Writes>) {
    let mut meshes = main.resource_mut::<ChunkMeshes>();
    let lists = meshes.lists.clone();
    let new = meshes.bypass_change_detection().writes.drain();
    let unwritten: Vec<_> = new.filter_map(|(mesh, vertices)| writes.pending.insert(mesh, vertices)).collect();
    lists.give_back(unwritten);
    writes.lists = lists;
}

/// Copies vertices to where Bevy has put their meshes; neighbours in the buffer in one go.
fn write_vertices(mut writes: ResMut<Writes>, allocator: Res<MeshAllocator>, queue: Res<RenderQueue>) {
    if writes.pending.is_empty() {
        return;
    }
    let mut placed: Vec<(&Buffer, u32, Vec<ChunkVertex>)> = Vec::with_capacity(writes.pending.len());
    let mut unplaced = HashMap::new();
    for (mesh, vertices) in writes.pending.drain() {
        match allocator.mesh_vertex_slice(&mesh) {
            Some(slice) => placed.push((slice.buffer, slice.range.start, vertices)),
            // Its mesh comes in a later frame.
            None => _ = unplaced.insert(mesh, vertices),
        }
    }
    placed.sort_by_key(|(buffer, start, _)| (buffer.id(), *start));
    let adjoin = |a: &(&Buffer, u32, _), b: &(&Buffer, u32, _)| a.0.id() == b.0.id() && a.1 + COUNT as u32 == b.1;
    for run in placed.chunk_by(adjoin) {
        write_run(&queue, run);
    }
    writes.lists.give_back(placed.into_iter().map(|(_, _, vertices)| vertices));
    writes.pending = unplaced;
}

fn write_run(queue: &RenderQueue, run: &[(&Buffer, u32, Vec<ChunkVertex>)]) {
    let Some((buffer, start, _)) = run.first() else { return };
    let offset = u64::from(*start) * size_of::<ChunkVertex>() as u64;
    let size = BufferSize::new((run.len() * BYTES) as u64);
    let Some(mut view) = size.and_then(|size| queue.write_buffer_with(buffer, offset, size)) else { return };
    let (mut places, _) = view.slice(..).into_chunks::<BYTES>();
    let mut parts = Vec::with_capacity(run.len());
    for (_, _, vertices) in run {
        parts.extend(places.split_off_first().map(|place| (place, bytemuck::cast_slice(vertices))));
    }
    let copy = |(place, vertices): (WriteOnly<[u8; BYTES]>, &[u8])| {
        WriteOnly::<[u8]>::from(place).copy_from_slice(vertices);
    };
    if run.len() < PARALLEL { parts.into_iter().for_each(copy) } else { parts.into_par_iter().for_each(copy) }
}

fn note_written(revision: Option<Res<RenderedRevision>>, mut commands: Commands) {
    commands.insert_resource(Written { revision: revision.map_or(0, |r| r.0), at: Instant::now() });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_lie_as_bevy_interleaves_them() {
        let data = MeshData {
            positions_m: (0..COUNT).map(|i| [i as f32, 0.5, -1.0]).collect(),
            beds_m: (0..COUNT).map(|i| [2.0, i as f32]).collect(),
            normals: (0..COUNT).map(|i| [i as i16, 1, 2, 3]).collect(),
            masks: (0..COUNT).map(|i| [i as u8, 4, 5, 6]).collect(),
            height_range_m: [0.0, 1.0],
        };
        let mesh = blank_mesh()
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, data.positions_m.clone())
            .with_inserted_attribute(ATTRIBUTE_BEDS, data.beds_m.clone())
            .with_inserted_attribute(ATTRIBUTE_NORMALS, VertexAttributeValues::Snorm16x4(data.normals.clone()))
            .with_inserted_attribute(ATTRIBUTE_MASKS, VertexAttributeValues::Unorm8x4(data.masks.clone()));
        let vertices = VertexLists::default().pack(&data);
        assert_eq!(bytemuck::cast_slice::<_, u8>(&vertices), mesh.create_packed_vertex_buffer_data());
    }

    #[test]
    fn lists_are_used_again() {
        let data = MeshData {
            positions_m: vec![[0.0; 3]; COUNT],
            beds_m: vec![[0.0; 2]; COUNT],
            normals: vec![[0; 4]; COUNT],
            masks: vec![[0; 4]; COUNT],
            height_range_m: [0.0, 0.0],
        };
        let lists = VertexLists::default();
        let first = lists.pack(&data);
        let place = first.as_ptr();
        lists.give_back([first]);
        assert_eq!(lists.pack(&data).as_ptr(), place);
    }
}
