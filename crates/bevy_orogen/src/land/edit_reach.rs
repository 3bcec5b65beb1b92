//! Finds what an edit of marks does not change: chunks in memory, and other samples of the land.

use std::sync::atomic::{AtomicBool, Ordering};

use bevy::prelude::*;
use rayon::prelude::*;

use super::chunk_builder::ChunkToBuild;
use super::state::{ChunkIndex, ChunkLayers, NetworkOverride, SecondLand, ShownLand};
use super::unchanged_areas::SampledAreas;
use orogen_terrain::chunk::ChunkKey;
use orogen_terrain::layer::WeightedPart;
use orogen_terrain::lod::Levels;
use orogen_terrain::marks::{ChangedChunks, SampledArea};
use orogen_terrain::scene::Scene;
use orogen_terrain::{Land, Recipe};

/// The chunks and samples that change when the user edits marks.
#[derive(Clone)]
pub struct EditReach {
    changed: ChangedChunks,
    /// The samples besides those of chunks that the program has in memory.
    samples: Vec<SampledArea>,
    /// The recipe of the land before the edit, if its rivers have another network. Its chunks away from
    /// the edit are those in memory.
    old_recipe: Option<Recipe>,
}

impl EditReach {
    /// Compares the shown land with the wanted land. Returns `None` if the edit may change every chunk.
    pub(super) fn new(
        world: &World,
        wanted: &Scene,
        (levels, weighted_part): (&Option<Levels>, Option<WeightedPart>),
    ) -> Option<Self> {
        let shown = world.resource::<ShownLand>();
        let current = shown.current.as_ref()?;
        let has_second = world.resource::<SecondLand>().0.is_some() || shown.second.is_some();
        let is_comparable = !shown.is_sketch
            && !has_second
            && shown.levels == *levels
            && shown.weighted_part == weighted_part;
        if !is_comparable {
            return None;
        }
        let held_network = world.resource::<NetworkOverride>().network_recipe(&wanted.recipe);
        let has_same_network = current.has_network_of(held_network.unwrap_or(&wanted.recipe));
        let old_recipe = match has_same_network {
            true => None,
            // The land kept the network of the land before a stroke, and now gets its own network.
            false if held_network.is_none() && current.recipe == wanted.recipe => {
                Some(current.recipe_of_network().clone())
            }
            false if held_network.is_none() && current.network_recipe.is_none() => {
                Some(current.recipe.clone())
            }
            false => return None,
        };
        let spacing_m = current.surface.spacing_m();
        let mut chunk_levels: Vec<u8> =
            world.resource::<ChunkIndex>().0.keys().map(|key| key.level).collect();
        chunk_levels.sort_unstable();
        chunk_levels.dedup();
        let (old, new) = (old_recipe.as_ref().unwrap_or(&current.recipe), &wanted.recipe);
        let samples = world.resource::<SampledAreas>().list(world);
        let bands_m = samples.iter().map(|area| area.band_limit_m);
        let changed = ChangedChunks::new(old, new, chunk_levels, spacing_m)?;
        let changed = changed.with_bands([old, new], bands_m)?;
        Some(Self { changed, samples, old_recipe })
    }

    /// Returns true if a chunk is in memory and the edit does not change it. If the edit changes the network
    /// of rivers, returns false for all chunks; see [`EditReach::split`].
    pub(super) fn leaves_unchanged(&self, world: &World, key: ChunkKey) -> bool {
        let entity = world.resource::<ChunkIndex>().0.get(&key);
        let samples = entity.and_then(|entity| world.get::<ChunkLayers>(*entity));
        let Some(samples) = samples else { return false };
        // Chunks of a land with a single noise layer store noise instead of heights; they are rebuilt.
        self.old_recipe.is_none() && samples.0.has_heights() && !self.changed.may_contain(key)
    }

    /// Finds the rest of what the edit does not change. If the lands before and after the edit have other
    /// networks, compares their rivers.
    pub(super) fn split(
        self,
        chunks: Vec<ChunkToBuild>,
        (land, recipe): (&Land, &Recipe),
        is_cancelled: &AtomicBool,
    ) -> SplitEdit {
        let old_land = self.old_recipe.map(|recipe| Land::new(&recipe));
        let (changed, chunks, unchanged) = match old_land {
            None => (self.changed, chunks, vec![]),
            Some(Err(_)) => return SplitEdit { chunks, ..SplitEdit::default() },
            Some(Ok(old_land)) => {
                let changed = self.changed.with_rivers([old_land, land.clone()], recipe);
                let (chunks, unchanged): (Vec<_>, Vec<_>) =
                    chunks.into_par_iter().partition(|(key, samples)| {
                        let has_heights =
                            samples.as_ref().is_some_and(|samples| samples.has_heights());
                        let is_cancelled = is_cancelled.load(Ordering::Relaxed);
                        is_cancelled || !has_heights || changed.may_contain(*key)
                    });
                (changed, chunks, unchanged.into_iter().map(|(key, _)| key).collect())
            }
        };
        let is_unchanged = |area: &SampledArea| !changed.may_change(area);
        let areas = self.samples.into_par_iter().filter(is_unchanged).collect();
        SplitEdit { chunks, unchanged, areas }
    }
}

/// The chunks to build after an edit, and the chunks and samples to keep.
#[derive(Default)]
pub(super) struct SplitEdit {
    /// The chunks to build.
    pub chunks: Vec<ChunkToBuild>,
    /// The keys of chunks in memory that the edit does not change.
    pub unchanged: Vec<ChunkKey>,
    /// The other samples that the edit does not change.
    pub areas: Vec<SampledArea>,
}
