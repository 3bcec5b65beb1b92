//! Triangle counts and file sizes.

use super::glb_shape::{TileShape, VertexLayout};
use super::options::MeshOptions;
use crate::borders::Borders;
use crate::sample::SampleStats;

/// Cells on a side of a GLB's tiles.
pub(super) const TILE_CELLS: u32 = 128;

/// The result of writing a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MeshSummary {
    /// Statistics of the ground heights.
    pub stats: SampleStats,
    /// The vertices of the finest level. `triangles` counts the same level.
    pub vertices: u64,
    pub triangles: u64,
    /// Checksums of the heights on each side.
    pub borders: Borders,
}

/// Returns the number of triangles of an STL: two per cell of the ground, two per border step of
/// the walls, and the floor.
pub(super) fn stl_triangles([columns, rows]: [u32; 2]) -> u64 {
    let [w, h] = [columns - 1, rows - 1].map(u64::from);
    let border_steps = 2 * (w + h);
    2 * w * h + 2 * border_steps + border_steps - 2
}

/// Estimates the size of a GLB in bytes. Textures hardly ever exceed 6 bytes per texel.
pub(super) fn glb_bytes(size: [u32; 2], options: &MeshOptions, texels: Option<u32>) -> u64 {
    let stride = VertexLayout::of(options, options.quantise.then_some(1.0)).stride() as u64;
    let levels = match options.only_level {
        Some(level) => level..=level,
        None => 0..=options.levels,
    };
    let has_skirt = options.levels > 0 || options.only_level.is_some();
    let mut bytes = 6000 + texels.map_or(0, |side| 6 * u64::from(side).pow(2));
    for level in levels {
        let cells = size.map(|side| (side - 1) >> level);
        let tile_cells = if options.one_mesh { cells } else { [TILE_CELLS >> level; 2] };
        let tiles = [0, 1].map(|i| u64::from(cells[i].div_ceil(tile_cells[i].max(1))));
        let [columns, rows] = [0, 1].map(|i| u64::from(cells[i]) + tiles[i]);
        let shape = TileShape { size: tile_cells.map(|side| side as usize + 1), has_skirt };
        let skirts =
            if has_skirt { 4 * u64::from(tile_cells[0] + 1) * tiles[0] * tiles[1] } else { 0 };
        // This counts 32-bit indices. Tiles have 16-bit indices, but tiles at the border need index
        // lists of their own.
        let indices = 4 * shape.indices() as u64;
        bytes += stride * (columns * rows + skirts) + indices + 900 * tiles[0] * tiles[1];
    }
    bytes
}
