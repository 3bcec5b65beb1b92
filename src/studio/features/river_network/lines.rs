//! Draws the network as lines on the land.

use bevy::prelude::*;

use super::drawing::NodeKind;
use super::state::NetworkView;
use crate::plugin::camera::LandCamera;
use crate::plugin::land::origin::RenderOrigin;
use crate::studio::app::picture::LinesOnLand;

/// The lift of all lines above the water, as a fraction of their distance to the camera.
const LIFT: f64 = 0.006;
/// The radius of a node's ring, as a fraction of its distance to the camera.
const RING: f64 = 0.004;
/// The distance beyond which rings of plain nodes would hide the land, in metres.
const RINGS_END_M: f64 = 12_000.0;
/// The number of points of a lake's outline.
const OUTLINE: u32 = 48;

/// The colours of rivers of order 1, 2, 3, 4, and 5 or more.
pub(super) const ORDERS: [Srgba; 5] = [
    Srgba::rgb(0.55, 0.87, 1.0),
    Srgba::rgb(0.20, 0.66, 1.0),
    Srgba::rgb(0.22, 0.38, 1.0),
    Srgba::rgb(0.62, 0.25, 0.95),
    Srgba::rgb(0.95, 0.22, 0.65),
];
pub(super) const DRY: Srgba = Srgba::new(0.93, 0.87, 0.70, 0.45);
pub(super) const CATCHMENT: Srgba = Srgba::rgb(1.0, 0.83, 0.15);
pub(super) const NODE: Srgba = Srgba::new(1.0, 1.0, 1.0, 0.55);
pub(super) const BREACHED: Srgba = Srgba::rgb(1.0, 0.55, 0.15);
pub(super) const CLOSED: Srgba = Srgba::rgb(1.0, 0.25, 0.2);
pub(super) const LAKE: Srgba = Srgba::rgb(0.3, 1.0, 0.95);

/// The colour of a course by the order of its river.
fn colour(order: u32) -> Srgba {
    match order {
        0 => DRY,
        order => ORDERS[(order as usize - 1).min(ORDERS.len() - 1)],
    }
}

pub(super) fn draw(
    view: Res<NetworkView>,
    origin: Res<RenderOrigin>,
    cameras: Query<&GlobalTransform, With<LandCamera>>,
    mut gizmos: Gizmos,
    lines: Option<ResMut<LinesOnLand>>,
) {
    let (true, Some(drawing), Ok(transform)) = (view.open, &view.drawing, cameras.single()) else {
        return;
    };
    lines.into_iter().for_each(|mut lines| lines.0 = true);
    let eye_m = origin.world_m(transform.translation());
    let distance_m =
        |place_m: [f64; 3]| (0..3).map(|i| (place_m[i] - eye_m[i]).powi(2)).sum::<f64>().sqrt();
    let lifted = |[x, y, z]: [f64; 3]| origin.local([x, y + LIFT * distance_m([x, y, z]), z]);
    for course in &drawing.courses {
        let is_upstream = view
            .river_at_cursor
            .as_ref()
            .is_some_and(|river| river.catchment.contains(&course.cell));
        let colour = if is_upstream { CATCHMENT } else { colour(course.order) };
        gizmos.linestrip(course.line.iter().map(|place_m| lifted(*place_m)), colour);
    }
    for (kind, place_m) in &drawing.nodes {
        let colour = match kind {
            NodeKind::Plain if distance_m(*place_m) > RINGS_END_M => continue,
            NodeKind::Plain => NODE,
            NodeKind::Breached => BREACHED,
            NodeKind::Closed => CLOSED,
        };
        let horizontal =
            Isometry3d::new(lifted(*place_m), Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2));
        gizmos.circle(horizontal, (RING * distance_m(*place_m)) as f32, colour).resolution(12);
    }
    for ([x, y, z], radius_m) in &drawing.lakes {
        let outline = (0..=OUTLINE).map(|i| {
            let (sin, cos) = (f64::from(i) / f64::from(OUTLINE) * std::f64::consts::TAU).sin_cos();
            lifted([x + radius_m * cos, *y, z + radius_m * sin])
        });
        gizmos.linestrip(outline, LAKE);
    }
}
