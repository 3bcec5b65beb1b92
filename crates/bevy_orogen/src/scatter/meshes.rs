//! The meshes of plants.
//!
//! A mesh contains several copies of a shape, and each vertex has the index of its copy.
//!
//! A slot (up to 64 plants of one shape) is drawn as one mesh. So plants use Bevy's own pipelines,
//! including shadows, and slots of one shape share a draw call. The vertex shader discards unused
//! copies. Discarding costs time too, so a slot with few plants uses a mesh of few copies.

use std::sync::LazyLock;

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology, VertexAttributeValues};
use bevy::prelude::*;

use crate::look::plants::{ATTRIBUTE_COPY, ATTRIBUTE_PART, INSTANCES_PER_SLOT};
use orogen_terrain::scatter::PlantKind;
use orogen_terrain::scatter::shapes::{Detail, Part, PlantShape, ShapeVertex, VARIANTS, shape};

/// The numbers of copies in meshes. The largest is enough for a full slot.
const COPIES: [usize; 3] = [4, 16, INSTANCES_PER_SLOT];

/// The meshes of a shape, one for each number of copies.
type Meshes = [Handle<Mesh>; COPIES.len()];

/// The meshes of plants, and of the dark ground below them.
#[derive(Resource)]
pub(super) struct PlantMeshes {
    /// By kind and variant of plant: first the meshes of the detailed shape, then of the plain shape.
    shapes: Vec<[Meshes; 2]>,
    /// The discs of dark ground, by kind.
    discs: Vec<Meshes>,
}

impl PlantMeshes {
    /// The smallest mesh of a kind and variant that has enough copies for `plants` plants.
    pub fn shape_mesh(
        &self,
        kind: PlantKind,
        variant: u32,
        detail: Detail,
        plants: usize,
    ) -> &Handle<Mesh> {
        let [near, plain] = &self.shapes[kind as usize * VARIANTS as usize + variant as usize];
        let meshes = if detail == Detail::Near { near } else { plain };
        &meshes[bucket(plants)]
    }

    /// The smallest mesh with enough discs of dark ground below `plants` plants of a kind.
    pub fn disc_mesh(&self, kind: PlantKind, plants: usize) -> &Handle<Mesh> {
        &self.discs[kind as usize][bucket(plants)]
    }
}

/// The corners of a disc of dark ground.
const CORNERS: u16 = 12;

/// The radius of the dark ground below a plant, relative to the plant's height. Chosen by eye: the disc
/// of a stone is wider than the stone, and the disc of a tree little wider than the trunk.
fn disc_radius(kind: PlantKind) -> f32 {
    match kind {
        PlantKind::Conifer => 0.1,
        PlantKind::Broadleaf => 0.12,
        PlantKind::Boulder => 1.2,
        PlantKind::Tuft => 0.45,
        PlantKind::Reed => 0.4,
    }
}

/// The largest horizontal distance of a kind's shapes and of their dark ground from the foot, relative to
/// the plant's height.
pub(super) fn reach(kind: PlantKind) -> f32 {
    static REACHES: LazyLock<Vec<f32>> = LazyLock::new(|| {
        let reach = |kind: PlantKind| {
            let shapes = (0..VARIANTS)
                .flat_map(|i| [Detail::Near, Detail::Plain].map(|detail| shape(kind, i, detail)));
            let distance = |v: &ShapeVertex| v.position[0].hypot(v.position[2]);
            shapes.flat_map(|s| s.vertices).map(|v| distance(&v)).fold(disc_radius(kind), f32::max)
        };
        PlantKind::ALL.iter().map(|row| reach(row.kind)).collect()
    });
    REACHES[kind as usize]
}

/// Makes a level disc around the origin. The texture coordinates of its edge lie at distance 1 from 0.
fn disc(radius: f32) -> PlantShape {
    let vertex = |place: [f32; 2]| ShapeVertex {
        position: [radius * place[0], 0.0, radius * place[1]],
        normal: [0.0, 1.0, 0.0],
        uv: place,
        part: Part::Bark,
        open: 1.0,
        random: 0.0,
    };
    // The straight edges between corners stay outside the circle.
    let reach = 1.0 / (std::f32::consts::PI / f32::from(CORNERS)).cos();
    let corner = |i: u16| {
        let (sin, cos) = (std::f32::consts::TAU * f32::from(i) / f32::from(CORNERS)).sin_cos();
        vertex([reach * cos, reach * sin])
    };
    let vertices = std::iter::once(vertex([0.0; 2])).chain((0..CORNERS).map(corner)).collect();
    let indices = (0..CORNERS).flat_map(|i| [0, 1 + (i + 1) % CORNERS, 1 + i]).collect();
    PlantShape { vertices, indices }
}

/// The index in [`COPIES`] of the smallest number that is at least `plants`.
fn bucket(plants: usize) -> usize {
    COPIES.iter().position(|copies| plants <= *copies).unwrap_or(COPIES.len() - 1)
}

pub(super) fn make_meshes(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>) {
    let kinds = PlantKind::ALL.iter().flat_map(|row| (0..VARIANTS).map(move |i| (row.kind, i)));
    let all = kinds.map(|(kind, variant)| {
        [Detail::Near, Detail::Plain].map(|detail| {
            let shape = shape(kind, variant, detail);
            COPIES.map(|count| meshes.add(copies(&shape, count)))
        })
    });
    let shapes = all.collect();
    let discs = PlantKind::ALL.iter().map(|row| {
        let disc = disc(disc_radius(row.kind));
        COPIES.map(|count| meshes.add(copies(&disc, count)))
    });
    let discs = discs.collect();
    commands.insert_resource(PlantMeshes { shapes, discs });
}

/// Builds a mesh of several copies of a shape.
fn copies(shape: &PlantShape, copies: usize) -> Mesh {
    let count = shape.vertices.len();
    let repeated = || (0..copies).flat_map(|_| &shape.vertices);
    let byte = |value: f32| (value.clamp(0.0, 1.0) * 255.0) as u8;
    let parts: Vec<[u8; 4]> =
        repeated().map(|v| [v.part as u8, byte(v.open), byte(v.random), 0]).collect();
    let copy: Vec<u32> = (0..copies * count).map(|i| (i / count) as u32).collect();
    let indices = (0..copies)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mesh_has_enough_copies_and_few_unused_ones() {
        for plants in 1..=INSTANCES_PER_SLOT {
            let copies = COPIES[bucket(plants)];
            assert!(
                copies >= plants && copies <= (4 * plants).max(COPIES[0]),
                "{plants}: {copies}"
            );
        }
    }

    #[test]
    fn each_copy_is_the_complete_shape_with_its_index() {
        let shape = shape(PlantKind::Boulder, 0, Detail::Plain);
        let mesh = copies(&shape, 3);
        assert_eq!(mesh.count_vertices(), 3 * shape.vertices.len());
        assert_eq!(mesh.indices().unwrap().len(), 3 * shape.indices.len());
        let Some(VertexAttributeValues::Uint32(numbers)) = mesh.attribute(ATTRIBUTE_COPY) else {
            panic!("no numbers")
        };
        let of_indices = mesh.indices().unwrap().iter().map(|i| numbers[i]);
        let all: Vec<u32> = of_indices.collect();
        let each = shape.indices.len();
        assert!((0..3).all(|copy| all[copy * each..][..each].iter().all(|n| *n == copy as u32)));
    }
}
