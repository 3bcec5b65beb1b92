//! Chunk keys: integer coordinates of square pieces of the land.

use orogen_noise::grid::Grid;

/// Cells per chunk side, on every level.
pub const CHUNK_CELLS: usize = 64;
/// Vertices per chunk side: one more than cells.
pub const CHUNK_VERTICES: usize = CHUNK_CELLS + 1;
/// Samples per chunk side at the chunk's own spacing.
///
/// They are its vertices and, for normals, a border of one sample.
pub const FINE_SAMPLES: usize = CHUNK_VERTICES + 2;
/// Samples per chunk side at the next coarser spacing, also with a border of one sample.
pub const COARSE_SAMPLES: usize = CHUNK_CELLS / 2 + 1 + 2;

/// The key of a chunk.
///
/// Level 0 is the finest; cells of level k are 2ᵏ times the recipe's spacing. Chunk (x, z) covers
/// the cells from `64·x` to `64·x + 64` on each axis, counted in cells of its own level from the
/// world origin.
///
/// ```
/// use orogen_terrain::ChunkKey;
///
/// let key = ChunkKey { level: 0, x: -3, z: 2 };
/// assert_eq!(key.parent(), ChunkKey { level: 1, x: -2, z: 1 });
/// assert!(key.parent().children().contains(&key));
/// assert_eq!(key.side_m(0.5), 32.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChunkKey {
    /// The level of detail, 0 for the finest.
    pub level: u8,
    /// Chunks of this level east of the origin.
    pub x: i64,
    /// Chunks of this level south of the origin.
    pub z: i64,
}

impl ChunkKey {
    /// The distance between neighbouring vertices, given the recipe's finest spacing.
    pub fn spacing_m(self, finest_m: f64) -> f64 {
        finest_m * (1u64 << self.level) as f64
    }

    /// The chunk of the next coarser level that covers this chunk.
    pub fn parent(self) -> Self {
        self.ancestor(self.level + 1)
    }

    /// The chunk of a coarser level (or the same level) that covers this chunk.
    pub fn ancestor(self, level: u8) -> Self {
        let up = level - self.level;
        Self { level, x: self.x >> up, z: self.z >> up }
    }

    /// The four chunks of the next finer level. Valid only above level 0.
    pub fn children(self) -> [Self; 4] {
        let child = |dx, dz| Self { level: self.level - 1, x: 2 * self.x + dx, z: 2 * self.z + dz };
        [child(0, 0), child(1, 0), child(0, 1), child(1, 1)]
    }

    /// The adjacent chunk of the same level in a direction (east, south).
    pub fn neighbour(self, [dx, dz]: [i64; 2]) -> Self {
        Self { level: self.level, x: self.x + dx, z: self.z + dz }
    }

    /// The side length in metres.
    pub fn side_m(self, finest_m: f64) -> f64 {
        self.spacing_m(finest_m) * CHUNK_CELLS as f64
    }

    /// The grid index of the north-west vertex, in cells of this level.
    pub fn origin_cell(self) -> [i64; 2] {
        [self.x, self.z].map(|c| c * CHUNK_CELLS as i64)
    }

    /// The world position (x, z) of the north-west vertex.
    pub fn origin_m(self, finest_m: f64) -> [f64; 2] {
        self.origin_cell().map(|c| c as f64 * self.spacing_m(finest_m))
    }
}

/// The chunks of level 0 in a square around the world origin.
///
/// It has `side` × `side` chunks, row by row from the north-west.
pub fn square(side: u32) -> Vec<ChunkKey> {
    let side = i64::from(side);
    let first = -(side / 2);
    let range = first..first + side;
    range.clone().flat_map(|z| range.clone().map(move |x| ChunkKey { level: 0, x, z })).collect()
}

/// The lowest and the highest coordinate of [`square`] in metres, on both axes.
pub fn square_bounds_m(side: u32, finest_m: f64) -> [f64; 2] {
    let first = -(i64::from(side) / 2);
    [first, first + i64::from(side)].map(|chunk| (chunk * CHUNK_CELLS as i64) as f64 * finest_m)
}

/// The two grids that a chunk samples: the grid of its level, and the next coarser grid.
///
/// The band limit of each grid is its spacing.
pub fn chunk_grids(key: ChunkKey, finest_m: f64) -> [Grid; 2] {
    let [x, z] = key.origin_cell();
    let spacing_m = key.spacing_m(finest_m);
    let grid = |origin: [i64; 2], samples, spacing_m| Grid {
        origin: origin.map(|c| c - 1),
        size: [samples; 2],
        spacing_m,
        band_limit_m: spacing_m,
    };
    [grid([x, z], FINE_SAMPLES, spacing_m), grid([x / 2, z / 2], COARSE_SAMPLES, 2.0 * spacing_m)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_tiles_the_plane_around_the_origin() {
        let keys = square(8);
        assert_eq!(keys.len(), 64);
        assert_eq!(keys[0], ChunkKey { level: 0, x: -4, z: -4 });
        assert_eq!(keys[63], ChunkKey { level: 0, x: 3, z: 3 });
        assert_eq!(keys[63].origin_m(4.0), [768.0, 768.0]);
        assert_eq!(keys[63].origin_m(4.0)[0] + keys[63].side_m(4.0), 1024.0);
        assert_eq!(square_bounds_m(8, 4.0), [-1024.0, 1024.0]);
        assert_eq!(square_bounds_m(3, 0.5), [-32.0, 64.0]);
    }
}
