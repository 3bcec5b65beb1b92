//! Finds the places on the screen for the labels of contour lines.

use bevy::prelude::*;
use rayon::prelude::*;

use crate::plugin::camera::world_ray;
use crate::plugin::land::origin::RenderOrigin;
use crate::terrain::surface::{Ray, Surface};

/// The distance between neighbouring rays of the grid that searches for contour lines, in pixels.
const GRID: f32 = 28.0;
/// The least distance between any two labels, and between two labels of the same height, in pixels.
const LABEL_GAP: f32 = 70.0;
const SAME_HEIGHT_GAP: f32 = 190.0;
/// The least distance on the screen between contour lines that leaves room for a label, in pixels.
const LINE_GAP: f32 = 16.0;
/// The maximum number of labels.
const MAX_LABELS: usize = 48;
/// The distance up to which the rays search for contour lines, in metres.
const MAX_DISTANCE_M: f64 = 30_000.0;
/// The sample spacing as a fraction of the distance to the camera.
const COARSENESS: f64 = 0.002;

/// A label: a height and its place on the contour line of that height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContourLabel {
    /// The position in the world, on the drawn surface.
    pub position_m: [f64; 3],
    /// The direction of the line on the ground (x, z), a unit vector.
    pub direction: [f64; 2],
    pub height_m: f64,
}

/// The camera, and the area of the screen for the labels.
pub struct LabelCamera<'a> {
    pub camera: &'a Camera,
    pub transform: &'a GlobalTransform,
    pub origin: RenderOrigin,
    /// The part of the screen that may hold labels, in pixels.
    pub area: Rect,
}

impl LabelCamera<'_> {
    /// Returns the pixel of a point in the world, or `None` if the camera does not see it.
    pub fn project(&self, position_m: [f64; 3]) -> Option<Vec2> {
        self.camera.world_to_viewport(self.transform, self.origin.local(position_m)).ok()
    }

    fn ray(&self, pixel: Vec2) -> Option<Ray3d> {
        self.camera.viewport_to_world(self.transform, pixel).ok()
    }
}

/// The point where a ray of the grid meets the land.
#[derive(Clone, Copy)]
struct RayHit {
    /// The position of the point: x east, z south, in metres.
    place_m: [f64; 2],
    /// The height of the bed: the ground, also under water.
    bed_m: f64,
    distance_m: f64,
}

/// Returns the labels for a view of the land, spread over the screen. Bold lines get them first.
pub fn labels(surface: &Surface, step_m: f64, view: &LabelCamera) -> Vec<ContourLabel> {
    let size = (view.area.size() / GRID).floor().max(Vec2::ZERO);
    let (columns, rows) = (size.x as usize, size.y as usize);
    let column = |i: usize| {
        // The rays of a column go up the screen, so each ray meets the land farther away than the
        // ray before.
        let pixel = |j: usize| {
            Vec2::new(
                view.area.min.x + (i as f32 + 0.5) * GRID,
                view.area.max.y - (j as f32 + 0.5) * GRID,
            )
        };
        let mut from_m = 0.0;
        let hits = (0..rows).map(|j| {
            let hit = cast_pixel(surface, view, pixel(j), from_m);
            from_m = hit.map_or(from_m, |hit| 0.8 * hit.distance_m);
            hit
        });
        hits.collect::<Vec<_>>()
    };
    let grid: Vec<Vec<Option<RayHit>>> = (0..columns).into_par_iter().map(column).collect();
    let mut found = Vec::new();
    for i in 0..columns {
        for j in 0..rows {
            let neighbours = [grid.get(i + 1).and_then(|next| next.get(j)), grid[i].get(j + 1)];
            for neighbour in neighbours.into_iter().flatten() {
                if let (Some(a), Some(b)) = (grid[i][j], neighbour) {
                    found.extend(
                        label_between(surface, step_m, a, *b)
                            .and_then(|label| with_pixel(label, surface, step_m, view)),
                    );
                }
            }
        }
    }
    found.sort_by_key(|(_, label)| !is_bold(label.height_m, step_m));
    let mut chosen: Vec<(Vec2, ContourLabel)> = Vec::new();
    for (pixel, label) in found {
        let is_apart = |(other_pixel, other): &(Vec2, ContourLabel)| {
            let min_gap =
                if other.height_m == label.height_m { SAME_HEIGHT_GAP } else { LABEL_GAP };
            other_pixel.distance(pixel) >= min_gap
        };
        if chosen.len() < MAX_LABELS && chosen.iter().all(is_apart) {
            chosen.push((pixel, label));
        }
    }
    chosen.into_iter().map(|(_, label)| label).collect()
}

