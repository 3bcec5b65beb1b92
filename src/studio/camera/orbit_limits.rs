//! The limits of an orbit: distance, pitch and bounds.

use bevy::math::{DVec2, Rect, Vec2};

use crate::terrain::scene::Scene;
use crate::terrain::surface::Surface;

/// The least distance from the focus, in metres.
pub const NEAREST_M: f64 = 2.0;

/// The lowest pitch that dragging gives: just above the horizon of the focus.
pub const LOWEST_PITCH_RAD: f64 = 0.02;

/// The steepest pitch that dragging gives.
pub const STEEPEST_PITCH_RAD: f64 = 1.55;

/// The height of the button strip in the free part, in logical pixels.
const STRIP: f32 = 36.0;

/// The limits of an orbit around a land.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The furthest from the focus: out to the horizon, or well outside a bounded land.
    pub furthest_m: f64,
    /// The west and north, and the east and south edge of a bounded land.
    pub bounds_m: Option<[f64; 2]>,
    /// The largest height of the focus.
    pub height_m: f64,
}

impl Limits {
    /// The limits for the shown land and a scene that may be newer.
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

/// The tangents of half the angles, across and up, of the free part of the picture, in whose middle
/// the camera looks.
pub fn half_view(fov_rad: f64, size: Option<Vec2>, free: Option<Rect>) -> DVec2 {
    let tangent = (0.5 * fov_rad).tan();
    let size = size.unwrap_or(Vec2::new(1280.0, 720.0));
    let free = free.map_or(size, |free| free.size().min(size)).max(Vec2::ONE);
    // The projection's angle is that of a picture of which the free part is the middle; see
    // `panel::pass::centre_land`.
    let whole = 2.0 * size - free;
    // Buttons lie along the free part's upper edge.
    let used = (free - Vec2::new(0.0, 2.0 * STRIP)).max(0.5 * free);
    tangent * used.as_dvec2() / f64::from(whole.y)
}
