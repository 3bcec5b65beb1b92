//! The buffers of fine normals: the tiles, and the table by which shaders find them.

use bevy::render::render_resource::Buffer;

use orogen_terrain::normals::TILE_BYTES;

/// The number of tiles along each side of a level in the table.
///
/// The table stores a tile at its coordinates modulo this number. `normals.wgsl` has the same
/// constant.
pub const WINDOW: usize = 32;
/// The number of levels in the table. `normals.wgsl` has the same constant.
pub const LEVELS: usize = 28;
/// The number of words of a level in the table.
pub const PAGE_WORDS: usize = WINDOW * WINDOW;
/// The number of words of the table, for both lands of a divider.
pub const TABLE_WORDS: usize = 2 * LEVELS * PAGE_WORDS;

/// The buffers of the tiles and of their table.
#[derive(Clone, Debug)]
pub struct TileBuffers {
    /// The table: one word per tile.
    pub table: Buffer,
    /// The tiles: one word per texel.
    pub tiles: Buffer,
    /// The number of tiles that fit.
    pub slots: u16,
}

impl TileBuffers {
    /// Creates the buffers by calling `buffer` with a name and a size in bytes.
    ///
    /// There is room for at least one tile, because a bound buffer must not be empty.
    pub fn new(slots: u16, buffer: impl Fn(&'static str, u64) -> Buffer) -> Self {
        let slots = slots.max(1);
        Self {
            table: buffer("orogen table of normals", (TABLE_WORDS * size_of::<u32>()) as u64),
            tiles: buffer("orogen normals", u64::from(slots) * TILE_BYTES as u64),
            slots,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_terrain::normals::{LOWEST_LEVEL, TILE_SIDE, TILE_TEXELS};

    #[test]
    fn the_shader_has_the_same_table_constants() {
        let shader = include_str!("../../assets/shaders/normals.wgsl");
        for line in [
            format!("const WINDOW: u32 = {WINDOW}u;"),
            format!("const LEVELS: u32 = {LEVELS}u;"),
            format!("const LOWEST: i32 = {LOWEST_LEVEL};"),
            format!("const TEXELS: f32 = {TILE_TEXELS}.0;"),
            format!("const SIDE: u32 = {TILE_SIDE}u;"),
        ] {
            assert!(shader.contains(&line), "{line}");
        }
    }
}
