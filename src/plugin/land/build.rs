//! Building a revision of the land: all its chunks, from noise to meshes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::camera::primitives::Aabb;
use bevy::prelude::*;
use rayon::prelude::*;

use super::error::LandError;
use super::upload::{Staged, Staging};
use crate::terrain::chunk::ChunkKey;
use crate::terrain::heightfield::{ChunkSampler, ChunkSamples, sample_chunk};
use crate::terrain::lod::Levels;
use crate::terrain::recipe::Recipe;
use crate::terrain::surface::Surface;

/// Called with every chunk before it is built, on the thread that builds it: tests slow it down or
/// make it panic.
#[derive(Resource, Clone, Default)]
pub struct BuildProbe(pub Option<Arc<dyn Fn(ChunkKey) + Send + Sync>>);

/// All that the chunks of a revision have in common.
#[derive(Clone)]
pub struct ChunkBuilder {
    /// The land, its sea and its bounds.
    pub surface: Surface,
    staging: Staging,
    probe: BuildProbe,
}

impl ChunkBuilder {
    /// # Errors
    /// Where the recipe's choices exclude each other.
    pub fn new(
        recipe: &Recipe,
        weighed: Option<u32>,
        staging: Staging,
        probe: BuildProbe,
    ) -> Result<Self, LandError> {
        Ok(Self { surface: Surface::new(recipe)?.weighing(weighed), staging, probe })
    }

    /// Samples a chunk and builds it.
    pub fn sample_and_build(&self, key: ChunkKey) -> BuiltChunk {
        self.build(key, Arc::new(sample_chunk(self.surface.land(), key, None)))
    }

    /// Builds a chunk of its samples.
    pub fn build(&self, key: ChunkKey, samples: Arc<ChunkSamples>) -> BuiltChunk {
        if let Some(probe) = &self.probe.0 {
            probe(key);
        }
        let (land, sea_level_m) = (self.surface.land(), self.surface.sea_level_m() as f32);
        let heights_m = samples.heights_m(land);
        let fields = samples.fields(&heights_m);
        let finest_m = land.spacing_m();
        let (vertices, [low, high]) =
            self.staging.mesh(fields, key.spacing_m(finest_m) as f32, sea_level_m);
        let side_m = key.side_m(finest_m) as f32;
        let aabb = Aabb::from_min_max(Vec3::new(0.0, low, 0.0), Vec3::new(side_m, high, side_m));
        BuiltChunk { key, samples, vertices, aabb }
    }
}

/// One revision to be built.
#[derive(Clone)]
pub struct Job {
    /// Its number.
    pub revision: u64,
    /// What it is made of.
    pub recipe: Recipe,
    /// The layer whose weights its vertices know.
    pub weighed: Option<u32>,
    /// The levels of an endless land; `None` for a bounded one.
    pub levels: Option<Levels>,
    /// Its chunks, each with the samples that it had: those of layers that stay are still good.
    pub chunks: Vec<(ChunkKey, Option<Arc<ChunkSamples>>)>,
    /// Where vertices are written.
    pub staging: Staging,
    /// Called for each chunk.
    pub probe: BuildProbe,
}

/// A revision that is ready to be shown.
pub struct Built {
    /// Its number.
    pub revision: u64,
    /// What it is made of.
    pub recipe: Recipe,
    /// The layer whose weights its vertices know.
    pub weighed: Option<u32>,
    /// The levels of an endless land; `None` for a bounded one.
    pub levels: Option<Levels>,
    /// What its chunks have in common.
    pub chunk_builder: ChunkBuilder,
    /// Its chunks.
    pub chunks: Vec<BuiltChunk>,
    /// From the start of the job to its last mesh.
    pub duration: Duration,
}

/// One chunk of it.
pub struct BuiltChunk {
    /// Which chunk it is.
    pub key: ChunkKey,
    /// Its samples of every layer.
    pub samples: Arc<ChunkSamples>,
    /// Its vertices, in memory that the driver copies from.
    pub vertices: Staged,
    /// The box around the fine and the coarser mesh.
    pub aabb: Aabb,
}

impl Job {
    /// Builds every chunk on the current rayon pool.
    ///
    /// # Errors
    /// Where the recipe's choices exclude each other.
    pub fn run(self) -> Result<Built, LandError> {
        let start = Instant::now();
        let Self { revision, recipe, weighed, levels, chunks, staging, probe } = self;
        let chunk_builder = ChunkBuilder::new(&recipe, weighed, staging, probe)?;
        let land = chunk_builder.surface.land();
        let sampler = ChunkSampler::new(land, chunks.iter().map(|(key, _)| *key));
        let build_one = |(place, (key, known)): (usize, &(ChunkKey, Option<Arc<ChunkSamples>>))| {
            let samples = sampler.sample(place, *key, known.as_deref());
            // Its mesh follows at once, while its samples are in the nearest cache.
            chunk_builder.build(*key, Arc::new(samples))
        };
        let build = || chunks.par_iter().enumerate().map(build_one).collect();
        // Views want to know the land's range; of a slow noise it is too long to be measured in a
        // frame.
        let (chunks, _) = rayon::join(build, || land.usual_noise());
        Ok(Built {
            revision,
            recipe,
            weighed,
            levels,
            chunk_builder,
            chunks,
            duration: start.elapsed(),
        })
    }
}
