//! The limits that valleys set to any ground at the samples of a tile, and the change of a ground.

use crate::real::{smooth_max, smooth_min};

/// The largest number of tiles in the cache, which take at most 20 MiB.
pub(super) const MAX_TILES: usize = 2000;

/// The rounding between ground, ceiling and floor, in metres of height.
pub(super) const ROUNDING_M: f64 = 12.0;

/// The rounding at the bottoms of valleys of graded rivers. A wider rounding would leave the ground there below
/// its river.
const BOTTOM_ROUNDING_M: f64 = 0.8;

/// The place of a tile. The exponent of the lattice's spacing is its level of detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ChangeTileKey {
    pub exponent: i32,
    pub column: i64,
    pub row: i64,
}

/// The limits that valleys set to any ground at the samples of a lattice, row by row.
pub(super) struct ValleyLimits {
    pub ceilings_m: Vec<f32>,
    pub floors_m: Vec<f32>,
    /// The share of the erosion, from 0 at the bottoms of valleys to 1.
    pub eroded: Vec<f32>,
    /// See [`super::settings::RiverSettings::is_graded`].
    pub is_graded: bool,
}

impl ValleyLimits {
    /// The changes of a ground.
    pub fn changes_m<'a>(&'a self, ground_m: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        let samples =
            ground_m.iter().zip(self.ceilings_m.iter().zip(&self.floors_m)).zip(&self.eroded);
        samples.map(|((ground_m, (ceiling_m, floor_m)), eroded)| {
            let rounding_m = match self.is_graded {
                true => BOTTOM_ROUNDING_M + f64::from(*eroded) * (ROUNDING_M - BOTTOM_ROUNDING_M),
                false => ROUNDING_M,
            };
            change_m(*ground_m, f64::from(*ceiling_m), f64::from(*floor_m), rounding_m)
        })
    }
}

/// The change of a sample. The changed ground is at least as high as the floor and at most as high as
/// the ceiling, with rounded transitions.
fn change_m(ground_m: f64, ceiling_m: f64, floor_m: f64, rounding_m: f64) -> f64 {
    let raised_m = match floor_m > f64::NEG_INFINITY {
        true => smooth_max(ground_m, floor_m, rounding_m).0,
        false => ground_m,
    };
    match ceiling_m < f64::INFINITY {
        true => smooth_min(raised_m, ceiling_m, rounding_m).0 - ground_m,
        false => raised_m - ground_m,
    }
}
