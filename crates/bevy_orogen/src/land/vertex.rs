//! The vertex attributes of a chunk besides the position, 32 bytes in all. The position's y is the
//! unclamped bed.

use bevy::mesh::MeshVertexAttribute;
use bevy::render::render_resource::VertexFormat;

/// The next coarser grid's bed, in metres.
pub const ATTRIBUTE_COARSE_BED: MeshVertexAttribute =
    MeshVertexAttribute::new("OrogenCoarseBed", 0x6f72_6f01, VertexFormat::Float32);
/// Two octahedral normals: fine and coarser.
pub const ATTRIBUTE_NORMALS: MeshVertexAttribute =
    MeshVertexAttribute::new("OrogenNormals", 0x6f72_6f02, VertexFormat::Snorm16x4);
/// Four 8-bit masks: curvature, ridge, occlusion, weight of a layer, the erosion or the plants.
pub const ATTRIBUTE_MASKS: MeshVertexAttribute =
    MeshVertexAttribute::new("OrogenMasks", 0x6f72_6f03, VertexFormat::Unorm8x4);
/// The next coarser grid's masks.
pub const ATTRIBUTE_COARSE_MASKS: MeshVertexAttribute =
    MeshVertexAttribute::new("OrogenCoarseMasks", 0x6f72_6f04, VertexFormat::Unorm8x4);
