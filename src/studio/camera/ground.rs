//! Finds the ground under the cursor, for the status bar and the lab.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::cursor::{cursor_ray, cursor_share};
use super::state::InputOwner;
use crate::plugin::camera::LandCamera;
use crate::plugin::land::origin::WorldOrigin;
use crate::plugin::land::state::Sides;

/// The ground under the cursor.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct CursorGround {
    /// The place in world metres, or `None` if the cursor is not over the ground.
    pub place_m: Option<[f64; 3]>,
    /// The cursor's position as a share of the picture's width. It tells the side of the divider.
    pub share: f32,
}

/// Finds the ground under the cursor.
pub fn plugin(app: &mut App) {
    app.init_resource::<CursorGround>()
        .add_systems(PostUpdate, find.after(TransformSystems::Propagate));
}

fn find(
    mut ground: ResMut<CursorGround>,
    owner: Res<InputOwner>,
    sides: Sides,
    origin: Res<WorldOrigin>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    camera: Single<(&Camera, &GlobalTransform), With<LandCamera>>,
) {
    let window = window.filter(|_| !owner.panel_has_pointer);
    let ray = window.as_ref().and_then(|window| cursor_ray(window, *camera, *origin));
    ground.share = window.as_ref().and_then(|window| cursor_share(window)).unwrap_or_default();
    let surface = sides.surface_at(ground.share);
    ground.place_m = surface.zip(ray).and_then(|(surface, ray)| surface.pick(&ray));
}
