//! Building a revision of the land: all its chunks, from noise to meshes, on a pool of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::asset::RenderAssetUsages;
use bevy::camera::primitives::Aabb;
use bevy::mesh::{Indices, PrimitiveTopology, VertexAttributeValues};
use bevy::prelude::*;
use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};
use rayon::prelude::*;

use super::material::{ATTRIBUTE_BEDS, ATTRIBUTE_MASKS, ATTRIBUTE_NORMALS};
use crate::terrain::chunk::{ChunkKey, square};
use crate::terrain::heightfield::{ChunkField, sample_chunks};
use crate::terrain::land::Land;
use crate::terrain::mesh::{MeshData, chunk_indices};
use crate::terrain::recipe::Recipe;

/// One revision to be built.
pub struct Job {
    pub revision: u64,
    pub recipe: Recipe,
    /// Noise of chunks that is still good, because only later stages changed; by position in the recipe's square.
    pub known_noise: Option<Vec<Arc<ChunkField>>>,
}

/// A revision that is ready to be shown.
pub struct Built {
    pub revision: u64,
    pub recipe: Recipe,
    pub land: Land,
    pub chunks: Vec<BuiltChunk>,
    /// From the start of the job to its last mesh.
    pub duration: Duration,
}

/// One chunk of it.
pub struct BuiltChunk {
    pub key: ChunkKey,
    pub noise: Arc<ChunkField>,
    pub mesh: Mesh,
    pub aabb: Aabb,
}

impl Job {
    /// Builds every chunk on the current rayon pool.
    ///
    /// # Errors
    /// Where the recipe's choices exclude each other.
    pub fn run(self) -> Result<Built, String> {
        let start = Instant::now();
        let land = Land::new(&self.recipe).map_err(|e| e.to_string())?;
        let keys = square(self.recipe.world.extent_chunks);
        let noise = match self.known_noise {
            Some(noise) => noise,
            None => sample_chunks(&land, &keys).into_iter().map(Arc::new).collect(),
        };
        let indices = chunk_indices();
        let sea_level_m = self.recipe.world.sea_level_m as f32;
        let build = |(key, noise): (ChunkKey, Arc<ChunkField>)| {
            let heights_m = noise.shaped(land.shape());
            let spacing_m = key.spacing_m(land.spacing_m()) as f32;
            let mesh = MeshData::new(&heights_m, spacing_m, sea_level_m);
            let side_m = key.side_m(land.spacing_m()) as f32;
            let [low, high] = mesh.height_range_m;
            let aabb = Aabb::from_min_max(Vec3::new(0.0, low, 0.0), Vec3::new(side_m, high, side_m));
            BuiltChunk { key, noise, mesh: bevy_mesh(mesh, indices.clone()), aabb }
        };
        let chunks = keys.into_par_iter().zip(noise).map(build).collect();
        Ok(Built { revision: self.revision, recipe: self.recipe, land, chunks, duration: start.elapsed() })
    }
}

/// Hands the arrays over to a Bevy mesh; nothing is copied.
fn bevy_mesh(data: MeshData, indices: Vec<u16>) -> Mesh {
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, data.positions_m)
        .with_inserted_attribute(ATTRIBUTE_BEDS, data.beds_m)
        .with_inserted_attribute(ATTRIBUTE_NORMALS, VertexAttributeValues::Snorm16x4(data.normals))
        .with_inserted_attribute(ATTRIBUTE_MASKS, VertexAttributeValues::Unorm8x4(data.masks))
        .with_inserted_indices(Indices::U16(indices))
}

/// The pool that builds, and the revision that it is at work on.
#[derive(Resource)]
pub struct Builder {
    pool: rayon::ThreadPool,
    running: Option<Receiver<Result<Built, String>>>,
}

impl Builder {
    /// A pool of as many threads as the machine has cores, or as many as asked for.
    ///
    /// # Errors
    /// If the system gives no threads.
    pub fn new(threads: Option<usize>) -> Result<Self, rayon::ThreadPoolBuildError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.unwrap_or(0))
            .thread_name(|i| format!("orogen-build-{i}"))
            .build()?;
        Ok(Self { pool, running: None })
    }

    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Starts a job. Only one runs at a time: the caller asks [`Builder::is_running`] first.
    pub fn start(&mut self, job: Job) {
        let (send, receive) = bounded(1);
        self.running = Some(receive);
        self.pool.spawn(move || {
            let built = catch_unwind(AssertUnwindSafe(|| job.run()));
            let built =
                built.unwrap_or_else(|_| Err("building the land failed; this is a bug, see the log".to_owned()));
            // The receiver is gone only when the program ends.
            let _ = send.send(built);
        });
    }

    /// The finished revision, waiting for it for up to `patience`; `None` while it still runs or when none does.
    pub fn finish(&mut self, patience: Duration) -> Option<Result<Built, String>> {
        let built = match self.running.as_ref()?.recv_timeout(patience) {
            Ok(built) => built,
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => Err("the thread that built the land ended early".to_owned()),
        };
        self.running = None;
        Some(built)
    }
}
