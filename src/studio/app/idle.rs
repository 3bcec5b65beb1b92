//! Quiet when idle: a frame is made when something happens, and no other. What counts are values,
//! not change flags: plugins mark things as changed that are not.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::{EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent};

use crate::plugin::camera::LandCamera;
use crate::plugin::draft::Draft;
use crate::plugin::land::pool::Builder;
use crate::plugin::land::state::{DividerAt, ShownLand, WantedScene};
use crate::plugin::land::stream::Streaming;
use crate::plugin::look::horizon::Horizons;
use crate::plugin::look::normals::NormalTiles;
use crate::plugin::look::pipelines::NextPipelines;
use crate::plugin::scatter::ScatterTiles;
use crate::studio::command::kinds::Command;
use crate::terrain::scene::Scene;

/// Frames that follow the last one in which something happened: what egui measures and textures
/// that are uploaded late.
const FRAMES_AFTER: u32 = 4;

/// For so long after the last of them frames are made now and then: what waits for its time (a
/// notice that goes, a window's size that is saved) sees it come. Then none at all.
const LINGER: Duration = Duration::from_secs(12);
const NOW_AND_THEN: Duration = Duration::from_secs(1);
/// Not for ever: a time that cannot be added to a clock's leaves the event loop spinning.
const RARELY: Duration = Duration::from_secs(3600);

/// Frames only when something happens.
pub struct IdlePlugin;

/// Whether frames are made without end, as a benchmark or a recording of the screen wants them.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawContinuously(pub bool);

/// When the picture last had a reason to change: the camera, the land or the scene did.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Activity {
    /// `None` before anything has.
    pub moved: Option<Instant>,
}
/// Whether nothing has moved, been at work or been held for a few frames, and the picture is sharp.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtRest(pub bool);

/// In the last schedule of a frame: what follows knows whether it is at rest.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeeRest;

impl Plugin for IdlePlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(reactive(NOW_AND_THEN))
            .add_message::<Command>()
            .init_resource::<DrawContinuously>()
            .init_resource::<Activity>()
            .init_resource::<AtRest>()
            .add_systems(Startup, wake_for_horizons)
            .add_systems(Last, (keep_awake.in_set(SeeRest), set_pace).chain());
    }
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

/// What the frame before showed.
#[derive(Default)]
struct LastFrame {
    eye: Transform,
    divider: DividerAt,
    revision: u64,
    scene: Scene,
    frames_left: u32,
}

/// Asks for another frame while something happens, and for a few afterwards.
fn keep_awake(
    mut seen: Local<LastFrame>,
    cameras: Query<&Transform, With<LandCamera>>,
    wanted: Res<WantedScene>,
    shown: Res<ShownLand>,
    divider: Res<DividerAt>,
    (streaming, builder, normals): (Res<Streaming>, Res<Builder>, Res<NormalTiles>),
    (plants, drawn): (Option<Res<ScatterTiles>>, Option<Res<NextPipelines>>),
    (keyboard, buttons): (Res<ButtonInput<KeyCode>>, Res<ButtonInput<MouseButton>>),
    continuously: Res<DrawContinuously>,
    draft: Res<Draft>,
    horizons: Option<Res<Horizons>>,
    mut commands: MessageReader<Command>,
    mut activity: ResMut<Activity>,
    mut rest: ResMut<AtRest>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let eye = cameras.iter().next().copied().unwrap_or_default();
    // A smoothed camera comes to rest within a tenth of a millimetre.
    let has_moved =
        eye.translation.distance(seen.eye.translation) > 1e-4 || eye.rotation != seen.eye.rotation;
    let has_moved = has_moved || *divider != seen.divider;
    let has_plants = plants.is_none_or(|plants| plants.is_settled());
    let is_at_work = builder.is_running()
        || builder.is_streaming()
        || !streaming.is_settled()
        || !normals.is_complete()
        || !has_plants
        || drawn.is_some_and(|drawn| drawn.is_waiting());
    let is_held = keyboard.get_pressed().next().is_some() || buttons.get_pressed().next().is_some();
    let has_changed = seen.revision != shown.revision || seen.scene != wanted.0;
    if has_moved || is_at_work || has_changed {
        activity.moved = Some(Instant::now());
    }
    // What a command opens is first there in the frame that follows, even if its key is up by then.
    let is_asked = commands.read().count() > 0;
    let is_fading = horizons.as_ref().is_some_and(|it| it.is_fading());
    let is_busy = has_moved || is_at_work || is_held || has_changed || is_asked || is_fading;
    seen.frames_left = if is_busy { FRAMES_AFTER } else { seen.frames_left.saturating_sub(1) };
    (seen.eye, seen.divider, seen.revision) = (eye, *divider, shown.revision);
    if has_changed {
        seen.scene = wanted.0.clone();
    }
    let is_lit = horizons.is_none_or(|it| it.is_settled());
    rest.0 = seen.frames_left == 0 && !draft.0 && is_lit;
    // Frames that are drawn for their own sake are no unrest.
    if continuously.0 || seen.frames_left > 0 {
        redraw.write(RequestRedraw);
    }
}
