//! Spawns, updates and removes the entities of chunks.
//!
//! Each entity holds a mesh of the pool; other modules give it a material.
//!
//! A chunk's twin is the entity with its second mesh, which shows the second land right of the
//! divider.

use bevy::camera::visibility::{NoAutoAabb, RenderLayers};
use bevy::mesh::MeshTag;
use bevy::prelude::*;

use super::chunk_builder::{BuiltChunk, BuiltSide};
use super::origin::RenderOrigin;
use super::roads::place_roads;
use super::staging::StagedVertices;
use super::state::{
    Chunk, ChunkIndex, ChunkLayers, ChunkVisibilityChanged, SecondChunk, ShownLand, Twin,
};
use super::upload::ChunkMeshes;
use orogen_terrain::chunk::ChunkKey;
use orogen_terrain::surface::Surface;

/// The render layer of the second land, right of the divider.
///
/// Its lights must be on this layer, and the camera that shows the divider needs it.
pub const SECOND_LAND_LAYER: usize = 1;

/// The bit of a mesh tag that tells shaders that the mesh is a twin. The lower bits are the level
/// and the flags of [`Neighbours`](orogen_terrain::lod::Neighbours).
const TWIN: u32 = 1 << 31;

/// A water mesh over a chunk or a twin: rivers and lakes, or the ribbons of distant rivers.
#[derive(Component)]
pub(crate) struct WaterMesh<const IS_RIBBONS: bool>(pub Handle<Mesh>);

/// The mesh of the rivers and lakes.
pub(crate) type RiverMesh = WaterMesh<false>;

/// The mesh of the distant rivers.
pub(crate) type RibbonMesh = WaterMesh<true>;

/// Writes a built chunk's vertices into the mesh of its entity. If `entity` is `None` or has no
/// mesh, spawns an entity with a mesh of the pool.
pub(super) fn place_chunk(
    world: &mut World,
    entity: Option<Entity>,
    chunk: BuiltChunk,
    visibility: Visibility,
) {
    let BuiltChunk { key, side, second } = chunk;
    let BuiltSide { samples, vertices, water, ribbons, roads, aabb } = side;
    let spacing_m = world.resource::<ShownLand>().surface().map_or(1.0, Surface::spacing_m);
    let [x, z] = key.origin_m(spacing_m);
    let origin = *world.resource::<RenderOrigin>();
    let transform = Transform::from_translation(origin.local([x, 0.0, z]));
    let existing = entity.and_then(|entity| Some((entity, world.get::<Mesh3d>(entity)?.id())));
    let (entity, mesh) = match existing {
        Some((entity, mesh)) => {
            // A component is written only if it differs, because the render world processes every
            // component that is marked as changed.
            let mut chunk = world.entity_mut(entity);
            let was_hidden = chunk.get::<Visibility>() == Some(&Visibility::Hidden);
            chunk
                .get_mut::<Transform>()
                .into_iter()
                .for_each(|mut now| _ = now.set_if_neq(transform));
            chunk
                .get_mut::<Visibility>()
                .into_iter()
                .for_each(|mut now| _ = now.set_if_neq(visibility));
            chunk.insert((aabb, ChunkLayers(samples)));
            if was_hidden && visibility != Visibility::Hidden {
                world.write_message(ChunkVisibilityChanged::Shown(key));
            }
            (entity, mesh)
        }
        None => {
            let mesh = take_mesh(world);
            let id = mesh.id();
            if visibility != Visibility::Hidden {
                world.write_message(ChunkVisibilityChanged::Shown(key));
            }
            let content = (aabb, ChunkLayers(samples), transform, visibility);
            (
                world
                    .spawn((Chunk(key), Mesh3d(mesh), MeshTag::default(), NoAutoAabb, content))
                    .id(),
                id,
            )
        }
    };
    world.resource_mut::<ChunkMeshes>().write(mesh, vertices);
    place_water::<false>(world, entity, water);
    place_water::<true>(world, entity, ribbons);
    place_roads(world, entity, roads);
    match second {
        Some(second) => place_twin(world, entity, second),
        None => remove_twin(world, entity),
    }
    world.resource_mut::<ChunkIndex>().0.insert(key, entity);
}

fn take_mesh(world: &mut World) -> Handle<Mesh> {
    world.resource_scope(|world, mut meshes: Mut<Assets<Mesh>>| {
        world.resource_mut::<ChunkMeshes>().take(&mut meshes)
    })
}

