//! The meshes that plants are instances of: each holds a shape as often as a slot holds plants, with
//! the number of the copy in every vertex. So a slot is drawn as one mesh, by Bevy's own pipelines,
//! shadows among them, and slots of one shape are one draw call.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology, VertexAttributeValues};
use bevy::prelude::*;

use crate::plugin::look::plants::{ATTRIBUTE_COPY, ATTRIBUTE_PART, INSTANCES_A_SLOT};
use crate::terrain::scatter::Kind;
use crate::terrain::scatter::shapes::{Detail, Shape, VARIANTS, shape};

/// All of them.
#[derive(Resource)]
pub(super) struct PlantMeshes(Vec<[Handle<Mesh>; 2]>);

impl PlantMeshes {
    /// The mesh of a kind's variant.
    pub fn of(&self, kind: Kind, variant: u32, detail: Detail) -> &Handle<Mesh> {
        let [near, plain] = &self.0[kind as usize * VARIANTS as usize + variant as usize];
        if detail == Detail::Near { near } else { plain }
    }
}

pub(super) fn make_meshes(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>) {
    let kinds = Kind::ALL.iter().flat_map(|row| (0..VARIANTS).map(move |i| (row.kind, i)));
    let all = kinds.map(|(kind, variant)| {
        [Detail::Near, Detail::Plain]
            .map(|detail| meshes.add(copies(&shape(kind, variant, detail))))
    });
    commands.insert_resource(PlantMeshes(all.collect()));
}

/// A shape as often as a slot has plants.
fn copies(shape: &Shape) -> Mesh {
    let count = shape.vertices.len();
    let repeated = || (0..INSTANCES_A_SLOT).flat_map(|_| &shape.vertices);
    let byte = |share: f32| (share.clamp(0.0, 1.0) * 255.0) as u8;
    let parts: Vec<[u8; 4]> =
        repeated().map(|v| [v.part as u8, byte(v.open), byte(v.random), 0]).collect();
    let copy: Vec<u32> = (0..INSTANCES_A_SLOT * count).map(|i| (i / count) as u32).collect();
    let indices = (0..INSTANCES_A_SLOT)
        .flat_map(|copy| shape.indices.iter().map(move |i| (copy * count) as u32 + u32::from(*i)));
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::all())
        .with_inserted_attribute(
            Mesh::ATTRIBUTE_POSITION,
            repeated().map(|v| v.position).collect::<Vec<_>>(),
        )
        .with_inserted_attribute(
            Mesh::ATTRIBUTE_NORMAL,
            repeated().map(|v| v.normal).collect::<Vec<_>>(),
        )
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, repeated().map(|v| v.uv).collect::<Vec<_>>())
        .with_inserted_attribute(ATTRIBUTE_PART, VertexAttributeValues::Unorm8x4(parts))
        .with_inserted_attribute(ATTRIBUTE_COPY, copy)
        .with_inserted_indices(Indices::U32(indices.collect()))
}
