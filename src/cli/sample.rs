//! `orogen sample`: values of a noise at points.

use super::Error;
use super::noise_args::NoiseArgs;
use super::points::{self, Point};
use crate::noise::permutation::MOST_DIMENSIONS;
use crate::noise::{BASES, Noise, NoiseSpec};
use rayon::prelude::*;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;

/// Prints the values of a noise at points.
///
/// Reads points, one a line, as 1 to 16 numbers separated by commas (a heading may stand above them), and prints one
/// value a line, in as many digits as give back the same 64-bit number.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct SampleArgs {
    #[command(flatten)]
    noise: NoiseArgs,
    /// Prints how each value comes about: cells, hashes, gradients, fades and blends, octave by octave.
    #[arg(long)]
    trace: bool,
    /// The file of points; without it, or as `-`, standard input.
    file: Option<PathBuf>,
}

const AFTER_HELP: &str = "\
Values are as published, not brought to a common range: Worley noise, for one, prints distances in cells.

Examples:
  echo 1.5,-2.25 | orogen sample --basis perlin --permutation reference
  orogen sample --basis simplex --fractal fbm --octaves 8 points.csv";

/// Points in one batch of parallel work: enough to share out, few enough that output flows.
const BATCH: usize = 4096;

/// Reads points, prints values.
///
/// # Errors
/// One line: a bad option, a bad point with its line, or no points. Nothing is printed then.
pub fn run(args: SampleArgs) -> Result<(), Error> {
    if !args.noise.has("basis") {
        let names: Vec<_> = BASES.iter().map(|row| row.name).collect();
        return Err(Error(format!("--basis is missing; one of: {}", names.join(" "))));
    }
    let mut spec = NoiseSpec::default();
    args.noise.put_into(&mut spec)?;

    if args.file.is_none() && io::stdin().is_terminal() {
        eprintln!("Points, one a line, such as 1.5,-2; Ctrl+D ends them.");
    }
    let points = points::read(args.file.as_deref())?;
    let noises = noises(&spec, &points)?;
    let out = BufWriter::new(io::stdout().lock());
    match print(out, &noises, &points, args.trace) {
        // Whoever reads has had enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(Error(format!("cannot write to standard output: {error}"))),
        Ok(()) => Ok(()),
    }
}

/// The noise in each dimension that the points have, by number of coordinates.
fn noises(spec: &NoiseSpec, points: &[Point]) -> Result<Vec<Option<Noise>>, Error> {
    let mut noises = vec![None; MOST_DIMENSIONS + 1];
    for Point { line, coordinates } in points {
        let noise = &mut noises[coordinates.len()];
        if noise.is_none() {
            let built = spec.build(coordinates.len());
            *noise = Some(built.map_err(|error| match error {
                crate::noise::NoiseError::Dimension { .. } => Error(format!("line {line}: {error}")),
                _ => Error(error.to_string()),
            })?);
        }
    }
    Ok(noises)
}

fn print(mut out: impl Write, noises: &[Option<Noise>], points: &[Point], trace: bool) -> io::Result<()> {
    let text = |point: &Point| {
        let p = &point.coordinates;
        noises[p.len()].as_ref().map_or_else(String::new, |noise| value_line(noise, p, trace))
    };
    for batch in points.chunks(BATCH) {
        let lines: Vec<String> = batch.par_iter().map(text).collect();
        for line in lines {
            out.write_all(line.as_bytes())?;
        }
    }
    out.flush()
}

/// The value, in the shortest form that reads back as the same f64; or the whole way to it.
fn value_line(noise: &Noise, p: &[f64], trace: bool) -> String {
    if trace {
        return format!("{}\n", noise.trace(p));
    }
    // Adding 0 turns −0 into 0.
    format!("{}\n", noise.sample(p) + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise::Basis;

    fn printed(spec: &NoiseSpec, text: &str, trace: bool) -> Result<String, String> {
        let points = points::parse(text).map_err(|error| error.to_string())?;
        let noises = noises(spec, &points).map_err(|error| error.to_string())?;
        let mut out = Vec::new();
        print(&mut out, &noises, &points, trace).unwrap();
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn one_value_a_point_in_order_read_back_exactly() {
        let spec = NoiseSpec::default();
        let points: Vec<[f64; 2]> = (0..10_000).map(|i| [f64::from(i) * 0.37 - 1000.0, f64::from(i).sqrt()]).collect();
        let text: String = points.iter().map(|[x, y]| format!("{x},{y}\n")).collect();
        let values: Vec<f64> =
            printed(&spec, &text, false).unwrap().lines().map(|line| line.parse().unwrap()).collect();
        let noise = spec.build(2).unwrap();
        let wanted: Vec<f64> = points.iter().map(|p| noise.sample(p)).collect();
        assert_eq!(values, wanted);
    }

    #[test]
    fn zero_has_no_sign_and_dimensions_may_mix() {
        let spec = NoiseSpec::default();
        assert_eq!(printed(&spec, "-3\n-3,-2\n1,2,-3\n0,0,0,0", false).unwrap(), "0\n0\n0\n0\n");
    }

    #[test]
    fn a_missing_dimension_is_told_with_its_line() {
        let spec = NoiseSpec { basis: Basis::Simplex, ..NoiseSpec::default() };
        assert_eq!(
            printed(&spec, "x\n1,2\n5", false).unwrap_err(),
            "line 3: simplex noise has 2 to 4 dimensions, not 1"
        );
        let spec = NoiseSpec { octaves: 0.0, ..NoiseSpec::default() };
        assert!(printed(&spec, "1,2", false).unwrap_err().starts_with("octaves must be"));
    }

    #[test]
    fn a_trace_ends_in_the_value() {
        let spec = NoiseSpec { fractal: crate::noise::FractalKind::Fbm, octaves: 2.0, ..NoiseSpec::default() };
        let value = printed(&spec, "0.3,0.4", false).unwrap();
        let trace = printed(&spec, "0.3,0.4", true).unwrap();
        assert!(trace.trim_end().ends_with(&format!("= {}", value.trim())), "{trace}");
        assert_eq!(trace.matches("octave ").count(), 2);
    }
}
