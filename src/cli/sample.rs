//! `orogen sample`: values of a noise at points.

use super::noise_args::NoiseArgs;
use super::points::{self, Points};
use super::{Error, written};
use crate::noise::{BASES, Noise, NoiseError, NoiseSpec};
use rayon::prelude::*;
use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;

/// Prints the values of a noise at points.
///
/// Reads points, one a line, as 1 to 16 numbers separated by commas (a heading may stand above
/// them), and prints one value a line as they come, in as many digits as give back the same 64-bit
/// number. All points have as many coordinates. At a bad one it ends; the values of those before it
/// are printed.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct SampleArgs {
    #[command(flatten)]
    noise: NoiseArgs,
    /// Prints how each value comes about: cells, hashes, gradients, fades and blends, octave by
    /// octave.
    #[arg(long)]
    trace: bool,
    /// Prints each value as a JSON object with its point, a line each.
    #[arg(long, conflicts_with = "trace")]
    json: bool,
    /// The file of points; without it, or as `-`, standard input.
    file: Option<PathBuf>,
}

const AFTER_HELP: &str = "\
Values are as published, not brought to a common range: Worley noise, for one, prints distances in cells.

Examples:
  echo 1.5,-2.25 | orogen sample --basis perlin --permutation reference
  orogen sample --basis simplex --fractal fbm --octaves 8 points.csv
  orogen sample --basis perlin --json points.csv | jq .value";

/// Points in one batch of parallel work: enough to share out, few enough that output flows.
const BATCH: usize = 4096;

/// Reads points, prints values.
///
/// # Errors
/// One line: a bad option, a bad point with its line, or no points. Values of the points before it
/// are printed.
pub fn run(args: SampleArgs, quiet: bool) -> Result<(), Error> {
    if !args.noise.has("basis") {
        let names: Vec<_> = BASES.iter().map(|row| row.name).collect();
        return Err(Error(format!("--basis is missing; one of: {}", names.join(" "))));
    }
    let mut spec = NoiseSpec::default();
    args.noise.put_into(&mut spec)?;

    if !quiet && args.file.is_none() && io::stdin().is_terminal() {
        let _ = io::stderr().write_all(b"Points, one a line, such as 1.5,-2; Ctrl+D ends them.\n");
    }
    let points = points::open(args.file.as_deref())?;
    let form = match (args.trace, args.json) {
        (true, _) => Form::Trace,
        (_, true) => Form::Json,
        _ => Form::Value,
    };
    print(io::stdout().lock(), &spec, points, form)
}

/// How a value is printed.
#[derive(Clone, Copy)]
enum Form {
    Value,
    /// With the whole way to it.
    Trace,
    Json,
}

/// Prints the values of points as they come.
fn print(
    mut out: impl Write,
    spec: &NoiseSpec,
    mut points: Points<impl Read>,
    form: Form,
) -> Result<(), Error> {
    let mut noise: Option<Noise> = None;
    let mut batch = Vec::new();
    loop {
        batch.clear();
        let read = points.read(BATCH, &mut batch);
        if let Some(dimensions) = points.dimensions() {
            if noise.is_none() {
                noise = Some(build(spec, dimensions, points.first_line())?);
            }
            let value = |p: &[f64]| {
                noise.as_ref().map_or_else(String::new, |noise| value_line(noise, p, form))
            };
            let lines: Vec<String> = batch.par_chunks(dimensions).map(value).collect();
            match out.write_all(lines.concat().as_bytes()).and_then(|()| out.flush()) {
                // Whoever reads has had enough.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
                result => written(result)?,
            }
        }
        if !read? {
            return Ok(());
        }
    }
}

/// The noise in as many dimensions as the points have.
fn build(spec: &NoiseSpec, dimensions: usize, line: usize) -> Result<Noise, Error> {
    spec.build(dimensions).map_err(|error| match error {
        NoiseError::Dimension { .. } => Error(format!("line {line}: {error}")),
        _ => Error(error.to_string()),
    })
}

/// The value, in the shortest form that reads back as the same f64; or the whole way to it.
fn value_line(noise: &Noise, p: &[f64], form: Form) -> String {
    // Adding 0 turns −0 into 0.
    match form {
        Form::Trace => format!("{}\n", noise.trace(p)),
        Form::Value => format!("{}\n", noise.sample(p) + 0.0),
        Form::Json => {
            format!("{}\n", serde_json::json!({ "point": p, "value": noise.sample(p) + 0.0 }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise::Basis;

    fn printed(spec: &NoiseSpec, text: &str, trace: bool) -> Result<String, String> {
        let mut out = Vec::new();
        let points = Points::new(text.as_bytes(), "a text".to_owned());
        let form = if trace { Form::Trace } else { Form::Value };
        print(&mut out, spec, points, form).map_err(|error| error.to_string())?;
        Ok(String::from_utf8(out).unwrap())
    }

    /// Gives the same point for ever.
    struct Yes;

    impl Read for Yes {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let whole = into.len() / 4 * 4;
            into[..whole].chunks_mut(4).for_each(|line| line.copy_from_slice(b"1,2\n"));
            Ok(whole)
        }
    }

    /// Takes so many bytes and no more.
    struct Reader(usize);

    impl Write for Reader {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn values_come_before_the_input_ends() {
        let points = Points::new(Yes, "a source".to_owned());
        assert!(print(Reader(1 << 16), &NoiseSpec::default(), points, Form::Value).is_ok());
    }

    #[test]
    fn one_value_a_point_in_order_read_back_exactly() {
        let spec = NoiseSpec::default();
        let points: Vec<[f64; 2]> =
            (0..10_000).map(|i| [f64::from(i) * 0.37 - 1000.0, f64::from(i).sqrt()]).collect();
        let text: String = points.iter().map(|[x, y]| format!("{x},{y}\n")).collect();
        let values: Vec<f64> = printed(&spec, &text, false)
            .unwrap()
            .lines()
            .map(|line| line.parse().unwrap())
            .collect();
        let noise = spec.build(2).unwrap();
        let wanted: Vec<f64> = points.iter().map(|p| noise.sample(p)).collect();
        assert_eq!(values, wanted);
    }

    #[test]
    fn zero_has_no_sign_in_any_dimension() {
        for point in ["-3", "-3,-2", "1,2,-3", "0,0,0,0"] {
            assert_eq!(printed(&NoiseSpec::default(), point, false).unwrap(), "0\n");
        }
    }

    #[test]
    fn a_missing_dimension_is_told_with_its_line() {
        let spec = NoiseSpec { basis: Basis::Simplex, ..NoiseSpec::default() };
        assert_eq!(
            printed(&spec, "x\n\n5", false).unwrap_err(),
            "line 3: simplex noise has 2 to 4 dimensions, not 1"
        );
        let spec = NoiseSpec { octaves: 0.0, ..NoiseSpec::default() };
        assert!(printed(&spec, "1,2", false).unwrap_err().starts_with("octaves must be"));
    }

    #[test]
    fn a_trace_ends_in_the_value() {
        let spec = NoiseSpec {
            fractal: crate::noise::FractalKind::Fbm,
            octaves: 2.0,
            ..NoiseSpec::default()
        };
        let value = printed(&spec, "0.3,0.4", false).unwrap();
        let trace = printed(&spec, "0.3,0.4", true).unwrap();
        assert!(trace.trim_end().ends_with(&format!("= {}", value.trim())), "{trace}");
        assert_eq!(trace.matches("octave ").count(), 2);
    }
}
