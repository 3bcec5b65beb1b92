//! Draws an octave's lattice on the land: its grid lines, and at each lattice point a pin with a
//! tilted disc and the gradient as an arrow.

use bevy::prelude::*;

use super::state::Xray;
use crate::lab::xray::{ARROW_CELLS, Pin};
use crate::plugin::camera::LandCamera;
use crate::plugin::land::origin::RenderOrigin;
use crate::studio::app::picture::LinesOnLand;

/// The least distance between lattice points on the screen for which pins are drawn, in pixels.
const MIN_CELL_PX: f32 = 24.0;
/// The lift of all lines above the ground, as a fraction of their distance to the camera.
const LIFT: f64 = 0.004;
/// The radius of a pin's disc, in cells.
const DISC_CELLS: f64 = 0.09;
/// The height of a pin, in cells.
const PIN_CELLS: f64 = 0.05;
/// The slope of the disc for a gradient of length 1.
const TILT: f64 = 0.4;
/// The numbers of segments between two samples of a grid line, and in an arrow. Several segments
/// let a line follow the ground.
const PIECES: usize = 3;
const ARROW_PIECES: usize = 12;

const LINES: Color = Color::srgba(0.35, 0.85, 1.0, 0.8);
const ARROWS: Color = Color::srgb(1.0, 0.42, 0.32);
const EDITED: Color = Color::srgb(1.0, 0.85, 0.2);

pub(super) fn draw(
    xray: Res<Xray>,
    origin: Res<RenderOrigin>,
    cameras: Query<(&Camera, &GlobalTransform), With<LandCamera>>,
    mut gizmos: Gizmos,
    lines: Option<ResMut<LinesOnLand>>,
) {
    let Ok((camera, transform)) = cameras.single() else { return };
    if !xray.open {
        return;
    }
    lines.into_iter().for_each(|mut lines| lines.0 = true);
    let eye_m = origin.world_m(transform.translation());
    let lifted = |[x, z]: [f64; 2]| {
        let y = xray.heights.at([x, z]);
        let distance_m =
            ((x - eye_m[0]).powi(2) + (y - eye_m[1]).powi(2) + (z - eye_m[2]).powi(2)).sqrt();
        [x, y + LIFT * distance_m, z]
    };
    for [from, to] in &xray.lattice.lines {
        gizmos.linestrip(
            points_between(*from, *to, PIECES).map(|place_m| origin.local(lifted(place_m))),
            LINES,
        );
    }
    for pin in xray.pins() {
        let base_m = lifted(pin.position_m);
        let next_m = pin.next_m();
        let pixels = [base_m, lifted(next_m)]
            .map(|place| camera.world_to_viewport(transform, origin.local(place)).ok());
        let [Some(a), Some(b)] = pixels else { continue };
        if a.distance(b) >= MIN_CELL_PX {
            draw_pin(&mut gizmos, pin, &|place_m| origin.local(lifted(place_m)));
        }
    }
}

/// Returns equally spaced points on the line between two points, including both.
fn points_between(from: [f64; 2], to: [f64; 2], pieces: usize) -> impl Iterator<Item = [f64; 2]> {
    (0..=pieces).map(move |i| {
        let t = i as f64 / pieces as f64;
        [0, 1].map(|axis| from[axis] + t * (to[axis] - from[axis]))
    })
}

/// Draws a pin, its disc (tilted by the gradient), and its arrow along the ground.
fn draw_pin(gizmos: &mut Gizmos, pin: &Pin, on_ground: &impl Fn([f64; 2]) -> Vec3) {
    let colour = if pin.is_edited { EDITED } else { ARROWS };
    let next_m = pin.next_m();
    let cell_m = (next_m[0] - pin.position_m[0]).hypot(next_m[1] - pin.position_m[1]);
    let base = on_ground(pin.position_m);
    let head = base + Vec3::Y * (PIN_CELLS * cell_m) as f32;
    gizmos.line(base, head, colour);
    let tip_m = pin.tip_m();
    let arrow_m = [tip_m[0] - pin.position_m[0], tip_m[1] - pin.position_m[1]];
    // Bevy's circles lie in the plane whose normal is z, so the rotation turns z to the disc's
    // normal.
    let slope = arrow_m.map(|x| (TILT * x / (ARROW_CELLS * cell_m)) as f32);
    let normal = Vec3::new(-slope[0], 1.0, -slope[1]).normalize();
    let disc = Isometry3d::new(head, Quat::from_rotation_arc(Vec3::Z, normal));
    gizmos.circle(disc, (DISC_CELLS * cell_m) as f32, colour);
    gizmos.linestrip(points_between(pin.position_m, tip_m, ARROW_PIECES).map(on_ground), colour);
    let length_m = arrow_m[0].hypot(arrow_m[1]);
    if length_m > 0.0 {
        let barb_m = arrow_m.map(|x| x / length_m * (0.07 * cell_m).min(0.5 * length_m));
        for side in [-0.5, 0.5] {
            let [x, z] = tip_m;
            let barb_end = [x - barb_m[0] - side * barb_m[1], z - barb_m[1] + side * barb_m[0]];
            gizmos.line(on_ground(tip_m), on_ground(barb_end), colour);
        }
    }
}
