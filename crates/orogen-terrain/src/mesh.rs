//! Makes a chunk's mesh from its heights. A vertex has 32 bytes: its position, its height on the
//! next coarser grid, and its normals and masks (curvature, ridges, occlusion and a weight) on both
//! grids. Vertices store the bed, which is the ground, also under water. Shaders raise it to the
//! sea level, as [`MeshData::positions_m`] does.
//!
//! Vertex (x, z) of a chunk has the index `x + 65·z`. Each cell has two triangles,
//! counter-clockwise from above and split along the same diagonal. When a
//! chunk morphs to the next coarser grid, each vertex moves to its even neighbour. Every vertex
//! therefore also stores the height and the normal of that neighbour, so that the fully morphed chunk
//! equals the coarser mesh.

mod fields;
mod ribbons;
mod roads;
mod rows;
mod strip;
#[cfg(test)]
mod tests;
mod vertex;
mod water;

use crate::chunk::{CHUNK_CELLS, CHUNK_VERTICES};
use crate::heightfield::ChunkField;
use orogen_noise::grid::Level;
use rows::MeshLoops;

pub use fields::Fields;
pub use ribbons::RiverRibbons;
pub use roads::{ChunkRoads, NARROWEST_STRIP, PERIOD_M, UNIT_M};
pub use strip::{Strip, StripPiece, StripPoint};
pub use vertex::{Vertex, from_octahedral, octahedral};
pub(crate) use water::SHEET_END;
pub use water::{ChunkWater, WaterSample};

/// A chunk's mesh.
///
/// ```
/// use orogen_terrain::heightfield::sample_chunk;
/// use orogen_terrain::mesh::{MeshData, chunk_indices};
/// use orogen_terrain::{ChunkKey, Land, Recipe};
///
/// let land = Land::new(&Recipe::default())?;
/// let samples = sample_chunk(&land, ChunkKey { level: 0, x: 0, z: 0 }, None);
/// let mesh = MeshData::new(&samples.heights_m(&land), land.spacing_m() as f32, 0.0);
/// assert_eq!((mesh.vertices.len(), chunk_indices().len()), (65 * 65, 64 * 64 * 6));
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MeshData {
    /// The vertices, row by row from the north.
    pub vertices: Vec<Vertex>,
    /// The lowest and the highest y of the fine and coarse grid, clamped to the sea.
    pub height_range_m: [f32; 2],
    /// The water level.
    pub sea_level_m: f32,
}

/// The triangles of every chunk: 64 × 64 × 6 vertex indices.
pub fn chunk_indices() -> Vec<u16> {
    let width = CHUNK_VERTICES as u16;
    let cell = |x: u16, z: u16| {
        let i = x + width * z;
        [i, i + width, i + 1, i + 1, i + width, i + width + 1]
    };
    let cells = CHUNK_CELLS as u16;
    (0..cells).flat_map(|z| (0..cells).flat_map(move |x| cell(x, z))).collect()
}

/// Cells per side of a block in [`coarse_indices`].
pub const BLOCK_CELLS: usize = 4;

/// A reduced set of triangles of every chunk, for fast pictures.
///
/// Each block of 4 × 4 cells has two triangles. A block at a side of the chunk has more: it uses all
/// vertices of that side, so that chunks meet without gaps.
pub fn coarse_indices() -> Vec<u16> {
    let at = |x: usize, z: usize| (x + CHUNK_VERTICES * z) as u16;
    let blocks = CHUNK_CELLS / BLOCK_CELLS;
    let block = |bx: usize, bz: usize| {
        // Around the block, starting in the north-west and going down the west side.
        let [x, z] = [bx * BLOCK_CELLS, bz * BLOCK_CELLS];
        let step = |is_outer: bool| if is_outer { 1 } else { BLOCK_CELLS };
        let steps = |is_outer| (0..BLOCK_CELLS).step_by(step(is_outer));
        let [n, last] = [BLOCK_CELLS, blocks - 1];
        let west = steps(bx == 0).map(|i| at(x, z + i));
        let south = steps(bz == last).map(|i| at(x + i, z + n));
        let east = steps(bx == last).map(|i| at(x + n, z + n - i));
        let north = steps(bz == 0).map(|i| at(x + n - i, z));
        let outline: Vec<u16> = west.chain(south).chain(east).chain(north).collect();
        fan(&outline, at(x + n / 2, z + n / 2))
    };
    (0..blocks).flat_map(|bz| (0..blocks).flat_map(move |bx| block(bx, bz))).collect()
}

