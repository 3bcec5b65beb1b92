//! The mesh of the water over a chunk with rivers or lakes. It has the vertices and triangles of the chunk, at
//! the level of the water.
//!
//! | part of a vertex | content |
//! |---|---|
//! | position | x, the level of the water, z |
//! | coarse bed | the level on the next coarser grid |
//! | normals | the flow to the east and to the south in units of [`FASTEST_M_S`], then the depth on this grid and on the next coarser grid in units of [`DEEPEST_M`] |
//! | masks | the fall of the water in units of [`STEEPEST`] |
//!
//! A depth is negative where the ground is above the water, which then lies hidden below it.

use super::vertex::Vertex;
use crate::chunk::{CHUNK_CELLS, CHUNK_VERTICES, COARSE_SAMPLES, FINE_SAMPLES};

/// The speed of the flow that the largest number stands for. Faster water is stored as this fast.
pub const FASTEST_M_S: f32 = 8.0;

/// The depth that the largest number stands for. Deeper water is stored as this deep.
pub const DEEPEST_M: f32 = 64.0;

/// The fall that the largest number stands for, in metres per metre.
pub const STEEPEST: f32 = 0.25;

/// The distance from the water, in samples, at which its sheet dips below the ground.
pub(crate) const SHEET_END: f64 = 1.5;

/// The water at a sample.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WaterSample {
    /// The level of the water. It lies below the ground where there is no water.
    pub level_m: f32,
    /// How far the ground lies below that level.
    pub depth_m: f32,
    /// The flow to the east and to the south.
    pub flow_m_s: [f32; 2],
    /// The fall of the water in metres per metre.
    pub fall: f32,
}

impl WaterSample {
    /// The water of the sea over a bed.
    pub fn of_sea(sea_level_m: f32, bed_m: f32) -> Self {
        Self { level_m: sea_level_m, depth_m: sea_level_m - bed_m, ..Self::default() }
    }

    /// Returns true where the water covers the ground.
    pub fn is_wet(&self) -> bool {
        self.depth_m >= 0.0
    }
}

/// The water over the samples of a chunk: of its own grid, and of the next coarser grid. Both
/// include their borders.
#[derive(Clone, Debug, PartialEq)]
pub struct ChunkWater(pub [Vec<WaterSample>; 2]);

impl ChunkWater {
    /// The highest level.
    pub fn highest_m(&self) -> f32 {
        let levels = self.0.iter().flatten().map(|sample| sample.level_m);
        levels.fold(f32::NEG_INFINITY, f32::max)
    }

    /// Makes the mesh row by row from the north, and passes each row to `put`.
    pub fn put_rows(&self, spacing_m: f32, mut put: impl FnMut(&[Vertex])) {
        let [fine, coarse] = &self.0;
        let mut row = Vec::with_capacity(CHUNK_VERTICES);
        for z in 0..CHUNK_VERTICES {
            row.clear();
            for x in 0..CHUNK_VERTICES {
                let fine_sample = &fine[x + 1 + FINE_SAMPLES * (z + 1)];
                let coarse_sample = &coarse[x / 2 + 1 + COARSE_SAMPLES * (z / 2 + 1)];
                let place_m = [x, z].map(|cell| cell as f32 * spacing_m);
                row.push(vertex(place_m, fine_sample, coarse_sample));
            }
            put(&row);
        }
    }
}

const _: () = assert!(CHUNK_CELLS.is_multiple_of(2), "each even vertex lies on the coarser grid");

/// Returns a vertex with the water of both grids.
pub(super) fn vertex([x, z]: [f32; 2], fine: &WaterSample, coarse: &WaterSample) -> Vertex {
    let snorm = |share: f32| (share.clamp(-1.0, 1.0) * 32767.0).round() as i16;
    let fall = |sample: &WaterSample| {
        let byte = (sample.fall / STEEPEST).clamp(0.0, 1.0) * 255.0;
        [byte.round() as u8, 128, 128, 255]
    };
    let [east, south] = fine.flow_m_s.map(|speed| snorm(speed / FASTEST_M_S));
    let [fine_depth, coarse_depth] = [fine, coarse].map(|sample| snorm(sample.depth_m / DEEPEST_M));
    Vertex {
        position_m: [x, fine.level_m, z],
        coarse_bed_m: coarse.level_m,
        normals: [east, south, fine_depth, coarse_depth],
        masks: fall(fine),
        coarse_masks: fall(coarse),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vertex_holds_the_water_of_both_grids() {
        let sample = |level_m: f32| WaterSample {
            level_m,
            depth_m: 2.0,
            flow_m_s: [4.0, -8.0],
            fall: STEEPEST,
        };
        let water = ChunkWater([
            (0..FINE_SAMPLES * FINE_SAMPLES).map(|i| sample(i as f32)).collect(),
            (0..COARSE_SAMPLES * COARSE_SAMPLES).map(|i| sample(1e4 + i as f32)).collect(),
        ]);
        let mut vertices = vec![];
        water.put_rows(2.0, |row| vertices.extend_from_slice(row));
        assert_eq!(vertices.len(), CHUNK_VERTICES * CHUNK_VERTICES);
        let vertex = vertices[5 + 3 * CHUNK_VERTICES];
        assert_eq!(vertex.position_m, [10.0, (6 + 4 * FINE_SAMPLES) as f32, 6.0]);
        assert_eq!(vertex.coarse_bed_m, 1e4 + (3 + 2 * COARSE_SAMPLES) as f32);
        assert_eq!(vertex.normals, [16384, -32767, 1024, 1024]);
        assert_eq!(vertex.masks[0], 255);
        assert_eq!(water.highest_m(), 1e4 + (COARSE_SAMPLES * COARSE_SAMPLES - 1) as f32);
    }
}
