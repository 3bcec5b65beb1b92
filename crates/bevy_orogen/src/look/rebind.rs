//! Binds new shader buffers to the materials: on a new graphics device, or when a buffer has
//! another size.

use bevy::prelude::*;

use super::chunk_material::ChunkMaterial;
use super::material::{DomeMaterial, ShaderBuffers, TerrainMaterial};
use super::pipelines::{RoadMaterial, WaterMaterial, bind};

/// Binds new buffers to the materials of land and sky. Other materials of chunks do this by
/// themselves.
pub(crate) fn rebind(world: &mut World, buffers: ShaderBuffers) {
    let land = world.get_resource::<ChunkMaterial<TerrainMaterial>>().cloned();
    let water = world.get_resource::<WaterMaterial>().cloned();
    let roads = world.get_resource::<RoadMaterial>().cloned();
    if let Some(((land, water), roads)) = land.zip(water).zip(roads) {
        let handles = [&land.0, &water.0, &roads.0];
        bind(&buffers, handles, &mut world.resource_mut::<Assets<_>>());
    }
    let domes: Vec<_> =
        world.query::<&MeshMaterial3d<DomeMaterial>>().iter(world).map(|dome| dome.id()).collect();
    domes.into_iter().for_each(|dome| put(world, dome, buffers.dome()));
    world.insert_resource(buffers);
}

fn put<M: Asset>(world: &mut World, id: AssetId<M>, material: M) {
    if let Err(error) = world.resource_mut::<Assets<M>>().insert(id, material) {
        unreachable!("a handle in use keeps its slot: {error}");
    }
}
