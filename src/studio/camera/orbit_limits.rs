//! The limits of an orbit: its distance, pitch and bounds.

use bevy::math::{DVec2, Rect, Vec2};

use crate::terrain::scene::Scene;
use crate::terrain::surface::Surface;

/// The least distance from the focus, in metres.
pub const MIN_DISTANCE_M: f64 = 2.0;

/// The lowest pitch that dragging gives, in radians: just above the horizontal.
pub const LOWEST_PITCH_RAD: f64 = 0.02;

/// The steepest pitch that dragging gives, in radians.
pub const STEEPEST_PITCH_RAD: f64 = 1.55;

/// The height of the strip of buttons at the top of the free part, in logical pixels.
const STRIP_HEIGHT: f32 = 36.0;

/// The limits of an orbit around a land.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The largest distance: to the horizon, or well outside a bounded land.
    pub max_distance_m: f64,
    /// The bounds of a bounded land, the same on both axes: the west and north edge, then the east
    /// and south edge.
    pub bounds_m: Option<[f64; 2]>,
    /// The largest height of the focus, in metres.
    pub max_focus_height_m: f64,
}

impl Limits {
    /// Returns the limits for the land on the screen and a scene that may be newer.
    pub fn of(scene: &Scene, surface: &Surface) -> Self {
        let Scene { recipe, view } = scene;
        let bounds_m = surface.bounds_m();
        let highest_m = recipe.shape().height_m.abs().max(recipe.world.sea_level_m.abs());
        Self {
            max_distance_m: max_distance_m(bounds_m, view.params.distance.horizon_km),
            bounds_m,
            max_focus_height_m: 4.0 * highest_m + 1000.0,
        }
    }
}

fn max_distance_m(bounds_m: Option<[f64; 2]>, horizon_km: f64) -> f64 {
    bounds_m.map_or(1000.0 * horizon_km, |[low, high]| 4.0 * (high - low))
}

/// Returns the tangents of half the angles of view of the free part, across and up.
///
/// The free part is the area between the panels; the camera looks at its middle.
pub fn half_view(fov_rad: f64, size: Option<Vec2>, free: Option<Rect>) -> DVec2 {
    let tangent = (0.5 * fov_rad).tan();
    let size = size.unwrap_or(Vec2::new(1280.0, 720.0));
    let free = free.map_or(size, |free| free.size().min(size)).max(Vec2::ONE);
    // `panel::pass::centre_land` enlarges the picture until the free part is in its middle. The
    // projection's angle belongs to that larger picture.
    let picture = 2.0 * size - free;
    // The strip of buttons hides the upper edge of the free part.
    let used = (free - Vec2::new(0.0, 2.0 * STRIP_HEIGHT)).max(0.5 * free);
    tangent * used.as_dvec2() / f64::from(picture.y)
}
