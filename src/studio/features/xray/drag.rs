//! Lets the user drag the arrows of the X-ray, turn them in a random direction, or restore them.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::state::{DraggedArrow, Xray, remove_edit, set_gradient};
use crate::lab::xray::Pin;
use crate::noise::edit::MAX_GRADIENT;
use crate::noise::hash::avalanche;
use crate::plugin::camera::LandCamera;
use crate::plugin::land::origin::RenderOrigin;
use crate::plugin::land::state::{ShownLand, WantedScene};
use crate::studio::app::notice::Notice;
use crate::studio::camera::cursor::cursor_ray;
use crate::studio::camera::pointer::CoveredAreas;
use crate::studio::camera::state::InputOwner;
use crate::studio::features::lab::state::Lab;
use crate::terrain::surface::Ray;

/// The distance within which the pointer grabs the tip of an arrow, in pixels.
const GRAB_DISTANCE: f32 = 14.0;
/// The distance that the pointer may move during a click, in pixels. A larger move is a drag.
const CLICK_TRAVEL: f32 = 4.0;

/// The least distance between lattice points on the screen for which arrows have handles, in
/// pixels.
const MIN_CELL_PX: f32 = 60.0;
/// The maximum number of handles. The nearest arrows get them.
const MAX_HANDLES: usize = 48;
/// The visibility test ignores ground in this last fraction of the distance from the camera to a
/// tip. A tip lies on the ground, which would otherwise hide it.
const IGNORED_FRACTION: f64 = 0.03;
/// The sample spacing of the visibility test, as a fraction of the distance to the camera.
const COARSENESS: f64 = 0.004;

/// Finds the arrow tips that no ground hides, after the camera or the land has changed.
pub(super) fn find_tips(
    mut xray: ResMut<Xray>,
    shown: Res<ShownLand>,
    origin: Res<RenderOrigin>,
    cameras: Query<(&Camera, &GlobalTransform), With<LandCamera>>,
) {
    let (Some(surface), Ok((camera, transform))) = (shown.surface(), cameras.single()) else {
        return;
    };
    let now = Some((*transform, shown.revision));
    if !xray.open || xray.found_for == now {
        return;
    }
    let eye_m = origin.world_m(transform.translation());
    let on_ground = |[x, z]: [f64; 2]| [x, xray.heights.at([x, z]), z];
    let pixel = |place_m: [f64; 3]| camera.world_to_viewport(transform, origin.local(place_m)).ok();
    let mut tips: Vec<(f64, usize, Vec2)> = vec![];
    for (index, pin) in xray.pins().iter().enumerate() {
        let tip_m = on_ground(pin.tip_m());
        let ends = [pin.position_m, pin.next_m()].map(|place_m| pixel(on_ground(place_m)));
        let ([Some(a), Some(b)], Some(tip)) = (ends, pixel(tip_m)) else { continue };
        if a.distance(b) < MIN_CELL_PX {
            continue;
        }
        let offset_m = [0, 1, 2].map(|i| tip_m[i] - eye_m[i]);
        let distance_m = offset_m.iter().map(|x| x * x).sum::<f64>().sqrt();
        let direction = offset_m.map(|x| x / distance_m);
        let ray = Ray { start_m: eye_m, direction, coarseness: COARSENESS };
        if surface.cast(&ray, 0.0..(1.0 - IGNORED_FRACTION) * distance_m).is_none() {
            tips.push((distance_m, index, tip));
        }
    }
    tips.sort_by(|a, b| a.0.total_cmp(&b.0));
    xray.handles = tips.into_iter().take(MAX_HANDLES).map(|(_, index, tip)| (index, tip)).collect();
    xray.found_for = now;
}

pub(super) fn drag_arrows(
    mut xray: ResMut<Xray>,
    mut lab: ResMut<Lab>,
    mut covered: CoveredAreas,
    mut owner: ResMut<InputOwner>,
    mut wanted: ResMut<WantedScene>,
    mut notice: ResMut<Notice>,
    buttons: Res<ButtonInput<MouseButton>>,
    shown: Res<ShownLand>,
    origin: Res<RenderOrigin>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    cameras: Query<(&Camera, &GlobalTransform), With<LandCamera>>,
) {
    let (Some(window), Ok((camera, transform)), Some(surface)) =
        (window, cameras.single(), shown.surface())
    else {
        return;
    };
    let cursor = window.cursor_position().filter(|_| xray.open);
    let Some(cursor) = cursor else {
        if xray.dragged_arrow.is_some() {
            xray.dragged_arrow = None;
        }
        return;
    };
    let pin_at_cursor = |xray: &Xray| {
        let is_near = |handle: &&(usize, Vec2)| handle.1.distance(cursor) < GRAB_DISTANCE;
        let by_distance = |a: &&(usize, Vec2), b: &&(usize, Vec2)| {
            a.1.distance(cursor).total_cmp(&b.1.distance(cursor))
        };
        let nearest = xray.handles.iter().filter(is_near).min_by(by_distance);
        nearest.map(|(pin, _)| xray.pins()[*pin].clone())
    };
    if buttons.just_pressed(MouseButton::Left) && !covered.contain(cursor) {
        let before = lab.state.gradients.clone();
        let arrow = pin_at_cursor(&xray).map(|pin| DraggedArrow {
            pin,
            press_pixel: cursor,
            has_moved: false,
            before,
        });
        xray.dragged_arrow = arrow;
    }
    if buttons.just_pressed(MouseButton::Right)
        && !covered.contain(cursor)
        && let Some(pin) = pin_at_cursor(&xray)
    {
        owner.give_to_panel();
        let mut recipe = wanted.0.recipe.clone();
        remove_edit(&mut lab.state, &mut recipe, (xray.octave, pin.cell));
        if wanted.0.recipe != recipe {
            wanted.0.recipe = recipe;
        }
    }
    let Some(mut arrow) = xray.dragged_arrow.clone() else { return };
    owner.give_to_panel();
    arrow.has_moved |= arrow.press_pixel.distance(cursor) > CLICK_TRAVEL;
    let gradient = if arrow.has_moved {
        let ray = cursor_ray(&window, (camera, transform), *origin);
        ray.and_then(|ray| surface.pick(&ray)).map(|[x, _, z]| arrow.pin.gradient_to([x, z]))
    } else if buttons.just_released(MouseButton::Left) {
        Some(random_gradient(&arrow.pin))
    } else {
        None
    };
    if let Some(gradient) = gradient {
        let gradient = gradient.map(|g| g.clamp(-MAX_GRADIENT, MAX_GRADIENT));
        let point = (xray.octave, arrow.pin.cell);
        if !set_gradient(&mut lab.state, &wanted.0.recipe, point, gradient) {
            notice.say(
                "a land can have at most 64 edited arrows; right-click one to restore it"
                    .to_owned(),
            );
        }
    }
    xray.dragged_arrow = buttons.pressed(MouseButton::Left).then_some(arrow);
}

/// Returns a gradient of the same length (at least 0.25) in a random direction. The direction is a
/// hash of the old gradient, so each click gives another direction.
fn random_gradient(pin: &Pin) -> [f64; 2] {
    let [x, y] = pin.gradient;
    let bits = x.to_bits() ^ y.to_bits().rotate_left(17) ^ pin.cell[0] as u64;
    let number = avalanche(bits as u32 ^ (bits >> 32) as u32 ^ pin.cell[1] as u32);
    let angle = f64::from(number) / f64::from(u32::MAX) * std::f64::consts::TAU;
    let length = x.hypot(y).max(0.25);
    [length * angle.cos(), length * angle.sin()]
}
