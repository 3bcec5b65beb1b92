//! `orogen lab`: writes the figures that explain the noise.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

mod exercise;
mod film;

use super::error::Error;
use super::flag;
use super::output::{self, OverwriteArgs, print};
use super::recipe::{self, load};
use crate::export::picture::Picture;
use crate::export::{OutputKind, atomic, embed::program_text};
use crate::lab::control::ControlKind;
use crate::lab::ink::Palette;
use crate::lab::{Context, FigureRow, ROWS, State, pixels, row, svg, teaching_scene};
use crate::terrain::Scene;
use crate::terrain::nearest;
use crate::terrain::recipe::RECIPE_VERSION;
use crate::text::sanitise;

/// Arguments of the command.
#[derive(Args)]
#[command(
    after_help = EXAMPLES,
    args_conflicts_with_subcommands = true,
    subcommand_precedence_over_arg = true
)]
pub struct LabArgs {
    #[command(subcommand)]
    command: Option<LabCommand>,
    /// The figure's name; `--list` lists them.
    figure: Option<String>,
    /// Lists all figures with their screens, steps and the literature they illustrate.
    #[arg(long)]
    list: bool,
    /// The source of the noise: a preset's name, a file or a share code. By default the examples of
    /// the literature.
    #[arg(long, value_name = "RECIPE")]
    recipe: Option<String>,
    /// The point p, in cells of the first octave.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = parse_point)]
    p: Option<[f64; 2]>,
    /// The step of the figure, from 1; by default the last.
    #[arg(long, value_name = "N")]
    step: Option<usize>,
    /// The octave to show, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = flag::within::<u32>(1..=10))]
    octave: u32,
    /// Sets a control of the figure or a parameter of the recipe.
    #[arg(long = "set", value_name = "KEY=VALUE", allow_hyphen_values = true,
        value_parser = flag::setting("fractal.octaves=6"))]
    set: Vec<(String, String)>,
    /// The file to write: .svg or .png.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The colour scheme.
    #[arg(long, value_enum, default_value_t = FigureColours::Print)]
    colours: FigureColours,
    /// Pixels per point of a PNG, 0.25 to 8.
    #[arg(long, value_name = "N", default_value_t = 2.0,
        value_parser = flag::within::<f32>(0.25..=8.0))]
    scale: f32,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

#[derive(Subcommand)]
enum LabCommand {
    /// Writes an exercise as a small Rust project with a test, or lists the exercises.
    Exercise(exercise::ExerciseArgs),
    /// Writes a one-minute film as frames and captions: how noise becomes a mountain.
    Film(film::LabFilmArgs),
}

/// The colour scheme of a figure.
#[derive(Clone, Copy, ValueEnum)]
pub enum FigureColours {
    /// For a dark screen.
    Dark,
    /// For a light screen.
    Light,
    /// For white paper.
    Print,
}

impl FigureColours {
    pub fn palette(self) -> Palette {
        match self {
            Self::Dark => Palette::Dark,
            Self::Light => Palette::Light,
            Self::Print => Palette::Print,
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  orogen lab --list
  orogen lab cell --p 1.7,2.3 --step 4 --out cell.svg
  orogen lab cell --recipe alps --p 12.5,-3.25 --colours dark --out cell.png
  orogen lab exercise noise-1d --out noise-1d
  orogen lab film --out film";

/// Runs the command.
pub fn run(args: &LabArgs, quiet: bool) -> Result<(), Error> {
    match &args.command {
        Some(LabCommand::Exercise(args)) => return exercise::run(args),
        Some(LabCommand::Film(args)) => return film::run(args, quiet),
        None => {}
    }
    if args.list {
        return print(&list());
    }
    let Some(name) = &args.figure else {
        return Err(Error("name a figure; `orogen lab --list` lists them".to_owned()));
    };
    let row = find(name)?;
    let Some(out) = &args.out else {
        return Err(Error("--out is missing: name a .svg or .png file".to_owned()));
    };
    let mut scene = match &args.recipe {
        Some(recipe) => load(recipe, RECIPE_VERSION)?,
        None => teaching_scene(),
    };
    let state = state(args, row, &mut scene)?;
    let is_svg = match out.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => true,
        Some("png") => false,
        _ => {
            let name = sanitise(&out.display().to_string());
            return Err(Error(format!("--out: a figure is a .svg or .png file, not `{name}`")));
        }
    };
    output::check(
        &args.overwrite.protect(args.recipe.as_deref().and_then(recipe::file)),
        out,
        OutputKind::Picture,
    )?;
    let drawing = Context::new(&scene, &state, row)?.draw();
    let palette = args.colours.palette();
    if is_svg {
        let text = svg::write(&drawing, palette);
        return Ok(atomic::write_bytes(out, text)?);
    }
    let picture = pixels::draw(&drawing, palette, args.scale);
    let size = [picture.width as u32, picture.height as u32];
    let rgb = picture.pixels.as_flattened();
    Ok(atomic::write(out, |file| {
        let picture = Picture { size, rgb, texts: vec![program_text()], is_tagged_srgb: true };
        Ok(picture.write_png(file)?)
    })?)
}

/// Finds a figure by its name.
pub fn find(name: &str) -> Result<&'static FigureRow, Error> {
    row(name).ok_or_else(|| {
        let names: Vec<_> = ROWS.iter().map(|row| row.name).collect();
        let hint = nearest(name, &names)
            .map_or_else(String::new, |near| format!("did you mean `{near}`? "));
        Error(format!(
            "there is no figure `{}`; {hint}`orogen lab --list` lists them",
            sanitise(name)
        ))
    })
}

/// Returns the state of the figure that the flags select. A `--set` of a recipe parameter changes the
/// scene instead.
fn state(args: &LabArgs, row: &'static FigureRow, scene: &mut Scene) -> Result<State, Error> {
    let mut state = State::of(row);
    if let Some(step) = args.step {
        let steps = row.steps.len();
        if !(1..=steps).contains(&step) {
            return Err(Error(format!(
                "--step must be 1 to {steps} for `{}`, not {step}",
                row.name
            )));
        }
        state.step = step - 1;
    }
    state.octave = args.octave - 1;
    state.point = args.p.unwrap_or(state.point);
    for (key, value) in &args.set {
        match row.control(key) {
            Some(control) if !matches!(control.kind, ControlKind::Recipe(_)) => {
                let value = control.parse(value)?;
                state.set(row, key, value);
            }
            _ => scene.set_text(key, value)?,
        }
    }
    Ok(state)
}

/// Parses two numbers of at most 10⁹ in magnitude. Up to there, f64 holds positions within a cell.
pub fn parse_point(text: &str) -> Result<[f64; 2], Error> {
    let is_near = |x: &f64| x.abs() <= 1e9;
    let point = flag::parse_pair(text, ',').filter(|point| point.iter().all(is_near));
    flag::require(point, "allowed are two numbers between -1e9 and 1e9, such as 1.7,2.3")
}

/// Lists all figures, one per line.
fn list() -> String {
    let mut out = String::new();
    for row in ROWS.iter() {
        let reproduced: Vec<_> =
            row.reproduces.iter().map(|(id, step)| format!("{id}@{}", step + 1)).collect();
        out += &format!(
            "{:<20} {:<20} {} steps  {}\n    {}\n",
            row.name,
            row.screen.title(),
            row.steps.len(),
            reproduced.join(" "),
            row.question
        );
    }
    out
}
