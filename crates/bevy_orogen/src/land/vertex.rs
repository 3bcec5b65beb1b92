//! The vertex attributes of a chunk.
//!
//! A vertex has 32 bytes, and the y of its position is the bed: the ground, also under water.
//!
//! Attributes with "coarse" in their name have the values of the next coarser grid, to which the
//! vertex shader morphs.

use bevy::mesh::MeshVertexAttribute;
use bevy::render::render_resource::VertexFormat;

/// The height of the bed on the next coarser grid, in metres.
pub const ATTRIBUTE_COARSE_BED: MeshVertexAttribute =
    MeshVertexAttribute::new("OrogenCoarseBed", 0x6f72_6f01, VertexFormat::Float32);
/// Two octahedral normals: of this grid, and of the next coarser grid.
pub const ATTRIBUTE_NORMALS: MeshVertexAttribute =
    MeshVertexAttribute::new("OrogenNormals", 0x6f72_6f02, VertexFormat::Snorm16x4);
/// Four 8-bit masks: curvature, ridges, occlusion, and the weight of a part.
///
/// The part is a layer, the rivers, the erosion or the plants.
pub const ATTRIBUTE_MASKS: MeshVertexAttribute =
    MeshVertexAttribute::new("OrogenMasks", 0x6f72_6f03, VertexFormat::Unorm8x4);
/// The same four masks on the next coarser grid.
pub const ATTRIBUTE_COARSE_MASKS: MeshVertexAttribute =
    MeshVertexAttribute::new("OrogenCoarseMasks", 0x6f72_6f04, VertexFormat::Unorm8x4);
