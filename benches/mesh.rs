//! Times building a chunk's mesh from its heights: `cargo bench --bench mesh`. Compares our code
//! with the simplest way in Bevy.
//!
//! Our code writes into memory that is already allocated, because the app writes into the driver's
//! memory. Figures are million vertices per second of a thread's processor time, the best of
//! several medians; calls of the contestants alternate. Without the feature `bevy`, only our code
//! is measured.

use cpu_time::ThreadTime;
use orogen::noise::grid::Level;
use orogen::terrain::Recipe;
use orogen::terrain::chunk::{CHUNK_VERTICES, ChunkKey};
use orogen::terrain::heightfield::{ChunkField, sample_all, sample_chunk};
use orogen::terrain::land::Land;
use orogen::terrain::mesh::{Fields, put_rows};
use std::hint::black_box;

mod timing;

const VERTICES: f64 = (CHUNK_VERTICES * CHUNK_VERTICES) as f64;
const MEDIANS: usize = 9;
const CALLS: usize = 101;

/// A contestant: its name, the number of chunks per call, and the call.
type Contestant<'a> = (String, f64, Box<dyn FnMut() + 'a>);

fn main() {
    let land = Land::new(&Recipe::default()).expect("the defaults are a land");
    let heights_m = sample_chunk(&land, ChunkKey { level: 0, x: 3, z: -2 }, None).heights_m(&land);
    let mut contestants: Vec<Contestant> = vec![];
    for level in Level::available().into_iter().rev() {
        let heights_m = &heights_m;
        let mut vertices = Vec::with_capacity(CHUNK_VERTICES * CHUNK_VERTICES);
        let call = move || {
            vertices.clear();
            put_rows(black_box(Fields::of(heights_m)), 1.0, -30.0, level, |row| {
                vertices.extend_from_slice(row)
            });
            black_box(&vertices);
        };
        contestants.push((format!("ours, {level:?}"), 1.0, Box::new(call)));
    }
    contestants.push(("writing as many bytes".into(), 1.0, writing()));
    contestants.push(("sampling the noise of the default land".into(), 16.0, sampling(&land)));
    contestants.extend(peers(&heights_m));

    let now = || ThreadTime::now().as_duration();
    let mut calls: Vec<&mut dyn FnMut()> = vec![];
    calls.extend(contestants.iter_mut().map(|(.., call)| &mut **call as &mut dyn FnMut()));
    let mut best = timing::best_medians(now, [MEDIANS, CALLS], &mut calls);
    for (best, (_, chunks, _)) in best.iter_mut().zip(&contestants) {
        *best /= chunks;
    }
    for ((name, ..), time) in contestants.iter().zip(&best) {
        println!(
            "{name:40} {:8.1} million vertices/s {:6.2} ns/vertex {:6.1}x",
            VERTICES / time / 1e6,
            time / VERTICES * 1e9,
            time / best[0]
        );
    }
}

/// Fills the bytes of a mesh with a constant, which shows the limit set by memory.
fn writing() -> Box<dyn FnMut()> {
    Box::new(|| {
        black_box(vec![black_box(1_u8); 32 * VERTICES as usize]);
    })
}

/// Samples the noise of sixteen chunks with the app's own call, which is the step before meshing.
/// The figure is per chunk.
fn sampling(land: &Land) -> Box<dyn FnMut() + '_> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .use_current_thread()
        .build()
        .expect("this thread");
    let keys: Vec<ChunkKey> = (0..16).map(|i| ChunkKey { level: 0, x: i % 4, z: i / 4 }).collect();
    Box::new(move || drop(black_box(pool.install(|| sample_all(land, &keys)))))
}

#[cfg(not(feature = "bevy"))]
fn peers(_: &ChunkField) -> Vec<Contestant<'_>> {
    vec![]
}

/// Makes positions and triangles here, and lets Bevy compute the normals.
#[cfg(feature = "bevy")]
fn peers(heights_m: &ChunkField) -> Vec<Contestant<'_>> {
    use bevy::asset::RenderAssetUsages;
    use bevy::mesh::{Indices, Mesh, PrimitiveTopology};
    use orogen::terrain::chunk::FINE_SAMPLES;
    let call = move || {
        let side = CHUNK_VERTICES as u32;
        let mut positions = Vec::new();
        for z in 0..CHUNK_VERTICES {
            for x in 0..CHUNK_VERTICES {
                let height = heights_m.fine[(x + 1) + FINE_SAMPLES * (z + 1)];
                positions.push([x as f32, height.max(-30.0), z as f32]);
            }
        }
        let mut indices = Vec::new();
        for z in 0..side - 1 {
            for x in 0..side - 1 {
                let i = x + side * z;
                indices.extend([i, i + side, i + 1, i + 1, i + side, i + side + 1]);
            }
        }
        let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
            .with_inserted_indices(Indices::U32(indices));
        mesh.compute_smooth_normals();
        black_box(mesh);
    };
    vec![("Bevy, compute_smooth_normals".into(), 1.0, Box::new(call))]
}
