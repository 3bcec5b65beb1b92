//! A vertex, and how its normals are written.

use bytemuck::{Pod, Zeroable};

/// A vertex as it lies in the vertex buffer: 32 bytes, in metres from the chunk's north-west corner
/// at height 0.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Vertex {
    /// x, y, z; y is the unclamped bed.
    pub position_m: [f32; 3],
    /// The bed of the next coarser grid, unclamped.
    pub coarse_bed_m: f32,
    /// Octahedral normals as 16-bit signed fractions: the fine one (2 numbers) and the coarser one
    /// (2 numbers).
    pub normals: [i16; 4],
    /// Curvature c as 128 + 127·c / (1 + |c|) (128 is flat, above is convex, 1 a kink of 45°); the
    /// ridge map of erosion and its occlusion, as 128 + 127·x; the weight of a layer, the erosion or
    /// the plants from 0 to 255 where one is asked for, else 0.
    pub masks: [u8; 4],
    /// The same of the next coarser grid.
    pub coarse_masks: [u8; 4],
}

/// The octahedral encoding (Cigolle et al. 2014) of a direction of any length with y ≥ 0, folded
/// about the y axis: two signed fractions of 32767. Straight up is exactly (0, 0).
#[inline(always)]
pub fn octahedral([x, y, z]: [f32; 3]) -> [i16; 2] {
    let scale = 32767.0 / (x.abs() + y + z.abs());
    // The sum with 1.5·2²³ is rounded to the nearest whole number, which its lowest bits are.
    [x * scale, z * scale].map(|v| (v + 12_582_912.0).to_bits() as i16)
}

/// The unit vector of an octahedral encoding, as the shader decodes it.
pub fn from_octahedral([u, v]: [i16; 2]) -> [f32; 3] {
    let [x, z] = [u, v].map(|c| f32::from(c) / 32767.0);
    let y = 1.0 - x.abs() - z.abs();
    let length = (x * x + y * y + z * z).sqrt();
    [x / length, y / length, z / length]
}
