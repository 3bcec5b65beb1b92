//! Draws thumbnails of scenes on the CPU, so that users can choose among lands.
//!
//! A thumbnail takes a few hundredths of a second. It has the scene's camera, sea, colours and sun
//! azimuth. The natural style always has daylight, because a dark thumbnail shows nothing. The heights
//! are sampled once, on squares ahead of the camera: each square has twice the width and the spacing of
//! the square before. Rays through the pixels are then traced over these heights. Everything runs
//! on the calling thread, because nine thumbnails on all cores would delay the land.

mod ground;
mod paint;

use crate::land::Land;
use crate::scene::Scene;
use crate::view::field_rad;

use ground::ThumbnailGround;
use paint::ThumbnailPainter;

/// The number of places for rays in a pixel on each axis. Half of them have a ray, in the pattern of a
/// chessboard, which shows edges nearly as smoothly as all of them.
const SAMPLES: usize = 2;
const RAYS_PER_PIXEL: usize = SAMPLES * SAMPLES / 2;
/// The step of a ray, as a share of its height above the ground.
const STEP_ABOVE: f64 = 0.35;
/// The smallest step of a ray, as a share of the distance covered.
const STEP_DISTANCE: f64 = 0.008;
/// The start of the next higher ray in a column, as a share of the distance of the last hit. Higher
/// rays hit land farther away, so they can skip the nearer distances.
const RESTART_SHARE: f64 = 0.98;
/// The number of times that the last step is cut to find the hit: where a straight surface would meet
/// the ray, or in halves at the border of a land.
const CUTS: u32 = 1;
const HALVINGS: u32 = 5;

/// Draws a scene as a picture of `width` × `height` pixels.
///
/// Returns opaque RGBA in sRGB, row by row from the top. All pixels are grey if the recipe is
/// invalid.
///
/// ```
/// use orogen_terrain::{Scene, thumbnail::thumbnail};
///
/// let picture = thumbnail(&Scene::default(), 32, 18);
/// assert_eq!(picture.len(), 32 * 18);
/// ```
pub fn thumbnail(scene: &Scene, width: usize, height: usize) -> Vec<[u8; 4]> {
    let Ok(land) = Land::new(&scene.recipe) else { return vec![[60, 60, 60, 255]; width * height] };
    let camera = ThumbnailCamera::new(scene, &land);
    let [x, _, z] = camera.eye_m;
    let visible_m = [camera.nearest_m, camera.reach_m];
    let ground = ThumbnailGround::new(scene, &land, [x, z], camera.forward, visible_m, width);
    let is_endless = scene.recipe.bounds_m().is_none();
    let painter = ThumbnailPainter::new(scene, camera.reach_m);
    let [columns, rows] = [width * SAMPLES, height * SAMPLES];
    let mut sums = vec![[0.0f64; 3]; width * height];
    for column in 0..columns {
        let (mut start_m, mut is_sky) = (camera.near_m, false);
        for row in (0..rows).rev().filter(|row| (row + column) % 2 == 0) {
            let ray = camera.ray([column, row], [columns, rows]);
            let hit = (!is_sky).then(|| camera.cast(&ground, ray, start_m)).flatten();
            // In endless land, all rays above a ray that hits nothing hit nothing either.
            is_sky = is_endless && hit.is_none();
            let colour = match hit {
                Some(distance_m) => {
                    start_m = camera.near_m.max(RESTART_SHARE * distance_m);
                    painter.land(&ground, camera.at(ray, distance_m), ray, distance_m)
                }
                None => painter.sky(ray),
            };
            let sum = &mut sums[row / SAMPLES * width + column / SAMPLES];
            (0..3).for_each(|c| sum[c] += colour[c]);
        }
    }
    let byte = |sum: f64| (255.0 * sum / RAYS_PER_PIXEL as f64).round().clamp(0.0, 255.0) as u8;
    sums.into_iter().map(|[r, g, b]| [byte(r), byte(g), byte(b), 255]).collect()
}

/// The scene's camera, raised above the ground where necessary.
struct ThumbnailCamera {
    eye_m: [f64; 3],
    /// The horizontal view direction, of unit length: x east, z south.
    forward: [f64; 2],
    /// The sine and the cosine of the pitch.
    pitch: [f64; 2],
    /// The height of the picture at distance 1.
    height: f64,
    /// The shortest distance at which rays start.
    near_m: f64,
    /// The approximate horizontal distance of the nearest visible land.
    nearest_m: f64,
    /// The distance at which rays end.
    reach_m: f64,
}

