//! A nest of square grids around a place, each twice as wide and twice as coarse as the grid in it.

/// The largest number of levels of a nest.
pub const MAX_LEVELS: usize = 8;

/// The reach of the finest level from the centre.
const FINEST_REACH_M: f64 = 2048.0;
/// The centre moves in steps of this power of two, or of the coarsest spacing if that is larger.
const STEP_M: f64 = 512.0;

/// The position of the levels.
///
/// They share a centre that is a multiple of every spacing, so their texels always lie on the same
/// places of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nest {
    /// The centre, in world metres east and south.
    pub centre_m: [f64; 2],
    /// The spacing of level 0; it doubles with each level.
    pub finest_m: f64,
    /// The texels on a side of every level.
    pub texels: usize,
    /// The number of levels, up to [`MAX_LEVELS`].
    pub levels: usize,
}

impl Nest {
    /// The nest around a viewer's position.
    ///
    /// It reaches about `reach_m`, or as far as [`MAX_LEVELS`] allow. Equal arguments give the same nest.
    pub fn around(position_m: [f64; 2], reach_m: f64, texels: usize) -> Self {
        let finest_m = 2.0 * FINEST_REACH_M / texels as f64;
        let doublings = (reach_m / FINEST_REACH_M).max(1.0).log2().ceil() as usize;
        let levels = (doublings + 1).min(MAX_LEVELS);
        let step_m = STEP_M.max(finest_m * (1u32 << (levels - 1)) as f64);
        let centre_m = position_m.map(|c| (c / step_m).round() * step_m);
        Self { centre_m, finest_m, texels, levels }
    }

    /// The spacing of a level.
    pub fn spacing_m(&self, level: usize) -> f64 {
        self.finest_m * (1u64 << level) as f64
    }
}
