//! The bed of a river, and its end in a lake.

use super::smoothstep::smoothstep;

/// The height of a bank's edge above the water of a river with one channel.
pub(super) const BANK_M: f64 = 0.1;

/// The steepness of the sides of a channel: 1 makes a round bed, larger numbers a flat bed between
/// steeper sides.
const STEEPNESS: f64 = 3.0;

/// Distances from a lake's middle, in radii, between which channels end.
const LAKE_END: [f64; 2] = [0.6, 0.9];

/// Heights of the land above a lake, in metres, between which land begins to count as outside the lake.
const LAKE_BED_M: [f64; 2] = [-3.0, 0.0];

/// A lake near a place.
pub(super) struct LakeNear {
    pub level_m: f64,
    pub radius_m: f64,
    /// The distance from its middle in radii.
    pub distance: f64,
}

/// The bed in a river with a level, a depth and a width, at a negative distance from the edge of its water.
/// The edge of the bank lies `bank_m` above the water.
pub(super) fn bed_at_m([level_m, depth_m, width_m]: [f64; 3], bank_m: f64, distance_m: f64) -> f64 {
    let across = (1.0 + 2.0 * distance_m / width_m).max(0.0);
    let deep = (STEEPNESS * (1.0 - across * across)).min(1.0);
    level_m + bank_m - (depth_m + bank_m) * deep
}

/// From 0 in a lake to 1 outside. Land that stands above the lake is outside.
pub(super) fn outside_lakes(lakes: &[LakeNear], height_m: f64) -> f64 {
    let outside = |lake: &LakeNear| {
        let above = smoothstep(LAKE_BED_M, height_m - lake.level_m);
        smoothstep(LAKE_END, lake.distance).max(above)
    };
    lakes.iter().map(outside).fold(1.0, f64::min)
}
