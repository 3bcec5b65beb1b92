//! Writes the state of the window to standard error, for scripts that drive it.

use std::fmt;
use std::io::Write;

use bevy::input::ButtonState;
use bevy::input::keyboard::KeyboardInput;
use bevy::input::mouse::{MouseButtonInput, MouseWheel};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::idle::{AtRest, DetectRest};
use crate::plugin::kept_picture::{PictureState, PieceTimes};
use crate::plugin::land::state::ShownLand;
use crate::studio::camera::state::InputOwner;
use crate::studio::features::lab::state::Lab;
use crate::studio::panel::state::UiState;

/// The environment variable that switches these lines on.
pub const VARIABLE: &str = "OROGEN_TRACE";

/// Writes a line at the end of each frame in which the state changed.
pub fn plugin(app: &mut App) {
    if std::env::var_os(VARIABLE).is_some() {
        app.add_systems(Last, trace.after(DetectRest));
    }
}

/// The state that scripts wait for.
#[derive(Clone, Debug, Default, PartialEq)]
struct TracedState {
    /// The last position of the pointer in the window, in pixels.
    pointer: [i32; 2],
    /// Presses of buttons and keys, and wheel steps, since the start; repeats of held keys do not
    /// count.
    presses: u32,
    /// The number of held buttons and keys.
    held_count: usize,
    is_typing: bool,
    /// True if the last two frames had panels, so that they can be clicked.
    has_panels: bool,
    revision: u64,
    /// The size of the window, in pixels.
    size: [u32; 2],
    /// True if nothing moves, is built or is held.
    is_at_rest: bool,
    /// The lab's figure, step and point p; see [`describe_lab`].
    lab: String,
}

impl fmt::Display for TracedState {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        let ([x, y], [width, height]) = (self.pointer, self.size);
        write!(to, "trace: pointer {x},{y} presses {} held {} ", self.presses, self.held_count)?;
        write!(to, "typing {} panels {} ", self.is_typing, self.has_panels)?;
        write!(to, "revision {} size {width}x{height} rest {} ", self.revision, self.is_at_rest)?;
        write!(to, "lab {}", self.lab)
    }
}

/// Returns `closed`, `sheet`, or the figure, the step from 1 and the point p in cells, as in
/// `lattice:2:1.7,2.3`. A figure's picture may change later, because a thread refines it.
fn describe_lab(lab: &Lab) -> String {
    match lab.spot() {
        Some(spot) => {
            let [x, z] = spot.point;
            format!("{}:{}:{x},{z}", spot.figure, spot.step)
        }
        None if lab.open => "sheet".to_owned(),
        None => "closed".to_owned(),
    }
}

fn trace(
    mut last: Local<TracedState>,
    (mut were_hidden, mut last_drawn): (Local<bool>, Local<u64>),
    window: Single<&Window, With<PrimaryWindow>>,
    mut clicks: MessageReader<MouseButtonInput>,
    mut keys: MessageReader<KeyboardInput>,
    mut wheel: MessageReader<MouseWheel>,
    buttons_down: Res<ButtonInput<MouseButton>>,
    keys_down: Res<ButtonInput<KeyCode>>,
    owner: Res<InputOwner>,
    panels: Res<UiState>,
    shown: Res<ShownLand>,
    (rest, picture, lab): (Res<AtRest>, Res<PictureState>, Res<Lab>),
) {
    for PieceTimes { pieces, remaining, until_first, total, longest } in picture.take_piece_times()
    {
        let [until_first, total, longest] =
            [until_first, total, longest].map(|time| 1000.0 * time.as_secs_f64());
        // Standard error may be closed, so the result is ignored.
        let _ = writeln!(
            std::io::stderr(),
            "drawn: {pieces} pieces in {total:.1} ms after {until_first:.1} ms, the longest {longest:.1} ms, \
             {remaining} left"
        );
    }
    if std::mem::replace(&mut *last_drawn, picture.whole_pictures_drawn())
        != picture.whole_pictures_drawn()
    {
        let cost = 1000.0 * picture.draw_duration().as_secs_f64();
        let _ = writeln!(std::io::stderr(), "drawn: a whole picture in {cost:.1} ms");
    }
    let click_count = clicks.read().filter(|click| click.state == ButtonState::Pressed).count();
    let key_count =
        keys.read().filter(|key| key.state == ButtonState::Pressed && !key.repeat).count();
    let wheel_count = wheel.read().count();
    let pointer = window.cursor_position().map(|position| position.as_ivec2().to_array());
    let state = TracedState {
        pointer: pointer.unwrap_or(last.pointer),
        presses: last.presses + (click_count + key_count + wheel_count) as u32,
        held_count: buttons_down.get_pressed().count() + keys_down.get_pressed().count(),
        is_typing: owner.panel_is_typed_in,
        has_panels: !panels.hidden_for_picture && !*were_hidden,
        revision: shown.revision,
        size: window.physical_size().to_array(),
        is_at_rest: rest.0,
        lab: describe_lab(&lab),
    };
    *were_hidden = panels.hidden_for_picture;
    if *last != state {
        // Standard error may be closed, so the result is ignored.
        let _ = writeln!(std::io::stderr(), "{state}");
        *last = state;
    }
}
