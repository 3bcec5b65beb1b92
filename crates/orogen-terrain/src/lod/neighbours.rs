//! Flags for coarser and finer neighbours of a chunk, as read by the vertex shader.

use crate::chunk::CHUNK_CELLS;

/// The eight directions (east, south), in the order of the bits.
///
/// They are north, east, south, west, then the corners clockwise from the north-east.
pub const DIRECTIONS: [[i64; 2]; 8] =
    [[0, -1], [1, 0], [0, 1], [-1, 0], [1, -1], [1, 1], [-1, 1], [-1, -1]];

/// Flags for the eight neighbours of a chunk: coarser or finer than the chunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Neighbours {
    /// Bit i: the neighbour in direction i of [`DIRECTIONS`] is coarser.
    pub coarser: u8,
    /// Bit i: the neighbour in direction i is finer.
    pub finer: u8,
}

impl Neighbours {
    /// The tag of the chunk's mesh.
    ///
    /// It holds coarser neighbours in bits 0 to 7, finer ones in bits 8 to 15, and the level from
    /// bit 16 on.
    pub fn tag(self, level: u8) -> u32 {
        u32::from(self.coarser) | u32::from(self.finer) << 8 | u32::from(level) << 16
    }
}

/// The directions in which a vertex touches neighbours, as bits.
///
/// No bit is set inside the chunk, one bit on an edge, and three bits at a corner.
pub fn touching_bits([x, z]: [usize; 2]) -> u8 {
    let (north, east, south, west) = (z == 0, x == CHUNK_CELLS, z == CHUNK_CELLS, x == 0);
    let touches =
        [north, east, south, west, north && east, south && east, south && west, north && west];
    touches.iter().enumerate().fold(0, |bits, (i, &on)| bits | u8::from(on) << i)
}
