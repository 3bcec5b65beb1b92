//! The vertices of chunks.

use serde::{Deserialize, Serialize};

use crate::desk::{Desk, Kept};
use orogen_noise::grid::Level;
use orogen_terrain::ChunkKey;
use orogen_terrain::heightfield::sample_chunk;
use orogen_terrain::mesh::{Fields, RiverRibbons, Vertex, put_rows};

/// A chunk's key as a list: level, x, z.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub struct Key(u8, i64, i64);

impl From<Key> for ChunkKey {
    fn from(Key(level, x, z): Key) -> Self {
        Self { level, x, z }
    }
}

impl From<ChunkKey> for Key {
    fn from(key: ChunkKey) -> Self {
        Self(key.level, key.x, key.z)
    }
}

/// The vertices of a chunk, 32 bytes each, then those of its water if there is any. The last eight
/// bytes are the lowest and the highest y of land and water.
pub fn build(desk: &mut Desk, key: ChunkKey) -> Result<Vec<u8>, String> {
    let surface = desk.surface()?;
    let (land, sea_m) = (surface.land(), surface.sea_level_m() as f32);
    desk.clock += 1;
    let known = desk.kept.get(&key).map(|kept| &kept.samples);
    let samples = sample_chunk(land, key, known);
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
    desk.kept.insert(key, Kept { samples, used: desk.clock });
    forget(desk);
    Ok(bytes)
}

/// Drops samples that were not used for long, until the others fit.
fn forget(desk: &mut Desk) {
    let mut bytes: usize = desk.kept.values().map(|kept| kept.samples.bytes()).sum();
    if bytes <= desk.keep_bytes {
        return;
    }
    let mut ages: Vec<_> =
        desk.kept.iter().map(|(key, kept)| (kept.used, *key, kept.samples.bytes())).collect();
    ages.sort_unstable_by_key(|(used, ..)| *used);
    for (_, key, freed) in ages {
        if bytes <= desk.keep_bytes / 8 * 7 {
            break;
        }
        desk.kept.remove(&key);
        bytes -= freed;
    }
}
