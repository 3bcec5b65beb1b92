//! Finds the shown chunks that an edit does not change.

use std::collections::HashMap;

use bevy::prelude::*;

use super::state::{ChunkIndex, ChunkLayers, HeldNetwork, SecondLand, ShownLand};
use orogen_terrain::chunk::ChunkKey;
use orogen_terrain::hands::{Area, reach};
use orogen_terrain::layer::WeightedPart;
use orogen_terrain::lod::Levels;
use orogen_terrain::scene::Scene;

/// The area that an edit changes, by the level of chunks. Coarser levels have wider margins.
pub(super) struct EditReach {
    areas: HashMap<u8, Area>,
    finest_m: f64,
}

impl EditReach {
    /// Compares the shown with the wanted land. Returns `None` if any chunk may change.
    pub fn new(
        world: &World,
        wanted: &Scene,
        (levels, weighted_part): (&Option<Levels>, Option<WeightedPart>),
    ) -> Option<Self> {
        let shown = world.resource::<ShownLand>();
        let current = shown.current.as_ref()?;
        let has_second = world.resource::<SecondLand>().0.is_some() || shown.second.is_some();
        let is_like_shown = !shown.is_sketch
            && !has_second
            && shown.levels == *levels
            && shown.weighted_part == weighted_part
            && shown.has_network(world.resource::<HeldNetwork>(), wanted);
        if !is_like_shown {
            return None;
        }
        let finest_m = current.surface.spacing_m();
        let mut shown_levels: Vec<u8> =
            world.resource::<ChunkIndex>().0.keys().map(|key| key.level).collect();
        shown_levels.sort_unstable();
        shown_levels.dedup();
        let area = |level: u8| {
            // A chunk also has samples at twice its spacing.
            let key = ChunkKey { level: level + 1, x: 0, z: 0 };
            let area = reach(&current.recipe, &wanted.recipe, key.spacing_m(finest_m))?;
            Some((level, area))
        };
        let areas = shown_levels.into_iter().map(area).collect::<Option<_>>()?;
        Some(Self { areas, finest_m })
    }

    /// Returns true if a chunk is shown and the edit does not change it.
    pub fn keeps(&self, world: &World, key: ChunkKey) -> bool {
        let entity = world.resource::<ChunkIndex>().0.get(&key);
        let samples = entity.and_then(|entity| world.get::<ChunkLayers>(*entity));
        let (Some(samples), Some(area)) = (samples, self.areas.get(&key.level)) else {
            return false;
        };
        let (low_m, side_m) = (key.origin_m(self.finest_m), key.side_m(self.finest_m));
        // The border of the coarser grid, and one more sample for normals.
        let border_m = 4.0 * key.spacing_m(self.finest_m);
        let around_m = [low_m.map(|m| m - border_m), low_m.map(|m| m + side_m + border_m)];
        // Chunks of a land with a single noise layer store noise instead of heights; they are rebuilt.
        samples.0.has_heights() && !area.touches(&around_m)
    }
}
