//! Chunks that the page's workers have built, in the form of their answer to the request `full_chunk`.

use std::collections::HashSet;

use bevy_orogen::land::fed::FedChunk;
use orogen_terrain::ChunkKey;
use orogen_terrain::mesh::{ChunkRoads, Vertex};

/// The number of vertices of the ground.
const GROUND: usize = 65 * 65;
/// The numbers of the other vertices and of the roads' indices, and the range of heights, in bytes.
const END: usize = 24;

/// Reads a chunk; `None` if the bytes are no chunk.
pub fn read(key: ChunkKey, bytes: &[u8]) -> Option<FedChunk> {
    let (meshes, end) = bytes.split_at_checked(bytes.len().checked_sub(END)?)?;
    let (counts, range) = end.split_at(END - 8);
    let counts = bytemuck::pod_collect_to_vec::<u8, u32>(counts);
    let range_m = bytemuck::pod_collect_to_vec::<u8, f32>(range).try_into().ok()?;
    let mut rest = meshes;
    let mut take = |count: usize, size: usize| -> Option<&[u8]> {
        let (taken, others) = rest.split_at_checked(count.checked_mul(size)?)?;
        rest = others;
        Some(taken)
    };
    let mut vertices = |count: u32| {
        let bytes = take(count as usize, size_of::<Vertex>())?;
        Some(bytemuck::pod_collect_to_vec::<u8, Vertex>(bytes))
    };
    let land = vertices(GROUND as u32)?;
    let water = vertices(counts[0])?;
    let ribbons = vertices(counts[1])?;
    let road_vertices = vertices(counts[2])?;
    let indices = bytemuck::pod_collect_to_vec::<u8, u32>(take(counts[3] as usize, 4)?);
    let roads = ChunkRoads { vertices: road_vertices, indices };
    let roads = (!roads.indices.is_empty()).then_some(roads);
    Some(FedChunk { key, land, water, ribbons, roads, range_m })
}

/// The key of a chunk: its level, x and z.
pub fn key([level, x, z]: [f64; 3]) -> ChunkKey {
    ChunkKey { level: level as u8, x: x as i64, z: z as i64 }
}

/// The keys in a list of levels, x and z.
pub fn keys(numbers: &[f64]) -> HashSet<ChunkKey> {
    let (keys, _) = numbers.as_chunks::<3>();
    keys.iter().map(|numbers| key(*numbers)).collect()
}
