//! The meshes of roads over chunks.
//!
//! Their sizes differ, so they do not come from the pool. An edit of a road creates meshes for the few
//! chunks that it crosses.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology, VertexAttributeValues};
use bevy::prelude::*;

use super::vertex::{
    ATTRIBUTE_COARSE_BED, ATTRIBUTE_COARSE_MASKS, ATTRIBUTE_MASKS, ATTRIBUTE_NORMALS,
};
use orogen_terrain::mesh::{ChunkRoads, Vertex};

/// The mesh of the roads over a chunk or a twin.
#[derive(Component)]
pub(crate) struct RoadMesh(pub Handle<Mesh>);

/// Marks the child of a chunk or a twin that draws its roads.
#[derive(Component)]
pub(crate) struct RoadSheet;

/// Gives a chunk or a twin the mesh of its roads, or removes the mesh if there are none.
pub(super) fn place_roads(world: &mut World, chunk: Entity, roads: Option<ChunkRoads>) {
    match roads {
        Some(roads) => {
            let mesh = world.resource_mut::<Assets<Mesh>>().add(mesh_of(roads));
            world.entity_mut(chunk).insert(RoadMesh(mesh));
        }
        None if world.entity(chunk).contains::<RoadMesh>() => {
            world.entity_mut(chunk).remove::<RoadMesh>();
        }
        None => {}
    }
}

/// A mesh with the layout of a chunk's vertices.
fn mesh_of(roads: ChunkRoads) -> Mesh {
    fn values<T>(vertices: &[Vertex], value: impl Fn(&Vertex) -> T) -> Vec<T> {
        vertices.iter().map(value).collect()
    }
    let vertices = &*roads.vertices;
    let normals = VertexAttributeValues::Snorm16x4(values(vertices, |vertex| vertex.normals));
    let masks = VertexAttributeValues::Unorm8x4(values(vertices, |vertex| vertex.masks));
    let coarse = VertexAttributeValues::Unorm8x4(values(vertices, |vertex| vertex.coarse_masks));
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(
            Mesh::ATTRIBUTE_POSITION,
            values(vertices, |vertex| vertex.position_m),
        )
        .with_inserted_attribute(
            ATTRIBUTE_COARSE_BED,
            values(vertices, |vertex| vertex.coarse_bed_m),
        )
        .with_inserted_attribute(ATTRIBUTE_NORMALS, normals)
        .with_inserted_attribute(ATTRIBUTE_MASKS, masks)
        .with_inserted_attribute(ATTRIBUTE_COARSE_MASKS, coarse)
        .with_inserted_indices(Indices::U32(roads.indices))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mesh_has_the_bytes_of_its_vertices() {
        let vertex = |i: u8| Vertex {
            position_m: [f32::from(i), 0.5, -1.0],
            coarse_bed_m: f32::from(i),
            normals: [i16::from(i), 1, 2, 3],
            masks: [i, 4, 5, 6],
            coarse_masks: [7, 8, i, 9],
        };
        let roads = ChunkRoads { vertices: (0..5).map(vertex).collect(), indices: vec![0, 1, 2] };
        let mesh = mesh_of(roads.clone());
        assert_eq!(
            bytemuck::cast_slice::<_, u8>(&roads.vertices),
            mesh.create_packed_vertex_buffer_data()
        );
        assert_eq!(mesh.indices().map(Indices::len), Some(3));
    }
}
