//! The camera that shows the land: where it stands, and what its rays are in the world.

use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::prelude::*;

use super::land::origin::{TerrainViewer, WorldOrigin};
use super::land::state::{ShownView, WantedScene};
use orogen_terrain::surface::Ray;
use orogen_terrain::view::field_rad;

pub mod eye;
pub mod pose;

/// The camera that shows the land.
#[derive(Component)]
#[require(TerrainViewer)]
pub struct LandCamera;

/// The camera of the land. The style says what becomes of its light.
pub fn land_camera() -> impl Bundle {
    // Near enough for eyes at the foot of a wall; the depth is a float whose exactness does not go
    // with it.
    let projection = PerspectiveProjection { near: 0.1, far: 1e6, ..default() };
    (
        Camera3d::default(),
        LandCamera,
        Projection::Perspective(projection),
        Tonemapping::None,
        Msaa::Sample4,
    )
}

/// Gives the land's cameras the lens of the view.
pub(super) fn put_lens(
    wanted: Res<WantedScene>,
    instead: Res<ShownView>,
    mut cameras: Query<&mut Projection, With<LandCamera>>,
) {
    let view = instead.0.as_ref().unwrap_or(&wanted.0.view.params);
    let field = field_rad(view.camera.lens_mm) as f32;
    for mut projection in &mut cameras {
        if let Projection::Perspective(perspective) = projection.bypass_change_detection()
            && perspective.fov != field
        {
            perspective.fov = field;
            projection.set_changed();
        }
    }
}

/// A ray of rendering as one of the world.
pub fn world_ray(ray: Ray3d, origin: WorldOrigin) -> Ray {
    Ray::new(origin.world_m(ray.origin), ray.direction.as_dvec3().into())
}
