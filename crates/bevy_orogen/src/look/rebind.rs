//! Other buffers for the materials that are there: on another device, or of another size.

use bevy::prelude::*;

use super::chunk_material::ChunkMaterial;
use super::material::{DomeMaterial, ShaderBuffers, TerrainMaterial};
use super::pipelines::{WaterMaterial, bind};

/// Has the land's material and the sky's bind new buffers. Another material than the land's own
/// binds them by itself.
pub(crate) fn rebind(world: &mut World, buffers: ShaderBuffers) {
    let land = world.get_resource::<ChunkMaterial<TerrainMaterial>>().cloned();
    let water = world.get_resource::<WaterMaterial>().cloned();
    if let Some((land, water)) = land.zip(water) {
        bind(&buffers, [&land.0, &water.0], &mut world.resource_mut::<Assets<_>>());
    }
    let domes: Vec<_> =
        world.query::<&MeshMaterial3d<DomeMaterial>>().iter(world).map(|dome| dome.id()).collect();
    domes.into_iter().for_each(|dome| put(world, dome, buffers.dome()));
    world.insert_resource(buffers);
}

fn put<M: Asset>(world: &mut World, id: AssetId<M>, material: M) {
    if let Err(error) = world.resource_mut::<Assets<M>>().insert(id, material) {
        unreachable!("a handle that is held keeps its slot: {error}");
    }
}
