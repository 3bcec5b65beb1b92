//! Between the crate that orbits and the program's own poses, and how far a pose may be from what
//! it looks at.

use bevy::prelude::*;
use bevy_panorbit_camera::PanOrbitCamera;

use crate::plugin::camera::world_ray;
use crate::plugin::land::origin::WorldOrigin;
use crate::terrain::surface::Ray;
use crate::terrain::view::Camera as CameraPose;

/// The least distance from the focus, in metres.
pub const NEAREST_M: f64 = 2.0;

/// The furthest from the focus: out to the horizon, or well outside a bounded land.
pub fn furthest_m(bounds_m: Option<[f64; 2]>, horizon_km: f64) -> f64 {
    bounds_m.map_or(1000.0 * horizon_km, |[low, high]| 4.0 * (high - low))
}

/// Puts an orbit camera at a pose, without a glide.
pub fn set_pose(
    orbit: &mut PanOrbitCamera,
    pose: &CameraPose,
    focus_m: [f64; 3],
    origin: WorldOrigin,
) {
    orbit.focus = origin.local(focus_m);
    orbit.target_focus = orbit.focus;
    orbit.target_yaw = -(pose.yaw_deg.to_radians() as f32);
    orbit.target_pitch = pose.pitch_deg.to_radians() as f32;
    orbit.target_radius = pose.distance_m as f32;
    orbit.yaw = Some(orbit.target_yaw);
    orbit.pitch = Some(orbit.target_pitch);
    orbit.radius = Some(orbit.target_radius);
    orbit.initialized = true;
    orbit.force_update = true;
}

/// The pose of an orbit camera, for the view's text.
pub fn of_orbit(orbit: &PanOrbitCamera, origin: WorldOrigin) -> CameraPose {
    // To what an f32 is good for, so that the text of a view is short.
    let round = |x: f64, places: i32| (x * 10f64.powi(places)).round() / 10f64.powi(places);
    CameraPose {
        yaw_deg: round(f64::from(-orbit.target_yaw).to_degrees(), 5).rem_euclid(360.0),
        pitch_deg: round(f64::from(orbit.target_pitch).to_degrees(), 5).clamp(-89.0, 89.0),
        distance_m: round(f64::from(orbit.target_radius), 3).clamp(1.0, 1e6),
        focus_m: Some(origin.world_m(orbit.target_focus).map(|c| round(c, 3))),
    }
}

/// The ray through the cursor, if the cursor is over the land.
pub fn cursor_ray(
    window: &Window,
    camera: (&Camera, &GlobalTransform),
    origin: WorldOrigin,
) -> Option<Ray> {
    let ray = camera.0.viewport_to_world(camera.1, window.cursor_position()?).ok()?;
    Some(world_ray(ray, origin))
}
