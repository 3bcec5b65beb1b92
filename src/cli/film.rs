//! `orogen turntable` and `orogen flight`: films without a window.

use std::path::PathBuf;

use bevy::math::UVec2;
use clap::Args;

use super::error::Error;
use super::flag::{self, one_of};
use super::output::{print, with_force_hint};
use super::render::{DrawArgs, headless, parse_size};
use super::scene_args::SceneArgs;
use crate::export::TargetError;
use crate::export::embed::png_text;
use crate::export::film::{FilmError, FilmFormat, FilmPlan, MAX_FRAMES};
use crate::headless::capture::MAX_TILE;
use crate::headless::error::HeadlessError;
use crate::headless::film::FilmJob;
use crate::headless::path::{self, PathPlace};
use crate::plugin::camera::pose::Pose;
use crate::terrain::bookmark::BOOKMARKS;
use crate::terrain::scene::Scene;
use crate::terrain::surface::Surface;
use crate::text::sanitise;

/// The arguments of all films.
#[derive(Args)]
struct FilmArgs {
    #[command(flatten)]
    scene: SceneArgs,
    /// The film to write; its extension selects the format. A sequence of pictures is named
    /// NAME_0001.png and so on.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    out: PathBuf,
    #[arg(long, value_name = "FORMAT", allow_hyphen_values = true, help = format_help())]
    format: Option<FilmFormat>,
    /// Width and height in pixels, 1 to 8192 each.
    #[arg(long, value_name = "WxH", default_value = "1280x720", allow_hyphen_values = true,
        value_parser = parse_size(MAX_TILE))]
    size: UVec2,
    /// The duration of the film; by default 8 s, for a flight 4 s per bookmark interval.
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = flag::parse_finite)]
    seconds: Option<f64>,
    /// Frames per second, 1 to 120; for a GIF 50, 25 or 20.
    #[arg(long, value_name = "N", default_value_t = 25, allow_hyphen_values = true,
        value_parser = flag::number::<u32>("allowed are whole numbers from 1 to 120"))]
    fps: u32,
    #[command(flatten)]
    draw: DrawArgs,
}

/// Arguments of `orogen turntable`.
#[derive(Args)]
#[command(after_help = TURNTABLE_EXAMPLES)]
pub struct TurntableArgs {
    #[command(flatten)]
    film: FilmArgs,
    /// The number of turns, -100 to 100; a negative number reverses the direction.
    #[arg(long, value_name = "N", default_value = "1", allow_hyphen_values = true,
        value_parser = parse_turns)]
    turns: f64,
}

/// Arguments of `orogen flight`.
#[derive(Args)]
#[command(after_help = FLIGHT_EXAMPLES)]
pub struct FlightArgs {
    #[command(flatten)]
    film: FilmArgs,
    /// The bookmarks to pass, in order; by default all of the scene's.
    #[arg(long, value_name = "N,N…", allow_hyphen_values = true, value_parser = parse_numbers)]
    through: Option<BookmarkNumbers>,
}

const TURNTABLE_EXAMPLES: &str = "\
Examples:
  orogen turntable alps --out alps.webp
  orogen turntable my/land.toml --camera 20,35,5000 --seconds 12 --fps 50 --out land.gif
  orogen turntable volcano --size 1920x1080 --transparent --out frames/volcano.png";

const FLIGHT_EXAMPLES: &str = "\
Examples:
  orogen flight my/land.toml --out flight.mp4 --size 1920x1080 --fps 60
  orogen flight my/land.toml --through 3,1,2 --seconds 20 --out flight.apng

In the window, Ctrl and a number set a bookmark. Bookmarks are saved with the scene.";

fn format_help() -> String {
    let formats = one_of(FilmFormat::ALL.iter().map(|row| row.name));
    format!("{formats}; by default the one that the extension names. Videos need ffmpeg")
}

/// Runs `orogen turntable`.
pub fn turntable(args: TurntableArgs, quiet: bool) -> Result<(), Error> {
    let turns = args.turns;
    args.film.run(quiet, 8.0 * turns.abs().max(1.0), |scene, surface, frames| {
        let start = Pose::of_view(&scene.view.camera, surface);
        Ok((path::turntable(&start, turns, frames, surface), false))
    })
}

