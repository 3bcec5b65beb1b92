//! A nest of square grids around a place, each twice as wide and as coarse as the one in it.

/// The most levels that a nest has.
pub const MAX_LEVELS: usize = 8;

/// How far the finest level reaches from the centre.
const FINEST_REACH_M: f64 = 2048.0;
/// The centre moves in steps of this, and of the coarsest spacing: a power of two.
const STEP_M: f64 = 512.0;

/// Where the levels lie. All of them share their centre, which is a multiple of every spacing: so
/// their texels lie on the same places of the world wherever the centre is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nest {
    /// East and south, in metres of the world.
    pub centre_m: [f64; 2],
    /// Between the texels of level 0; twice as much on each further level.
    pub finest_m: f64,
    /// On a side of every level.
    pub texels: usize,
    /// How many there are, up to [`MAX_LEVELS`].
    pub levels: usize,
}

impl Nest {
    /// The nest for a viewer who is to see so far: it depends on nothing else, so that the same
    /// view has the same nest.
    pub fn around(position_m: [f64; 2], reach_m: f64, texels: usize) -> Self {
        let finest_m = 2.0 * FINEST_REACH_M / texels as f64;
        let more = (reach_m / FINEST_REACH_M).max(1.0).log2().ceil() as usize;
        let levels = (more + 1).min(MAX_LEVELS);
        let step_m = STEP_M.max(finest_m * (1u32 << (levels - 1)) as f64);
        let centre_m = position_m.map(|c| (c / step_m).round() * step_m);
        Self { centre_m, finest_m, texels, levels }
    }

    /// Between the texels of a level.
    pub fn spacing_m(&self, level: usize) -> f64 {
        self.finest_m * (1u64 << level) as f64
    }
}
