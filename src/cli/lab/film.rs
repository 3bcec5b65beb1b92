//! `orogen lab film`: writes the lab's film as frames and captions.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use rayon::prelude::*;

use super::FigureColours;
use crate::cli::error::Error;
use crate::cli::flag;
use crate::cli::output::{self, OverwriteArgs, print};
use crate::cli::recipe::{self, load};
use crate::export::embed::program_text;
use crate::export::file_error::reason;
use crate::export::picture::Picture;
use crate::export::{OutputKind, atomic};
use crate::lab::{film, pixels, teaching_scene};
use crate::terrain::recipe::RECIPE_VERSION;
use crate::text::sanitise;

/// Arguments of the command.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct LabFilmArgs {
    /// The folder for the frames, created if it does not exist.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The land to build up: a preset's name, a file or a share code.
    #[arg(long, value_name = "RECIPE", default_value = "alps")]
    recipe: String,
    /// Frames per second, 1 to 60.
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = flag::within::<u32>(1..=60))]
    fps: u32,
    /// Width and height in pixels: 640x360, 1280x720, 1920x1080 or 2560x1440.
    #[arg(long = "size", value_name = "WxH", default_value = "1280x720", value_parser = parse_scale)]
    scale: f32,
    /// The colour scheme.
    #[arg(long, value_enum, default_value_t = FigureColours::Dark)]
    colours: FigureColours,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

const EXAMPLES: &str = "\
The command ends by printing a line for ffmpeg, which joins the frames into one file.

Examples:
  orogen lab film --out film
  orogen lab film --recipe canyon --fps 12 --size 640x360 --out film";

/// Writes all frames and the captions. Prints a command that makes a film of them.
pub fn run(args: &LabFilmArgs, quiet: bool) -> Result<(), Error> {
    let land = load(&args.recipe, RECIPE_VERSION)?;
    let folder = args.out.display().to_string();
    let folder_error = |error| {
        Error(format!("--out {}: cannot make the folder: {}", sanitise(&folder), reason(&error)))
    };
    fs::create_dir_all(&args.out).map_err(folder_error)?;
    let count = (film::seconds() * f64::from(args.fps)).round() as u32;
    let path = |i: u32| args.out.join(format!("frame-{:05}.png", i + 1));
    let protected = args.overwrite.protect(recipe::file(&args.recipe));
    (0..count).try_for_each(|i| output::check(&protected, &path(i), OutputKind::Picture))?;
    let figures = teaching_scene();
    let palette = args.colours.palette();
    let bar = match quiet {
        true => indicatif::ProgressBar::hidden(),
        false => indicatif::ProgressBar::new(u64::from(count)),
    };
    (0..count).into_par_iter().try_for_each(|i| -> Result<(), Error> {
        let seconds = f64::from(i) / f64::from(args.fps);
        let picture = pixels::draw(&film::frame(&figures, &land, seconds), palette, args.scale);
        let size = [picture.width as u32, picture.height as u32];
        atomic::write(&path(i), |file| {
            let rgb = picture.pixels.as_flattened();
            let texts = vec![program_text()];
            Ok(Picture { size, rgb, texts, is_tagged_srgb: true }.write_png(file)?)
        })?;
        bar.inc(1);
        Ok(())
    })?;
    bar.finish_and_clear();
    let captions = args.out.join("captions.srt");
    let text = film::subtitles();
    atomic::write_bytes(&captions, text)?;
    if quiet {
        return Ok(());
    }
    let frames = args.out.join("frame-%05d.png");
    print(&format!(
        "{count} frames and captions.srt in {folder}. To join them into one file:\n\
         ffmpeg -framerate {} -i {} -i {} -c:s mov_text -pix_fmt yuv420p film.mp4\n",
        args.fps,
        quoted(&frames.display().to_string()),
        quoted(&captions.display().to_string())
    ))
}

/// Parses a picture size. Returns the factor by which the frames are scaled.
fn parse_scale(text: &str) -> Result<f32, Error> {
    match text {
        "640x360" => Ok(0.5),
        "1280x720" => Ok(1.0),
        "1920x1080" => Ok(1.5),
        "2560x1440" => Ok(2.0),
        _ => flag::require(None, "allowed are 640x360, 1280x720, 1920x1080 and 2560x1440"),
    }
}

/// Quotes a path for use in a shell.
fn quoted(path: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-%".contains(c);
    if path.chars().all(is_plain) {
        path.to_owned()
    } else {
        format!("'{}'", path.replace('\'', "'\\''"))
    }
}
