//! `orogen sample`: prints values of a noise, or heights of a land, at points.

use super::error::Error;
use super::noise_args::NoiseArgs;
use super::output::check_written;
use super::points::{self, Point, PointStream};
use super::recipe::load;
use crate::noise::{BASES, Noise, NoiseError, NoiseSpec};
use crate::terrain::Surface;
use crate::terrain::recipe::RECIPE_VERSION;
use crate::text::sanitise;
use rayon::prelude::*;
use serde::Serialize;
use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;

/// Prints the values of a noise at points, or the heights of a recipe's land.
///
/// Reads one point per line: 1 to 16 numbers separated by commas. The first line may be a heading.
/// Prints one value per line as points arrive, with enough digits to restore the same 64-bit
/// number. All points must have the same number of coordinates. An invalid point ends the command
/// after the values of earlier points.
///
/// With --recipe, points are positions in metres east and south of the origin, and values are
/// heights of the land in metres, also under water.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct SampleArgs {
    #[command(flatten)]
    noise: NoiseArgs,
    /// Samples the land of a recipe instead of a noise: a preset's name, a file or a share code.
    #[arg(long, value_name = "RECIPE", value_hint = clap::ValueHint::FilePath)]
    recipe: Option<String>,
    /// A point, instead of a file of points; may be repeated.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, conflicts_with = "file")]
    at: Vec<Point>,
    /// Prints how each value is computed. For a noise: cells, look-ups, gradients, fades and
    /// blends, octave by octave. For a land: layers with their noises, masks, operations, erosion,
    /// sea.
    #[arg(long)]
    trace: bool,
    /// Prints each value as a JSON object with its point, one per line; with --trace, the whole
    /// trace.
    #[arg(long)]
    json: bool,
    /// The file of points; standard input by default, or for `-`.
    file: Option<PathBuf>,
}

const AFTER_HELP: &str = "\
Values have the range of the published noise. Worley noise, for example, gives distances in cells.

A JSON trace has these fields: for a noise point, warps, octaves (octave, position, cells, term), divisor, value;
for a cell corners (lookups, hash, pick, gradient, distance, kernel, weight, influence), fades, blends;
for a land position_m, layers, erosion, operations, height_m, surface. docs/traces.md describes all fields.

Examples:
  echo 1.5,-2.25 | orogen sample --basis perlin --permutation reference
  orogen sample --basis simplex --fractal fbm --octaves 8 points.csv
  orogen sample --basis perlin --json points.csv | jq .value
  orogen sample --basis perlin --at 1.7,2.3 --trace --json | jq '.octaves[0].cells[0].corners'
  orogen sample --recipe alps --at 1200,-340 --trace";

/// The number of points that threads sample at once: enough for many threads, and few enough that
/// output appears soon.
const BATCH: usize = 4096;

/// Runs the command.
///
/// # Errors
/// The error names the invalid option, or the invalid point with its line, or says that there are
/// no points. Values of earlier points are printed.
pub fn run(args: SampleArgs, quiet: bool) -> Result<(), Error> {
    let source = source(&args)?;
    let form = match (args.trace, args.json) {
        (false, false) => SampleOutput::Value,
        (false, true) => SampleOutput::Json,
        (true, false) => SampleOutput::Trace,
        (true, true) => SampleOutput::TraceJson,
    };
    if let Some(first) = args.at.first() {
        return print_points(io::stdout().lock(), &source, first, &args.at, form);
    }
    if !quiet && args.file.is_none() && io::stdin().is_terminal() {
        let _ = io::stderr()
            .write_all(b"Type points, one per line, such as 1.5,-2; Ctrl+D ends the input.\n");
    }
    print(io::stdout().lock(), &source, points::open(args.file.as_deref())?, form)
}

/// The noise or land to sample.
enum SampleSource {
    Noise(Box<NoiseSpec>),
    Land(Box<Surface>),
}

fn source(args: &SampleArgs) -> Result<SampleSource, Error> {
    match (&args.recipe, args.noise.first_given()) {
        (Some(_), Some(option)) => Err(Error(format!(
            "--recipe and --{option} exclude each other: a recipe contains its own noises"
        ))),
        (Some(recipe), None) => {
            let scene = load(recipe, RECIPE_VERSION)?;
            Ok(SampleSource::Land(Box::new(Surface::new(&scene.recipe)?)))
        }
        (None, _) if !args.noise.has("basis") => {
            let names: Vec<_> = BASES.iter().map(|row| row.name).collect();
            let names = names.join(" ");
            Err(Error(format!(
                "--basis is missing (or --recipe, for a land); the bases are {names}"
            )))
        }
        (None, _) => {
            let mut spec = NoiseSpec::default();
            args.noise.apply_to(&mut spec);
            Ok(SampleSource::Noise(Box::new(spec)))
        }
    }
}

