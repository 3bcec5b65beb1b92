//! A land whose chunks the app builds itself, for example in the workers of a web page.
//!
//! The plugin then builds and streams no chunks. The app chooses them, gives their vertices by [`give`]
//! and shows them by [`show`].

use std::collections::HashSet;
use std::sync::Arc;

use bevy::camera::primitives::Aabb;
use bevy::prelude::*;

use super::chunk_builder::{BuildProbe, BuiltChunk, BuiltSide, ChunkBuilder};
use super::chunks::{place_chunk, remove_chunk};
use super::error::LandError;
use super::origin::{self, RenderOrigin, TerrainViewer};
use super::staging::{StagedVertices, VERTEX_COUNT};
use super::state::{BuiltLand, ChunkIndex, RenderedRevision, ShownLand, ShownMask};
use super::stream::{self, Streaming};
use super::upload::ChunkMeshes;
use orogen_terrain::chunk::{CHUNK_CELLS, ChunkKey};
use orogen_terrain::heightfield::ChunkSamples;
use orogen_terrain::lod::{Levels, Selection};
use orogen_terrain::mesh::{ChunkRoads, Vertex};
use orogen_terrain::scene::Scene;
use orogen_terrain::surface::Surface;

/// With this resource, the plugin builds no chunks. It has the chunks that [`show`] has yet to place.
#[derive(Resource, Default)]
pub struct FedLand {
    given: Vec<FedChunk>,
}

/// The vertices of a chunk. Land, water and ribbons have 65 × 65 vertices each. The lists of water and ribbons
/// are empty if the chunk has no rivers.
#[derive(Clone, Debug)]
pub struct FedChunk {
    /// The level and position of the chunk.
    pub key: ChunkKey,
    /// The vertices of the ground; those under water have the normals of the bed.
    pub land: Vec<Vertex>,
    /// The vertices of rivers and lakes.
    pub water: Vec<Vertex>,
    /// The vertices of distant rivers.
    pub ribbons: Vec<Vertex>,
    /// The roads, if there are any.
    pub roads: Option<ChunkRoads>,
    /// The lowest and the highest y of ground and water, in metres.
    pub range_m: [f32; 2],
}

impl FedChunk {
    /// Returns true if each mesh has the right number of vertices, and all roads' indices have a vertex.
    pub fn is_valid(&self) -> bool {
        let is_mesh = |vertices: &[Vertex]| vertices.len() == VERTEX_COUNT;
        let is_empty_or_mesh = |vertices: &[Vertex]| vertices.is_empty() || is_mesh(vertices);
        let has_vertices = |roads: &ChunkRoads| {
            let count = roads.vertices.len();
            roads.indices.iter().all(|index| (*index as usize) < count)
        };
        is_mesh(&self.land)
            && is_empty_or_mesh(&self.water)
            && is_empty_or_mesh(&self.ribbons)
            && self.roads.as_ref().is_none_or(has_vertices)
    }
}

/// Gives a chunk, which the next call of [`show`] places. Returns false if the chunk is invalid.
pub fn give(world: &mut World, chunk: FedChunk) -> bool {
    let is_valid = chunk.is_valid();
    if is_valid {
        world.get_resource_or_init::<FedLand>().given.push(chunk);
    }
    is_valid
}

/// What [`show`] shows.
pub struct FedView<'a> {
    /// The scene to which the chunks belong.
    pub scene: &'a Scene,
    /// The levels of an endless land; `None` for a bounded land.
    pub levels: Option<Levels>,
    /// The chunks to draw.
    pub leaves: &'a HashSet<ChunkKey>,
    /// The chunks to keep in memory.
    pub kept: &'a HashSet<ChunkKey>,
}

/// Places the given chunks, shows the leaves of a view, and removes chunks that are not kept.
///
/// Call it after the app's first frame, which makes the material of chunks.
///
/// # Errors
/// If the recipe's choices exclude each other. The shown land then stays.
pub fn show(world: &mut World, view: &FedView<'_>) -> Result<(), LandError> {
    if world.get_resource::<ChunkMeshes>().is_none() {
        // The graphics device is not yet open; the chunks wait.
        return Ok(());
    }
    begin(world, view)?;
    let mut index = world.resource_mut::<ChunkIndex>();
    let removed: Vec<_> = index.0.extract_if(|key, _| !view.kept.contains(key)).collect();
    removed.into_iter().for_each(|(key, entity)| remove_chunk(world, key, entity));
    let given = std::mem::take(&mut world.get_resource_or_init::<FedLand>().given);
    for chunk in given.into_iter().filter(|chunk| view.kept.contains(&chunk.key)) {
        let visibility = match view.leaves.contains(&chunk.key) {
            true => Visibility::Inherited,
            false => Visibility::Hidden,
        };
        let entity = world.resource::<ChunkIndex>().0.get(&chunk.key).copied();
        let chunk = stage(world, chunk);
        place_chunk(world, entity, chunk, visibility);
    }
    let leaves = || view.leaves.iter().copied();
    let selection = view.levels.map(|levels| Selection::new(levels, leaves()));
    match &selection {
        Some(selection) => stream::show(world, selection),
        None => {
            stream::clear_neighbours(world);
            world.resource_mut::<ShownLand>().triangles =
                view.leaves.len() * 2 * CHUNK_CELLS * CHUNK_CELLS;
        }
    }
    world.resource_mut::<Streaming>().selection = selection;
    Ok(())
}

