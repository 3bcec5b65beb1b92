//! Staging buffers, into which builder threads write the vertices of chunks.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use bevy::render::renderer::RenderDevice;

use super::lock::lock;
use orogen_noise::grid::Level;
use orogen_terrain::chunk::CHUNK_VERTICES;
use orogen_terrain::mesh::{ChunkWater, Fields, RiverRibbons, Vertex, put_rows};

/// The number of vertices of a chunk.
pub(super) const VERTEX_COUNT: usize = CHUNK_VERTICES * CHUNK_VERTICES;

/// The size of a chunk's vertices, in bytes.
const CHUNK_BYTES: usize = VERTEX_COUNT * size_of::<Vertex>();

/// The vertices of a chunk in a mapped staging buffer.
///
/// If it is dropped before it is copied, the buffer returns to its [`Staging`].
pub struct StagedVertices {
    /// The buffer; `None` after its copy has been recorded.
    buffer: Option<wgpu::Buffer>,
    staging: Staging,
}

impl StagedVertices {
    /// Records a copy of the vertices into `buffer`, starting at a byte offset.
    pub(super) fn copy_to(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        buffer: &wgpu::Buffer,
        offset: u64,
    ) -> Option<CopiedBuffer> {
        let staged = self.buffer.take()?;
        staged.unmap();
        encoder.copy_buffer_to_buffer(&staged, 0, buffer, offset, CHUNK_BYTES as u64);
        Some(CopiedBuffer { buffer: staged, staging: self.staging.clone() })
    }
}

impl Drop for StagedVertices {
    fn drop(&mut self) {
        self.buffer.take().into_iter().for_each(|buffer| lock(&self.staging.free).push(buffer));
    }
}

/// A staging buffer whose copy has been recorded in a command encoder.
pub(super) struct CopiedBuffer {
    buffer: wgpu::Buffer,
    staging: Staging,
}

impl CopiedBuffer {
    /// Returns the buffer to its [`Staging`] after the copy has run. If the buffer cannot be mapped
    /// again, it is dropped.
    pub fn give_back(self) {
        let buffer = self.buffer.clone();
        self.buffer.slice(..).map_async(wgpu::MapMode::Write, move |mapped| {
            if mapped.is_ok() {
                lock(&self.staging.free).push(buffer);
            } else {
                self.staging.total.fetch_sub(1, Ordering::Relaxed);
            }
        });
    }
}

/// Staging buffers, each for the vertices of one chunk.
///
/// Builder threads write straight into them. They are reused, because allocating a buffer takes
/// longer than filling it.
#[derive(Clone)]
pub struct Staging {
    device: wgpu::Device,
    free: Arc<Mutex<Vec<wgpu::Buffer>>>,
    /// The number of buffers, filled or free.
    total: Arc<AtomicUsize>,
    /// The number of chunk meshes written so far.
    fill_count: Arc<AtomicUsize>,
}

impl Staging {
    /// An empty set of staging buffers for a device.
    pub fn new(device: &RenderDevice) -> Self {
        let device = device.wgpu_device().clone();
        Self { device, free: Arc::default(), total: Arc::default(), fill_count: Arc::default() }
    }

    /// The number of buffers, filled or free.
    pub fn buffer_count(&self) -> usize {
        self.total.load(Ordering::Relaxed)
    }

    /// The number of chunk meshes written so far.
    pub(super) fn fill_count(&self) -> usize {
        self.fill_count.load(Ordering::Relaxed)
    }

    /// Drops free buffers until at most `limit` buffers remain.
    pub(super) fn trim_to(&self, limit: usize) {
        let mut free = lock(&self.free);
        let kept = free.len().saturating_sub(self.buffer_count().saturating_sub(limit));
        self.total.fetch_sub(free.len() - kept, Ordering::Relaxed);
        free.truncate(kept);
    }

    /// Writes the vertices of a chunk into a staging buffer.
    ///
    /// Vertices under water have the normals of the bed. Returns the vertices, and the lowest and
    /// highest bed in metres.
    pub fn stage_chunk(&self, fields: Fields<'_>, spacing_m: f32) -> (StagedVertices, [f32; 2]) {
        self.fill_count.fetch_add(1, Ordering::Relaxed);
        let mut range = [0.0; 2];
        let staged = self.write(|put| {
            range = put_rows(fields, spacing_m, f32::NEG_INFINITY, Level::best(), put);
        });
        (staged, range)
    }

    /// Writes the vertices of the rivers and lakes over a chunk into a staging buffer.
    pub fn stage_water(&self, water: &ChunkWater, spacing_m: f32) -> StagedVertices {
        self.write(|put| water.put_rows(spacing_m, put))
    }

    /// Writes the vertices of the distant rivers over a chunk into a staging buffer.
    pub fn stage_ribbons(&self, ribbons: &RiverRibbons) -> StagedVertices {
        self.write(|put| ribbons.put_rows(put))
    }

    /// Copies the vertices of a mesh, at most those of a chunk, into a staging buffer.
    pub(super) fn stage_vertices(&self, vertices: &[Vertex]) -> StagedVertices {
        self.fill_count.fetch_add(1, Ordering::Relaxed);
        self.write(|put| put(vertices))
    }

    /// Fills a staging buffer. `fill` gets a function that writes the next row of vertices.
    fn write(&self, fill: impl FnOnce(&mut dyn FnMut(&[Vertex]))) -> StagedVertices {
        let free = lock(&self.free).pop();
        let buffer = free.unwrap_or_else(|| {
            self.total.fetch_add(1, Ordering::Relaxed);
            self.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("chunk staging"),
                size: CHUNK_BYTES as u64,
                usage: wgpu::BufferUsages::MAP_WRITE | wgpu::BufferUsages::COPY_SRC,
                mapped_at_creation: true,
            })
        });
        let mut view = buffer.slice(..).get_mapped_range_mut();
        let mut rest = view.slice(..);
        let mut put = |row: &[Vertex]| {
            let bytes = bytemuck::cast_slice(row);
            let target = rest.split_off(..bytes.len());
            target.expect("the buffer has room for every row").copy_from_slice(bytes);
        };
        fill(&mut put);
        drop(view);
        StagedVertices { buffer: Some(buffer), staging: self.clone() }
    }
}
