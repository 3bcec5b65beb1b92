//! Measures the same edit in a simple app, for comparison. The simple app has one Bevy mesh per
//! chunk, heights from the `noise` crate for each vertex, and smooth normals from Bevy. It uses the
//! same number of rayon threads.

use std::time::{Duration, Instant};

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use noise::{Fbm, MultiFractal, NoiseFn, Perlin};
use rayon::prelude::*;
use serde::Serialize;

use super::spread::Spread;
use crate::headless::capture::headless_app;
use crate::headless::error::HeadlessError;
use crate::plugin::camera::pose::Pose;
use crate::plugin::land::origin::RenderOrigin;
use crate::plugin::land::state::levels;
use crate::plugin::land::stream;
use crate::plugin::land::upload::{LastUpload, LastUploadPlugin};
use crate::terrain::chunk::{CHUNK_VERTICES, ChunkKey, square};
use crate::terrain::mesh::chunk_indices;
use crate::terrain::recipe::Recipe;
use crate::terrain::scene::Scene;
use crate::terrain::surface::Surface;

/// The size of the picture in pixels. It is so small that drawing on a software driver takes little
/// of the time.
pub(super) const SIZE: UVec2 = UVec2::new(320, 180);

const EDITS: usize = 5;

/// The results of the simple app.
#[derive(Serialize, Clone, Debug)]
pub struct PeerReport {
    pub threads: usize,
    pub chunks: usize,
    /// The time from the change of the seed until the buffers are written.
    pub written: Spread,
    /// The median of `written`, divided by this program's median for the same edit.
    pub times_faster: f64,
}

/// Measures edits of the seed in the simple app. It has the chunks that this program shows.
///
/// # Errors
/// If there is no driver to draw with.
pub fn measure(scene: &Scene, ours_ms: f64) -> Result<PeerReport, HeadlessError> {
    let recipe = &scene.recipe;
    let keys = visible(scene)?;
    let pool = rayon::ThreadPoolBuilder::new().build()?;
    let mut app = headless_app(SIZE, |app| {
        app.add_plugins(LastUploadPlugin);
    })?;
    let build = |seed: u32| -> Vec<Mesh> {
        pool.install(|| keys.par_iter().map(|&key| mesh(recipe, seed, key)).collect())
    };
    let meshes = build(0);
    let world = app.world();
    let material =
        world.resource_mut::<Assets<StandardMaterial>>().add(StandardMaterial::default());
    let handles: Vec<_> =
        meshes.into_iter().map(|mesh| world.resource_mut::<Assets<Mesh>>().add(mesh)).collect();
    for (handle, key) in handles.iter().zip(&keys) {
        let [x, z] = key.origin_m(recipe.world.spacing_m.metres());
        let place = Transform::from_translation(RenderOrigin::default().local([x, 0.0, z]));
        world.spawn((Mesh3d(handle.clone()), MeshMaterial3d(material.clone()), place));
    }
    app.set_drawing(false);
    (0..3).for_each(|_| app.update());
    let mut times: Vec<Duration> = Vec::with_capacity(EDITS);
    for seed in 1..=EDITS as u32 {
        let start = Instant::now();
        let meshes = build(seed);
        let mut assets = app.world().resource_mut::<Assets<Mesh>>();
        for (handle, mesh) in handles.iter().zip(meshes) {
            assets.insert(handle, mesh)?;
        }
        app.update();
        let written = app.render_world().and_then(|world| world.get_resource::<LastUpload>());
        times.extend(written.map(|written| written.time.saturating_duration_since(start)));
    }
    let written = Spread::of(&times);
    let times_faster = written.median_ms / ours_ms;
    Ok(PeerReport {
        threads: pool.current_num_threads(),
        chunks: keys.len(),
        written,
        times_faster,
    })
}

/// Returns the chunks that the view of a scene shows.
fn visible(scene: &Scene) -> Result<Vec<ChunkKey>, HeadlessError> {
    let Scene { recipe, view } = scene;
    let surface = Surface::new(recipe)?;
    let eye = Pose::of_view(&view.camera, &surface).eye_above(&surface).position_m.to_array();
    Ok(match levels(recipe, &view.params) {
        Some(levels) => levels.ideal(&stream::viewer(&surface, eye)),
        None => square(recipe.world.extent_chunks),
    })
}

fn mesh(recipe: &Recipe, seed: u32, key: ChunkKey) -> Mesh {
    let fractal = Fbm::<Perlin>::new(seed)
        .set_octaves(recipe.base().fractal.octaves.ceil() as usize)
        .set_frequency(recipe.base().frequency_per_m())
        .set_lacunarity(recipe.base().fractal.lacunarity)
        .set_persistence(recipe.base().fractal.gain);
    let spacing_m = key.spacing_m(recipe.world.spacing_m.metres());
    let [x0, z0] = key.origin_m(recipe.world.spacing_m.metres());
    let vertex = |i: usize| {
        let [x, z] = [i % CHUNK_VERTICES, i / CHUNK_VERTICES].map(|c| c as f64 * spacing_m);
        let height_m = fractal.get([x0 + x, z0 + z]) * recipe.base().shape.height_m;
        [x as f32, height_m as f32, z as f32]
    };
    let positions: Vec<_> = (0..CHUNK_VERTICES * CHUNK_VERTICES).map(vertex).collect();
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_indices(Indices::U16(chunk_indices()))
        .with_computed_smooth_normals()
}
