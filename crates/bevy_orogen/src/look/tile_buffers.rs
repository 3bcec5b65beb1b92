//! The memory of tiles of normals on the graphics card, and of the table by which shaders find them.

use bevy::render::render_resource::Buffer;

use orogen_terrain::normals::TILE_BYTES;

/// The table has a square of so many tiles of each level, by their coordinates modulo this; as
/// `normals.wgsl` has it.
pub const WINDOW: usize = 32;
/// Levels of the table, likewise.
pub const LEVELS: usize = 28;
/// The words of a level.
pub const PAGE: usize = WINDOW * WINDOW;
/// The words of the table: of the land, and of that beside.
pub const TABLE_WORDS: usize = 2 * LEVELS * PAGE;

/// Where tiles and table lie.
#[derive(Clone, Debug)]
pub struct TileBuffers {
    /// A word a tile.
    pub table: Buffer,
    /// A word a texel.
    pub tiles: Buffer,
    /// How many tiles there is room for.
    pub slots: u16,
}

impl TileBuffers {
    /// Empty ones, made by what makes buffers of a name and a size. A binding is never empty.
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
    fn the_shader_finds_tiles_where_they_lie() {
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
