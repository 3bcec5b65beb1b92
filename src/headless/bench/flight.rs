//! Measures a flight at 300 m/s: the cost of a frame, the wait for missing land, and the growth of
//! memory.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use serde::Serialize;

use super::spread::Spread;
use crate::headless::capture::{FrameTimes, Headless};
use crate::headless::error::HeadlessError;
use crate::headless::machine;
use crate::plugin::camera::LandCamera;
use crate::plugin::land::state::ChunkIndex;
use crate::plugin::land::stream::Streaming;
use crate::terrain::chunk::ChunkKey;

/// The speed of the flight, in metres per second.
pub const SPEED_M_S: f64 = 300.0;

/// The interval between frames.
const FRAME: Duration = Duration::from_micros(16_667);

/// The number of frames until memory is stable.
const WARM_UP: usize = 1000;

/// The results of a flight.
#[derive(Serialize, Clone, Debug)]
pub struct FlightReport {
    pub frames: usize,
    pub seconds: f64,
    /// The processor time of the main world, which runs on one thread.
    pub main: Spread,
    /// The processor time of the render world, which runs on one thread.
    pub render: Spread,
    /// The sum of `main` and `render`.
    pub frame: Spread,
    pub longest_over_median: f64,
    pub chunks_a_second: f64,
    pub most_chunks: usize,
    /// The longest time that a place within the horizon was missing or too coarse.
    pub longest_wait_ms: f64,
    /// The growth of memory from frame 1000 to the end, in percent. `None` for short flights, and
    /// on systems that do not report memory.
    pub memory_growth_percent: Option<f64>,
}

/// Flies for `frames` frames, eastward and a little to the south.
///
/// # Errors
/// If the land cannot be built.
pub fn fly(headless: &mut Headless, frames: usize) -> Result<FlightReport, HeadlessError> {
    headless.settle()?;
    // The first frames set up resources and do not count.
    for _ in 0..10 {
        headless.update();
    }
    let old_count = headless.world().resource::<Streaming>().streamed_count;
    let (mut times, mut lateness) = (Vec::with_capacity(frames), Lateness::default());
    let (mut memory, mut most_chunks) = (None, 0);
    let start = Instant::now();
    let mut flown_m = 0.0;
    for frame in 0..frames {
        let due = start + FRAME * frame as u32;
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        let distance = start.elapsed().as_secs_f64() * SPEED_M_S;
        move_cameras(headless.world(), Vec3::new(0.8, 0.0, 0.6) * (distance - flown_m) as f32);
        flown_m = distance;
        times.push(headless.update_timed());
        lateness.update(headless.world().resource::<Streaming>());
        most_chunks = most_chunks.max(headless.world().resource::<ChunkIndex>().0.len());
        if frame + 1 == WARM_UP {
            memory = machine::memory_mib();
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let streamed = headless.world().resource::<Streaming>().streamed_count - old_count;
    let growth = memory.filter(|_| frames >= 2 * WARM_UP).zip(machine::memory_mib());
    let spread =
        |time: fn(&FrameTimes) -> Duration| Spread::of(&times.iter().map(time).collect::<Vec<_>>());
    let frame = spread(|t| t.main + t.render);
    Ok(FlightReport {
        frames,
        seconds,
        main: spread(|t| t.main),
        render: spread(|t| t.render),
        frame,
        longest_over_median: frame.worst_ms / frame.median_ms,
        chunks_a_second: streamed as f64 / seconds,
        most_chunks,
        longest_wait_ms: 1000.0 * lateness.longest.as_secs_f64(),
        memory_growth_percent: growth
            .map(|([before, _], [after, _])| 100.0 * (after / before - 1.0)),
    })
}

/// Moves the cameras. The height above the ground and the levels of detail stay about the same.
fn move_cameras(world: &mut World, offset: Vec3) {
    let mut cameras = world.query_filtered::<&mut Transform, With<LandCamera>>();
    for mut camera in cameras.iter_mut(world) {
        camera.translation += offset;
    }
}

/// Records since when each place has been missing or too coarse.
#[derive(Default)]
struct Lateness {
    since: HashMap<ChunkKey, Instant>,
    longest: Duration,
}

impl Lateness {
    fn update(&mut self, streaming: &Streaming) {
        let Some(selection) = &streaming.selection else { return };
        let (levels, viewer) = (*selection.levels(), streaming.viewer);
        let too_coarse = selection
            .leaves()
            .iter()
            .copied()
            .filter(|&key| levels.is_too_coarse(&viewer, key, 1.0));
        let empty =
            levels.roots(&viewer, 1.0).into_iter().filter(|&root| !selection.has_root(root));
        let now = Instant::now();
        let before = std::mem::take(&mut self.since);
        for key in too_coarse.chain(empty) {
            // If a place became finer, but not fine enough, its wait began when its parent's began.
            let since =
                before.get(&key).or_else(|| before.get(&key.parent())).copied().unwrap_or(now);
            self.longest = self.longest.max(now - since);
            self.since.insert(key, since);
        }
    }
}
