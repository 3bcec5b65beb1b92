//! Building a revision of the land: all its chunks, from noise to meshes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::camera::primitives::Aabb;
use bevy::prelude::*;
use rayon::prelude::*;

use super::error::LandError;
use super::upload::{Staged, Staging};
use crate::terrain::chunk::ChunkKey;
use crate::terrain::heightfield::{ChunkField, sample_chunk, sample_chunks};
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
    pub fn new(recipe: &Recipe, staging: Staging, probe: BuildProbe) -> Result<Self, LandError> {
        Ok(Self { surface: Surface::new(recipe)?, staging, probe })
    }

    /// Builds a chunk; noise that is known is not sampled again.
    pub fn build(&self, key: ChunkKey, known_noise: Option<Arc<ChunkField>>) -> BuiltChunk {
        if let Some(probe) = &self.probe.0 {
            probe(key);
        }
        let (land, sea_level_m) = (self.surface.land(), self.surface.sea_level_m() as f32);
        let noise = known_noise.unwrap_or_else(|| Arc::new(sample_chunk(land, key)));
        let heights_m = noise.shaped(land.shape());
        let finest_m = land.spacing_m();
        let (vertices, [low, high]) =
            self.staging.mesh(&heights_m, key.spacing_m(finest_m) as f32, sea_level_m);
        let side_m = key.side_m(finest_m) as f32;
        let aabb = Aabb::from_min_max(Vec3::new(0.0, low, 0.0), Vec3::new(side_m, high, side_m));
        BuiltChunk { key, noise, vertices, aabb }
    }
}

/// One revision to be built.
#[derive(Clone)]
pub struct Job {
    /// Its number.
    pub revision: u64,
    /// What it is made of.
    pub recipe: Recipe,
    /// The levels of an endless land; `None` for a bounded one.
    pub levels: Option<Levels>,
    /// Its chunks, each with its noise where that is still good, because only later stages changed.
    pub chunks: Vec<(ChunkKey, Option<Arc<ChunkField>>)>,
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
    /// Its noise before shaping.
    pub noise: Arc<ChunkField>,
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
        let Self { revision, recipe, levels, chunks, staging, probe } = self;
        let chunk_builder = ChunkBuilder::new(&recipe, staging, probe)?;
        let unknown: Vec<_> =
            chunks.iter().filter(|(_, noise)| noise.is_none()).map(|(key, _)| *key).collect();
        let mut sampled =
            sample_chunks(chunk_builder.surface.land(), &unknown).into_iter().map(Arc::new);
        let known: Vec<_> = chunks
            .into_iter()
            .map(|(key, noise)| (key, noise.or_else(|| sampled.next())))
            .collect();
        let build =
            || known.into_par_iter().map(|(key, noise)| chunk_builder.build(key, noise)).collect();
        // Views want to know the land's range; of a slow noise it is too long to be measured in a
        // frame.
        let (chunks, _) = rayon::join(build, || chunk_builder.surface.land().usual_noise());
        Ok(Built { revision, recipe, levels, chunk_builder, chunks, duration: start.elapsed() })
    }
}
