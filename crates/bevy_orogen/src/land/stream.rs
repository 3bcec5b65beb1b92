//! Streams chunks around the viewer, nearest first.
//!
//! Finished chunks stay hidden until they can replace coarser or finer chunks without a hole.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bevy::prelude::*;

use super::chunk_builder::ChunkBuilder;
pub use super::chunk_limit::MAX_CHUNKS;
use super::chunks::{place_chunk, remove_chunk, report_hidden, set_mesh_tag};
use super::error::LandError;
use super::origin::RenderOrigin;
use super::pool::BuilderPool;
use super::state::{ChunkIndex, ChunkVisibilityChanged, ShownLand};
use orogen_terrain::chunk::{CHUNK_CELLS, ChunkKey};
use orogen_terrain::lod::{Levels, Morphing, Selection, Viewer};
use orogen_terrain::recipe::{Recipe, WorldGroup};
use orogen_terrain::surface::Surface;

/// The largest number of finished chunks that a frame accepts.
///
/// It keeps frame times even.
#[derive(Resource, Clone, Copy, Debug)]
pub struct ChunksPerFrame(pub usize);

impl Default for ChunksPerFrame {
    fn default() -> Self {
        Self(8)
    }
}

/// The largest bounded land that is drawn at one level of detail, in chunks per side.
///
/// A larger land becomes coarser with the distance, like an endless land. A software driver holds
/// about 300 bytes per triangle of a frame, 2.5 MB per chunk, which is too much for 32 × 32 chunks.
/// A chunk that has morphed to the coarser grid draws a quarter of its triangles; the others have
/// no area.
pub const MAX_ONE_LEVEL_EXTENT: u32 = 16;

/// The state of streaming.
#[derive(Resource, Default)]
pub struct Streaming {
    /// The shown chunks of an endless land; `None` for a bounded land.
    pub selection: Option<Selection>,
    /// The builder of the shown revision's chunks; `None` before the first land.
    pub chunk_builder: Option<Arc<ChunkBuilder>>,
    /// The viewer of the last update.
    pub viewer: Viewer,
    /// The number of chunks streamed since the start.
    pub streamed_count: u64,
    /// The number of builds of each chunk that panicked. After two, a chunk is not tried again.
    panics: HashMap<ChunkKey, u8>,
    /// True if chunks around the viewer are still missing.
    has_missing: bool,
    /// The viewer around whom no chunks are missing; `None` if chunks are missing.
    settled_viewer: Option<Viewer>,
    /// The levels of a large bounded land; see [`MAX_ONE_LEVEL_EXTENT`].
    bounded_levels: Option<Levels>,
}

impl Streaming {
    /// Restarts with the chunks of a revision.
    pub fn reset(
        &mut self,
        selection: Option<Selection>,
        chunk_builder: ChunkBuilder,
        viewer: Viewer,
        recipe: &Recipe,
    ) {
        let (streamed_count, bounded_levels) = (self.streamed_count, coarser_levels(recipe));
        let chunk_builder = Some(Arc::new(chunk_builder));
        *self = Self {
            selection,
            chunk_builder,
            viewer,
            streamed_count,
            bounded_levels,
            has_missing: true,
            ..Self::default()
        };
    }

    /// Stops building twins, because the second land has been removed.
    pub fn forget_second_land(&mut self) {
        let builder = self.chunk_builder.as_ref().map(|builder| builder.without_second_land());
        self.chunk_builder = builder.map(Arc::new);
        // Chunks that are being built have twins, so they are obsolete and requested again.
        self.settled_viewer = None;
    }

    /// Notes that a build failed: the shown land stays, and counts as settled.
    pub(super) fn give_up(&mut self) {
        self.has_missing = false;
    }

    /// Returns true if no chunks around the viewer are missing.
    pub fn is_settled(&self) -> bool {
        self.selection.is_none() || !self.has_missing
    }

    /// The parameters with which shaders morph the shown chunks to coarser grids.
    pub fn morphing(&self, origin: RenderOrigin) -> Morphing {
        let finest_m = self
            .chunk_builder
            .as_ref()
            .map_or(1.0, |chunk_builder| chunk_builder.surface.spacing_m());
        match self.selection.as_ref().map(Selection::levels).or(self.bounded_levels.as_ref()) {
            Some(levels) => Morphing::new(levels, &self.viewer, origin.0),
            None => Morphing::none(finest_m),
        }
    }
}

