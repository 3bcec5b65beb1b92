//! Where the camera stands, and what it sees under a point of the picture.

use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::math::DVec3;
use bevy::prelude::*;

use super::land::origin::{TerrainViewer, WorldOrigin};
use crate::terrain::chunk::square_bounds_m;
use crate::terrain::land::Land;
use crate::terrain::recipe::Recipe;
use crate::terrain::view::Camera as CameraPose;

/// The camera that shows the land.
#[derive(Component)]
#[require(TerrainViewer)]
pub struct LandCamera;

/// The camera of the land. The style says what becomes of its light.
pub fn land_camera() -> impl Bundle {
    // Near enough for eyes at the foot of a wall; the depth is a float whose exactness does not go with it.
    let projection = PerspectiveProjection { near: 0.1, far: 1e6, ..default() };
    (Camera3d::default(), LandCamera, Projection::Perspective(projection), Tonemapping::None, Msaa::Sample4)
}

/// How near to the ground the camera may come: less than the eyes of a walker, so that a walk's view is kept as it is.
pub const GROUND_CLEARANCE_M: f64 = 0.25;

/// The ground on which one stands: the land, or the water above it.
pub fn ground_m(recipe: &Recipe, land: &Land, [x_m, z_m]: [f64; 2]) -> f64 {
    land.height_m([x_m, z_m], land.spacing_m()).max(recipe.world.sea_level_m)
}

/// The land as the finest mesh shows it, from corner to corner of its triangles; never under water.
pub fn mesh_m(recipe: &Recipe, land: &Land, position_m: [f64; 2]) -> f64 {
    let spacing_m = land.spacing_m();
    let cell = position_m.map(|c| (c / spacing_m).floor());
    let [u, v] = [0, 1].map(|i| position_m[i] / spacing_m - cell[i]);
    let corner = |x: f64, z: f64| ground_m(recipe, land, [(cell[0] + x) * spacing_m, (cell[1] + z) * spacing_m]);
    let [north_east, south_west] = [corner(1.0, 0.0), corner(0.0, 1.0)];
    // A cell is split from its north-east to its south-west.
    if u + v <= 1.0 {
        let north_west = corner(0.0, 0.0);
        north_west + u * (north_east - north_west) + v * (south_west - north_west)
    } else {
        let south_east = corner(1.0, 1.0);
        south_east + (1.0 - u) * (south_west - south_east) + (1.0 - v) * (north_east - south_east)
    }
}

/// What the eye must stay above: the ground and the mesh that shows it, which differ between the samples.
pub fn surface_m(recipe: &Recipe, land: &Land, position_m: [f64; 2]) -> f64 {
    ground_m(recipe, land, position_m).max(mesh_m(recipe, land, position_m))
}

/// The point that a pose looks at: its own focus, or the ground at (0, 0).
pub fn focus_m(pose: &CameraPose, recipe: &Recipe, land: &Land) -> [f64; 3] {
    pose.focus_m.unwrap_or_else(|| [0.0, ground_m(recipe, land, [0.0; 2]), 0.0])
}

/// Where a pose puts the camera, lifted where the land would cover it: relative to the rendering origin.
pub fn transform(pose: &CameraPose, recipe: &Recipe, land: &Land, origin: WorldOrigin) -> Transform {
    let focus = focus_m(pose, recipe, land);
    let eye = eye_m(pose, focus, recipe, land);
    Transform::from_translation(origin.local(eye)).looking_at(origin.local(focus), Vec3::Y)
}

/// Where the eye of a pose is in the world, lifted where the land would cover it.
pub fn eye_m(pose: &CameraPose, [x, y, z]: [f64; 3], recipe: &Recipe, land: &Land) -> [f64; 3] {
    let (yaw_rad, pitch_rad) = (pose.yaw_deg.to_radians(), pose.pitch_deg.to_radians());
    let level_m = pose.distance_m * pitch_rad.cos();
    // The yaw is where it looks, so it stands on the other side.
    let (eye_x, eye_z) = (x - yaw_rad.sin() * level_m, z + yaw_rad.cos() * level_m);
    let lowest = surface_m(recipe, land, [eye_x, eye_z]) + GROUND_CLEARANCE_M;
    [eye_x, (y + pose.distance_m * pitch_rad.sin()).max(lowest), eye_z]
}

/// The square of a bounded land around the origin, as (smallest, largest) coordinate; `None` where the land is endless.
pub fn bounds_m(recipe: &Recipe) -> Option<[f64; 2]> {
    let world = &recipe.world;
    world.bounded.then(|| square_bounds_m(world.extent_chunks, world.spacing_m.metres()))
}

