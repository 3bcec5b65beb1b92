//! Draws the ring of the chosen tool, the path under way, and the points of the selected mark.

use bevy::prelude::*;

use super::selection::mark;
use super::state::Hands;
use super::tools::radius_m;
use crate::plugin::camera::LandCamera;
use crate::plugin::land::origin::RenderOrigin;
use crate::plugin::land::state::{ShownLand, WantedScene};
use crate::studio::app::picture::LinesOnLand;

/// The number of points of the ring.
const POINTS: u32 = 48;
/// The lift of all lines above the ground, as a fraction of their distance to the camera.
const LIFT: f64 = 0.005;
/// The minimum radius of the ring, as a fraction of its distance to the camera.
const MIN_RADIUS_FRACTION: f64 = 0.008;

/// The size of the diamond at a point of the selected mark, as a fraction of its distance to the
/// camera.
const KNOT_FRACTION: f64 = 0.008;

const RING: Color = Color::srgb(1.0, 0.92, 0.35);
const PATH: Color = Color::srgb(1.0, 0.55, 0.15);

pub(super) fn draw(
    hands: Res<Hands>,
    shown: Res<ShownLand>,
    wanted: Res<WantedScene>,
    origin: Res<RenderOrigin>,
    cameras: Query<&GlobalTransform, With<LandCamera>>,
    mut gizmos: Gizmos,
    lines: Option<ResMut<LinesOnLand>>,
) {
    let (true, Some(surface), Ok(transform)) = (hands.open, shown.surface(), cameras.single())
    else {
        return;
    };
    let path_m = hands.stroke.as_ref().map(|stroke| stroke.path_m()).unwrap_or_default();
    let selected = hands.selected.and_then(|address| mark(&wanted.0.recipe, address));
    if hands.place_m.is_none() && path_m.is_empty() && selected.is_none() {
        return;
    }
    lines.into_iter().for_each(|mut lines| lines.0 = true);
    let eye_m = origin.world_m(transform.translation());
    let distance_m =
        |place_m: [f64; 3]| (0..3).map(|i| (place_m[i] - eye_m[i]).powi(2)).sum::<f64>().sqrt();
    let on_ground = |[x, z]: [f64; 2]| {
        let y = surface.surface_m([x, z]);
        let lift_m = LIFT * distance_m([x, y, z]);
        origin.local([x, y + lift_m, z])
    };
    let tool = hands.stroke.as_ref().map(|stroke| &stroke.tool).or(hands.tool());
    if let (Some(place_m), Some(tool)) = (hands.place_m, tool) {
        let radius_m = radius_m(tool).max(MIN_RADIUS_FRACTION * distance_m(place_m));
        let ring = (0..=POINTS).map(|i| {
            let (sin, cos) = (f64::from(i) / f64::from(POINTS) * std::f64::consts::TAU).sin_cos();
            on_ground([place_m[0] + radius_m * cos, place_m[2] + radius_m * sin])
        });
        gizmos.linestrip(ring, RING);
    }
    if path_m.len() > 1 {
        gizmos.linestrip(path_m.into_iter().map(on_ground), PATH);
    }
    if let Some(selected) = selected {
        let points_m = selected.path.points_m();
        for [x, z] in &points_m {
            let size_m = KNOT_FRACTION * distance_m([*x, surface.surface_m([*x, *z]), *z]);
            let corners = [[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
            let knot = corners.map(|[east, south]| [x + size_m * east, z + size_m * south]);
            gizmos.linestrip(knot.map(on_ground), RING);
        }
        if points_m.len() > 1 {
            gizmos.linestrip(points_m.into_iter().map(on_ground), PATH);
        }
    }
}