/// The two levels of a large bounded land, whose chunks all belong to the finer. The shader morphs
/// distant chunks to the coarser. Returns `None` for a small land.
fn coarser_levels(recipe: &Recipe) -> Option<Levels> {
    let WorldGroup { bounded, extent_chunks, spacing_m, .. } = recipe.world;
    let finest_m = spacing_m.metres();
    // A horizon just beyond the range of the first level yields a second level.
    let horizon_m = 1.5 * Levels::new(finest_m, finest_m).range_m(0);
    (bounded && extent_chunks > MAX_ONE_LEVEL_EXTENT).then(|| Levels::new(finest_m, horizon_m))
}

/// The viewer at a position in the world.
///
/// The levels depend on the height above ground, which must not jitter over rough ground. So the
/// ground is evaluated with a band limit of 64 spacings, and the height is rounded down to 9
/// significant bits. The ground has no rivers, because their network takes too long for a frame.
pub fn viewer(surface: &Surface, [x, y, z]: [f64; 3]) -> Viewer {
    let ground_m = surface
        .land()
        .height_without_rivers_m([x, z], 64.0 * surface.spacing_m())
        .max(surface.sea_level_m());
    let height_m = (y - ground_m).max(0.0) as f32;
    Viewer { position_m: [x, z], height_m: f64::from(f32::from_bits(height_m.to_bits() & !0x7fff)) }
}

/// Adds finished chunks to the selection, and requests missing chunks if `may_build` is true.
pub fn stream(world: &mut World, viewer: Viewer, may_build: bool) {
    let mut changed = accept_finished(world);
    let is_settled = world.resource::<Streaming>().settled_viewer == Some(viewer);
    if is_settled && !changed {
        return;
    }
    changed |= close_holes(world, viewer);
    world.resource_scope(|world, mut streaming: Mut<Streaming>| {
        let streaming = &mut *streaming;
        let (Some(selection), Some(chunk_builder)) =
            (&mut streaming.selection, &streaming.chunk_builder)
        else {
            return;
        };
        streaming.viewer = viewer;
        let index = world.resource::<ChunkIndex>();
        let is_ready = |key: ChunkKey| index.0.contains_key(&key);
        while selection.advance(&viewer, is_ready) {
            changed = true;
        }
        let needed = selection.needed(&viewer);
        let has_failed = |key: ChunkKey| streaming.panics.get(&key).is_some_and(|&n| n >= 2);
        let max_chunks = world.resource::<ShownLand>().chunk_limit.max_chunks;
        let room = max_chunks.saturating_sub(index.0.len());
        let missing =
            selection.missing(&viewer, &needed, room, |key| is_ready(key) || has_failed(key));
        streaming.has_missing = !missing.is_empty();
        streaming.settled_viewer = missing.is_empty().then_some(viewer);
        let chunk_builder = chunk_builder.clone();
        let revision = world.resource::<ShownLand>().revision;
        if may_build {
            world.resource_mut::<BuilderPool>().stream(revision, &chunk_builder, &missing);
        }
        remove_unneeded(world, selection, &needed);
        if changed {
            show(world, selection);
        }
    });
}

/// Spawns finished chunks, hidden until the selection shows them. Returns true if any chunk has arrived.
fn accept_finished(world: &mut World) -> bool {
    let mut accepted = 0;
    let ChunksPerFrame(limit) = *world.resource::<ChunksPerFrame>();
    while accepted < limit {
        let Some(streamed) = world.resource_mut::<BuilderPool>().next_streamed() else { break };
        if streamed.revision != world.resource::<ShownLand>().revision {
            continue;
        }
        accepted += 1;
        world.resource_mut::<Streaming>().streamed_count += 1;
        match streamed.chunk {
            Some(chunk) if may_accept(world, chunk.key) => {
                place_chunk(world, None, chunk, Visibility::Hidden);
            }
            Some(_) => {}
            None => report_panic(world, streamed.key),
        }
    }
    accepted > 0
}

/// Returns true if a chunk is not yet in memory and fits within the limit. A rejected chunk is
/// requested again later.
fn may_accept(world: &World, key: ChunkKey) -> bool {
    let index = &world.resource::<ChunkIndex>().0;
    !index.contains_key(&key) && index.len() < world.resource::<ShownLand>().chunk_limit.max_chunks
}

