//! Measures edits: the time from a change to the buffers of the next picture.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::spread::Spread;
use crate::headless::capture::Headless;
use crate::headless::error::HeadlessError;
use crate::plugin::land::state::{SecondLand, ShownLand, WantedScene};
use crate::plugin::land::stream::Streaming;
use crate::plugin::land::upload::LastUpload;
use crate::plugin::look::normals::NormalTiles;
use crate::terrain::recipe::Recipe;
use crate::terrain::scene::Scene;

/// The results of one kind of edit.
#[derive(Serialize, Clone, Debug)]
pub struct EditReport {
    /// The key of the parameter that changes. If the land has several layers, the key contains the
    /// layer.
    pub key: String,
    pub edits: usize,
    /// The time from the change until the render world's buffers are written.
    pub written: Spread,
    /// The part of that time spent in sampling and meshing; 0 if nothing is built.
    pub built: Spread,
    /// The time from the change until the view is complete: every chunk in view, and every tile of
    /// fine normals.
    pub complete: Spread,
    /// The number of edits whose buffers were written in the same frame.
    pub in_their_frame: usize,
}

/// A kind of edit: a key, and a function that gives the value of the n-th edit.
pub type EditKind = (String, fn(u32) -> String);

/// Returns the kinds of edits to measure. The first changes the seed. On a land without noise, no
/// edit changes the octaves.
pub fn edits(recipe: &Recipe) -> Vec<EditKind> {
    let octaves = noise_key(recipe, "fractal.octaves")
        .map(|key| -> EditKind { (key, |n| (7.0 + 0.01 * f64::from(n % 100)).to_string()) });
    let mut edits = vec![seed_edit()];
    edits.extend(octaves);
    edits.push((SEA.to_owned(), |n| (-60.0 + f64::from(n % 100)).to_string()));
    edits.push((COLOUR.to_owned(), |n| format!("#{:06x}", 0x40_6020 + n % 100)));
    edits
}

const SEA: &str = "world.sea_level_m";
/// A change of this colour builds nothing.
const COLOUR: &str = "colour.grass";

fn seed_edit() -> EditKind {
    ("world.seed".to_owned(), |n| format!("bench {n}"))
}

/// Returns the edit of a drag: the frequency of a noise, or the seed of a land without noise.
fn drag_edit(recipe: &Recipe) -> EditKind {
    match noise_key(recipe, "noise.frequency") {
        Some(key) => (key, |n| (0.5 + 0.01 * f64::from(n % 200)).to_string()),
        None => seed_edit(),
    }
}

/// Returns the key of a parameter of the lowest noise layer, if there is one.
fn noise_key(recipe: &Recipe, key: &str) -> Option<String> {
    let layer = recipe.layers.iter().find(|layer| layer.as_noise().is_some())?;
    let is_alone = recipe.layers.len() == 1;
    Some(if is_alone { key.to_owned() } else { format!("layer.{}.{key}", layer.id) })
}

/// Makes `edits` edits of one kind, each on complete land, and restores the scene.
///
/// # Errors
/// If the land cannot be built.
pub fn measure(
    headless: &mut Headless,
    (key, value): EditKind,
    edits: usize,
) -> Result<EditReport, HeadlessError> {
    let scene = headless.world().resource::<WantedScene>().0.clone();
    let (mut written, mut built, mut complete, mut in_their_frame) = (vec![], vec![], vec![], 0);
    for n in 0..edits {
        let mut edited = scene.clone();
        edited.set_text(&key, &value(n as u32))?;
        let start = Instant::now();
        let (duration, frames) = edit(headless, edited)?;
        written.push(duration);
        built.push(headless.world().resource::<ShownLand>().build_duration);
        in_their_frame += usize::from(frames == 1);
        wait_for_view(headless);
        complete.push(start.elapsed());
    }
    headless.want(scene);
    headless.settle()?;
    let builds = key != COLOUR;
    Ok(EditReport {
        key,
        edits,
        written: Spread::of(&written),
        built: Spread::of(if builds { &built } else { &[] }),
        complete: Spread::of(&complete),
        in_their_frame,
    })
}

/// The results of a drag: edits at 60 Hz, each without waiting for the previous edit.
#[derive(Serialize, Clone, Debug)]
pub struct DragReport {
    pub key: String,
    pub edits: u32,
    /// The number of revisions (complete builds after an edit) that were shown.
    pub landed: u64,
    /// The wall time of a frame, including the wait for the revision of its edit.
    pub frame: Spread,
    /// The longest time between two shown revisions.
    pub longest_gap_ms: f64,
}

/// Changes a frequency in each of `edits` frames at 60 Hz, then restores the scene.
///
/// # Errors
/// If the land cannot be built.
pub fn drag(headless: &mut Headless, edits: u32) -> Result<DragReport, HeadlessError> {
    let scene = headless.world().resource::<WantedScene>().0.clone();
    let (key, value) = drag_edit(&scene.recipe);
    let first_revision = headless.world().resource::<ShownLand>().revision;
    let (mut frames, mut revision, mut longest_gap) = (vec![], first_revision, Duration::ZERO);
    let start = Instant::now();
    let mut landed_at = start;
    for edit in 0..edits {
        let due = start + Duration::from_micros(16_667) * edit;
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        let frame_start = Instant::now();
        let mut edited = scene.clone();
        edited.set_text(&key, &value(edit))?;
        headless.want(edited);
        headless.update();
        frames.push(frame_start.elapsed());
        let shown_revision = headless.world().resource::<ShownLand>().revision;
        if shown_revision != revision {
            longest_gap = longest_gap.max(landed_at.elapsed());
            (revision, landed_at) = (shown_revision, Instant::now());
        }
    }
    headless.want(scene);
    headless.settle()?;
    let longest_gap_ms = 1000.0 * longest_gap.as_secs_f64();
    Ok(DragReport {
        key,
        edits,
        landed: revision - first_revision,
        frame: Spread::of(&frames),
        longest_gap_ms,
    })
}

/// Waits until the chunks in view and their normals are complete, as between two edits of a user.
fn wait_for_view(headless: &mut Headless) {
    while !headless.world().resource::<Streaming>().is_settled()
        || !headless.world().resource::<NormalTiles>().is_complete()
    {
        headless.update();
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Makes one edit. Returns its time and the number of its frames.
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
        let shows_second = shown.shows_second_land(world.resource::<SecondLand>());
        let (is_shown, revision) = (shown.shows(&wanted.0) && shows_second, shown.revision);
        let written =
            headless.render_world().and_then(|world| world.get_resource::<LastUpload>()).copied();
        if let Some(written) = written.filter(|written| is_shown && written.revision == revision) {
            return Ok((written.time.saturating_duration_since(start), frame));
        }
    }
    unreachable!("frames do not end")
}