/// Triangulates a convex polygon: two triangles for a square, else a fan around its centre.
fn fan(outline: &[u16], centre: u16) -> Vec<u16> {
    if let [nw, sw, se, ne] = *outline {
        return vec![nw, sw, ne, ne, sw, se];
    }
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).flat_map(|(a, b)| [centre, *a, *b]).collect()
}

impl MeshData {
    /// Makes the mesh of a chunk from its heights, at a vertex spacing.
    pub fn new(heights_m: &ChunkField, spacing_m: f32, sea_level_m: f32) -> Self {
        Self::with_level(heights_m, spacing_m, sea_level_m, Level::best())
    }

    /// Makes the mesh with a chosen set of vector instructions.
    ///
    /// The set affects only the speed.
    ///
    /// # Panics
    /// Panics if the machine does not support the level.
    pub fn with_level(
        heights_m: &ChunkField,
        spacing_m: f32,
        sea_level_m: f32,
        level: Level,
    ) -> Self {
        let mut vertices = Vec::with_capacity(CHUNK_VERTICES * CHUNK_VERTICES);
        let put = |row: &[Vertex]| vertices.extend_from_slice(row);
        let height_range_m = put_rows(Fields::of(heights_m), spacing_m, sea_level_m, level, put);
        Self { vertices, height_range_m, sea_level_m }
    }

    /// The positions of all vertices, clamped to the sea.
    pub fn positions_m(&self) -> impl Iterator<Item = [f32; 3]> {
        let clamped = |[x, y, z]: [f32; 3]| [x, y.max(self.sea_level_m), z];
        self.vertices.iter().map(move |vertex| clamped(vertex.position_m))
    }
}

/// Makes the mesh row by row from the north and passes each row to `put`.
///
/// Returns the lowest and the highest y, clamped to the sea.
///
/// # Panics
/// Panics if the machine does not support the level.
pub fn put_rows(
    fields: Fields<'_>,
    spacing_m: f32,
    sea_level_m: f32,
    level: Level,
    put: impl FnMut(&[Vertex]),
) -> [f32; 2] {
    let mut height_range_m = [0.0; 2];
    level.run_loops(MeshLoops {
        fields,
        spacing_m,
        sea_level_m,
        put,
        height_range_m: &mut height_range_m,
    });
    height_range_m
}

/// Checks the properties that every chunk mesh has.
#[cfg(test)]
pub(crate) fn check_integrity(mesh: &MeshData, spacing_m: f32, sea_level_m: f32) {
    assert_eq!(mesh.vertices.len(), CHUNK_VERTICES * CHUNK_VERTICES);
    for (i, vertex) in mesh.vertices.iter().enumerate() {
        let ([x, bed, z], coarse_bed) = (vertex.position_m, vertex.coarse_bed_m);
        assert!([x, bed, z, coarse_bed].iter().all(|c| c.is_finite()));
        assert_eq!(
            [x, z],
            [(i % CHUNK_VERTICES) as f32, (i / CHUNK_VERTICES) as f32].map(|c| c * spacing_m)
        );
        for normal in
            [[vertex.normals[0], vertex.normals[1]], [vertex.normals[2], vertex.normals[3]]]
        {
            let n = from_octahedral(normal);
            assert!(
                (n.iter().map(|c| c * c).sum::<f32>() - 1.0).abs() < 1e-5 && n[1] >= 0.0,
                "{n:?}"
            );
        }
        if bed <= sea_level_m {
            assert_eq!(vertex.normals[..2], [0, 0], "water is level");
        }
        let [low, high] = mesh.height_range_m;
        let y = bed.max(sea_level_m);
        assert!((low..=high).contains(&y) && (low..=high).contains(&coarse_bed.max(sea_level_m)));
    }
}
