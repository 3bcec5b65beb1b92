//! Measures edits, a flight, memory and the start-up time, in a run without a window.

mod edit;
mod flight;
mod peer;
mod spread;

use std::time::Instant;

use bevy::prelude::{App, IntoScheduleConfigs, Query, ResMut, Resource};
use bevy::render::camera::ExtractedCamera;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::render::{Render, RenderApp, RenderSystems};
use serde::Serialize;

pub use edit::{DragReport, EditReport};
pub use flight::FlightReport;
pub use peer::PeerReport;
pub use spread::Spread;

use peer::SIZE;

use super::capture::Headless;
use super::error::HeadlessError;
use crate::plugin::land::state::ShownLand;
use crate::terrain::chunk::{CHUNK_CELLS, CHUNK_VERTICES};
use crate::terrain::scene::Scene;

/// The options of the run.
#[derive(Clone, Debug)]
pub struct BenchOptions {
    pub scene: Scene,
    /// The number of frames of the flight.
    pub frames: usize,
    /// True to draw the frames of the flight. Edits are never drawn.
    pub draw: bool,
    /// The number of edits of each kind.
    pub edits: usize,
}

/// The results of the run.
#[derive(Serialize, Clone, Debug)]
pub struct BenchReport {
    pub adapter: String,
    /// The number of builder threads.
    pub threads: usize,
    /// The number of chunks that a complete view shows.
    pub chunks: usize,
    pub vertices: usize,
    /// The time from the start to the first complete picture. Without drawing, to the moment when
    /// its buffers are complete.
    pub first_picture_ms: f64,
    pub edits: Vec<EditReport>,
    pub drag: DragReport,
    pub flight: FlightReport,
    /// The number of drawn frames in the whole run; 0 without drawing.
    pub drawn_frames: u64,
    /// The peak memory of the process so far in MiB, which includes the driver's. `None` if the
    /// system does not report it.
    pub peak_memory_mib: Option<f64>,
    pub peer: PeerReport,
}

/// Runs all measurements. `say` gets a line before each step.
///
/// # Errors
/// If there is no driver, or the land cannot be built.
pub fn run(
    options: BenchOptions,
    start: Instant,
    say: impl Fn(&str),
) -> Result<BenchReport, HeadlessError> {
    let BenchOptions { scene, frames, draw, edits } = options;
    say("the first picture");
    let mut headless = Headless::new(SIZE, None, count_drawn_frames)?;
    headless.want(scene.clone());
    headless.place_camera();
    headless.set_drawing(draw);
    headless.settle()?;
    headless.update();
    let first_picture_ms = 1000.0 * start.elapsed().as_secs_f64();
    let chunks =
        headless.world().resource::<ShownLand>().triangles / (2 * CHUNK_CELLS * CHUNK_CELLS);
    let adapter = headless.world().resource::<RenderAdapterInfo>().name.clone();

    headless.set_drawing(false);
    let mut reports = Vec::new();
    for kind in edit::edits(&scene.recipe) {
        say(&format!("edits of {}", kind.0));
        reports.push(edit::measure(&mut headless, kind, edits)?);
    }
    say("a drag at 60 Hz");
    let drag = edit::drag(&mut headless, 2 * edits as u32)?;
    say("the flight");
    headless.set_drawing(draw);
    let flight = flight::fly(&mut headless, frames)?;
    let peak_memory_mib = super::machine::memory_mib().map(|[_, peak]| peak);
    let drawn_frames = headless
        .render_world()
        .and_then(|world| world.get_resource::<DrawnFrames>())
        .map_or(0, |drawn| drawn.0);
    drop(headless);
    say("the simple app");
    let ours_ms = reports[0].written.median_ms;
    let peer = peer::measure(&scene, ours_ms)?;
    Ok(BenchReport {
        adapter,
        threads: peer.threads,
        chunks,
        vertices: chunks * CHUNK_VERTICES * CHUNK_VERTICES,
        first_picture_ms,
        edits: reports,
        drag,
        flight,
        drawn_frames,
        peak_memory_mib,
        peer,
    })
}

/// The number of frames that the render world has drawn with a camera.
#[derive(Resource, Default)]
struct DrawnFrames(u64);

/// Adds a system that counts drawn frames.
fn count_drawn_frames(app: &mut App) {
    let Some(render) = app.get_sub_app_mut(RenderApp) else { return };
    render.init_resource::<DrawnFrames>().add_systems(
        Render,
        (|mut drawn: ResMut<DrawnFrames>, cameras: Query<&ExtractedCamera>| {
            drawn.0 += u64::from(!cameras.is_empty());
        })
        .in_set(RenderSystems::Render),
    );
}