/// Writes the vertices of a chunk's twin, and spawns the twin if it is missing. It is a child of
/// the chunk, so it moves and hides with the chunk.
fn place_twin(world: &mut World, chunk: Entity, second: BuiltSide) {
    let BuiltSide { samples, vertices, water, ribbons, roads, aabb } = second;
    let existing = world.get::<SecondChunk>(chunk).map(|second| second.twin);
    let twin = existing.unwrap_or_else(|| {
        let mesh = Mesh3d(take_mesh(world));
        let tag = world.get::<MeshTag>(chunk).map_or(0, |tag| tag.0);
        let drawn = (mesh, MeshTag(tag | TWIN), NoAutoAabb, RenderLayers::layer(SECOND_LAND_LAYER));
        let placed = (Transform::default(), Visibility::default(), ChildOf(chunk));
        world.spawn((Twin, drawn, placed)).id()
    });
    world.entity_mut(twin).insert(aabb);
    world.entity_mut(chunk).insert(SecondChunk { twin, samples });
    let mesh = world.get::<Mesh3d>(twin).map(|mesh| mesh.id());
    if let Some(mesh) = mesh {
        world.resource_mut::<ChunkMeshes>().write(mesh, vertices);
    }
    place_water::<false>(world, twin, water);
    place_water::<true>(world, twin, ribbons);
    place_roads(world, twin, roads);
}

/// Writes the vertices of a kind of water over a chunk or a twin into a mesh of the pool. A chunk
/// without it returns its mesh to the pool.
fn place_water<const IS_RIBBONS: bool>(
    world: &mut World,
    chunk: Entity,
    water: Option<StagedVertices>,
) {
    let existing = world.get::<WaterMesh<IS_RIBBONS>>(chunk).map(|water| water.0.clone());
    match (existing, water) {
        (Some(mesh), Some(vertices)) => {
            world.resource_mut::<ChunkMeshes>().write(mesh.id(), vertices);
        }
        (None, Some(vertices)) => {
            let mesh = take_mesh(world);
            world.resource_mut::<ChunkMeshes>().write(mesh.id(), vertices);
            world.entity_mut(chunk).insert(WaterMesh::<IS_RIBBONS>(mesh));
        }
        (Some(mesh), None) => {
            world.entity_mut(chunk).remove::<WaterMesh<IS_RIBBONS>>();
            world.resource_mut::<ChunkMeshes>().give_back(mesh);
        }
        (None, None) => {}
    }
}

/// Despawns a chunk's twin, if it has one, and returns its mesh to the pool.
pub(super) fn remove_twin(world: &mut World, chunk: Entity) {
    let Some(SecondChunk { twin, .. }) = world.entity_mut(chunk).take() else { return };
    despawn(world, twin);
}

/// Despawns a chunk and its twin, and returns their meshes to the pool.
pub(super) fn remove_chunk(world: &mut World, key: ChunkKey, entity: Entity) {
    report_hidden(world, key, entity);
    remove_twin(world, entity);
    despawn(world, entity);
}

fn despawn(world: &mut World, entity: Entity) {
    let land = world.get::<Mesh3d>(entity).map(|mesh| mesh.0.clone());
    let rivers = world.get::<RiverMesh>(entity).map(|rivers| rivers.0.clone());
    let ribbons = world.get::<RibbonMesh>(entity).map(|ribbons| ribbons.0.clone());
    world.despawn(entity);
    land.into_iter()
        .chain(rivers)
        .chain(ribbons)
        .for_each(|mesh| world.resource_mut::<ChunkMeshes>().give_back(mesh));
}

/// Sets the mesh tag of a chunk and its twin. The bits of `tag` are the chunk's level and which of
/// its neighbours are coarser or finer.
pub(super) fn set_mesh_tag(world: &mut World, chunk: Entity, tag: u32) {
    let twin = world.get::<SecondChunk>(chunk).map(|second| (second.twin, tag | TWIN));
    for (entity, tag) in [Some((chunk, tag)), twin].into_iter().flatten() {
        let Ok(mut entity) = world.get_entity_mut(entity) else { continue };
        if entity.get::<MeshTag>().is_none_or(|old| old.0 != tag) {
            entity.insert(MeshTag(tag));
        }
    }
}

/// Sends [`ChunkVisibilityChanged::Hidden`] if the chunk is visible. The caller hides or removes it.
pub(super) fn report_hidden(world: &mut World, key: ChunkKey, entity: Entity) {
    if world.get::<Visibility>(entity).is_some_and(|v| *v != Visibility::Hidden) {
        world.write_message(ChunkVisibilityChanged::Hidden(key));
    }
}
