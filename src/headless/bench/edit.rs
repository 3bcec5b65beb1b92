//! Edits: from the change to the buffers that the next picture reads.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::spread::Spread;
use crate::headless::capture::Headless;
use crate::headless::error::HeadlessError;
use crate::plugin::land::state::{ShownLand, WantedScene};
use crate::plugin::land::stream::Streaming;
use crate::plugin::land::upload::LastUpload;
use crate::terrain::scene::Scene;

/// One kind of edit.
#[derive(Serialize, Clone, Debug)]
pub struct EditReport {
    /// The parameter that changes.
    pub key: &'static str,
    pub edits: usize,
    /// From the change to the end of the writes into the render world's buffers.
    pub written: Spread,
    /// Of that, sampling and meshing; all 0 where nothing is built.
    pub built: Spread,
    /// How many edits were written in the frame that made them.
    pub in_their_frame: usize,
}

/// The edits that are measured: a key, and the value of the n-th edit.
pub const EDITS: [(&str, fn(u32) -> String); 4] = [
    ("world.seed", |n| format!("bench {n}")),
    ("fractal.octaves", |n| (7.0 + 0.01 * f64::from(n % 100)).to_string()),
    ("world.sea_level_m", |n| (-60.0 + f64::from(n % 100)).to_string()),
    ("colour.grass", |n| format!("#{:06x}", 0x40_6020 + n % 100)),
];

/// Makes `edits` edits of one kind, each after the land has settled, and leaves the scene as it
/// was.
///
/// # Errors
/// If the land cannot be built.
pub fn measure(
    headless: &mut Headless,
    (key, value): (&'static str, fn(u32) -> String),
    edits: usize,
) -> Result<EditReport, HeadlessError> {
    let scene = headless.world().resource::<WantedScene>().0.clone();
    let (mut written, mut built, mut in_their_frame) = (vec![], vec![], 0);
    for n in 0..edits {
        let mut edited = scene.clone();
        edited.set_text(key, &value(n as u32))?;
        let (took, frames) = edit(headless, edited)?;
        written.push(took);
        built.push(headless.world().resource::<ShownLand>().build_duration);
        in_their_frame += usize::from(frames == 1);
        rest(headless);
    }
    headless.want(scene);
    headless.settle()?;
    let builds = key != "colour.grass";
    Ok(EditReport {
        key,
        edits,
        written: Spread::of(&written),
        built: Spread::of(if builds { &built } else { &[] }),
        in_their_frame,
    })
}

/// A drag: edits at 60 Hz, whether they have landed or not.
#[derive(Serialize, Clone, Debug)]
pub struct DragReport {
    pub key: &'static str,
    pub edits: u32,
    /// Revisions that landed.
    pub landed: u64,
    /// A frame's wall time, waiting for its edit's revision included.
    pub frame: Spread,
    /// The longest time between two revisions.
    pub longest_gap_ms: f64,
}

/// Drags the frequency for `edits` frames at 60 Hz, and leaves the scene as it was.
///
/// # Errors
/// If the land cannot be built.
pub fn drag(headless: &mut Headless, edits: u32) -> Result<DragReport, HeadlessError> {
    let key = "noise.frequency";
    let scene = headless.world().resource::<WantedScene>().0.clone();
    let first = headless.world().resource::<ShownLand>().revision;
    let (mut frames, mut revision, mut gap) = (vec![], first, Duration::ZERO);
    let start = Instant::now();
    let mut landed_at = start;
    for edit in 0..edits {
        let due = start + Duration::from_micros(16_667) * edit;
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        let frame = Instant::now();
        let mut edited = scene.clone();
        edited.set_text(key, &(0.5 + 0.01 * f64::from(edit % 200)).to_string())?;
        headless.want(edited);
        headless.update();
        frames.push(frame.elapsed());
        let now = headless.world().resource::<ShownLand>().revision;
        if now != revision {
            gap = gap.max(landed_at.elapsed());
            (revision, landed_at) = (now, Instant::now());
        }
    }
    headless.want(scene);
    headless.settle()?;
    let longest_gap_ms = 1000.0 * gap.as_secs_f64();
    Ok(DragReport {
        key,
        edits,
        landed: revision - first,
        frame: Spread::of(&frames),
        longest_gap_ms,
    })
}

/// Lets the chunks around the view stream in, as a person does between two edits.
fn rest(headless: &mut Headless) {
    while !headless.world().resource::<Streaming>().is_settled() {
        headless.update();
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// One edit: how long it took, and how many frames.
fn edit(headless: &mut Headless, edited: Scene) -> Result<(Duration, u32), HeadlessError> {
    let start = Instant::now();
    headless.want(edited);
    for frame in 1.. {
        headless.update();
        let world = headless.world();
        let (shown, wanted) = (world.resource::<ShownLand>(), world.resource::<WantedScene>());
        if let Some(problem) = &shown.problem {
            return Err(problem.clone().into());
        }
        let (is_shown, revision) = (shown.shows(&wanted.0), shown.revision);
        let written =
            headless.render_world().and_then(|world| world.get_resource::<LastUpload>()).copied();
        if let Some(written) = written.filter(|written| is_shown && written.revision == revision) {
            return Ok((written.at.saturating_duration_since(start), frame));
        }
    }
    unreachable!("frames do not end")
}