impl ThumbnailCamera {
    fn new(scene: &Scene, land: &Land) -> Self {
        let camera = scene.view.camera;
        let sea_m = scene.recipe.world.sea_level_m;
        let surface_m = |x: f64, z: f64| land.height_m([x, z], land.spacing_m()).max(sea_m);
        let focus_m = camera.focus_m.unwrap_or_else(|| [0.0, surface_m(0.0, 0.0), 0.0]);
        let (yaw, pitch) = (camera.yaw_deg.to_radians(), camera.pitch_deg.to_radians());
        let forward = [yaw.sin(), -yaw.cos()];
        let horizontal_m = camera.distance_m * pitch.cos();
        let mut eye_m = [
            focus_m[0] - forward[0] * horizontal_m,
            focus_m[1] + camera.distance_m * pitch.sin(),
            focus_m[2] - forward[1] * horizontal_m,
        ];
        eye_m[1] = eye_m[1].max(surface_m(eye_m[0], eye_m[2]) + 0.01 * camera.distance_m + 2.0);
        // Rays end before the scene's horizon: distant land is hardly visible, and sampling it
        // takes time.
        let horizon_m = 1000.0 * scene.view.params.distance.horizon_km;
        let reach_m = match scene.recipe.bounds_m() {
            Some([low, high]) => 1.5 * (high - low) + camera.distance_m,
            None => horizon_m.min(5.0 * camera.distance_m).max(1.5 * camera.distance_m),
        };
        // The nearest visible land is where the lowest ray meets level ground. Higher ground may
        // be visible nearer than that, but rarely outside the fine squares.
        let field_rad = field_rad(scene.view.params.camera.lens_mm);
        let lowest_rad = (pitch + 0.5 * field_rad).clamp(0.05, 1.5);
        let height_above_ground_m = eye_m[1] - focus_m[1].min(surface_m(eye_m[0], eye_m[2]));
        let nearest_m =
            (height_above_ground_m / lowest_rad.tan()).clamp(0.05 * reach_m, 0.5 * reach_m);
        let near_m = 1e-3 * reach_m;
        let height = 2.0 * (0.5 * field_rad).tan();
        let pitch = [pitch.sin(), pitch.cos()];
        Self { eye_m, forward, pitch, height, near_m, nearest_m, reach_m }
    }

    /// The direction of the ray in a column and row of rays, of unit length.
    fn ray(&self, [column, row]: [usize; 2], [columns, rows]: [usize; 2]) -> [f64; 3] {
        let scale = self.height / rows as f64;
        let right = (column as f64 + 0.5 - 0.5 * columns as f64) * scale;
        let up = (0.5 * rows as f64 - row as f64 - 0.5) * scale;
        let [sin, cos] = self.pitch;
        // Rotate down by the pitch.
        let (ahead, high) = (cos + up * sin, up * cos - sin);
        let [fx, fz] = self.forward;
        let direction = [fx * ahead - fz * right, high, fz * ahead + fx * right];
        let length = direction.iter().map(|c| c * c).sum::<f64>().sqrt();
        direction.map(|c| c / length)
    }

    fn at(&self, ray: [f64; 3], distance_m: f64) -> [f64; 3] {
        [0, 1, 2].map(|c| self.eye_m[c] + ray[c] * distance_m)
    }

    /// The distance at which a ray meets land or water; `None` if it meets neither.
    fn cast(&self, ground: &ThumbnailGround, ray: [f64; 3], start_m: f64) -> Option<f64> {
        let clearance_at = |distance_m: f64| {
            let [x, y, z] = self.at(ray, distance_m);
            y - ground.surface_m([x, z])
        };
        let longest_m = 0.05 * self.reach_m;
        let (mut distance_m, mut clearance_m) = (start_m, clearance_at(start_m));
        // The start may be inside a slope that the next lower ray just missed.
        while distance_m > self.near_m && clearance_m < 0.0 {
            distance_m = self.near_m.max(0.7 * distance_m);
            clearance_m = clearance_at(distance_m);
        }
        let mut above = (distance_m, 0.0);
        while distance_m < self.reach_m {
            if clearance_m <= 0.0 {
                return Some(hit_between(clearance_at, above, (distance_m, clearance_m)));
            }
            if ray[1] >= 0.0 && self.eye_m[1] + ray[1] * distance_m > ground.top_m() {
                return None;
            }
            above = (distance_m, clearance_m);
            // Outside the land, the clearance is infinite, so the step has an upper limit.
            // WebAssembly programs call `f64::min` and `f64::max` as functions.
            let [step_m, shortest_m] = [STEP_ABOVE * clearance_m, STEP_DISTANCE * distance_m];
            let step_m = if step_m > longest_m { longest_m } else { step_m };
            distance_m += if step_m < shortest_m { shortest_m } else { step_m };
            clearance_m = clearance_at(distance_m);
        }
        None
    }
}

