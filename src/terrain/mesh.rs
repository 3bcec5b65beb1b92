//! From a chunk's heights to its mesh: positions clamped to the sea, both beds, both normals, masks; 32 bytes a vertex.
//!
//! Vertex (x, z) of a chunk has the number `x + 65·z`; two triangles a cell, wound counter-clockwise from above, all cells
//! split along the same diagonal. Every vertex also knows the height and the normal of the even neighbour that it slides onto
//! when the chunk morphs to the next coarser grid, so that the fully morphed chunk is the coarser mesh.

use crate::terrain::chunk::{CHUNK_CELLS, CHUNK_VERTICES, COARSE_SAMPLES, FINE_SAMPLES};
use crate::terrain::heightfield::ChunkField;

/// A chunk's mesh, one array an attribute, in metres from the chunk's north-west corner at height 0.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshData {
    /// x, y, z; y is clamped to the sea.
    pub positions_m: Vec<[f32; 3]>,
    /// The unclamped bed, and the bed of the next coarser grid.
    pub beds_m: Vec<[f32; 2]>,
    /// Octahedral normals as 16-bit signed fractions: the fine one (2 numbers) and the coarser one (2 numbers).
    pub normals: Vec<[i16; 4]>,
    /// Curvature (128 is flat, above is convex), and three that are kept for layers to come and are 0.
    pub masks: Vec<[u8; 4]>,
    /// The lowest and the highest y over fine and coarse, clamped to the sea.
    pub height_range_m: [f32; 2],
}

/// The triangles of every chunk: 64 × 64 × 6 numbers of vertices.
pub fn chunk_indices() -> Vec<u16> {
    let width = CHUNK_VERTICES as u16;
    let cell = |x: u16, z: u16| {
        let i = x + width * z;
        [i, i + width, i + 1, i + 1, i + width, i + width + 1]
    };
    let cells = CHUNK_CELLS as u16;
    (0..cells).flat_map(|z| (0..cells).flat_map(move |x| cell(x, z))).collect()
}

impl MeshData {
    /// The mesh of a chunk whose heights are given, at a vertex spacing, clamped to the sea.
    pub fn new(heights_m: &ChunkField, spacing_m: f32, sea_level_m: f32) -> Self {
        let count = CHUNK_VERTICES * CHUNK_VERTICES;
        let mut mesh = Self {
            positions_m: Vec::with_capacity(count),
            beds_m: Vec::with_capacity(count),
            normals: Vec::with_capacity(count),
            masks: Vec::with_capacity(count),
            height_range_m: [f32::INFINITY, f32::NEG_INFINITY],
        };
        let coarse_normals = grid_normals(&heights_m.coarse, COARSE_SAMPLES, 2.0 * spacing_m, sea_level_m);
        let fine_normals = grid_normals(&heights_m.fine, FINE_SAMPLES, spacing_m, sea_level_m);
        for z in 0..CHUNK_VERTICES {
            for x in 0..CHUNK_VERTICES {
                let fine = (x + 1) + FINE_SAMPLES * (z + 1);
                let coarse = (x / 2 + 1) + COARSE_SAMPLES * (z / 2 + 1);
                let beds = [heights_m.fine[fine], heights_m.coarse[coarse]];
                let y = beds[0].max(sea_level_m);
                mesh.positions_m.push([x as f32 * spacing_m, y, z as f32 * spacing_m]);
                mesh.beds_m.push(beds);
                let [u, v] = fine_normals[x + CHUNK_VERTICES * z];
                let [cu, cv] = coarse_normals[x / 2 + (CHUNK_CELLS / 2 + 1) * (z / 2)];
                mesh.normals.push([u, v, cu, cv]);
                mesh.masks.push([curvature(&heights_m.fine, fine, spacing_m), 0, 0, 0]);
                let [low, high] = &mut mesh.height_range_m;
                *low = low.min(y).min(beds[1].max(sea_level_m));
                *high = high.max(y).max(beds[1].max(sea_level_m));
            }
        }
        mesh
    }
}

/// Normals of a grid with a border of one, by central differences; straight up where the bed is at or below the sea.
fn grid_normals(heights_m: &[f32], samples: usize, spacing_m: f32, sea_level_m: f32) -> Vec<[i16; 2]> {
    let inner = 1..samples - 1;
    let at = |i: usize| {
        if heights_m[i] <= sea_level_m {
            return octahedral([0.0, 1.0, 0.0]);
        }
        let dx = heights_m[i - 1] - heights_m[i + 1];
        let dz = heights_m[i - samples] - heights_m[i + samples];
        octahedral([dx, 2.0 * spacing_m, dz])
    };
    inner.clone().flat_map(|z| inner.clone().map(move |x| at(x + samples * z))).collect()
}

/// The second difference over the spacing, ±1 (a kink of 45°) becoming 0 and 255.
fn curvature(heights_m: &[f32], i: usize, spacing_m: f32) -> u8 {
    let neighbours = heights_m[i - 1] + heights_m[i + 1] + heights_m[i - FINE_SAMPLES] + heights_m[i + FINE_SAMPLES];
    let convex = (heights_m[i] * 4.0 - neighbours) / spacing_m;
    (128.0 + 127.0 * convex.clamp(-1.0, 1.0)) as u8
}

/// The octahedral encoding (Cigolle et al. 2014) of a direction of any length with y ≥ 0, folded about the y axis: two
/// signed fractions of 32767. Straight up is exactly (0, 0).
#[inline]
pub fn octahedral([x, y, z]: [f32; 3]) -> [i16; 2] {
    let scale = 32767.0 / (x.abs() + y + z.abs());
    // Adding and subtracting 1.5·2²³ rounds to the nearest whole number without a call.
    let round = |v: f32| ((v + 12_582_912.0) - 12_582_912.0) as i16;
    [round(x * scale), round(z * scale)]
}

/// The unit vector of an octahedral encoding, as the shader decodes it.
pub fn from_octahedral([u, v]: [i16; 2]) -> [f32; 3] {
    let [x, z] = [u, v].map(|c| f32::from(c) / 32767.0);
    let y = 1.0 - x.abs() - z.abs();
    let length = (x * x + y * y + z * z).sqrt();
    [x / length, y / length, z / length]
}
