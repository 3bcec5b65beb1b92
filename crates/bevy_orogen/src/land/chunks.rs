//! Chunks as entities, each with a mesh of the pool. Other modules choose the material.

use bevy::camera::visibility::{NoAutoAabb, RenderLayers};
use bevy::mesh::MeshTag;
use bevy::prelude::*;

use super::build::{BuiltChunk, BuiltSide};
use super::origin::WorldOrigin;
use super::state::{Chunk, ChunkIndex, ChunkLayers, ChunkSeen, SecondChunk, ShownLand, Twin};
use super::upload::ChunkMeshes;
use orogen_terrain::chunk::ChunkKey;
use orogen_terrain::surface::Surface;

/// The render layer right of the divider, for cameras and lights of the second land.
pub const BESIDE_LAYER: usize = 1;

/// The bit of a mesh's tag by which shaders know a twin; see
/// [`Neighbours`](orogen_terrain::lod::Neighbours) for the others.
const TWIN: u32 = 1 << 31;

/// Gives an entity the vertices of a chunk, in its mesh if it has one; spawns a new entity if there
/// is none.
pub(super) fn place_chunk(
    world: &mut World,
    entity: Option<Entity>,
    chunk: BuiltChunk,
    visibility: Visibility,
) {
    let BuiltChunk { key, side: BuiltSide { samples, vertices, aabb }, beside } = chunk;
    let spacing_m = world.resource::<ShownLand>().surface().map_or(1.0, Surface::spacing_m);
    let [x, z] = key.origin_m(spacing_m);
    let place = Transform::from_translation(world.resource::<WorldOrigin>().local([x, 0.0, z]));
    let known = entity.and_then(|entity| Some((entity, world.get::<Mesh3d>(entity)?.id())));
    let (entity, mesh) = match known {
        Some((entity, mesh)) => {
            // Unchanged components must not be marked as changed, because the render world
            // processes those again.
            let mut chunk = world.entity_mut(entity);
            let set = |mut place_now: Mut<Transform>| _ = place_now.set_if_neq(place);
            chunk.get_mut::<Transform>().into_iter().for_each(set);
            chunk
                .get_mut::<Visibility>()
                .into_iter()
                .for_each(|mut now| _ = now.set_if_neq(visibility));
            chunk.insert((aabb, ChunkLayers(samples)));
            (entity, mesh)
        }
        None => {
            let mesh = take_mesh(world);
            let id = mesh.id();
            if visibility != Visibility::Hidden {
                world.write_message(ChunkSeen::Shown(key));
            }
            let parts = (aabb, ChunkLayers(samples), place, visibility);
            (
                world.spawn((Chunk(key), Mesh3d(mesh), MeshTag::default(), NoAutoAabb, parts)).id(),
                id,
            )
        }
    };
    world.resource_mut::<ChunkMeshes>().write(mesh, vertices);
    match beside {
        Some(beside) => place_twin(world, entity, beside),
        None => remove_twin(world, entity),
    }
    world.resource_mut::<ChunkIndex>().0.insert(key, entity);
}

fn take_mesh(world: &mut World) -> Handle<Mesh> {
    world.resource_scope(|world, mut meshes: Mut<Assets<Mesh>>| {
        world.resource_mut::<ChunkMeshes>().take(&mut meshes)
    })
}

/// Gives a chunk's twin its vertices. As a child it moves and hides with the chunk.
fn place_twin(world: &mut World, chunk: Entity, beside: BuiltSide) {
    let BuiltSide { samples, vertices, aabb } = beside;
    let known = world.get::<SecondChunk>(chunk).map(|beside| beside.twin);
    let twin = known.unwrap_or_else(|| {
        let mesh = Mesh3d(take_mesh(world));
        let tag = world.get::<MeshTag>(chunk).map_or(0, |tag| tag.0);
        let looks = (mesh, MeshTag(tag | TWIN), NoAutoAabb, RenderLayers::layer(BESIDE_LAYER));
        let place = (Transform::default(), Visibility::default(), ChildOf(chunk));
        world.spawn((Twin, looks, place)).id()
    });
    world.entity_mut(twin).insert(aabb);
    world.entity_mut(chunk).insert(SecondChunk { twin, samples });
    let mesh = world.get::<Mesh3d>(twin).map(|mesh| mesh.id());
    if let Some(mesh) = mesh {
        world.resource_mut::<ChunkMeshes>().write(mesh, vertices);
    }
}

/// Takes a chunk's twin out of the world, if it has one; its mesh goes back to the pool.
pub(super) fn remove_twin(world: &mut World, chunk: Entity) {
    let Some(SecondChunk { twin, .. }) = world.entity_mut(chunk).take() else { return };
    despawn(world, twin);
}

/// Takes a chunk out of the world; its meshes go back to the pool.
pub(super) fn remove_chunk(world: &mut World, key: ChunkKey, entity: Entity) {
    hide(world, key, entity);
    remove_twin(world, entity);
    despawn(world, entity);
}

fn despawn(world: &mut World, entity: Entity) {
    let mesh = world.get::<Mesh3d>(entity).map(|mesh| mesh.0.clone());
    world.despawn(entity);
    mesh.into_iter().for_each(|mesh| world.resource_mut::<ChunkMeshes>().give_back(mesh));
}

/// Tells a chunk and its twin of their neighbours.
pub(super) fn tag(world: &mut World, chunk: Entity, tag: u32) {
    let twin = world.get::<SecondChunk>(chunk).map(|beside| (beside.twin, tag | TWIN));
    for (entity, tag) in [Some((chunk, tag)), twin].into_iter().flatten() {
        let Ok(mut entity) = world.get_entity_mut(entity) else { continue };
        if entity.get::<MeshTag>().is_none_or(|old| old.0 != tag) {
            entity.insert(MeshTag(tag));
        }
    }
}

pub(super) fn hide(world: &mut World, key: ChunkKey, entity: Entity) {
    if world.get::<Visibility>(entity).is_some_and(|v| *v != Visibility::Hidden) {
        world.write_message(ChunkSeen::Hidden(key));
    }
}