/// Starts a revision if the recipe, the levels or the stored weights differ from the shown land's.
fn begin(world: &mut World, view: &FedView<'_>) -> Result<(), LandError> {
    let recipe = &view.scene.recipe;
    let weighted_part = world.resource::<ShownMask>().weighted_part(view.scene);
    let shown = world.resource::<ShownLand>();
    let is_same = shown.current.as_ref().is_some_and(|current| current.recipe == *recipe);
    if is_same && shown.levels == view.levels && shown.weighted_part == weighted_part {
        return Ok(());
    }
    let staging = world.resource::<ChunkMeshes>().staging.clone();
    let probe = BuildProbe::default();
    let chunk_builder = ChunkBuilder::new((recipe, None), None, weighted_part, staging, probe)?;
    let mut shown = world.resource_mut::<ShownLand>();
    let surface = chunk_builder.surface.clone();
    shown.revision += 1;
    shown.current = Some(BuiltLand { recipe: recipe.clone(), network_recipe: None, surface });
    (shown.levels, shown.weighted_part) = (view.levels, weighted_part);
    (shown.is_sketch, shown.problem) = (false, None);
    let revision = shown.revision;
    world.resource_mut::<RenderedRevision>().0 = revision;
    let viewer = world.resource::<Streaming>().viewer;
    let mut streaming = world.resource_mut::<Streaming>();
    streaming.reset(None, chunk_builder, viewer, recipe);
    // The app streams; nothing is missing here.
    streaming.give_up();
    Ok(())
}

/// Copies the vertices of a chunk to staging buffers.
fn stage(world: &World, chunk: FedChunk) -> BuiltChunk {
    let FedChunk { key, land, water, ribbons, roads, range_m: [low, high] } = chunk;
    let staging = &world.resource::<ChunkMeshes>().staging;
    let staged = |vertices: Vec<Vertex>| -> Option<StagedVertices> {
        (!vertices.is_empty()).then(|| staging.stage_vertices(&vertices))
    };
    let finest_m = world.resource::<ShownLand>().surface().map_or(1.0, Surface::spacing_m);
    let side_m = key.side_m(finest_m) as f32;
    let side = BuiltSide {
        // The app keeps the samples.
        samples: Arc::new(ChunkSamples::default()),
        vertices: staging.stage_vertices(&land),
        water: staged(water),
        ribbons: staged(ribbons),
        roads,
        aabb: Aabb::from_min_max(Vec3::new(0.0, low, 0.0), Vec3::new(side_m, high, side_m)),
    };
    BuiltChunk { key, side, second: None }
}

/// Follows the viewer. It takes the place of the system that builds the land.
pub(super) fn follow(world: &mut World, viewers: &mut QueryState<&Transform, With<TerrainViewer>>) {
    let local = viewers.iter(world).next().map_or(Vec3::ZERO, |viewer| viewer.translation);
    let position_m = world.resource::<RenderOrigin>().world_m(local);
    origin::follow(world, [position_m[0], position_m[2]]);
    let Some(surface) = world.resource::<ShownLand>().surface() else { return };
    let viewer = stream::viewer(surface, position_m);
    if world.resource::<Streaming>().viewer != viewer {
        world.resource_mut::<Streaming>().viewer = viewer;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chunk_needs_all_vertices_of_its_meshes() {
        let vertex = Vertex {
            position_m: [0.0; 3],
            coarse_bed_m: 0.0,
            normals: [0; 4],
            masks: [0; 4],
            coarse_masks: [0; 4],
        };
        let chunk = FedChunk {
            key: ChunkKey { level: 0, x: 0, z: 0 },
            land: vec![vertex; VERTEX_COUNT],
            water: vec![],
            ribbons: vec![vertex; VERTEX_COUNT],
            roads: Some(ChunkRoads { vertices: vec![vertex; 3], indices: vec![0, 1, 2] }),
            range_m: [0.0, 1.0],
        };
        assert!(chunk.is_valid());
        let short = vec![vertex; VERTEX_COUNT - 1];
        assert!(!FedChunk { land: short.clone(), ..chunk.clone() }.is_valid());
        assert!(!FedChunk { land: vec![], ..chunk.clone() }.is_valid());
        assert!(!FedChunk { water: short, ..chunk.clone() }.is_valid());
        let roads = ChunkRoads { vertices: vec![vertex; 3], indices: vec![0, 1, 3] };
        assert!(!FedChunk { roads: Some(roads), ..chunk }.is_valid());
    }
}
