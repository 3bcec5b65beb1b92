//! Builds single chunks of a revision, from samples to vertices.

use std::sync::Arc;

use bevy::camera::primitives::Aabb;
use bevy::prelude::*;

use super::error::LandError;
use super::staging::{StagedVertices, Staging};
use orogen_terrain::chunk::ChunkKey;
use orogen_terrain::heightfield::{ChunkSamples, sample_chunk};
use orogen_terrain::layer::WeightedPart;
use orogen_terrain::mesh::{ChunkRoads, ChunkWater, Fields, RiverRibbons};
use orogen_terrain::recipe::Recipe;
use orogen_terrain::surface::Surface;

/// A chunk to build, and its old samples if it has any.
pub type ChunkToBuild = (ChunkKey, Option<Arc<ChunkSamples>>);

/// A hook for tests, called with each chunk's key after its samples and before its meshes are made.
///
/// Tests use it on the builder thread to delay a build or to make it panic.
#[derive(Resource, Clone, Default)]
pub struct BuildProbe(pub Option<Arc<dyn Fn(ChunkKey) + Send + Sync>>);

/// A chunk that has been built, with its twin.
pub struct BuiltChunk {
    /// The level and position of the chunk.
    pub key: ChunkKey,
    /// The chunk of the wanted land.
    pub side: BuiltSide,
    /// The twin: the same chunk of the second land; `None` without a divider.
    pub second: Option<BuiltSide>,
}

/// The samples and vertices of a chunk in one of the two lands.
pub struct BuiltSide {
    /// The samples of every layer.
    pub samples: Arc<ChunkSamples>,
    /// The vertices in a staging buffer.
    pub vertices: StagedVertices,
    /// The vertices of the rivers and lakes over the chunk, if there are any.
    pub water: Option<StagedVertices>,
    /// The vertices of the distant rivers over the chunk, if there are any.
    pub ribbons: Option<StagedVertices>,
    /// The roads over the chunk, if there are any.
    pub roads: Option<ChunkRoads>,
    /// The bounding box of the mesh before and after morphing to the next coarser grid.
    pub aabb: Aabb,
}

/// Builds the chunks of a revision.
#[derive(Clone)]
pub struct ChunkBuilder {
    /// The land, its sea and its bounds.
    pub surface: Surface,
    /// The surface of the second land, right of the divider; `None` without a divider.
    pub second: Option<Surface>,
    staging: Staging,
    probe: BuildProbe,
}

impl ChunkBuilder {
    /// Prepares to build the land of `recipe`, and of `second` for the twins. Rivers of the first
    /// land keep the network of `network_recipe`, if there is one.
    ///
    /// # Errors
    /// If a recipe's choices exclude each other.
    pub fn new(
        (recipe, network_recipe): (&Recipe, Option<&Recipe>),
        second: Option<&Recipe>,
        weighted_part: Option<WeightedPart>,
        staging: Staging,
        probe: BuildProbe,
    ) -> Result<Self, LandError> {
        let surface =
            Surface::with_network_of(recipe, network_recipe)?.with_weights_of(weighted_part);
        let second = second.map(Surface::new).transpose()?;
        let second = second.map(|surface| surface.with_weights_of(weighted_part));
        Ok(Self { surface, second, staging, probe })
    }

    /// A copy that builds no second land.
    pub fn without_second_land(&self) -> Self {
        Self { second: None, ..self.clone() }
    }

    /// Samples a chunk, with its twin if there is a second land, and builds both.
    pub fn sample_and_build(&self, key: ChunkKey) -> BuiltChunk {
        let samples = Arc::new(sample_chunk(self.surface.land(), key, None));
        // The twin reuses the samples of layers that both lands have.
        let sample = |second: &Surface| sample_chunk(second.land(), key, Some(&samples));
        let second = self.second.as_ref().map(sample).map(Arc::new);
        self.build(key, samples, second)
    }

    /// Builds a sketched chunk: one sample in 64, interpolated.
    pub(super) fn sketch(&self, key: ChunkKey) -> BuiltChunk {
        let sketched = |surface: &Surface| Arc::new(ChunkSamples::sketched(surface.land(), key));
        self.build(key, sketched(&self.surface), self.second.as_ref().map(sketched))
    }

    /// Builds a chunk from `samples`, and its twin from the samples in `second`.
    pub fn build(
        &self,
        key: ChunkKey,
        samples: Arc<ChunkSamples>,
        second: Option<Arc<ChunkSamples>>,
    ) -> BuiltChunk {
        if let Some(probe) = &self.probe.0 {
            probe(key);
        }
        let second = self.second.as_ref().zip(second);
        BuiltChunk {
            key,
            side: self.build_side(key, &self.surface, samples),
            second: second.map(|(surface, samples)| self.build_side(key, surface, samples)),
        }
    }

    fn build_side(
        &self,
        key: ChunkKey,
        surface: &Surface,
        samples: Arc<ChunkSamples>,
    ) -> BuiltSide {
        let (land, sea_level_m) = (surface.land(), surface.sea_level_m() as f32);
        let heights_m = samples.heights_m(land);
        let fields = Fields::of_samples(&samples, &heights_m);
        let finest_m = land.spacing_m();
        let spacing_m = key.spacing_m(finest_m) as f32;
        let (vertices, [low, bed_high]) = self.staging.stage_chunk(fields, spacing_m);
        let water = samples.water().map(|water| self.staging.stage_water(water, spacing_m));
        let ribbons = RiverRibbons::new(land, key, &heights_m);
        // Roads lie on the triangles of the chunk, so its box includes them.
        let roads = ChunkRoads::new(land, key, &heights_m);
        // The box of the chunk includes the water above its bed.
        let high = bed_high.max(if low < sea_level_m { sea_level_m } else { bed_high });
        let high = high.max(samples.water().map_or(high, ChunkWater::highest_m));
        let high = high.max(ribbons.as_ref().map_or(high, RiverRibbons::highest_m));
        let ribbons = ribbons.map(|ribbons| self.staging.stage_ribbons(&ribbons));
        let side_m = key.side_m(finest_m) as f32;
        let aabb = Aabb::from_min_max(Vec3::new(0.0, low, 0.0), Vec3::new(side_m, high, side_m));
        BuiltSide { samples, vertices, water, ribbons, roads, aabb }
    }
}
