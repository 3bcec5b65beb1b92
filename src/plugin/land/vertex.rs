//! What a chunk's vertex holds besides its place, as shaders read it: 32 bytes in sum.

use bevy::mesh::MeshVertexAttribute;
use bevy::render::render_resource::VertexFormat;

/// The unclamped bed and the next coarser grid's, in metres.
pub const ATTRIBUTE_BEDS: MeshVertexAttribute =
    MeshVertexAttribute::new("OrogenBeds", 0x6f72_6f01, VertexFormat::Float32x2);
/// Two octahedral normals: fine and coarser.
pub const ATTRIBUTE_NORMALS: MeshVertexAttribute =
    MeshVertexAttribute::new("OrogenNormals", 0x6f72_6f02, VertexFormat::Snorm16x4);
/// Four 8-bit masks.
pub const ATTRIBUTE_MASKS: MeshVertexAttribute =
    MeshVertexAttribute::new("OrogenMasks", 0x6f72_6f03, VertexFormat::Unorm8x4);
