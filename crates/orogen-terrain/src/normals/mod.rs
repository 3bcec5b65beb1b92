//! Normal maps with finer detail than the mesh.
//!
//! A *tile* is a square map of normals. They are computed from the height function, and the texel
//! spacing is the band limit. A tile of level k covers the same square as a chunk of level k, with
//! two texels per mesh cell. Levels below 0 are finer than the finest chunk.

mod pyramid;

pub use pyramid::{MAX_REACH, Pyramid, TileReach, Wedge};

use crate::chunk::CHUNK_CELLS;
use crate::land::Land;
use orogen_noise::grid::Grid;

/// Texels per side of a tile.
pub const TILE_TEXELS: usize = 2 * CHUNK_CELLS;

/// Texels per side with the border: one texel all round.
///
/// The border lets the shader interpolate up to the edge without the neighbouring tiles.
pub const TILE_SIDE: usize = TILE_TEXELS + 2;

/// Bytes per tile: one 32-bit word per texel.
pub const TILE_BYTES: usize = TILE_SIDE * TILE_SIDE * size_of::<u32>();

/// The finest level, at which a texel is an eighth as wide as the finest mesh cell.
pub const LOWEST_LEVEL: i8 = -2;

/// The level and position of a tile, like a [`ChunkKey`](crate::chunk::ChunkKey).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TileKey {
    /// The level, from [`LOWEST_LEVEL`] up.
    pub level: i8,
    /// The column: the tile's west edge lies `x` tile sides east of the origin.
    pub x: i64,
    /// The row: the tile's north edge lies `z` tile sides south of the origin.
    pub z: i64,
}

/// The texel spacing of a level in metres; `finest_m` is the finest mesh spacing.
pub fn texel_m(level: i8, finest_m: f64) -> f64 {
    finest_m * f64::from(level - 1).exp2()
}

/// The side of a level's tiles in metres; `finest_m` is the finest mesh spacing.
pub fn side_m(level: i8, finest_m: f64) -> f64 {
    texel_m(level, finest_m) * TILE_TEXELS as f64
}

/// The number of rows that are sampled at once; between these bands, the work can be cancelled.
const BAND_ROWS: usize = 33;

/// Computes the texels of a tile, row by row from its north-west corner.
///
/// The border is included. The lower half of a word is the unit normal's x, the upper half its z;
/// both are signed 16-bit numbers, and 32767 is 1. Each texel takes its slope from the four samples
/// at its corners, which shows the sharpest detail that this spacing allows.
///
/// ```
/// use orogen_terrain::normals::{TILE_BYTES, TileKey, tile};
/// use orogen_terrain::{Land, Recipe};
///
/// let land = Land::new(&Recipe::default())?;
/// let texels = tile(&land, TileKey { level: 1, x: 0, z: 0 });
/// assert_eq!(4 * texels.len(), TILE_BYTES);
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
pub fn tile(land: &Land, key: TileKey) -> Vec<u32> {
    tile_while(land, key, || true).unwrap_or_default()
}

/// Computes a tile like [`tile`], but can be cancelled.
///
/// The function calls `should_continue` a few times per tile, and returns `None` after the first
/// false. On slow land, a tile takes up to half a second.
pub fn tile_while(
    land: &Land,
    key: TileKey,
    should_continue: impl Fn() -> bool,
) -> Option<Vec<u32>> {
    const CORNERS: usize = TILE_SIDE + 1;
    let spacing_m = texel_m(key.level, land.spacing_m());
    let [west, north] = [key.x, key.z].map(|c| c * TILE_TEXELS as i64 - 1);
    let mut heights_m = vec![0.0; CORNERS * CORNERS];
    for (i, band) in heights_m.chunks_mut(BAND_ROWS * CORNERS).enumerate() {
        if !should_continue() {
            return None;
        }
        let grid = Grid {
            origin: [west, north + (i * BAND_ROWS) as i64],
            size: [CORNERS, band.len() / CORNERS],
            spacing_m,
            band_limit_m: spacing_m,
        };
        land.fill(&grid, band);
    }
    let slope_per_rise = (0.5 / spacing_m) as f32;
    let mut texels = Vec::with_capacity(TILE_SIDE * TILE_SIDE);
    for z in 0..TILE_SIDE {
        let [north, south] = [z, z + 1].map(|row| &heights_m[row * CORNERS..][..CORNERS]);
        texels.extend(north.windows(2).zip(south.windows(2)).map(|(north, south)| {
            let [nw, ne, sw, se] = [north[0], north[1], south[0], south[1]];
            pack_normal(
                [(ne + se) - (nw + sw), (sw + se) - (nw + ne)].map(|rise| rise * slope_per_rise),
            )
        }));
    }
    Some(texels)
}

