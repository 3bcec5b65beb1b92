//! The material of chunks: the land's own, or another one that can unpack their vertices.

use bevy::pbr::ExtendedMaterial;
use bevy::prelude::*;

use super::material::{ChunkVertices, ShaderBuffers, make_buffers};
use crate::land::state::Chunk;

/// The one material of all chunks.
#[derive(Resource, Clone)]
pub struct ChunkMaterial<M: Material>(pub Handle<M>);

/// Gives new chunks, or new twins, the material.
pub(super) fn apply_material<M: Material, Of: Component>(
    came: On<Add, Of>,
    material: Res<ChunkMaterial<M>>,
    mut commands: Commands,
) {
    commands.entity(came.entity).insert(MeshMaterial3d(material.0.clone()));
}

/// A material extended for chunks.
pub type OnChunks<M> = ExtendedMaterial<M, ChunkVertices>;

/// Draws all chunks with a material of Bevy's or the app's own, for a
/// [`TerrainPlugin`](crate::TerrainPlugin) with
/// [`Look::None`](crate::Look::None).
///
/// The material's own vertex shader is not used. Its fragment shader gets positions, with water as
/// flat land; normals; and metres east and south of the rendering origin as texture coordinates.
pub struct ChunkMaterialPlugin<M: Material>(pub M);

impl<M: Material> Plugin for ChunkMaterialPlugin<M>
where
    OnChunks<M>: Material,
    MaterialPlugin<OnChunks<M>>: Plugin,
{
    fn build(&self, app: &mut App) {
        let base = self.0.clone();
        let make = move |mut commands: Commands,
                         buffers: Res<ShaderBuffers>,
                         mut materials: ResMut<Assets<OnChunks<M>>>| {
            let material = OnChunks { base: base.clone(), extension: buffers.chunk_vertices() };
            commands.insert_resource(ChunkMaterial(materials.add(material)));
        };
        app.add_plugins(MaterialPlugin::<OnChunks<M>>::default())
            .add_observer(apply_material::<OnChunks<M>, Chunk>)
            .add_systems(PreStartup, make.after(make_buffers))
            .add_systems(PreUpdate, renew::<M>.run_if(resource_changed::<ShaderBuffers>));
    }
}

/// Binds the buffers of a new graphics device.
fn renew<M: Material>(
    buffers: Res<ShaderBuffers>,
    material: Res<ChunkMaterial<OnChunks<M>>>,
    mut materials: ResMut<Assets<OnChunks<M>>>,
) {
    if let Some(mut material) = materials.get_mut(&material.0) {
        material.extension = buffers.chunk_vertices();
    }
}
