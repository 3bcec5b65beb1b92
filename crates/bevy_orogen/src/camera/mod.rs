//! The camera that shows the land, and its rays in world coordinates.

use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::prelude::*;

use super::land::origin::{RenderOrigin, TerrainViewer};
use super::land::state::{ViewOverride, WantedScene};
use orogen_terrain::surface::Ray;
use orogen_terrain::view::field_rad;

pub mod eye;
pub mod pose;

/// Marks a camera that shows the land.
#[derive(Component)]
#[require(TerrainViewer)]
pub struct LandCamera;

/// The components of a camera that shows the land.
///
/// The camera does not tone-map, because the land's shaders do.
pub fn land_camera() -> impl Bundle {
    // The near plane is close enough for a walker at a wall. Bevy's reversed depth loses no
    // precision by it.
    let projection = PerspectiveProjection { near: 0.1, far: 1e6, ..default() };
    (
        Camera3d::default(),
        LandCamera,
        Projection::Perspective(projection),
        Tonemapping::None,
        Msaa::Sample4,
    )
}

/// Sets the field of view of the land's cameras from the view's lens.
pub(super) fn set_field_of_view(
    wanted: Res<WantedScene>,
    view_override: Res<ViewOverride>,
    mut cameras: Query<&mut Projection, With<LandCamera>>,
) {
    let view = view_override.0.as_ref().unwrap_or(&wanted.0.view.params);
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

/// Converts a ray from rendering to world coordinates.
pub fn world_ray(ray: Ray3d, origin: RenderOrigin) -> Ray {
    Ray::new(origin.world_m(ray.origin), ray.direction.as_dvec3().into())
}
