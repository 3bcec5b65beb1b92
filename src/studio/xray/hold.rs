//! Arrows of the X-ray under the pointer: dragged, rolled again, restored.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::{Xray, edit, restore};
use crate::lab::xray::Pin;
use crate::noise::edit::STEEPEST;
use crate::noise::hash::avalanche;
use crate::plugin::camera::LandCamera;
use crate::plugin::land::origin::WorldOrigin;
use crate::plugin::land::state::{ShownLand, WantedScene};
use crate::studio::camera::cursor::cursor_ray;
use crate::studio::camera::state::InputOwner;
use crate::studio::lab::Lab;
use crate::studio::notice::Notice;

/// Pixels around a tip in which the pointer takes it.
const REACH: f32 = 14.0;
/// A press that moves less than this is a click.
const STILL: f32 = 4.0;

/// What the pointer holds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Held {
    pin: Pin,
    /// Where it was pressed.
    from: Vec2,
    has_moved: bool,
}

pub(super) fn hold(
    mut xray: ResMut<Xray>,
    mut lab: ResMut<Lab>,
    mut owner: ResMut<InputOwner>,
    mut wanted: ResMut<WantedScene>,
    mut notice: ResMut<Notice>,
    buttons: Res<ButtonInput<MouseButton>>,
    shown: Res<ShownLand>,
    origin: Res<WorldOrigin>,
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
        if xray.held.is_some() {
            xray.held = None;
        }
        return;
    };
    let found = |xray: &Xray| {
        let is_near = |at_m: [f64; 2]| {
            let place = origin.local([at_m[0], xray.heights.at(at_m), at_m[1]]);
            let pixel = camera.world_to_viewport(transform, place).ok();
            pixel.is_some_and(|pixel| pixel.distance(cursor) < REACH)
        };
        let near = |pin: &&Pin| is_near(pin.tip_m()) || is_near(pin.position_m);
        xray.pins().iter().find(near).cloned()
    };
    if buttons.just_pressed(MouseButton::Left) && !owner.panel_has_pointer {
        let held = found(&xray).map(|pin| Held { pin, from: cursor, has_moved: false });
        xray.held = held;
    }
    if buttons.just_pressed(MouseButton::Right)
        && !owner.panel_has_pointer
        && let Some(pin) = found(&xray)
    {
        owner.hold();
        let mut recipe = wanted.0.recipe.clone();
        restore(&mut lab.state, &mut recipe, (xray.octave, pin.cell));
        if wanted.0.recipe != recipe {
            wanted.0.recipe = recipe;
        }
    }
    let Some(mut held) = xray.held.clone() else { return };
    owner.hold();
    held.has_moved |= held.from.distance(cursor) > STILL;
    let gradient = if held.has_moved {
        let ray = cursor_ray(&window, (camera, transform), *origin);
        ray.and_then(|ray| surface.pick(&ray)).map(|[x, _, z]| held.pin.gradient_to([x, z]))
    } else if buttons.just_released(MouseButton::Left) {
        Some(rolled(&held.pin))
    } else {
        None
    };
    if let Some(gradient) = gradient {
        let gradient = gradient.map(|g| g.clamp(-STEEPEST, STEEPEST));
        let point = (xray.octave, held.pin.cell);
        if !edit(&mut lab.state, &wanted.0.recipe, point, gradient) {
            notice
                .say("There can be 64 arrows of your own: restore one by a right click".to_owned());
        }
    }
    xray.held = buttons.pressed(MouseButton::Left).then_some(held);
}

/// Another gradient of the same length, by the one that was: so one click follows another.
fn rolled(pin: &Pin) -> [f64; 2] {
    let [x, y] = pin.gradient;
    let bits = x.to_bits() ^ y.to_bits().rotate_left(17) ^ pin.cell[0] as u64;
    let number = avalanche(bits as u32 ^ (bits >> 32) as u32 ^ pin.cell[1] as u32);
    let angle = f64::from(number) / f64::from(u32::MAX) * std::f64::consts::TAU;
    let length = x.hypot(y).max(0.25);
    [length * angle.cos(), length * angle.sin()]
}
