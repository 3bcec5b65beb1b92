//! Fewer triangles for drafts: the index buffers of all chunks are overwritten with those of a
//! coarser grid over the same vertices, and back again.
//!
//! Copying indices takes a millisecond or two. No mesh is made anew, no vertex is touched, and the
//! chunks' sides stay as they are.

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

/// Draws chunks with fewer triangles while drafts are drawn.
pub struct CoarsePlugin;

impl Plugin for CoarsePlugin {
    fn build(&self, app: &mut App) {
        let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
        render_app
            .init_resource::<CoarseMeshes>()
            .add_systems(ExtractSchedule, take_meshes)
            .add_systems(
                Render,
                write_indices
                    .in_set(RenderSystems::PrepareAssets)
                    .after(allocate_and_free_meshes)
                    .after(prepare_assets::<RenderMesh>),
            );
    }
}

/// The meshes that are drawn with fewer triangles.
#[derive(Resource, Default)]
pub(crate) struct CoarseMeshes {
    /// For each mesh of the pool, true if it is coarse.
    coarse: HashMap<AssetId<Mesh>, bool>,
    /// The number of pool changes at the last check.
    changes: usize,
    /// The first mesh, which identifies the pool; a new device has a new pool.
    first: Option<AssetId<Mesh>>,
    buffers: Option<[Indices; 2]>,
}

/// Source buffers of indices, with the number of indices.
struct Indices {
    buffer: wgpu::Buffer,
    count: u32,
}

impl Indices {
    /// A buffer of full size; unused indices repeat one vertex, which draws nothing.
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

/// A new device has new buffers, and meshes as they were made.
pub(crate) fn forget_drawn(mut drawn: ResMut<CoarseMeshes>) {
    *drawn = CoarseMeshes::default();
}

fn take_meshes(main: Res<MainWorld>, mut drawn: ResMut<CoarseMeshes>) {
    let Some(pool) = main.get_resource::<ChunkMeshes>() else { return };
    let (pool, first) = (pool.pool(), pool.pool().first());
    if first != drawn.first {
        *drawn = CoarseMeshes { first, buffers: drawn.buffers.take(), ..default() };
    }
    if drawn.changes != pool.changes() {
        let known = std::mem::take(&mut drawn.coarse);
        let is_coarse = |mesh| known.get(&mesh).copied().unwrap_or(false);
        drawn.coarse = pool.all().map(|mesh| (mesh, is_coarse(mesh))).collect();
        drawn.changes = pool.changes();
    }
}

fn write_indices(
    draft: Option<Res<Draft>>,
    mut drawn: ResMut<CoarseMeshes>,
    mut meshes: ResMut<RenderAssets<RenderMesh>>,
    allocator: Res<MeshAllocator>,
    device: Res<RenderDevice>,
    queue: Res<RenderQueue>,
) {
    let wanted = draft.is_some_and(|draft| draft.0);
    let CoarseMeshes { coarse, buffers, .. } = &mut *drawn;
    if coarse.values().all(|coarse| *coarse == wanted) {
        return;
    }
    let all = || [chunk_indices(), coarse_indices()].map(|indices| Indices::new(&device, &indices));
    let indices = &buffers.get_or_insert_with(all)[usize::from(wanted)];
    let mut encoder =
        device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("indices") });
    for (mesh, coarse) in coarse.iter_mut().filter(|(_, coarse)| **coarse != wanted) {
        // A mesh without a place gets one in a later frame.
        let (Some(place), Some(drawn)) = (allocator.mesh_index_slice(mesh), meshes.get_mut(*mesh))
        else {
            continue;
        };
        let offset = u64::from(place.range.start) * size_of::<u16>() as u64;
        let size = indices.buffer.size();
        encoder.copy_buffer_to_buffer(&indices.buffer, 0, place.buffer, offset, size);
        if let RenderMeshBufferInfo::Indexed { count, .. } = &mut drawn.buffer_info {
            *count = indices.count;
        }
        *coarse = wanted;
    }
    queue.submit([encoder.finish()]);
}
