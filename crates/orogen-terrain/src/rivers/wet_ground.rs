//! Damp ground: its wetness by the distance from water and the height above it.

use super::smoothstep::smoothstep;

/// The width of the damp ground next to a river is a constant in metres plus this many widths of the
/// river. It ends at the reach of the river at the latest.
const RIVER_DAMP_M: f64 = 12.0;
const RIVER_DAMP_WIDTHS: f64 = 2.0;

/// The width of the damp ground next to a lake, in metres.
pub(crate) const LAKE_DAMP_M: f64 = 60.0;

/// The height above a river or a lake at which ground is dry, in metres.
const DRY_ABOVE_M: f64 = 4.0;

/// The width of the damp ground next to a river, in metres.
pub(crate) fn river_damp_width_m(width_m: f64) -> f64 {
    RIVER_DAMP_M + RIVER_DAMP_WIDTHS * width_m
}

/// The wetness at a distance from the water's edge, and at a height above the water. Ground at the
/// distance `end_m` is dry.
pub(crate) fn damp([away_m, end_m]: [f64; 2], above_m: f64) -> f64 {
    (1.0 - smoothstep([0.0, end_m], away_m)) * (1.0 - smoothstep([0.0, DRY_ABOVE_M], above_m))
}
