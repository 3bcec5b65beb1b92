//! How far an orbit goes: how near and far from its focus, how low and steep, and within which
//! land.

use crate::terrain::scene::Scene;
use crate::terrain::surface::Surface;

/// The least distance from the focus, in metres.
pub const NEAREST_M: f64 = 2.0;

/// The lowest pitch that dragging gives: just above the horizon of the focus.
pub const LOWEST_PITCH_RAD: f64 = 0.02;

/// The steepest pitch that dragging gives.
pub const STEEPEST_PITCH_RAD: f64 = 1.55;

/// The limits of an orbit around a land.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The furthest from the focus: out to the horizon, or well outside a bounded land.
    pub furthest_m: f64,
    /// The west and north, and the east and south edge of a bounded land.
    pub bounds_m: Option<[f64; 2]>,
    /// No focus is higher or lower.
    pub height_m: f64,
}

impl Limits {
    /// Those of the land that is shown, in the view of a scene that may be newer.
    pub fn of(scene: &Scene, surface: &Surface) -> Self {
        let Scene { recipe, view } = scene;
        let bounds_m = surface.bounds_m();
        let highest_m = recipe.shape().height_m.abs().max(recipe.world.sea_level_m.abs());
        Self {
            furthest_m: furthest_m(bounds_m, view.params.distance.horizon_km),
            bounds_m,
            height_m: 4.0 * highest_m + 1000.0,
        }
    }
}

fn furthest_m(bounds_m: Option<[f64; 2]>, horizon_km: f64) -> f64 {
    bounds_m.map_or(1000.0 * horizon_km, |[low, high]| 4.0 * (high - low))
}
