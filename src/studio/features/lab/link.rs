//! Lets the point p of the figures follow the pointer over the land. The noise is evaluated at p,
//! which is the position in metres times the frequency of the noise.

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw};

use super::state::Lab;
use crate::plugin::land::state::WantedScene;
use crate::plugin::order::OrogenSet;
use crate::studio::app::notice::Notice;
use crate::studio::camera::ground::{self, CursorGround};
use crate::studio::camera::pointer::decide_owner;
use crate::studio::camera::state::InputOwner;

/// The distance that the pointer may move during a click, in pixels. A larger move is a drag.
const CLICK_TRAVEL: f32 = 4.0;

/// Adds the link between the point p and the pointer over the land.
pub struct LinkPlugin;

impl Plugin for LinkPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(PostUpdate, follow.after(ground::find))
            .add_systems(PostUpdate, claim_keyboard.in_set(OrogenSet::Claim).before(decide_owner));
    }
}

/// Gives the keyboard to the lab while the pointer is over its pane.
fn claim_keyboard(lab: Res<Lab>, mut owner: ResMut<InputOwner>) {
    owner.lab_has_keyboard = lab.open && lab.has_keyboard;
}

/// The state of the pointer and the lab in earlier frames.
#[derive(Default)]
struct PreviousFrame {
    was_open: bool,
    /// The cursor when the lab opened, or when the land last owned it.
    cursor: Option<Vec2>,
    press_pixel: Option<Vec2>,
}

fn follow(
    mut lab: ResMut<Lab>,
    mut before: Local<PreviousFrame>,
    ground: Res<CursorGround>,
    owner: Res<InputOwner>,
    wanted: Res<WantedScene>,
    buttons: Res<ButtonInput<MouseButton>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut notice: ResMut<Notice>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let cursor = window.and_then(|window| window.cursor_position());
    // p moves only if the pointer does, not when the lab opens or the camera moves the land under
    // the pointer.
    let has_moved = before.cursor.is_some_and(|before| Some(before) != cursor) && before.was_open;
    let just_opened = lab.open && !before.was_open;
    before.was_open = lab.open;
    if !lab.open || owner.panel_has_pointer {
        // A frame later the land may own the pointer at the same pixel, so the move still counts then.
        if just_opened {
            before.cursor = cursor;
        }
        before.press_pixel = None;
        return;
    }
    before.cursor = cursor;
    if buttons.just_pressed(MouseButton::Left) {
        before.press_pixel = cursor;
    }
    if buttons.just_released(MouseButton::Left)
        && let Some((from, to)) = before.press_pixel.take().zip(cursor)
        && from.distance(to) < CLICK_TRAVEL
    {
        toggle_pin(&mut lab, &mut notice);
        redraw.write(RequestRedraw);
    }
    let is_held = buttons.get_pressed().next().is_some();
    if let Some([x, _, z]) = ground.place_m.filter(|_| has_moved && !is_held && !lab.is_pinned) {
        let per_m = wanted.0.recipe.base().frequency_per_m();
        lab.state.point = [x * per_m, z * per_m];
        redraw.write(RequestRedraw);
    }
}

/// Keeps p where it is, or lets p follow the pointer again. Shows a notice about the change.
pub fn toggle_pin(lab: &mut Lab, notice: &mut Notice) {
    lab.is_pinned = !lab.is_pinned;
    notice.replace("pin", pin_text(lab.is_pinned).to_owned());
}

/// Returns the text that says if p follows the pointer.
pub fn pin_text(is_pinned: bool) -> &'static str {
    match is_pinned {
        true => "p stays; a click on the land lets it follow the pointer again",
        false => "p follows the pointer over the land",
    }
}
