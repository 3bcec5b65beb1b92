//! The state of the network view. A thread makes the drawing, because a new network takes longer
//! than a frame.

use bevy::prelude::*;
use crossbeam_channel::{Receiver, bounded};

use super::drawing::{NetworkDrawing, RiverStats};
use crate::plugin::camera::LandCamera;
use crate::plugin::land::origin::RenderOrigin;
use crate::plugin::land::state::{ShownLand, WantedScene};
use crate::studio::app::notice::Notice;
use crate::studio::camera::ground::{CursorGround, middle_of_view};
use crate::studio::camera::state::FreeArea;
use crate::studio::command::kinds::Command;
use crate::studio::document::files::work::FileWork;

/// The state of the network view.
#[derive(Resource, Default)]
pub struct NetworkView {
    pub open: bool,
    pub(super) drawing: Option<NetworkDrawing>,
    /// The statistics of the river under the cursor.
    pub(super) river_at_cursor: Option<RiverStats>,
    made_for: Option<NetworkSquare>,
    /// The drawing under way.
    task: Option<(NetworkSquare, Receiver<Option<NetworkDrawing>>)>,
}

/// A square on the land, and the revision of the land.
#[derive(Clone, Copy, Debug, PartialEq)]
struct NetworkSquare {
    revision: u64,
    middle_m: [f64; 2],
    side_m: f64,
}

/// The side of the square, before rounding, as a multiple of the camera's distance to its middle.
const SIDE_RATIO: f64 = 3.0;
/// The shortest side of the square, in metres.
const MIN_SIDE_M: f64 = 4000.0;

impl NetworkSquare {
    /// A square with its middle and side rounded, so that it stays the same when the camera moves
    /// a little.
    fn new(revision: u64, middle_m: [f64; 2], side_m: f64) -> Self {
        let side_m = side_m.max(MIN_SIDE_M).log2().ceil().exp2();
        let step_m = side_m / 8.0;
        Self { revision, middle_m: middle_m.map(|x| (x / step_m).round() * step_m), side_m }
    }
}

/// Opens and closes the view.
pub(super) fn handle_commands(
    mut commands: MessageReader<Command>,
    mut view: ResMut<NetworkView>,
    wanted: Res<WantedScene>,
    mut notice: ResMut<Notice>,
) {
    for _ in commands.read().filter(|command| **command == Command::ToggleRiverNetwork) {
        if !view.open && !wanted.0.recipe.rivers.on {
            notice.say("this land has no rivers; switch Rivers on first".to_owned());
        } else {
            view.open = !view.open;
        }
    }
}

/// Starts a drawing when the land or the square in view has changed, and collects a finished
/// drawing.
pub(super) fn update(
    mut view: ResMut<NetworkView>,
    shown: Res<ShownLand>,
    area: Res<FreeArea>,
    origin: Res<RenderOrigin>,
    cursor: Option<Res<CursorGround>>,
    work: Option<Res<FileWork>>,
    cameras: Query<(&Camera, &GlobalTransform), With<LandCamera>>,
) {
    if !view.open {
        if view.made_for.is_some() || view.task.is_some() {
            *view = NetworkView::default();
        }
        return;
    }
    let (Some(surface), Ok(camera)) = (shown.surface(), cameras.single()) else {
        return;
    };
    let Some(network) = surface.land().river_network() else {
        *view = NetworkView::default();
        return;
    };
    view.take_drawing();
    // The network near the cursor exists once there is a drawing.
    let place_m = cursor.and_then(|cursor| cursor.place_m).filter(|_| view.drawing.is_some());
    let cell = place_m.map(|[x, _, z]| network.drainage().cell_at([x, z]));
    if cell != view.river_at_cursor.as_ref().map(|river| river.cell) {
        view.river_at_cursor = place_m.and_then(|[x, _, z]| RiverStats::at(network, [x, z]));
    }
    let Some(([x, _, z], distance_m)) = middle_of_view(surface, &area, *origin, camera) else {
        return;
    };
    let square = NetworkSquare::new(shown.revision, [x, z], SIDE_RATIO * distance_m);
    if view.task.is_some() || view.made_for == Some(square) {
        return;
    }
    let (send, drawn) = bounded(1);
    let (land, wake) = (surface.land().clone(), work.map(|work| work.wake()));
    let started = std::thread::Builder::new().name("orogen-network".to_owned()).spawn(move || {
        // Ignore the error: the view may be closed by now.
        let _ = send.send(NetworkDrawing::new(&land, square.middle_m, square.side_m));
        wake.into_iter().for_each(|wake| wake());
    });
    if started.is_ok() {
        view.task = Some((square, drawn));
    }
}

impl NetworkView {
    /// Takes a finished drawing. If the thread has ended without a drawing, the next frame tries
    /// again.
    fn take_drawing(&mut self) {
        let Some((square, drawn)) = &self.task else { return };
        match drawn.try_recv() {
            Ok(drawing) => (self.made_for, self.drawing) = (Some(*square), drawing),
            Err(crossbeam_channel::TryRecvError::Empty) => return,
            Err(crossbeam_channel::TryRecvError::Disconnected) => {}
        }
        self.task = None;
    }
}