/// Where a ray (relative to the rendering origin) first meets the ground, to a few centimetres; in a bounded land only within
/// its square, in an endless one up to 64 km away.
pub fn pick(recipe: &Recipe, land: &Land, ray: Ray3d, origin: WorldOrigin) -> Option<[f64; 3]> {
    let (start, direction) = (DVec3::from(origin.world_m(ray.origin)), ray.direction.as_dvec3());
    let reach_m = bounds_m(recipe).map_or(64_000.0, |[low, high]| 4.0 * (high - low) + start.length());
    let p = start + direction * cast(recipe, land, start, direction, reach_m)?;
    Some([p.x, ground_m(recipe, land, [p.x, p.z]), p.z])
}

/// How far a ray goes, in metres up to `reach_m`, before it meets the ground; in a bounded land only within its square.
///
/// Marches with steps that grow with the height above the ground and the distance, then halves the last step.
pub fn cast(recipe: &Recipe, land: &Land, start: DVec3, direction: DVec3, reach_m: f64) -> Option<f64> {
    let bounds = bounds_m(recipe);
    let at = |t: f64| start + direction * t;
    let above = |t: f64| {
        let p = at(t);
        p.y - ground_m(recipe, land, [p.x, p.z])
    };
    let inside = |t: f64| {
        let p = at(t);
        bounds.is_none_or(|[low, high]| (low..=high).contains(&p.x) && (low..=high).contains(&p.z))
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
            return Some(under);
        }
        last = t;
        // Land is steep, but not much steeper than three to one.
        t += (0.3 * clearance.abs()).max(0.25 * land.spacing_m()).max(t * 0.001);
        // Above any land and going up there is nothing to come.
        if direction.y > 0.0 && at(t).y > 4.0 * recipe.shape.height_m + recipe.world.sea_level_m.max(0.0) {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::choices::Spacing;
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
            let transform = transform(&pose, &recipe, &land, WorldOrigin::default());
            let level = Vec3::new(transform.forward().x, 0.0, transform.forward().z).normalize();
            assert!(level.distance(expected) < 1e-5, "{yaw_deg}: {level}");
            assert!(transform.translation.y > 0.0);
        }
    }

    #[test]
    fn the_surface_is_the_ground_at_samples_and_the_mesh_between_them() {
        let mut recipe = Recipe::default();
        recipe.world.spacing_m = Spacing::Eight;
        let land = Land::new(&recipe).unwrap();
        for [x, z] in [[0.0, 0.0], [808.0, -1600.0], [8e6, 160.0]] {
            assert_eq!(mesh_m(&recipe, &land, [x, z]), ground_m(&recipe, &land, [x, z]));
            let ends = [[x + 8.0, z], [x, z + 8.0]].map(|end| ground_m(&recipe, &land, end));
            let middle = mesh_m(&recipe, &land, [x + 4.0, z + 4.0]);
            assert!((middle - 0.5 * (ends[0] + ends[1])).abs() < 1e-6, "the diagonal is an edge of the mesh");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_camera_is_never_under_the_ground(yaw_deg in 0.0..360.0, pitch_deg in -89.0..89.0, distance_m in 1.0..3000.0) {
            let (recipe, land) = land();
            let eye = transform(&CameraPose { yaw_deg, pitch_deg, distance_m, focus_m: None }, &recipe, &land, WorldOrigin::default()).translation;
            let ground = ground_m(&recipe, &land, [f64::from(eye.x), f64::from(eye.z)]);
            prop_assert!(f64::from(eye.y) > ground + 0.9 * GROUND_CLEARANCE_M);
        }

        #[test]
        fn a_picked_point_lies_on_the_ground_and_on_the_ray(x in -700.0..700.0f32, z in -700.0..700.0f32) {
            let (recipe, land) = land();
            let origin = Vec3::new(100.0, 2500.0, 1500.0);
            let towards = Vec3::new(x, 0.0, z) - origin;
            let ray = Ray3d::new(origin, Dir3::new(towards).unwrap());
            let hit = pick(&recipe, &land, ray, WorldOrigin::default()).unwrap();
            prop_assert!((hit[1] - ground_m(&recipe, &land, [hit[0], hit[2]])).abs() < 1e-9);
            let hit = Vec3::new(hit[0] as f32, hit[1] as f32, hit[2] as f32);
            let off = (hit - origin).cross(*ray.direction).length();
            prop_assert!(off < 0.2, "{off} m off the ray");
        }
    }
}
