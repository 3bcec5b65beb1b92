//! Quiet when idle: a frame is made when something happens, and no other. What counts are values,
//! not change flags: plugins mark things as changed that are not.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::{EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent};

use super::activity::{self, Activity};
use crate::plugin::draft::Draft;
use crate::plugin::kept::{NumberPicture, Picture};
use crate::plugin::look::horizon::Horizons;
use crate::studio::command::kinds::Command;

/// Frames that follow the last one in which something happened: what egui measures and textures
/// that are uploaded late.
const FRAMES_AFTER: u32 = 4;

/// For so long after the last of them frames are made now and then: what waits for its time (a
/// notice that goes, a window's size that is saved) sees it come. Then none at all.
const LINGER: Duration = Duration::from_secs(12);
const NOW_AND_THEN: Duration = Duration::from_secs(1);
/// Not for ever: a time that cannot be added to a clock's leaves the event loop spinning.
const RARELY: Duration = Duration::from_secs(3600);

/// Whether frames are made without end, as a benchmark or a recording of the screen wants them.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawContinuously(pub bool);

/// Whether nothing has moved, been at work or been held for a few frames, and the picture is sharp.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtRest(pub bool);

/// In the last schedule of a frame: what follows knows whether it is at rest.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeeRest;

/// Frames only when something happens.
pub fn plugin(app: &mut App) {
    app.add_plugins(activity::plugin)
        .insert_resource(reactive(NOW_AND_THEN))
        .add_message::<Command>()
        .init_resource::<DrawContinuously>()
        .init_resource::<AtRest>()
        .add_systems(Startup, wake_for_horizons)
        .add_systems(Last, (keep_awake.in_set(SeeRest).after(NumberPicture), set_pace).chain());
}

/// Horizons are found while the window rests: frames in the meantime would only hold that up.
fn wake_for_horizons(
    horizons: Option<Res<Horizons>>,
    event_loop: Option<Res<EventLoopProxyWrapper>>,
) {
    let (Some(horizons), Some(event_loop)) = (horizons, event_loop) else { return };
    let event_loop = (**event_loop).clone();
    // A loop that has ended needs no frame.
    horizons.wake_with(move || _ = event_loop.send_event(WinitUserEvent::WakeUp));
}

/// A frame for every event, and one where none comes for so long. Events of the mouse outside the
/// window are no reason to draw.
fn reactive(wait: Duration) -> WinitSettings {
    WinitSettings {
        focused_mode: UpdateMode::reactive(wait),
        unfocused_mode: UpdateMode::reactive_low_power(wait),
    }
}

/// Slows down and stops when nobody has wished for a frame for a while.
fn set_pace(
    mut wishes: MessageReader<RequestRedraw>,
    mut last: Local<Option<Instant>>,
    mut settings: ResMut<WinitSettings>,
) {
    if wishes.read().last().is_some() || last.is_none() {
        *last = Some(Instant::now());
    }
    let lingers = last.is_some_and(|at| at.elapsed() < LINGER);
    let wanted = reactive(if lingers { NOW_AND_THEN } else { RARELY });
    if settings.focused_mode != wanted.focused_mode {
        *settings = wanted;
    }
}

/// Asks for another frame while something happens, and for a few afterwards.
fn keep_awake(
    (mut frames_left, mut calm): (Local<u32>, Local<Option<u64>>),
    activity: Res<Activity>,
    (keyboard, buttons): (Res<ButtonInput<KeyCode>>, Res<ButtonInput<MouseButton>>),
    (continuously, draft): (Res<DrawContinuously>, Res<Draft>),
    picture: Option<Res<Picture>>,
    horizons: Option<Res<Horizons>>,
    mut commands: MessageReader<Command>,
    mut rest: ResMut<AtRest>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let is_held = keyboard.get_pressed().next().is_some() || buttons.get_pressed().next().is_some();
    // What a command opens is first there in the frame that follows, even if its key is up by then.
    let is_asked = commands.read().count() > 0;
    let is_fading = horizons.as_ref().is_some_and(|it| it.is_fading());
    let is_busy = activity.moves_now || is_held || is_asked || is_fading;
    *frames_left = if is_busy { FRAMES_AFTER } else { frames_left.saturating_sub(1) };
    let is_lit = horizons.is_none_or(|it| it.is_settled());
    // Water that moves is no unrest: a picture counts that has been whole since all else has stood still.
    let moves = activity.moves_now || draft.0;
    let number = picture.as_ref().map_or(0, |picture| picture.number());
    *calm = if moves { None } else { calm.or(Some(number)) };
    let has_been = |number| picture.as_ref().is_none_or(|picture| picture.has_been_whole(number));
    let is_drawn = calm.is_some_and(has_been);
    let is_coming = picture.as_ref().is_some_and(|picture| !picture.is_whole());
    rest.0 = *frames_left == 0 && is_lit && is_drawn;
    // Frames that are drawn for their own sake are no unrest.
    if continuously.0 || *frames_left > 0 || is_coming {
        redraw.write(RequestRedraw);
    }
}
