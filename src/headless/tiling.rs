//! Cuts a large picture into tiles.

use bevy::math::UVec2;

/// The default side of tiles, in pixels.
pub const TILE: u32 = 2048;

/// The largest side of a picture that is not cut into tiles by default, in pixels.
pub const MAX_UNCUT: u32 = 4096;

/// The sides of tiles are multiples of this number of pixels. Shaders process 2 × 2 pixels
/// together, and EXR blocks have 16 rows.
pub const STEP: u32 = 16;

/// The tiles of a picture, all of one size. The tiles at the right and at the bottom may extend
/// beyond the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureTiling {
    /// The size of the picture.
    pub whole: UVec2,
    /// The size of a tile.
    pub tile: UVec2,
}

impl PictureTiling {
    /// Cuts a picture into tiles of `side` pixels, or of the default side. The side is rounded up
    /// to [`STEP`]. A picture that fits into one tile stays whole.
    pub fn new(whole: UVec2, side: Option<u32>) -> Self {
        let side = side.unwrap_or(if whole.max_element() > MAX_UNCUT { TILE } else { MAX_UNCUT });
        let side = side.next_multiple_of(STEP);
        let tile = if whole.max_element() <= side { whole } else { UVec2::splat(side) };
        // Make tiles no larger than the picture, which saves memory for narrow pictures.
        let tile = tile.min(whole.map(|side| side.next_multiple_of(STEP)));
        Self { whole, tile }
    }

    /// Returns true if one tile is the whole picture.
    pub fn is_single(&self) -> bool {
        self.tile == self.whole
    }

    /// The number of columns and rows of tiles.
    pub fn counts(&self) -> UVec2 {
        UVec2::new(self.whole.x.div_ceil(self.tile.x), self.whole.y.div_ceil(self.tile.y))
    }

    /// The number of tiles.
    pub fn count(&self) -> u64 {
        u64::from(self.counts().x) * u64::from(self.counts().y)
    }

    /// The position of a tile's first pixel in the picture.
    pub fn offset(&self, tile: UVec2) -> UVec2 {
        tile * self.tile
    }

    /// The size of the part of a tile that lies inside the picture.
    pub fn inside(&self, tile: UVec2) -> UVec2 {
        self.tile.min(self.whole - self.offset(tile))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn tiles_cover_every_pixel_once(
            width in 1u32..20_000,
            height in 1u32..20_000,
            side in proptest::option::of(64u32..8192),
        ) {
            let tiling = PictureTiling::new(UVec2::new(width, height), side);
            let counts = tiling.counts();
            let columns = (0..counts.x).map(|x| tiling.inside(UVec2::new(x, 0)).x);
            let rows = (0..counts.y).map(|y| tiling.inside(UVec2::new(0, y)).y);
            prop_assert_eq!((columns.sum::<u32>(), rows.sum::<u32>()), (width, height));
            let last = counts - UVec2::ONE;
            prop_assert!(tiling.inside(last).min_element() > 0);
            if !tiling.is_single() {
                prop_assert_eq!(tiling.tile % STEP, UVec2::ZERO);
                prop_assert!(tiling.tile.max_element() <= side.unwrap_or(TILE).next_multiple_of(STEP));
            }
        }
    }

    #[test]
    fn pictures_within_the_limit_are_drawn_in_one_tile() {
        for (width, height, side, tile) in [
            (1280, 720, None, [1280, 720]),
            (4096, 4096, None, [4096, 4096]),
            (4097, 100, None, [2048, 112]),
            (16384, 16384, None, [2048, 2048]),
            (640, 360, Some(100), [112, 112]),
            (640, 360, Some(640), [640, 360]),
        ] {
            let tiling = PictureTiling::new(UVec2::new(width, height), side);
            assert_eq!(tiling.tile.to_array(), tile, "{width}x{height}");
        }
    }
}
