//! Where the camera stands, and what it sees under a point of the picture.

use bevy::prelude::*;

use crate::terrain::land::Land;
use crate::terrain::recipe::Recipe;
use crate::terrain::view::Camera as CameraPose;

/// The camera that shows the land.
#[derive(Component)]
pub struct LandCamera;

/// How near to the ground the camera may come.
pub const GROUND_CLEARANCE_M: f64 = 2.0;

/// The ground on which one stands: the land, or the water above it.
pub fn ground_m(recipe: &Recipe, land: &Land, [x_m, z_m]: [f64; 2]) -> f64 {
    land.height_m([x_m, z_m], land.spacing_m()).max(recipe.world.sea_level_m)
}

/// The point that a pose looks at: its own focus, or the ground at (0, 0).
pub fn focus_m(pose: &CameraPose, recipe: &Recipe, land: &Land) -> [f64; 3] {
    pose.focus_m.unwrap_or_else(|| [0.0, ground_m(recipe, land, [0.0; 2]), 0.0])
}

/// Where a pose puts the camera, lifted where the land would cover it.
pub fn transform(pose: &CameraPose, recipe: &Recipe, land: &Land) -> Transform {
    let [x, y, z] = focus_m(pose, recipe, land);
    let (yaw_rad, pitch_rad) = (pose.yaw_deg.to_radians(), pose.pitch_deg.to_radians());
    let level_m = pose.distance_m * pitch_rad.cos();
    // The yaw is where it looks, so it stands on the other side.
    let (eye_x, eye_z) = (x - yaw_rad.sin() * level_m, z + yaw_rad.cos() * level_m);
    let lowest = ground_m(recipe, land, [eye_x, eye_z]) + GROUND_CLEARANCE_M;
    let eye_y = (y + pose.distance_m * pitch_rad.sin()).max(lowest);
    let eye = Vec3::new(eye_x as f32, eye_y as f32, eye_z as f32);
    Transform::from_translation(eye).looking_at(Vec3::new(x as f32, y as f32, z as f32), Vec3::Y)
}

/// The half side of the square of land around the origin, as (smallest, largest) coordinate.
pub fn square_bounds_m(recipe: &Recipe) -> [f64; 2] {
    let side = i64::from(recipe.world.extent_chunks);
    let chunk_m = 64.0 * recipe.world.spacing_m.metres();
    let first = -(side / 2);
    [first as f64 * chunk_m, (first + side) as f64 * chunk_m]
}

/// Where a ray first meets the ground within the square, to a few centimetres.
///
/// Marches with steps that grow with the height above the ground and the distance, then halves the last step.
pub fn pick(recipe: &Recipe, land: &Land, ray: Ray3d) -> Option<[f64; 3]> {
    let (origin, direction) = (ray.origin.as_dvec3(), ray.direction.as_dvec3());
    let [low, high] = square_bounds_m(recipe);
    let reach_m = 4.0 * (high - low) + origin.length();
    let above = |t: f64| {
        let p = origin + direction * t;
        p.y - ground_m(recipe, land, [p.x, p.z])
    };
    let inside = |t: f64| {
        let p = origin + direction * t;
        (low..=high).contains(&p.x) && (low..=high).contains(&p.z)
    };
    let (mut last, mut t) = (0.0, 0.0);
    while t < reach_m {
        let clearance = above(t);
        if clearance <= 0.0 && inside(t) {
            let (mut outside, mut under) = (last, t);
            for _ in 0..24 {
                let middle = 0.5 * (outside + under);
                if above(middle) > 0.0 { outside = middle } else { under = middle }
            }
            let p = origin + direction * under;
            return Some([p.x, ground_m(recipe, land, [p.x, p.z]), p.z]);
        }
        last = t;
        t += (0.3 * clearance.abs()).max(0.25 * land.spacing_m()).max(t * 0.001);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn land() -> (Recipe, Land) {
        let recipe = Recipe::default();
        let land = Land::new(&recipe).unwrap();
        (recipe, land)
    }

    #[test]
    fn yaw_is_the_azimuth_of_looking() {
        let (recipe, land) = land();
        for (yaw_deg, expected) in [(0.0, Vec3::NEG_Z), (90.0, Vec3::X), (180.0, Vec3::Z), (270.0, Vec3::NEG_X)] {
            let pose = CameraPose { yaw_deg, pitch_deg: 45.0, distance_m: 4000.0, focus_m: Some([0.0; 3]) };
            let transform = transform(&pose, &recipe, &land);
            let level = Vec3::new(transform.forward().x, 0.0, transform.forward().z).normalize();
            assert!(level.distance(expected) < 1e-5, "{yaw_deg}: {level}");
            assert!(transform.translation.y > 0.0);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_camera_is_never_under_the_ground(yaw_deg in 0.0..360.0, pitch_deg in -89.0..89.0, distance_m in 1.0..3000.0) {
            let (recipe, land) = land();
            let eye = transform(&CameraPose { yaw_deg, pitch_deg, distance_m, focus_m: None }, &recipe, &land).translation;
            let ground = ground_m(&recipe, &land, [f64::from(eye.x), f64::from(eye.z)]);
            prop_assert!(f64::from(eye.y) > ground + 0.9 * GROUND_CLEARANCE_M);
        }

        #[test]
        fn a_picked_point_lies_on_the_ground_and_on_the_ray(x in -700.0..700.0f32, z in -700.0..700.0f32) {
            let (recipe, land) = land();
            let origin = Vec3::new(100.0, 2500.0, 1500.0);
            let towards = Vec3::new(x, 0.0, z) - origin;
            let ray = Ray3d::new(origin, Dir3::new(towards).unwrap());
            let hit = pick(&recipe, &land, ray).unwrap();
            prop_assert!((hit[1] - ground_m(&recipe, &land, [hit[0], hit[2]])).abs() < 1e-9);
            let hit = Vec3::new(hit[0] as f32, hit[1] as f32, hit[2] as f32);
            let off = (hit - origin).cross(*ray.direction).length();
            prop_assert!(off < 0.2, "{off} m off the ray");
        }
    }
}