/// The output format.
#[derive(Clone, Copy)]
enum SampleOutput {
    Value,
    Json,
    /// The value and how it is computed.
    Trace,
    TraceJson,
}

/// Prints the values of points as they arrive.
fn print(
    mut out: impl Write,
    source: &SampleSource,
    mut points: PointStream<impl Read>,
    form: SampleOutput,
) -> Result<(), Error> {
    let mut prepared: Option<PreparedSource> = None;
    let mut batch = Vec::new();
    loop {
        batch.clear();
        let read = points.read(BATCH, &mut batch);
        if let Some(dimensions) = points.dimensions() {
            let line = format!("line {}", points.first_line());
            let prepared = match &mut prepared {
                Some(prepared) => prepared,
                empty => empty.insert(PreparedSource::new(source, dimensions, &line)?),
            };
            let lines: Result<Vec<String>, Error> =
                batch.par_chunks(dimensions).map(|p| prepared.line(p, form)).collect();
            match out.write_all(lines?.concat().as_bytes()).and_then(|()| out.flush()) {
                // The reader has closed the pipe.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
                result => check_written(result)?,
            }
        }
        if !read? {
            return Ok(());
        }
    }
}

/// Prints the values of points from the command line.
fn print_points(
    mut out: impl Write,
    source: &SampleSource,
    first: &Point,
    points: &[Point],
    form: SampleOutput,
) -> Result<(), Error> {
    let (dimensions, first_text) = (first.coordinates.len(), sanitise(&first.text));
    if let Some(other) = points.iter().find(|point| point.coordinates.len() != dimensions) {
        let (given, count) = (sanitise(&other.text), other.coordinates.len());
        return Err(Error(format!(
            "--at {given}: a point of {count} coordinates, but {first_text} has {dimensions}; all points \
             need the same number"
        )));
    }
    let prepared = PreparedSource::new(source, dimensions, &format!("--at {first_text}"))?;
    let lines: Result<Vec<String>, Error> =
        points.par_iter().map(|point| prepared.line(&point.coordinates, form)).collect();
    check_written(out.write_all(lines?.concat().as_bytes()))
}

/// The noise or land, ready to sample points of some dimension.
enum PreparedSource<'a> {
    Noise(Box<Noise>),
    Land(&'a Surface),
}

impl<'a> PreparedSource<'a> {
    /// Prepares a noise or land for points with `dimensions` coordinates. Errors name the first
    /// point as `place`.
    fn new(source: &'a SampleSource, dimensions: usize, place: &str) -> Result<Self, Error> {
        match source {
            SampleSource::Noise(spec) => match spec.build(dimensions) {
                Err(error @ NoiseError::Dimension { .. }) => {
                    Err(Error(format!("{place}: {error}")))
                }
                prepared => Ok(Self::Noise(Box::new(prepared?))),
            },
            SampleSource::Land(land) if dimensions == 2 => Ok(Self::Land(land)),
            SampleSource::Land(_) => Err(Error(format!(
                "{place}: a position has 2 coordinates, metres east and south, not {dimensions}"
            ))),
        }
    }

    /// Formats a value with the fewest digits that restore the same f64, or with its computation.
    fn line(&self, p: &[f64], form: SampleOutput) -> Result<String, Error> {
        // Adding 0 turns −0 into 0.
        match (self, form) {
            (Self::Noise(noise), SampleOutput::Value) => Ok(format!("{}\n", noise.sample(p) + 0.0)),
            (Self::Noise(noise), SampleOutput::Json) => {
                json(&serde_json::json!({ "point": p, "value": noise.sample(p) + 0.0 }))
            }
            (Self::Noise(noise), SampleOutput::Trace) => Ok(format!("{}\n", noise.trace(p))),
            (Self::Noise(noise), SampleOutput::TraceJson) => json(&noise.trace(p)),
            (Self::Land(land), form) => {
                let place_m = [p[0], p[1]];
                match form {
                    SampleOutput::Value => Ok(format!("{}\n", land.bed_m(place_m) + 0.0)),
                    SampleOutput::Json => {
                        let height_m = land.bed_m(place_m) + 0.0;
                        json(&serde_json::json!({ "position_m": place_m, "height_m": height_m }))
                    }
                    SampleOutput::Trace => Ok(format!("{}\n", land.trace(place_m))),
                    SampleOutput::TraceJson => json(&land.trace(place_m)),
                }
            }
        }
    }
}

/// Formats an object as JSON on one line.
fn json(object: &impl Serialize) -> Result<String, Error> {
    Ok(serde_json::to_string(object)? + "\n")
}

#[cfg(test)]
mod tests;
