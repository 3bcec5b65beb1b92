//! Where the camera stands, and what its rays are in the world.

use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::prelude::*;

use super::land::origin::{TerrainViewer, WorldOrigin};
use crate::terrain::surface::{Ray, Surface};
use crate::terrain::view::Camera as CameraPose;

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

/// How near to the ground the camera may come: less than the eyes of a walker, so that a walk's
/// view is kept as it is.
pub const GROUND_CLEARANCE_M: f64 = 0.25;

/// The point that a pose looks at: its own focus, or the ground at (0, 0).
pub fn focus_m(pose: &CameraPose, surface: &Surface) -> [f64; 3] {
    pose.focus_m.unwrap_or_else(|| [0.0, surface.ground_m([0.0; 2]), 0.0])
}

/// Where a pose puts the camera, lifted where the land would cover it: relative to the rendering
/// origin.
pub fn transform(pose: &CameraPose, surface: &Surface, origin: WorldOrigin) -> Transform {
    let focus = focus_m(pose, surface);
    let eye = eye_m(pose, focus, surface);
    Transform::from_translation(origin.local(eye)).looking_at(origin.local(focus), Vec3::Y)
}

/// Where the eye of a pose is in the world, lifted where the land would cover it.
pub fn eye_m(pose: &CameraPose, [x, y, z]: [f64; 3], surface: &Surface) -> [f64; 3] {
    let (yaw_rad, pitch_rad) = (pose.yaw_deg.to_radians(), pose.pitch_deg.to_radians());
    let level_m = pose.distance_m * pitch_rad.cos();
    // The yaw is where it looks, so it stands on the other side.
    let (eye_x, eye_z) = (x - yaw_rad.sin() * level_m, z + yaw_rad.cos() * level_m);
    let lowest = surface.surface_m([eye_x, eye_z]) + GROUND_CLEARANCE_M;
    [eye_x, (y + pose.distance_m * pitch_rad.sin()).max(lowest), eye_z]
}

/// A ray of rendering as one of the world.
pub fn world_ray(ray: Ray3d, origin: WorldOrigin) -> Ray {
    Ray::new(origin.world_m(ray.origin), ray.direction.as_dvec3().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::recipe::Recipe;
    use proptest::prelude::*;

    fn surface() -> Surface {
        Surface::new(&Recipe::default()).unwrap()
    }

    #[test]
    fn yaw_is_the_azimuth_of_looking() {
        let surface = surface();
        for (yaw_deg, expected) in
            [(0.0, Vec3::NEG_Z), (90.0, Vec3::X), (180.0, Vec3::Z), (270.0, Vec3::NEG_X)]
        {
            let pose = CameraPose {
                yaw_deg,
                pitch_deg: 45.0,
                distance_m: 4000.0,
                focus_m: Some([0.0; 3]),
            };
            let transform = transform(&pose, &surface, WorldOrigin::default());
            let level = Vec3::new(transform.forward().x, 0.0, transform.forward().z).normalize();
            assert!(level.distance(expected) < 1e-5, "{yaw_deg}: {level}");
            assert!(transform.translation.y > 0.0);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_camera_is_never_under_the_ground(
            yaw_deg in 0.0..360.0,
            pitch_deg in -89.0..89.0,
            distance_m in 1.0..3000.0,
        ) {
            let surface = surface();
            let eye = transform(
                &CameraPose { yaw_deg, pitch_deg, distance_m, focus_m: None },
                &surface,
                WorldOrigin::default(),
            )
            .translation;
            let ground = surface.ground_m([f64::from(eye.x), f64::from(eye.z)]);
            prop_assert!(f64::from(eye.y) > ground + 0.9 * GROUND_CLEARANCE_M);
        }
    }
}
