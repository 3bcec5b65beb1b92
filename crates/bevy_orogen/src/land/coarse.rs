//! Draws chunks with fewer triangles in drafts.
//!
//! A draft is a quick picture at low resolution, drawn while something moves. It overwrites the
//! index buffers of all chunks with the indices of a coarser grid over the same vertices; the next
//! picture that is no draft restores them.
//!
//! Copying the indices takes one or two milliseconds. No mesh is allocated and no vertex changes.
//! The edges of chunks keep their full resolution, so no cracks appear.

use std::collections::HashMap;

use bevy::prelude::*;
use bevy::render::mesh::allocator::{MeshAllocator, allocate_and_free_meshes};
use bevy::render::mesh::{RenderMesh, RenderMeshBufferInfo};
use bevy::render::render_asset::{RenderAssets, prepare_assets};
use bevy::render::renderer::{RenderDevice, RenderQueue};
use bevy::render::{ExtractSchedule, MainWorld, Render, RenderApp, RenderSystems};

use super::upload::ChunkMeshes;
use crate::draft::Draft;
use orogen_terrain::mesh::{chunk_indices, coarse_indices};

/// Replaces the index buffers of chunks while drafts are drawn.
pub struct CoarsePlugin;

impl Plugin for CoarsePlugin {
    fn build(&self, app: &mut App) {
        let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
        render_app
            .init_resource::<CoarseMeshes>()
            .add_systems(ExtractSchedule, follow_pool)
            .add_systems(
                Render,
                write_indices
                    .in_set(RenderSystems::PrepareAssets)
                    .after(allocate_and_free_meshes)
                    .after(prepare_assets::<RenderMesh>),
            );
    }
}

/// The state of every mesh's index buffer.
#[derive(Resource, Default)]
pub(crate) struct CoarseMeshes {
    /// For each mesh of the pool, true if its index buffer has the coarse grid.
    coarse: HashMap<AssetId<Mesh>, bool>,
    /// The number of pool changes at the last check.
    changes: usize,
    /// The first mesh of the pool at the last check. A new device has a pool with another first
    /// mesh.
    first: Option<AssetId<Mesh>>,
    /// The indices of the full and of the coarse grid.
    buffers: Option<[Indices; 2]>,
}

/// A buffer from which the indices of a grid are copied, and the number of these indices.
struct Indices {
    buffer: wgpu::Buffer,
    count: u32,
}

impl Indices {
    /// Makes a buffer as long as the indices of a full grid. Unused indices repeat vertex 0, which
    /// draws nothing.
    fn new(device: &RenderDevice, indices: &[u16]) -> Self {
        let mut padded = indices.to_vec();
        padded.resize(chunk_indices().len(), 0);
        let buffer = device.create_buffer_with_data(&wgpu::util::BufferInitDescriptor {
            label: Some("chunk indices"),
            contents: bytemuck::cast_slice(&padded),
            usage: wgpu::BufferUsages::COPY_SRC,
        });
        Self { buffer: (*buffer).clone(), count: indices.len() as u32 }
    }
}

/// Forgets the buffers of a lost device. The meshes of the new device start with full grids.
pub(crate) fn forget_indices(mut state: ResMut<CoarseMeshes>) {
    *state = CoarseMeshes::default();
}

fn follow_pool(main: Res<MainWorld>, mut state: ResMut<CoarseMeshes>) {
    let Some(pool) = main.get_resource::<ChunkMeshes>() else { return };
    let (pool, first) = (pool.pool(), pool.pool().first());
    if first != state.first {
        *state = CoarseMeshes { first, buffers: state.buffers.take(), ..default() };
    }
    if state.changes != pool.changes() {
        let old = std::mem::take(&mut state.coarse);
        let is_coarse = |mesh| old.get(&mesh).copied().unwrap_or(false);
        state.coarse = pool.all().map(|mesh| (mesh, is_coarse(mesh))).collect();
        state.changes = pool.changes();
    }
}

fn write_indices(
    draft: Option<Res<Draft>>,
    mut state: ResMut<CoarseMeshes>,
    mut meshes: ResMut<RenderAssets<RenderMesh>>,
    allocator: Res<MeshAllocator>,
    device: Res<RenderDevice>,
    queue: Res<RenderQueue>,
) {
    let wants_coarse = draft.is_some_and(|draft| draft.0);
    let CoarseMeshes { coarse, buffers, .. } = &mut *state;
    if coarse.values().all(|coarse| *coarse == wants_coarse) {
        return;
    }
    let make_buffers =
        || [chunk_indices(), coarse_indices()].map(|indices| Indices::new(&device, &indices));
    let indices = &buffers.get_or_insert_with(make_buffers)[usize::from(wants_coarse)];
    let mut encoder =
        device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("indices") });
    for (mesh, coarse) in coarse.iter_mut().filter(|(_, coarse)| **coarse != wants_coarse) {
        // If Bevy has not allocated the mesh yet, a later frame writes its indices.
        let (Some(slice), Some(render_mesh)) =
            (allocator.mesh_index_slice(mesh), meshes.get_mut(*mesh))
        else {
            continue;
        };
        let offset = u64::from(slice.range.start) * size_of::<u16>() as u64;
        let size = indices.buffer.size();
        encoder.copy_buffer_to_buffer(&indices.buffer, 0, slice.buffer, offset, size);
        if let RenderMeshBufferInfo::Indexed { count, .. } = &mut render_mesh.buffer_info {
            *count = indices.count;
        }
        *coarse = wants_coarse;
    }
    queue.submit([encoder.finish()]);
}