/// Returns true if the contour line of this height is bold. Every fifth line is.
pub fn is_bold(height_m: f64, step_m: f64) -> bool {
    (height_m / step_m).round() as i64 % 5 == 0
}

/// Returns where the ray through a pixel meets the surface, at least `from_m` metres away. The
/// sample spacing grows with the distance, because labels need not be accurate to centimetres.
fn cast_pixel(surface: &Surface, view: &LabelCamera, pixel: Vec2, from_m: f64) -> Option<RayHit> {
    let ray = Ray { coarseness: COARSENESS, ..world_ray(view.ray(pixel)?, view.origin) };
    // If the ray is underground at `from_m`, nearer ground hides this point.
    let distance_m =
        surface.cast(&ray, from_m..MAX_DISTANCE_M).filter(|distance_m| *distance_m > from_m)?;
    let [x, _, z] = ray.at(distance_m);
    let bed_m = surface.land().height_m([x, z], sample_spacing_m(surface, distance_m));
    // A bounded land ends in a vertical wall, which has no contour lines.
    surface.contains([x, z]).then_some(RayHit { place_m: [x, z], bed_m, distance_m })
}

/// Returns the sample spacing at a distance from the camera, in metres.
fn sample_spacing_m(surface: &Surface, distance_m: f64) -> f64 {
    surface.spacing_m().max(COARSENESS * distance_m)
}

/// Returns a label on a contour line between two neighbouring hits of the grid, or `None`.
/// Neighbours far apart are left out, because a ridge lies between them.
fn label_between(surface: &Surface, step_m: f64, a: RayHit, b: RayHit) -> Option<ContourLabel> {
    let (low, high) = (a.bed_m.min(b.bed_m), a.bed_m.max(b.bed_m));
    // If several lines cross, label the lowest bold line, or else the lowest line.
    let first = (low / step_m).ceil();
    let bold = 5.0 * (first / 5.0).ceil();
    let height_m = step_m * if bold * step_m <= high { bold } else { first };
    let apart_m = (a.place_m[0] - b.place_m[0]).hypot(a.place_m[1] - b.place_m[1]);
    if height_m > high || high <= low || apart_m > 0.5 * a.distance_m.min(b.distance_m) {
        return None;
    }
    let (land, sample_spacing_m) = (surface.land(), sample_spacing_m(surface, a.distance_m));
    let point_at = |t: f64| [0, 1].map(|c| a.place_m[c] + (b.place_m[c] - a.place_m[c]) * t);
    let (mut from, mut to) = (0.0, 1.0);
    let rises = b.bed_m > a.bed_m;
    for _ in 0..12 {
        let middle = 0.5 * (from + to);
        if (land.height_m(point_at(middle), sample_spacing_m) < height_m) == rises {
            from = middle
        } else {
            to = middle
        }
    }
    let [x, z] = point_at(0.5 * (from + to));
    // The line runs across the slope. The slope is measured over about the length of a label, so
    // that the text follows the visible line and not small bumps.
    let half_span_m = (0.01 * a.distance_m).max(2.0 * land.spacing_m());
    let rise = |dx: f64, dz: f64| {
        land.height_m([x + dx * half_span_m, z + dz * half_span_m], half_span_m)
            - land.height_m([x - dx * half_span_m, z - dz * half_span_m], half_span_m)
    };
    let (east, south) = (rise(1.0, 0.0), rise(0.0, 1.0));
    let steepness = east.hypot(south);
    let position_m = [x, height_m.max(surface.water_level_m([x, z])), z];
    (steepness > 0.0).then(|| ContourLabel {
        position_m,
        direction: [-south / steepness, east / steepness],
        height_m,
    })
}

