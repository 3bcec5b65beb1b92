//! Chunks as entities: each has a mesh of the pool, and stands where it belongs. What they are
//! drawn with is another's affair.

use bevy::camera::visibility::NoAutoAabb;
use bevy::mesh::MeshTag;
use bevy::prelude::*;

use super::build::BuiltChunk;
use super::origin::WorldOrigin;
use super::state::{Chunk, ChunkIndex, ChunkLayers, ChunkSeen, ShownLand};
use super::upload::ChunkMeshes;
use crate::terrain::chunk::ChunkKey;
use crate::terrain::surface::Surface;

/// Gives an entity the chunk's vertices, in place where it has a mesh; a new entity if none is at
/// hand.
pub(super) fn place_chunk(
    world: &mut World,
    entity: Option<Entity>,
    chunk: BuiltChunk,
    visibility: Visibility,
) {
    let BuiltChunk { key, samples, vertices, aabb } = chunk;
    let spacing_m = world.resource::<ShownLand>().surface().map_or(1.0, Surface::spacing_m);
    let [x, z] = key.origin_m(spacing_m);
    let place = Transform::from_translation(world.resource::<WorldOrigin>().local([x, 0.0, z]));
    let known = entity.and_then(|entity| Some((entity, world.get::<Mesh3d>(entity)?.id())));
    let (entity, mesh) = match known {
        Some((entity, mesh)) => {
            // What stays as it is, is not marked as changed: all that is marked goes through the
            // render world again.
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
            let mesh = world.resource_scope(|world, mut meshes: Mut<Assets<Mesh>>| {
                world.resource_mut::<ChunkMeshes>().take(&mut meshes)
            });
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
    world.resource_mut::<ChunkIndex>().0.insert(key, entity);
}

/// Takes a chunk out of the world; its mesh goes back to the pool.
pub(super) fn remove_chunk(world: &mut World, key: ChunkKey, entity: Entity) {
    hide(world, key, entity);
    let mesh = world.get::<Mesh3d>(entity).map(|mesh| mesh.0.clone());
    world.despawn(entity);
    mesh.into_iter().for_each(|mesh| world.resource_mut::<ChunkMeshes>().give_back(mesh));
}

pub(super) fn hide(world: &mut World, key: ChunkKey, entity: Entity) {
    if world.get::<Visibility>(entity).is_some_and(|v| *v != Visibility::Hidden) {
        world.write_message(ChunkSeen::Hidden(key));
    }
}
