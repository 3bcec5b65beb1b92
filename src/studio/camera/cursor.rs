//! Rays from the camera through the cursor.

use bevy::math::DVec3;
use bevy::prelude::*;

use crate::plugin::camera::eye::Eye;
use crate::plugin::camera::world_ray;
use crate::plugin::land::origin::RenderOrigin;
use crate::terrain::surface::Ray;

/// Returns the cursor's position as a share of the window's width.
///
/// The share tells on which side of the divider the cursor is.
pub fn cursor_share(window: &Window) -> Option<f32> {
    Some(window.cursor_position()?.x / window.width().max(1.0))
}

/// Returns the ray through the cursor, if the cursor is over the window.
pub fn cursor_ray(
    window: &Window,
    camera: (&Camera, &GlobalTransform),
    origin: RenderOrigin,
) -> Option<Ray> {
    let ray = camera.0.viewport_to_world(camera.1, window.cursor_position()?).ok()?;
    Some(world_ray(ray, origin))
}

/// Returns the direction in which an eye sees a pixel.
///
/// The eye can be elsewhere than `camera`; only the projection of `camera` counts.
pub fn direction_at(camera: &Camera, eye: &Eye, pixel: Vec2) -> Option<DVec3> {
    let turn = eye.transform(RenderOrigin::default()).rotation;
    let ray = camera.viewport_to_world(&Transform::from_rotation(turn).into(), pixel).ok()?;
    Some(ray.direction.as_dvec3().normalize())
}