/// The distance at which a ray meets the ground between a place above it and a place below it. Both
/// are given as distance and clearance.
fn hit_between(
    clearance_at: impl Fn(f64) -> f64,
    mut above: (f64, f64),
    mut below: (f64, f64),
) -> f64 {
    // The share of the step up to the place where a straight surface would meet the ray. Outside the
    // land the clearance is infinite.
    let share = |(_, over_m): (f64, f64), (_, under_m): (f64, f64)| {
        let share = over_m / (over_m - under_m);
        if share.is_finite() { share } else { 0.5 }
    };
    let at =
        |share: f64, above: (f64, f64), below: (f64, f64)| above.0 + share * (below.0 - above.0);
    for cut in 0..HALVINGS {
        if cut >= CUTS && above.1.is_finite() {
            break;
        }
        // No end of the step, because surfaces are curved.
        let cut_m = at(share(above, below).clamp(0.1, 0.9), above, below);
        match clearance_at(cut_m) {
            clearance_m if clearance_m > 0.0 => above = (cut_m, clearance_m),
            clearance_m => below = (cut_m, clearance_m),
        }
    }
    at(share(above, below), above, below)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset::PRESETS;

    fn mean(picture: &[[u8; 4]]) -> [f64; 3] {
        let sum = |c: usize| picture.iter().map(|pixel| f64::from(pixel[c])).sum::<f64>();
        [0, 1, 2].map(|c| sum(c) / picture.len() as f64)
    }

    #[test]
    fn presets_look_different_and_the_same_every_time() {
        let pictures: Vec<_> = PRESETS
            .iter()
            .map(|preset| (preset.slug, thumbnail(&preset.scene().unwrap(), 48, 27)))
            .collect();
        for (i, (slug, picture)) in pictures.iter().enumerate() {
            assert_eq!(picture.len(), 48 * 27);
            assert!(picture.iter().all(|pixel| pixel[3] == 255), "{slug}");
            // Land in the lower half, with light and shade, also on the gentlest land.
            let lower = &picture[picture.len() / 2..];
            let light = |pixel: &[u8; 4]| pixel[..3].iter().map(|c| u32::from(*c)).sum::<u32>();
            let range =
                lower.iter().map(light).max().unwrap() - lower.iter().map(light).min().unwrap();
            assert!(range > 90, "{slug}: {range}");
            for (other, other_picture) in &pictures[..i] {
                let differing = picture
                    .iter()
                    .zip(other_picture)
                    .filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 12));
                assert!(differing.count() > picture.len() / 5, "{slug} and {other}");
            }
        }
        let scene = PRESETS[0].scene().unwrap();
        assert!(thumbnail(&scene, 48, 27) == pictures[0].1);
    }

    #[test]
    fn a_flooded_land_is_blue_and_a_dry_land_is_not() {
        let mut scene = Scene::default();
        scene.recipe.world.sea_level_m = 4000.0;
        scene.view.camera.pitch_deg = 60.0;
        let [red, _, blue] = mean(&thumbnail(&scene, 32, 18));
        assert!(blue > 1.2 * red, "{red} {blue}");
        scene.recipe.world.sea_level_m = -4000.0;
        let [red, _, blue] = mean(&thumbnail(&scene, 32, 18));
        assert!(red > blue, "{red} {blue}");
    }

    #[test]
    fn any_camera_and_size_has_a_picture() {
        let mut scene = Scene::default();
        for (pitch_deg, distance_m, bounded) in
            [(-89.0, 1.0, false), (89.0, 1e6, false), (0.0, 100.0, true), (89.0, 300.0, true)]
        {
            (scene.view.camera.pitch_deg, scene.view.camera.distance_m) = (pitch_deg, distance_m);
            scene.recipe.world.bounded = bounded;
            assert_eq!(thumbnail(&scene, 16, 9).len(), 144);
        }
        scene.view.camera.focus_m = Some([1e13, -1e13, 1e13]);
        assert_eq!(thumbnail(&scene, 3, 5).len(), 15);
        assert_eq!(thumbnail(&scene, 0, 5).len(), 0);
        // Parameters that exclude each other give no land.
        scene.recipe.base_mut().noise.period = 4;
        scene.recipe.base_mut().fractal.lacunarity = 2.5;
        assert_eq!(thumbnail(&scene, 2, 1), [[60, 60, 60, 255]; 2]);
    }
}