/// Returns the label and its pixel, or `None` if the next contour line is too close to it.
fn with_pixel(
    label: ContourLabel,
    surface: &Surface,
    step_m: f64,
    view: &LabelCamera,
) -> Option<(Vec2, ContourLabel)> {
    let pixel =
        view.project(label.position_m).filter(|pixel| view.area.inflate(-20.0).contains(*pixel))?;
    let [x, y, z] = label.position_m;
    // The direction up or down the slope, in which the next line lies.
    let [dx, dz] = [-label.direction[1], label.direction[0]];
    let (land, half_span_m) = (surface.land(), surface.spacing_m() * 4.0);
    let rise = land.height_m([x + dx * half_span_m, z + dz * half_span_m], half_span_m)
        - land.height_m([x - dx * half_span_m, z - dz * half_span_m], half_span_m);
    let run_m = (step_m * 2.0 * half_span_m / rise.abs().max(1e-6)).min(10_000.0);
    let next =
        view.project([x + dx * run_m * rise.signum(), y + step_m, z + dz * run_m * rise.signum()]);
    next.is_none_or(|next| next.distance(pixel) >= LINE_GAP).then_some((pixel, label))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::recipe::Recipe;
    use bevy::camera::{ComputedCameraValues, RenderTargetInfo};

    /// Returns a camera with 640 × 360 pixels that looks at the origin.
    fn camera() -> (Camera, GlobalTransform) {
        let mut projection = PerspectiveProjection { aspect_ratio: 16.0 / 9.0, ..default() };
        bevy::camera::CameraProjection::update(&mut projection, 640.0, 360.0);
        let camera = Camera {
            computed: ComputedCameraValues {
                clip_from_view: bevy::camera::CameraProjection::get_clip_from_view(&projection),
                target_info: Some(RenderTargetInfo {
                    physical_size: UVec2::new(640, 360),
                    scale_factor: 1.0,
                }),
                ..default()
            },
            ..default()
        };
        let transform = Transform::from_xyz(0.0, 1500.0, 2500.0).looking_at(Vec3::ZERO, Vec3::Y);
        (camera, transform.into())
    }

    #[test]
    fn labels_lie_on_their_lines_with_gaps_between_them() {
        let recipe = Recipe::default();
        let surface = Surface::new(&recipe).unwrap();
        let (camera, transform) = camera();
        let area = Rect::new(0.0, 0.0, 640.0, 360.0);
        let view = LabelCamera {
            camera: &camera,
            transform: &transform,
            origin: RenderOrigin::default(),
            area,
        };
        for step_m in [20.0, 50.0, 100.0] {
            let all = labels(&surface, step_m, &view);
            assert!(all.len() >= 5, "{} labels of {step_m} m", all.len());
            for (i, label) in all.iter().enumerate() {
                let [x, _, z] = label.position_m;
                let off = surface.land().height_m([x, z], 8.0) - label.height_m;
                assert!(off.abs() < 0.1 * step_m, "{label:?} is {off} m off");
                assert!((label.height_m / step_m).fract().abs() < 1e-9);
                assert!((label.direction[0].hypot(label.direction[1]) - 1.0).abs() < 1e-9);
                let at = view.project(label.position_m).unwrap();
                assert!(area.contains(at));
                for other in &all[i + 1..] {
                    assert!(
                        view.project(other.position_m).unwrap().distance(at) >= LABEL_GAP,
                        "{label:?} {other:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_flat_land_and_the_sky_have_no_labels() {
        let mut recipe = Recipe::default();
        recipe.base_mut().shape.height_m = 0.0;
        let surface = Surface::new(&recipe).unwrap();
        let (camera, transform) = camera();
        let area = Rect::new(0.0, 0.0, 640.0, 360.0);
        let up = GlobalTransform::from(transform.compute_transform().looking_to(Vec3::Y, Vec3::Z));
        for transform in [&transform, &up] {
            let view =
                LabelCamera { camera: &camera, transform, origin: RenderOrigin::default(), area };
            assert_eq!(labels(&surface, 50.0, &view), []);
        }
    }

    #[test]
    fn every_fifth_line_is_bold_above_and_below_zero() {
        let bold: Vec<_> = (-10..=10).filter(|i| is_bold(f64::from(*i) * 20.0, 20.0)).collect();
        assert_eq!(bold, [-10, -5, 0, 5, 10]);
    }
}
