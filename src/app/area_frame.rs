//! The frame of an export's area, drawn on the land: drag its middle to move it, a corner to size it.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::camera::{self, LandCamera, ground_m};
use super::land::ShownLand;
use super::orbit::{InputOwner, cursor_ray};
use super::origin::WorldOrigin;
use crate::export::Area;

/// The frame: shown while the export panel is open.
#[derive(Resource, Default, Debug)]
pub struct AreaFrame {
    pub shown: bool,
    /// The area as it is chosen now.
    pub area: Option<Area>,
    /// What the pointer holds.
    held: Option<Handle>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Handle {
    /// Where in the area the pointer took it, from the centre.
    Middle,
    Corner,
}

/// Pixels around a handle in which the pointer takes it.
const REACH: f32 = 14.0;
/// Pieces of a side, so that the frame follows the ground.
const PIECES: usize = 48;

/// Draws the frame and lets the pointer have it.
pub struct AreaFramePlugin;

impl Plugin for AreaFramePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<AreaFrame>().add_systems(Update, (drag, draw).chain());
    }
}

/// The points of a frame's side that carry its handles: the middle and the four corners.
fn handles(area: &Area) -> [([f64; 2], Handle); 5] {
    let [x, z] = area.centre_m;
    let h = 0.5 * area.side_m;
    [
        ([x, z], Handle::Middle),
        ([x - h, z - h], Handle::Corner),
        ([x + h, z - h], Handle::Corner),
        ([x - h, z + h], Handle::Corner),
        ([x + h, z + h], Handle::Corner),
    ]
}

fn drag(
    mut frame: ResMut<AreaFrame>,
    mut owner: ResMut<InputOwner>,
    buttons: Res<ButtonInput<MouseButton>>,
    shown: Res<ShownLand>,
    origin: Res<WorldOrigin>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    cameras: Single<(&Camera, &GlobalTransform), With<LandCamera>>,
) {
    let Some((recipe, land)) = &shown.current else { return };
    let Some(window) = window else { return };
    let Some(area) = frame.area.filter(|_| frame.shown) else {
        if frame.held.is_some() {
            frame.held = None;
        }
        return;
    };
    let (camera, transform) = *cameras;
    if buttons.just_pressed(MouseButton::Left) && !owner.panel_has_pointer {
        let cursor = window.cursor_position();
        let near = |at: [f64; 2]| {
            let place = origin.local([at[0], ground_m(recipe, land, at), at[1]]);
            let pixel = camera.world_to_viewport(transform, place).ok();
            cursor.zip(pixel).is_some_and(|(cursor, pixel)| cursor.distance(pixel) < REACH)
        };
        frame.held = handles(&area).into_iter().find(|(at, _)| near(*at)).map(|(_, handle)| handle);
    }
    if !buttons.pressed(MouseButton::Left) {
        frame.held = None;
    }
    let Some(handle) = frame.held else { return };
    owner.hold();
    let ground = cursor_ray(&window, (camera, transform)).and_then(|ray| camera::pick(recipe, land, ray, *origin));
    let Some([x, _, z]) = ground else { return };
    // Whole metres: what one drags need not be exact, and round numbers are typed again more easily.
    let round = |c: f64| c.round();
    frame.area = Some(match handle {
        Handle::Middle => Area { centre_m: [round(x), round(z)], ..area },
        Handle::Corner => {
            let half = (x - area.centre_m[0]).abs().max((z - area.centre_m[1]).abs());
            Area { side_m: round(2.0 * half).max(2.0), ..area }
        }
    });
}

fn draw(frame: Res<AreaFrame>, shown: Res<ShownLand>, origin: Res<WorldOrigin>, mut gizmos: Gizmos) {
    let (Some((recipe, land)), Some(area)) = (&shown.current, frame.area.filter(|_| frame.shown)) else { return };
    let colour = Color::srgb(1.0, 0.72, 0.35);
    // A little above the ground, so that the land does not cut it.
    let lift_m = 0.004 * area.side_m;
    let at = |[x, z]: [f64; 2]| origin.local([x, ground_m(recipe, land, [x, z]) + lift_m, z]);
    let [_, (a, _), (b, _), (c, _), (d, _)] = handles(&area);
    for [from, to] in [[a, b], [b, d], [d, c], [c, a]] {
        let point = |i: usize| {
            let t = i as f64 / PIECES as f64;
            at([from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t])
        };
        gizmos.linestrip((0..=PIECES).map(point), colour);
    }
    for (place, handle) in handles(&area) {
        let size = 0.012 * area.side_m as f32 * if handle == Handle::Middle { 1.6 } else { 1.0 };
        gizmos.sphere(Isometry3d::from_translation(at(place)), size, colour);
    }
}
