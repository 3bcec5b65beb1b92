//! The morph of vertices onto the next coarser grid, on the CPU.
//!
//! It follows the vertex shader step by step, and tests use it as a reference.

use super::neighbours::touching_bits;
use super::{Levels, Viewer};
use crate::chunk::CHUNK_VERTICES;
use crate::mesh::{Vertex, from_octahedral};

/// The inputs of the shader's morph, in metres from the rendering origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Morphing {
    /// The viewer: x, height above the ground, z.
    pub viewer: [f32; 3],
    /// The spacing of level 0.
    pub finest_m: f32,
    /// The distance where level 0 begins to morph; doubles with each level.
    pub begin_m: f32,
    /// The distance where level 0 is fully morphed; doubles with each level.
    pub end_m: f32,
    /// The level that never morphs.
    pub coarsest: u32,
}

/// A vertex as drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MorphedVertex {
    /// The position in metres from the rendering origin; y is clamped to the sea.
    pub position: [f32; 3],
    /// The unclamped bed.
    pub bed_m: f32,
    /// The normal, not normalised.
    pub normal: [f32; 3],
}

impl Morphing {
    /// The inputs for levels around a viewer, relative to an origin (x, z).
    pub fn new(levels: &Levels, viewer: &Viewer, origin_m: [f64; 2]) -> Self {
        let [x, z] = [0, 1].map(|i| (viewer.position_m[i] - origin_m[i]) as f32);
        let [begin_m, end_m] = levels.morph_m(0).unwrap_or([1.0, 2.0]).map(|m| m as f32);
        Self {
            viewer: [x, viewer.height_m as f32, z],
            finest_m: levels.finest_m() as f32,
            begin_m,
            end_m,
            coarsest: u32::from(levels.coarsest()),
        }
    }

    /// The inputs for a land with a single level, which never morphs.
    pub fn none(finest_m: f64) -> Self {
        Self { viewer: [0.0; 3], finest_m: finest_m as f32, begin_m: 1.0, end_m: 2.0, coarsest: 0 }
    }

    /// The share by which a vertex of a level has morphed at a position.
    ///
    /// At 0, the vertex is on its own grid; at 1, on the next coarser grid.
    pub fn share(&self, level: u32, [x, z]: [f32; 2]) -> f32 {
        if level >= self.coarsest {
            return 0.0;
        }
        let scale = (1u32 << level) as f32;
        let distance =
            (x - self.viewer[0]).abs().max((z - self.viewer[2]).abs()).max(self.viewer[1]);
        ((distance - self.begin_m * scale) / ((self.end_m - self.begin_m) * scale)).clamp(0.0, 1.0)
    }

    /// Morphs vertex number `i` of a chunk.
    ///
    /// The tag of the chunk's mesh is explained at [`Neighbours::tag`](super::Neighbours::tag).
    /// `corner` is the chunk's north-west corner (x, z) in metres from the rendering origin.
    pub fn vertex(
        &self,
        vertex: &Vertex,
        tag: u32,
        corner: [f32; 2],
        i: usize,
        sea_level_m: f32,
    ) -> MorphedVertex {
        let level = tag >> 16;
        let spacing = self.finest_m * (1u32 << level) as f32;
        let cell = [i % CHUNK_VERTICES, i / CHUNK_VERTICES];
        let [x, _, z] = vertex.position_m;
        let position = [corner[0] + x, corner[1] + z];
        let touching = u32::from(touching_bits(cell));
        let mut share = self.share(level, position);
        if tag & touching != 0 {
            share = 1.0;
        }
        if (tag >> 8) & touching != 0 {
            share = 0.0;
        }
        let [x, z] = [0, 1].map(|a| position[a] - share * spacing * (cell[a] % 2) as f32);
        let blend = |fine: f32, coarse: f32| fine * (1.0 - share) + coarse * share;
        let bed_m = blend(vertex.position_m[1], vertex.coarse_bed_m);
        let [u, v, cu, cv] = vertex.normals;
        let (fine, coarse) = (from_octahedral([u, v]), from_octahedral([cu, cv]));
        let normal = [0, 1, 2].map(|a| blend(fine[a], coarse[a]));
        MorphedVertex { position: [x, bed_m.max(sea_level_m), z], bed_m, normal }
    }
}
