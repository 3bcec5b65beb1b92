//! Noises: every basis, on grids and at points.

use std::sync::{Mutex, PoisonError};

use numpy::{Ix1, Ix2};
use orogen_noise::grid::GridNoise;
use orogen_noise::permutation::MAX_DIMENSIONS;
use orogen_noise::{
    BASES, Fade, FadeCurve, FractalKind, Noise, NoiseSpec, PermutationKind, Seed, Warp,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use rayon::prelude::*;

use crate::arguments::{Line, Options, Out, check_length, coordinates};
use crate::errors::{layout_error, value_error};
use crate::work;

/// The points that a thread samples at once.
const TASK_POINTS: usize = 1024;

/// The minimum number of rows that a thread fills at once, because each task makes the tables of the
/// columns again.
const TASK_ROWS: usize = 32;

/// The options of a noise, and the noises that were built from them, each for a number of dimensions.
#[pyclass(frozen, module = "orogen._native")]
pub struct NativeNoise {
    spec: NoiseSpec,
    built: Mutex<Vec<Noise>>,
}

#[pymethods]
impl NativeNoise {
    #[new]
    fn new(basis: &str, options: &Bound<'_, PyDict>) -> PyResult<Self> {
        let basis = basis.parse().map_err(value_error)?;
        let spec = spec(NoiseSpec { basis, ..NoiseSpec::default() }, &Options(options))?;
        // Most values are checked for any number of dimensions.
        let noise = Self { built: Mutex::default(), spec };
        noise.built(*noise.spec.basis.row().dimensions.start())?;
        Ok(noise)
    }

    /// The fewest and the most dimensions of the basis.
    fn dimensions(&self) -> (usize, usize) {
        let row = self.spec.basis.row();
        (*row.dimensions.start(), (*row.dimensions.end()).min(MAX_DIMENSIONS))
    }

    /// Fills an array of shape (rows, columns) with the noise where columns and rows cross.
    ///
    /// Positions are multiplied by the frequency. The band limit has the unit of the positions.
    fn grid(
        &self,
        py: Python<'_>,
        x: Line<'_>,
        y: Line<'_>,
        frequency: f64,
        band_limit: f64,
        mut out: Out<'_, f32, Ix2>,
    ) -> PyResult<()> {
        if !(frequency > 0.0 && frequency.is_finite()) {
            return Err(value_error(format!(
                "frequency: {frequency} is not allowed; give a finite number above 0"
            )));
        }
        check_band_limit(band_limit)?;
        let columns = ascending("x", &x)?;
        let rows = ascending("y", &y)?;
        let out = out.as_slice_mut().map_err(layout_error)?;
        check_length("out", out.len(), columns.len() * rows.len())?;
        if out.is_empty() {
            return Ok(());
        }
        let noise = self.built(2)?;
        work::run(py, out.len(), |progress| {
            let noise = GridNoise::new(&noise, frequency);
            let tasks = 4 * rayon::current_num_threads();
            let task_rows = rows.len().div_ceil(tasks).max(TASK_ROWS);
            let bands = out.par_chunks_mut(task_rows * columns.len());
            bands.zip(rows.par_chunks(task_rows)).for_each(|(out, rows)| {
                if !progress.is_cancelled() {
                    noise.fill_at([columns, rows], band_limit, out);
                }
            });
        })
    }

    /// Fills an array with the noise at points, given by an array for each axis.
    fn at(
        &self,
        py: Python<'_>,
        axes: Vec<Line<'_>>,
        band_limit: f64,
        mut out: Out<'_, f64, Ix1>,
    ) -> PyResult<()> {
        check_band_limit(band_limit)?;
        let noise = self.built(axes.len())?;
        let out = out.as_slice_mut().map_err(layout_error)?;
        let axes: PyResult<Vec<&[f64]>> =
            axes.iter().map(|axis| coordinates("a coordinate", axis)).collect();
        let axes = axes?;
        for axis in &axes {
            check_length("an axis", axis.len(), out.len())?;
        }
        work::run(py, out.len(), |progress| {
            out.par_chunks_mut(TASK_POINTS).enumerate().for_each(|(task, out)| {
                if progress.is_cancelled() {
                    return;
                }
                let mut point = vec![0.0; axes.len()];
                for (i, value) in out.iter_mut().enumerate() {
                    let index = task * TASK_POINTS + i;
                    point.iter_mut().zip(&axes).for_each(|(c, axis)| *c = axis[index]);
                    *value = match point.iter().any(|c| c.is_nan()) {
                        true => f64::NAN,
                        false => noise.sample_filtered(&point, band_limit),
                    };
                }
            });
        })
    }

    /// The steps to the value at a point, as JSON and as text.
    fn trace(&self, point: Vec<f64>) -> PyResult<(String, String)> {
        if let Some(bad) = point.iter().find(|c| !c.is_finite()) {
            return Err(value_error(format!("a point has finite coordinates, not {bad}")));
        }
        let trace = self.built(point.len())?.trace(&point);
        Ok((serde_json::to_string(&trace).map_err(value_error)?, trace.to_string()))
    }
}

impl NativeNoise {
    /// Returns the noise for a number of dimensions.
    fn built(&self, dimensions: usize) -> PyResult<Noise> {
        let mut built = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(noise) = built.iter().find(|noise| noise.dimensions() == dimensions) {
            return Ok(noise.clone());
        }
        let noise = self.spec.build(dimensions).map_err(value_error)?;
        built.push(noise.clone());
        Ok(noise)
    }
}

/// The name, the sentence and the fewest and most dimensions of each basis.
#[pyfunction]
pub fn bases() -> Vec<(&'static str, &'static str, usize, usize)> {
    let ends = |row: &orogen_noise::BasisRow| {
        (*row.dimensions.start(), (*row.dimensions.end()).min(MAX_DIMENSIONS))
    };
    BASES.iter().map(|row| (row.name, row.doc, ends(row).0, ends(row).1)).collect()
}

fn check_band_limit(band_limit: f64) -> PyResult<()> {
    match band_limit >= 0.0 && band_limit.is_finite() {
        true => Ok(()),
        false => {
            let line =
                format!("band_limit: {band_limit} is not allowed; give a finite number from 0");
            Err(value_error(line))
        }
    }
}

fn ascending<'a>(name: &str, line: &'a Line<'_>) -> PyResult<&'a [f64]> {
    let line = coordinates(name, line)?;
    if line.iter().any(|c| c.is_nan()) {
        return Err(value_error(format!("{name}: a position is not a number")));
    }
    match line.windows(2).find(|pair| pair[0] >= pair[1]) {
        Some(pair) => {
            Err(value_error(format!("{name} does not ascend: after {} comes {}", pair[0], pair[1])))
        }
        None => Ok(line),
    }
}

/// Applies the options of a noise. They are named after the flags of `orogen sample`.
fn spec(mut spec: NoiseSpec, options: &Options<'_, '_>) -> PyResult<NoiseSpec> {
    let numbers: [(&str, &mut f64); 5] = [
        ("octaves", &mut spec.octaves),
        ("lacunarity", &mut spec.lacunarity),
        ("gain", &mut spec.gain),
        ("offset", &mut spec.offset),
        ("radius2", &mut spec.radius2),
    ];
    for (name, place) in numbers {
        if let Some(number) = options.get(name, "a number")? {
            *place = number;
        }
    }
    let switches: [(&str, &mut bool); 2] =
        [("rotate", &mut spec.rotate), ("octave_seeds", &mut spec.octave_seeds)];
    for (name, place) in switches {
        if let Some(is_on) = options.get(name, "True or False")? {
            *place = is_on;
        }
    }
    if let Some(seed) = options.given("seed")? {
        spec.seed = Seed::from_text(&seed.str()?.to_cow()?);
    }
    // If the caller gives octaves without a fractal, the octaves are summed.
    let is_sum = options.given("octaves")?.is_some();
    let default = if is_sum { FractalKind::Fbm } else { FractalKind::None };
    spec.fractal = options.named("fractal")?.unwrap_or(default);
    spec.normalise = options.named("normalise")?.unwrap_or(spec.normalise);
    spec.gradients = options.named("gradients")?.unwrap_or(spec.gradients);
    spec.metric = options.named("metric")?.unwrap_or(spec.metric);
    spec.permutation = permutation(options)?.unwrap_or(spec.permutation);
    spec.fade = fade(options)?.unwrap_or(spec.fade);
    spec.period = period(options)?.or(spec.period);
    if let Some((strength, frequency, times)) =
        options.get("warp", "three numbers (strength, frequency, times)")?
    {
        spec.warp = Warp { strength, frequency, times };
    }
    Ok(spec)
}

fn permutation(options: &Options<'_, '_>) -> PyResult<Option<PermutationKind>> {
    let Some(given) = options.given("permutation")? else { return Ok(None) };
    if let Ok(name) = given.cast::<PyString>() {
        let kind = PermutationKind::from_name(&name.to_cow()?);
        return kind.map(Some).map_err(|e| value_error(format!("permutation: {e}")));
    }
    let form = "a name, or the numbers 0 to 255 in any order";
    let numbers: Vec<u8> = options.get("permutation", form)?.unwrap_or_default();
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    let table = Box::<[u8; 256]>::try_from(numbers.into_boxed_slice()).ok();
    match table.filter(|_| sorted.iter().enumerate().all(|(i, number)| i == usize::from(*number))) {
        Some(table) => Ok(Some(PermutationKind::File(table))),
        None => Err(value_error("permutation: a table has each of the numbers 0 to 255 once")),
    }
}

fn fade(options: &Options<'_, '_>) -> PyResult<Option<Fade>> {
    let Some(given) = options.given("fade")? else { return Ok(None) };
    if given.is_instance_of::<PyString>() {
        return options.named("fade");
    }
    let form = "a name, or three numbers from 0 to 1: the values of the curve at 1/4, 1/2 and 3/4";
    let knots: Option<[f64; 3]> = options.get("fade", form)?;
    Ok(knots.map(|knots| Fade::Custom(FadeCurve::through(knots))))
}

fn period(options: &Options<'_, '_>) -> PyResult<Option<[u32; 2]>> {
    let Some(given) = options.given("period")? else { return Ok(None) };
    let form = "a whole number from 1, or a pair of them";
    match given.extract::<u32>() {
        Ok(side) => Ok(Some([side; 2])),
        Err(_) => options.get("period", form),
    }
}
