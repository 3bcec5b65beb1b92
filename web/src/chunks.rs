//! The vertices of chunks.

use serde::{Deserialize, Serialize};

use crate::instance::{Instance, KeptSamples};
use orogen_noise::grid::Level;
use orogen_terrain::heightfield::{ChunkSamples, sample_chunk};
use orogen_terrain::mesh::{ChunkRoads, Fields, RiverRibbons, Vertex, put_rows};
use orogen_terrain::{ChunkKey, Land};

/// A chunk's key as a list: level, x, z.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub struct ChunkKeyList(u8, i64, i64);

impl From<ChunkKeyList> for ChunkKey {
    fn from(ChunkKeyList(level, x, z): ChunkKeyList) -> Self {
        Self { level, x, z }
    }
}

impl From<ChunkKey> for ChunkKeyList {
    fn from(key: ChunkKey) -> Self {
        Self(key.level, key.x, key.z)
    }
}

/// The vertices of a chunk, 32 bytes each, then those of its water if there is any. The last eight
/// bytes are the lowest and the highest y of land and water.
pub fn build(instance: &mut Instance, key: ChunkKey) -> Result<Vec<u8>, String> {
    let surface = instance.surface()?;
    let (land, sea_m) = (surface.land(), surface.sea_level_m() as f32);
    let samples = sample(instance, land, key);
    let heights_m = samples.heights_m(land);
    let spacing_m = key.spacing_m(land.spacing_m()) as f32;
    let mut bytes = Vec::with_capacity(2 * 65 * 65 * size_of::<Vertex>() + 8);
    let fields = Fields::of_samples(&samples, &heights_m);
    let [low_m, mut high_m] =
        put_rows(fields, spacing_m, sea_m, Level::best(), |row: &[Vertex]| {
            bytes.extend_from_slice(bytemuck::cast_slice(row));
        });
    let mut put = |row: &[Vertex]| bytes.extend_from_slice(bytemuck::cast_slice(row));
    if let Some(water) = samples.water() {
        water.put_rows(spacing_m, &mut put);
        high_m = high_m.max(water.highest_m());
    } else if land.has_water()
        && let Some(ribbons) = RiverRibbons::new(land, key, &heights_m)
    {
        ribbons.put_rows(&mut put);
        high_m = high_m.max(ribbons.highest_m());
    }
    bytes.extend_from_slice(bytemuck::bytes_of(&[low_m, high_m]));
    keep(instance, key, samples);
    Ok(bytes)
}

/// All meshes of a chunk, as the studio draws them: the vertices of the ground, of rivers and lakes, of
/// distant rivers and of roads, 32 bytes each; then the indices of the roads, 4 bytes each. The last 24
/// bytes are the numbers of vertices of the three meshes after the ground, the number of indices, and the
/// lowest and the highest y.
pub fn build_full(instance: &mut Instance, key: ChunkKey) -> Result<Vec<u8>, String> {
    let surface = instance.surface()?;
    let (land, sea_m) = (surface.land(), surface.sea_level_m() as f32);
    let samples = sample(instance, land, key);
    let heights_m = samples.heights_m(land);
    let spacing_m = key.spacing_m(land.spacing_m()) as f32;
    let mut vertices: Vec<Vertex> = Vec::with_capacity(2 * 65 * 65);
    let fields = Fields::of_samples(&samples, &heights_m);
    // Vertices under water have the normals of the bed.
    let [low_m, mut high_m] =
        put_rows(fields, spacing_m, f32::NEG_INFINITY, Level::best(), |row: &[Vertex]| {
            vertices.extend_from_slice(row);
        });
    if low_m < sea_m {
        high_m = high_m.max(sea_m);
    }
    let mut ends = vec![vertices.len()];
    if let Some(water) = samples.water() {
        water.put_rows(spacing_m, |row: &[Vertex]| vertices.extend_from_slice(row));
        high_m = high_m.max(water.highest_m());
    }
    ends.push(vertices.len());
    if let Some(ribbons) = RiverRibbons::new(land, key, &heights_m) {
        ribbons.put_rows(|row: &[Vertex]| vertices.extend_from_slice(row));
        high_m = high_m.max(ribbons.highest_m());
    }
    ends.push(vertices.len());
    let roads = ChunkRoads::new(land, key, &heights_m).unwrap_or_default();
    vertices.extend_from_slice(&roads.vertices);
    ends.push(vertices.len());
    let counts = ends.windows(2).map(|pair| (pair[1] - pair[0]) as u32);
    let counts: Vec<u32> = counts.chain([roads.indices.len() as u32]).collect();
    let mut bytes = bytemuck::cast_slice(&vertices).to_vec();
    bytes.extend_from_slice(bytemuck::cast_slice(&roads.indices));
    bytes.extend_from_slice(bytemuck::cast_slice(&counts));
    bytes.extend_from_slice(bytemuck::bytes_of(&[low_m, high_m]));
    keep(instance, key, samples);
    Ok(bytes)
}

/// The samples of a chunk. Kept samples of unchanged sources are reused.
fn sample(instance: &mut Instance, land: &Land, key: ChunkKey) -> ChunkSamples {
    instance.clock += 1;
    sample_chunk(land, key, instance.kept.get(&key).map(|kept| &kept.samples))
}

/// Keeps the samples of a chunk for the next edit.
fn keep(instance: &mut Instance, key: ChunkKey, samples: ChunkSamples) {
    instance.kept.insert(key, KeptSamples { samples, used: instance.clock });
    drop_old_samples(instance);
}

/// If the samples exceed the instance's limit, drops those unused for longest, down to ⅞ of the limit.
fn drop_old_samples(instance: &mut Instance) {
    let mut bytes: usize = instance.kept.values().map(|kept| kept.samples.bytes()).sum();
    if bytes <= instance.keep_bytes {
        return;
    }
    let mut ages: Vec<_> =
        instance.kept.iter().map(|(key, kept)| (kept.used, *key, kept.samples.bytes())).collect();
    ages.sort_unstable_by_key(|(used, ..)| *used);
    for (_, key, freed) in ages {
        if bytes <= instance.keep_bytes / 8 * 7 {
            break;
        }
        instance.kept.remove(&key);
        bytes -= freed;
    }
}