/// Runs `orogen flight`.
pub fn flight(args: FlightArgs, quiet: bool) -> Result<(), Error> {
    let scene = args.film.scene.scene()?;
    let bookmarks = scene.view.bookmarks;
    let numbers =
        args.through.unwrap_or_else(|| bookmarks.iter().map(|(number, _)| number).collect());
    let mut cameras = Vec::new();
    for number in &numbers {
        let camera = bookmarks.get(*number);
        cameras.push(camera.ok_or_else(|| {
            Error(format!("--through {number}: the scene has no bookmark {number}"))
        })?);
    }
    if cameras.len() < 2 {
        let count = cameras.len();
        return Err(Error(format!(
            "a flight needs two bookmarks or more, not {count}; set some in the window (Ctrl and a \
             number) and save the scene, or film an `orogen turntable`"
        )));
    }
    let seconds = 4.0 * (cameras.len() - 1) as f64;
    args.film.run(quiet, seconds, |_, surface, frames| {
        let poses: Vec<_> = cameras.iter().map(|camera| Pose::of_view(camera, surface)).collect();
        let places = path::flight(&poses, frames, surface);
        Ok((places.ok_or_else(|| Error("there is no path along one bookmark".to_owned()))?, true))
    })
}

fn parse_turns(text: &str) -> Result<f64, Error> {
    let turns = text.parse().ok().filter(|turns: &f64| turns.abs() <= 100.0 && *turns != 0.0);
    flag::require(turns, "allowed are numbers from -100 to 100 other than 0")
}

/// Numbers of bookmarks, separated by commas on the command line.
type BookmarkNumbers = Vec<u8>;

fn parse_numbers(text: &str) -> Result<BookmarkNumbers, Error> {
    let number = |part: &str| part.trim().parse().ok().filter(|n| (1..=BOOKMARKS).contains(n));
    let numbers = text.split(',').map(number).collect();
    flag::require(numbers, "allowed are numbers from 1 to 9 with commas, as in 3,1,2")
}

impl FilmArgs {
    /// Films along a path of the camera. `make_path` returns it for a scene and a number of frames,
    /// and also whether water moves.
    fn run(
        &self,
        quiet: bool,
        default_s: f64,
        make_path: impl FnOnce(&Scene, &Surface, u32) -> Result<(Vec<PathPlace>, bool), Error>,
    ) -> Result<(), Error> {
        let scene = self.scene.scene()?;
        let plan = self.plan(&scene, default_s)?;
        plan.check().map_err(|e| Error(e.to_string()))?;
        let protected = self.draw.overwrite.protect(self.scene.file());
        plan.check_targets(&protected).map_err(out_error)?;
        let surface = Surface::new(&scene.recipe)?;
        let (places, waves_move) = make_path(&scene, &surface, plan.frames)?;
        let mut headless = headless(&scene, self.size, self.draw.options(self.size))?;
        let reporter = self.draw.progress.start(u64::from(plan.frames), quiet);
        let film = FilmJob { scene: &scene, places, waves_move };
        let written = film.write(&mut headless, &plan, &mut |done| reporter.report(done));
        drop(reporter);
        written.map_err(|error: FilmError<HeadlessError>| match error {
            FilmError::Target(error) => out_error(error),
            other => Error(other.to_string()),
        })?;
        if quiet || self.draw.progress.is_for_programs() { Ok(()) } else { print(&describe(&plan)) }
    }

    fn plan(&self, scene: &Scene, default_s: f64) -> Result<FilmPlan, Error> {
        let format = self.format.or_else(|| FilmFormat::of_path(&self.out)).ok_or_else(|| {
            let formats = one_of(FilmFormat::ALL.iter().map(|row| row.name));
            let out = sanitise(&self.out.display().to_string());
            Error(format!(
                "--out {out}: the extension names no format; allowed are {formats}, or give --format"
            ))
        })?;
        let (fps, size) = (self.fps, self.size.to_array());
        let max_s = f64::from(MAX_FRAMES) / f64::from(fps.max(1));
        if let Some(seconds) = self.seconds.filter(|s| !(*s > 0.0 && *s <= max_s)) {
            let allowed = format!("allowed is more than 0, up to {max_s}");
            return Err(Error(format!("--seconds {seconds}: {allowed}")));
        }
        let frames = (self.seconds.unwrap_or(default_s) * f64::from(fps)).round().max(1.0) as u32;
        let (out, has_alpha, texts) = (self.out.clone(), self.draw.transparent, png_text(scene));
        Ok(FilmPlan { out, format, size, frames, fps, has_alpha, texts })
    }
}

fn out_error(error: TargetError) -> Error {
    match error {
        TargetError::Protected(kept) => Error(format!("--out: {}", with_force_hint(&kept))),
        other => Error(format!("--out: {other}")),
    }
}

/// Describes the written film.
fn describe(plan: &FilmPlan) -> String {
    let bytes: u64 =
        plan.files().filter_map(|path| path.metadata().ok()).map(|file| file.len()).sum();
    let (mut files, FilmPlan { frames, fps, .. }) = (plan.files(), plan);
    let first = files.next().unwrap_or_default();
    let what = match files.last() {
        Some(last) => format!("{} to {}", first.display(), last.display()),
        None => first.display().to_string(),
    };
    let seconds = f64::from(*frames) / f64::from(*fps);
    format!("{what}: {frames} frames, {seconds:.2} s, {:.1} MB\n", bytes as f64 / 1e6)
}
