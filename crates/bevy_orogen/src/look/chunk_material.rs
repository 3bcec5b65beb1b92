//! The material of chunks.
//!
//! Chunks have either the land's own material, or a material of Bevy or the app. [`OnChunks`] extends
//! a material of Bevy or the app with a vertex shader that unpacks the vertices of chunks.

use bevy::pbr::ExtendedMaterial;
use bevy::prelude::*;

use super::material::{ChunkVertices, ShaderBuffers, make_buffers};
use crate::land::state::Chunk;

/// The material that all chunks share.
#[derive(Resource, Clone)]
pub struct ChunkMaterial<M: Material>(pub Handle<M>);

/// Gives the shared material to new entities of one kind: chunks or twins (the chunks of a second
/// land).
pub(super) fn apply_material<M: Material, Marker: Component>(
    added: On<Add, Marker>,
    material: Res<ChunkMaterial<M>>,
    mut commands: Commands,
) {
    commands.entity(added.entity).insert(MeshMaterial3d(material.0.clone()));
}

/// A material extended to draw chunks.
pub type OnChunks<M> = ExtendedMaterial<M, ChunkVertices>;

/// Draws all chunks with a material of Bevy or the app.
///
/// The app also needs a [`TerrainPlugin`](crate::TerrainPlugin) with [`Look::None`](crate::Look::None).
///
/// The material's own vertex shader is not used. Its fragment shader receives positions and
/// normals. Below sea level, the position is on the flat surface of the water, and the normal
/// points up. The texture coordinates are the metres east and south of the rendering origin.
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
            .add_systems(PreUpdate, rebind_buffers::<M>.run_if(resource_changed::<ShaderBuffers>));
    }
}

/// Binds the buffers of a new graphics device to the material.
fn rebind_buffers<M: Material>(
    buffers: Res<ShaderBuffers>,
    material: Res<ChunkMaterial<OnChunks<M>>>,
    mut materials: ResMut<Assets<OnChunks<M>>>,
) {
    if let Some(mut material) = materials.get_mut(&material.0) {
        material.extension = buffers.chunk_vertices();
    }
}
