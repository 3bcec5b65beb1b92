//! The lattice drawn on the land: bent graph paper, pins, tilted discs and arrows.

use bevy::prelude::*;

use super::Xray;
use crate::lab::xray::Pin;
use crate::plugin::camera::LandCamera;
use crate::plugin::land::origin::WorldOrigin;

/// Cells that are narrower than so many pixels have no pins.
const LEAST_CELL_PX: f32 = 24.0;
/// So much of its distance a line is lifted above the ground.
const LIFT: f64 = 0.004;
/// The radius of a disc in cells.
const DISC_CELLS: f64 = 0.16;

const LINES: Color = Color::srgba(0.35, 0.85, 1.0, 0.75);
const ARROWS: Color = Color::srgb(1.0, 0.5, 0.42);
const EDITED: Color = Color::srgb(1.0, 0.82, 0.2);

pub(super) fn draw(
    xray: Res<Xray>,
    origin: Res<WorldOrigin>,
    cameras: Query<(&Camera, &GlobalTransform), With<LandCamera>>,
    mut gizmos: Gizmos,
) {
    let Ok((camera, transform)) = cameras.single() else { return };
    if !xray.open {
        return;
    }
    let eye_m = origin.world_m(transform.translation());
    let lifted = |[x, z]: [f64; 2]| {
        let y = xray.heights.at([x, z]);
        let away_m =
            ((x - eye_m[0]).powi(2) + (y - eye_m[1]).powi(2) + (z - eye_m[2]).powi(2)).sqrt();
        [x, y + LIFT * away_m, z]
    };
    for [from, to] in &xray.sheet.lines {
        gizmos.line(origin.local(lifted(*from)), origin.local(lifted(*to)), LINES);
    }
    for pin in xray.pins() {
        let base_m = lifted(pin.position_m);
        let next_m = pin.next_m();
        let pixels = [base_m, lifted(next_m)]
            .map(|place| camera.world_to_viewport(transform, origin.local(place)).ok());
        let [Some(a), Some(b)] = pixels else { continue };
        if a.distance(b) >= LEAST_CELL_PX {
            draw_pin(&mut gizmos, pin, base_m, *origin);
        }
    }
}

/// A pin with its disc, tilted as the gradient says, and its arrow, which goes up as the disc does.
fn draw_pin(gizmos: &mut Gizmos, pin: &Pin, base_m: [f64; 3], origin: WorldOrigin) {
    let colour = if pin.is_edited { EDITED } else { ARROWS };
    let next_m = pin.next_m();
    let cell_m = (next_m[0] - pin.position_m[0]).hypot(next_m[1] - pin.position_m[1]);
    let stem_m = 0.12 * cell_m;
    let head_m = [base_m[0], base_m[1] + stem_m, base_m[2]];
    gizmos.line(origin.local(base_m), origin.local(head_m), colour);
    let tip_m = pin.tip_m();
    let [dx, dz] = [tip_m[0] - pin.position_m[0], tip_m[1] - pin.position_m[1]];
    let length_m = dx.hypot(dz);
    // A gradient of length 1 is shown as a slope of 45°, whatever the land's height is.
    let rise_m = length_m * length_m / (0.8 * cell_m);
    let slope = if length_m > 0.0 { rise_m / length_m } else { 0.0 };
    let normal = match length_m > 0.0 {
        true => Vec3::new((-slope * dx / length_m) as f32, 1.0, (-slope * dz / length_m) as f32),
        false => Vec3::Y,
    };
    // Circles lie across z.
    let turned = Quat::from_rotation_arc(Vec3::Z, normal.normalize());
    let disc = Isometry3d::new(origin.local(head_m), turned);
    gizmos.circle(disc, (DISC_CELLS * cell_m) as f32, colour);
    let end = [head_m[0] + dx, head_m[1] + rise_m, head_m[2] + dz];
    let arrow = gizmos.arrow(origin.local(head_m), origin.local(end), colour);
    arrow.with_tip_length((0.07 * cell_m) as f32);
}