fn report_panic(world: &mut World, key: ChunkKey) {
    let mut streaming = world.resource_mut::<Streaming>();
    let panics = streaming.panics.entry(key).or_default();
    *panics += 1;
    let will_retry = *panics < 2;
    error!(
        "building {key:?} panicked{}",
        if will_retry { "; trying it once more" } else { " again" }
    );
    if !will_retry {
        world.resource_mut::<ShownLand>().problem = Some(LandError::ChunkPanicked(key));
    }
}

/// Builds the coarsest level before the frame is drawn if land nearby is missing, for example after a
/// jump of the viewer. Returns true if that was necessary.
fn close_holes(world: &mut World, viewer: Viewer) -> bool {
    let streaming = world.resource::<Streaming>();
    let (Some(selection), Some(chunk_builder)) =
        (&streaming.selection, streaming.chunk_builder.clone())
    else {
        return false;
    };
    let levels = *selection.levels();
    // If the builder threads keep pace with a flight, all roots (chunks of the coarsest level)
    // exist up to half-way to the horizon.
    let has_hole = levels.roots(&viewer, 0.5).into_iter().any(|root| !selection.has_root(root));
    if !has_hole {
        return false;
    }
    let index = world.resource::<ChunkIndex>();
    let is_missing = |root: &ChunkKey| !selection.has_root(*root) && !index.0.contains_key(root);
    let missing: Vec<_> = levels.roots(&viewer, 1.0).into_iter().filter(is_missing).collect();
    for chunk in world.resource::<BuilderPool>().build_now(&chunk_builder, &missing) {
        place_chunk(world, None, chunk, Visibility::Hidden);
    }
    true
}

/// Removes chunks that are neither shown nor needed soon.
fn remove_unneeded(world: &mut World, selection: &Selection, needed: &HashSet<ChunkKey>) {
    let mut index = std::mem::take(&mut world.resource_mut::<ChunkIndex>().0);
    let is_needed = |key: &ChunkKey| selection.leaves().contains(key) || needed.contains(key);
    let unneeded: Vec<_> = index.extract_if(|key, _| !is_needed(key)).collect();
    for (key, entity) in unneeded {
        remove_chunk(world, key, entity);
    }
    world.resource_mut::<ChunkIndex>().0 = index;
}

/// Clears the neighbour bits of all mesh tags, because the chunks of a bounded land have one level.
pub(super) fn clear_neighbours(world: &mut World) {
    let entities: Vec<_> = world.resource::<ChunkIndex>().0.values().copied().collect();
    entities.into_iter().for_each(|entity| set_mesh_tag(world, entity, 0));
}

/// Shows the chunks of a selection and hides the others.
///
/// The mesh tag of each shown chunk tells which neighbours are coarser or finer.
pub fn show(world: &mut World, selection: &Selection) {
    let chunks: Vec<_> = world.resource::<ChunkIndex>().0.iter().map(|(k, e)| (*k, *e)).collect();
    for (key, entity) in chunks {
        let is_leaf = selection.leaves().contains(&key);
        if !is_leaf {
            report_hidden(world, key, entity);
        }
        if is_leaf {
            set_mesh_tag(world, entity, selection.neighbours(key).tag(key.level));
        }
        let Ok(mut chunk) = world.get_entity_mut(entity) else { continue };
        let wanted = if is_leaf { Visibility::Inherited } else { Visibility::Hidden };
        let mut became_visible = false;
        if let Some(mut visibility) = chunk.get_mut::<Visibility>() {
            became_visible = visibility.set_if_neq(wanted) && is_leaf;
        }
        if became_visible {
            world.write_message(ChunkVisibilityChanged::Shown(key));
        }
    }
    world.resource_mut::<ShownLand>().triangles =
        selection.leaves().len() * 2 * CHUNK_CELLS * CHUNK_CELLS;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_large_bounded_lands_have_a_second_level() {
        let levels = |bounded, extent_chunks| {
            let mut recipe = Recipe::default();
            (recipe.world.bounded, recipe.world.extent_chunks) = (bounded, extent_chunks);
            coarser_levels(&recipe)
        };
        assert_eq!(
            [levels(true, 8), levels(true, MAX_ONE_LEVEL_EXTENT), levels(false, 32)],
            [None; 3]
        );
        for extent in MAX_ONE_LEVEL_EXTENT + 1..=32 {
            let levels = levels(true, extent).unwrap();
            assert_eq!((levels.coarsest(), levels.finest_m()), (1, 1.0), "{extent}");
            assert!(levels.morph_m(0).is_some(), "{extent}");
        }
    }
}
