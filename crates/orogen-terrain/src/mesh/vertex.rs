//! The vertex format and the encoding of normals.

use bytemuck::{Pod, Zeroable};

/// A vertex as in the vertex buffer, in 32 bytes.
///
/// Its origin is the chunk's north-west corner at height 0.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Vertex {
    /// x, y, z; y is the unclamped bed.
    pub position_m: [f32; 3],
    /// The unclamped bed of the next coarser grid.
    pub coarse_bed_m: f32,
    /// Octahedral normals as signed 16-bit fractions.
    ///
    /// The first two numbers are for the fine grid, the others for the coarse.
    pub normals: [i16; 4],
    /// Four masks:
    ///
    /// 1. the curvature c as 128 + 127·c / (1 + |c|): 128 is flat, more is convex, c = 1 is a kink
    ///    of 45°;
    /// 2. the ridge map x of the erosion as 128 + 127·x;
    /// 3. the occlusion x of the erosion as 128 + 127·x;
    /// 4. in the lower five bits the weight of a layer, the rivers, the erosion or the plants, from 0 to 31;
    ///    0 if no weight is requested. In the upper three bits the wetness of the ground near rivers and
    ///    lakes, from 0 to 7.
    pub masks: [u8; 4],
    /// The masks of the next coarser grid.
    pub coarse_masks: [u8; 4],
}

/// Encodes a direction of any length with y ≥ 0 as octahedral coordinates.
///
/// The result is two signed fractions of 32767 (Cigolle et al. 2014). Straight up is exactly
/// `[0, 0]`.
#[inline(always)]
pub fn octahedral([x, y, z]: [f32; 3]) -> [i16; 2] {
    let scale = 32767.0 / (x.abs() + y + z.abs());
    // Adding 1.5·2²³ rounds to the nearest whole number, which is then in the lowest bits.
    [x * scale, z * scale].map(|v| (v + 12_582_912.0).to_bits() as i16)
}

/// Decodes octahedral coordinates to a unit vector, as the shader does.
pub fn from_octahedral([u, v]: [i16; 2]) -> [f32; 3] {
    let [x, z] = [u, v].map(|c| f32::from(c) / 32767.0);
    let y = 1.0 - x.abs() - z.abs();
    let length = (x * x + y * y + z * z).sqrt();
    [x / length, y / length, z / length]
}
