//! Finds the chunks in memory that an edit does not change.

use bevy::prelude::*;

use super::state::{ChunkIndex, ChunkLayers, NetworkOverride, SecondLand, ShownLand};
use orogen_terrain::chunk::ChunkKey;
use orogen_terrain::layer::WeightedPart;
use orogen_terrain::lod::Levels;
use orogen_terrain::marks::ChangedChunks;
use orogen_terrain::scene::Scene;

/// The chunks that change when the user edits marks.
pub(super) struct EditReach(ChangedChunks);

impl EditReach {
    /// Compares the shown land with the wanted land. Returns `None` if the edit may change every chunk.
    pub fn new(
        world: &World,
        wanted: &Scene,
        (levels, weighted_part): (&Option<Levels>, Option<WeightedPart>),
    ) -> Option<Self> {
        let shown = world.resource::<ShownLand>();
        let current = shown.current.as_ref()?;
        let network_override = world.resource::<NetworkOverride>();
        let network_recipe =
            network_override.network_recipe(&wanted.recipe).unwrap_or(&wanted.recipe);
        let has_second = world.resource::<SecondLand>().0.is_some() || shown.second.is_some();
        let is_comparable = !shown.is_sketch
            && !has_second
            && shown.levels == *levels
            && shown.weighted_part == weighted_part
            && current.has_network_of(network_recipe);
        if !is_comparable {
            return None;
        }
        let spacing_m = current.surface.spacing_m();
        let mut chunk_levels: Vec<u8> =
            world.resource::<ChunkIndex>().0.keys().map(|key| key.level).collect();
        chunk_levels.sort_unstable();
        chunk_levels.dedup();
        let (old, new) = (&current.recipe, &wanted.recipe);
        ChangedChunks::new(old, new, chunk_levels, spacing_m).map(Self)
    }

    /// Returns true if a chunk is in memory and the edit does not change it.
    pub fn leaves_unchanged(&self, world: &World, key: ChunkKey) -> bool {
        let entity = world.resource::<ChunkIndex>().0.get(&key);
        let samples = entity.and_then(|entity| world.get::<ChunkLayers>(*entity));
        let Some(samples) = samples else { return false };
        // Chunks of a land with a single noise layer store noise instead of heights; they are rebuilt.
        samples.0.has_heights() && !self.0.may_contain(key)
    }
}