/// Packs the unit normal of ground with these slopes into a texel.
fn pack_normal([east, south]: [f32; 2]) -> u32 {
    let scale = -32767.0 / (1.0 + east * east + south * south).sqrt();
    // `round` would be a library call on processors without SSE 4.1.
    let nearest = |x: f32| (x + 0.5f32.copysign(x)) as i16 as u16;
    let [x, z] = [east, south].map(|slope| nearest(slope * scale));
    u32::from(x) | u32::from(z) << 16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset;
    use crate::recipe::Recipe;

    /// The unit normal of a texel.
    fn normal(texel: u32) -> [f64; 3] {
        let [x, z] = [texel, texel >> 16].map(|half| f64::from(half as u16 as i16) / 32767.0);
        [x, (1.0 - x * x - z * z).max(0.0).sqrt(), z]
    }

    #[test]
    fn a_texel_is_the_normal_of_the_height_function() {
        let recipe = preset::PRESETS[0].scene().unwrap().recipe;
        for recipe in [Recipe::default(), recipe] {
            let land = Land::new(&recipe).unwrap();
            let key = TileKey { level: 1, x: -3, z: 2 };
            let texels = tile(&land, key);
            assert_eq!(texels.len() * size_of::<u32>(), TILE_BYTES);
            let spacing_m = texel_m(key.level, land.spacing_m());
            let (mut steepest, mut error, mut count) = (0.0f64, 0.0f64, 0.0f64);
            for (i, texel) in texels.iter().enumerate().step_by(397) {
                let place = |tile: i64, i: usize| {
                    (tile * TILE_TEXELS as i64 + i as i64 - 1) as f64 * spacing_m
                };
                let (x, z) = (place(key.x, i % TILE_SIDE), place(key.z, i / TILE_SIDE));
                let height = |dx: f64, dz: f64| {
                    land.height_m([x + dx * spacing_m, z + dz * spacing_m], spacing_m)
                };
                let [nw, ne, sw, se] =
                    [height(0.0, 0.0), height(1.0, 0.0), height(0.0, 1.0), height(1.0, 1.0)];
                let [east, south] =
                    [ne + se - nw - sw, sw + se - nw - ne].map(|rise| 0.5 * rise / spacing_m);
                let length = (1.0 + east * east + south * south).sqrt();
                let found = normal(*texel);
                let expected = [-east / length, 1.0 / length, -south / length];
                steepest = steepest.max(1.0 - expected[1]);
                for (found, expected) in found.iter().zip(expected) {
                    // Heights are in f32.
                    assert!((found - expected).abs() < 0.05, "{found} {expected}");
                    (error, count) = (error + (found - expected).abs(), count + 1.0);
                }
            }
            assert!(error < 1e-3 * count, "{error} of {count}");
            assert!(steepest > 0.01, "the land has slopes");
        }
    }

    #[test]
    fn a_tile_can_be_cancelled() {
        let land = Land::new(&Recipe::default()).unwrap();
        let key = TileKey { level: 0, x: 1, z: 0 };
        let calls = std::cell::Cell::new(0);
        let made = tile_while(&land, key, || calls.replace(calls.get() + 1) < 2);
        assert_eq!((made, calls.get()), (None, 3));
        assert_eq!(tile_while(&land, key, || true), Some(tile(&land, key)));
    }

    #[test]
    fn tiles_share_the_texels_of_their_borders() {
        let land = Land::new(&Recipe::default()).unwrap();
        let key = TileKey { level: -1, x: 7, z: -9 };
        let (here, east) = (tile(&land, key), tile(&land, TileKey { x: 8, ..key }));
        let south = tile(&land, TileKey { z: -8, ..key });
        for i in 0..TILE_SIDE {
            for (near, far) in [(0, TILE_TEXELS), (1, TILE_TEXELS + 1)] {
                assert_eq!(here[i * TILE_SIDE + far], east[i * TILE_SIDE + near]);
                assert_eq!(here[far * TILE_SIDE + i], south[near * TILE_SIDE + i]);
            }
        }
    }

    #[test]
    fn level_land_faces_up() {
        let mut recipe = Recipe::default();
        recipe.base_mut().shape.height_m = 0.0;
        recipe.erosion.on = false;
        let land = Land::new(&recipe).unwrap();
        assert!(tile(&land, TileKey { level: 0, x: 1, z: 1 }).iter().all(|texel| *texel == 0));
    }
}
