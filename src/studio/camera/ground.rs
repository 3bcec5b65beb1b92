//! Finds the ground under the cursor, and in the middle of the view.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::cursor::{cursor_ray, cursor_share};
use super::state::{FreeArea, InputOwner};
use crate::plugin::camera::{LandCamera, world_ray};
use crate::plugin::land::origin::RenderOrigin;
use crate::plugin::land::state::Sides;
use crate::terrain::surface::Surface;

/// The ground under the cursor.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct CursorGround {
    /// The place in world metres, or `None` if the cursor is not over the ground.
    pub place_m: Option<[f64; 3]>,
    /// The cursor's position as a share of the picture's width. It tells the side of the divider.
    pub share: f32,
}

/// Adds the search for the ground under the cursor.
pub fn plugin(app: &mut App) {
    app.init_resource::<CursorGround>()
        .add_systems(PostUpdate, find.after(TransformSystems::Propagate));
}

/// Finds the ground under the cursor, after the camera has moved.
pub fn find(
    mut ground: ResMut<CursorGround>,
    owner: Res<InputOwner>,
    sides: Sides,
    origin: Res<RenderOrigin>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    camera: Single<(&Camera, &GlobalTransform), With<LandCamera>>,
) {
    let window = window.filter(|_| !owner.panel_has_pointer);
    let ray = window.as_ref().and_then(|window| cursor_ray(window, *camera, *origin));
    ground.share = window.as_ref().and_then(|window| cursor_share(window)).unwrap_or_default();
    let surface = sides.surface_at(ground.share);
    ground.place_m = surface.zip(ray).and_then(|(surface, ray)| surface.pick(&ray));
}

/// Returns the ground in the middle of the free area, or else below the eye, in metres, with its
/// distance from the eye. `None` before the camera has a picture.
pub fn middle_of_view(
    surface: &Surface,
    area: &FreeArea,
    origin: RenderOrigin,
    (camera, transform): (&Camera, &GlobalTransform),
) -> Option<([f64; 3], f64)> {
    let size = camera.logical_viewport_size()?;
    let free = area.0.unwrap_or(Rect::from_corners(Vec2::ZERO, size));
    let ray = camera.viewport_to_world(transform, free.center()).ok();
    let picked = ray.and_then(|ray| surface.pick(&world_ray(ray, origin)));
    let eye_m = origin.world_m(transform.translation());
    let below_eye = || [eye_m[0], surface.ground_m([eye_m[0], eye_m[2]]), eye_m[2]];
    let focus_m = picked.unwrap_or_else(below_eye);
    let away_m = (0..3).map(|i| (focus_m[i] - eye_m[i]).powi(2)).sum::<f64>().sqrt();
    Some((focus_m, away_m))
}
