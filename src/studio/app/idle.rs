//! Draws frames only while something happens, so that an idle window rests.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::{EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent};

use super::activity::{self, Activity};
use crate::plugin::draft::Draft;
use crate::plugin::kept_picture::{DetectPictureChanges, PictureState};
use crate::plugin::look::horizon::LandHorizons;
use crate::studio::command::kinds::Command;

/// The number of frames after the last activity. egui needs several frames to measure layouts and
/// upload textures.
const FRAMES_AFTER: u32 = 4;

/// The time after the last request during which a frame follows every `LINGER_INTERVAL`. These
/// frames run timed actions: a notice disappears, the window's size is saved.
const LINGER: Duration = Duration::from_secs(12);
const LINGER_INTERVAL: Duration = Duration::from_secs(1);
/// The interval of frames afterwards. A much longer interval would overflow the clock and make the
/// event loop spin.
const IDLE_INTERVAL: Duration = Duration::from_secs(3600);

/// True if frames are drawn all the time, for benchmarks and screen recordings.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawContinuously(pub bool);

/// True if the window is at rest.
///
/// The window is at rest if the picture is sharp, and for a few frames nothing has moved, nothing
/// has been built, and no key or button has been held.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtRest(pub bool);

/// The system that sets [`AtRest`], in the schedule `Last`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DetectRest;

/// Draws only the frames that are needed.
pub fn plugin(app: &mut App) {
    app.add_plugins(activity::plugin)
        .insert_resource(reactive(LINGER_INTERVAL))
        .add_message::<Command>()
        .init_resource::<DrawContinuously>()
        .init_resource::<AtRest>()
        .add_systems(Startup, wake_for_horizons)
        .add_systems(
            Last,
            (keep_awake.in_set(DetectRest).after(DetectPictureChanges), set_frame_interval).chain(),
        );
}

/// Wakes the window when a horizon (the skyline that shadows the land) is computed. Frames drawn
/// before that would only slow the computation down.
fn wake_for_horizons(
    horizons: Option<Res<LandHorizons>>,
    event_loop: Option<Res<EventLoopProxyWrapper>>,
) {
    let (Some(horizons), Some(event_loop)) = (horizons, event_loop) else { return };
    let event_loop = (**event_loop).clone();
    // If the event loop has ended, no frame is needed, so the error is ignored.
    horizons.wake_with(move || _ = event_loop.send_event(WinitUserEvent::WakeUp));
}

/// Draws a frame for every event, and a frame after `wait` without events. Mouse events outside the
/// window are ignored.
fn reactive(wait: Duration) -> WinitSettings {
    WinitSettings {
        focused_mode: UpdateMode::reactive(wait),
        unfocused_mode: UpdateMode::reactive_low_power(wait),
    }
}

/// Sets the interval of frames: `LINGER_INTERVAL` until [`LINGER`] after a request, then
/// `IDLE_INTERVAL`.
fn set_frame_interval(
    mut requests: MessageReader<RequestRedraw>,
    mut last_request: Local<Option<Instant>>,
    mut settings: ResMut<WinitSettings>,
) {
    if requests.read().last().is_some() || last_request.is_none() {
        *last_request = Some(Instant::now());
    }
    let lingers = last_request.is_some_and(|time| time.elapsed() < LINGER);
    let wanted = reactive(if lingers { LINGER_INTERVAL } else { IDLE_INTERVAL });
    if settings.focused_mode != wanted.focused_mode {
        *settings = wanted;
    }
}

/// Requests frames while something happens, and `FRAMES_AFTER` frames afterwards.
fn keep_awake(
    (mut frames_left, mut still_since): (Local<u32>, Local<Option<u64>>),
    activity: Res<Activity>,
    (keyboard, buttons): (Res<ButtonInput<KeyCode>>, Res<ButtonInput<MouseButton>>),
    (continuously, draft): (Res<DrawContinuously>, Res<Draft>),
    picture: Option<Res<PictureState>>,
    horizons: Option<Res<LandHorizons>>,
    mut commands: MessageReader<Command>,
    mut rest: ResMut<AtRest>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let is_held = keyboard.get_pressed().next().is_some() || buttons.get_pressed().next().is_some();
    // A command can open a window, which appears in the next frame, even if its key is up again.
    let has_command = commands.read().count() > 0;
    let is_fading = horizons.as_ref().is_some_and(|horizons| horizons.is_fading());
    let is_busy = activity.moves_now || is_held || has_command || is_fading;
    *frames_left = if is_busy { FRAMES_AFTER } else { frames_left.saturating_sub(1) };
    let has_settled_horizons = horizons.is_none_or(|horizons| horizons.is_settled());
    // Moving water does not count as motion: one complete picture since everything else stopped is
    // enough.
    let is_moving = activity.moves_now || draft.0;
    let picture_number = picture.as_ref().map_or(0, |picture| picture.number());
    *still_since = if is_moving { None } else { still_since.or(Some(picture_number)) };
    let is_complete_since =
        |number| picture.as_ref().is_none_or(|picture| picture.has_been_complete(number));
    let is_drawn = still_since.is_some_and(is_complete_since);
    let is_incomplete = picture.as_ref().is_some_and(|picture| !picture.is_complete());
    rest.0 = *frames_left == 0 && has_settled_horizons && is_drawn;
    // Frames of `DrawContinuously` do not count as activity.
    if continuously.0 || *frames_left > 0 || is_incomplete {
        redraw.write(RequestRedraw);
    }
}
