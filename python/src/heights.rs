//! Heights, at grids and at points.

use numpy::{Ix1, Ix2};
use orogen_export::Sea;
use orogen_export::arrays::ArrayLines;
use orogen_terrain::Land;
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::arguments::{Line, Out, check_length, coordinates, lines};
use crate::errors::{array_error, layout_error, value_error};
use crate::land::NativeLand;
use crate::work;

/// The samples in f64 that a thread computes at once.
const TASK_SAMPLES: usize = 1 << 13;

/// The points that a thread computes at once.
const TASK_POINTS: usize = 256;

/// Fills an array of shape (rows, columns) with heights in metres, with the same bits as exports.
#[pyfunction]
#[pyo3(signature = (land, x, z, band_limit_m, clamp, out))]
pub fn heights(
    py: Python<'_>,
    land: &NativeLand,
    x: Line<'_>,
    z: Line<'_>,
    band_limit_m: f64,
    clamp: bool,
    mut out: Out<'_, f32, Ix2>,
) -> PyResult<()> {
    let lines = lines(&x, &z, band_limit_m)?;
    let out = out.as_slice_mut().map_err(layout_error)?;
    check_length("out", out.len(), lines.columns_m.len() * lines.rows_m.len())?;
    let state = land.state();
    let sea = if clamp { Sea::Clamp } else { Sea::Bed };
    work::run(py, out.len(), |progress| {
        let sampler = state.sampler().map_err(value_error)?;
        sampler.heights_m(lines, sea, out, progress).map_err(array_error)
    })?
}

/// Fills an array with heights in f64, the same as `orogen sample` prints.
#[pyfunction]
#[pyo3(signature = (land, x, z, band_limit_m, clamp, out))]
pub fn heights_precise(
    py: Python<'_>,
    land: &NativeLand,
    x: Line<'_>,
    z: Line<'_>,
    band_limit_m: f64,
    clamp: bool,
    mut out: Out<'_, f64, Ix2>,
) -> PyResult<()> {
    let lines = lines(&x, &z, band_limit_m)?;
    let out = out.as_slice_mut().map_err(layout_error)?;
    check_length("out", out.len(), lines.columns_m.len() * lines.rows_m.len())?;
    if out.is_empty() {
        return Ok(());
    }
    let state = land.state();
    let task_rows = (TASK_SAMPLES / lines.columns_m.len()).max(1);
    work::run(py, out.len(), |progress| {
        let sampler = state.sampler().map_err(value_error)?;
        let sea_level_m = clamp.then_some(sampler.scene().recipe.world.sea_level_m);
        let tasks = out.par_chunks_mut(task_rows * lines.columns_m.len());
        tasks.zip(lines.rows_m.par_chunks(task_rows)).for_each(|(out, rows_m)| {
            if !progress.is_cancelled() {
                fill_precise(sampler.land(), ArrayLines { rows_m, ..lines }, sea_level_m, out);
            }
        });
        Ok(())
    })?
}

fn fill_precise(land: &Land, lines: ArrayLines<'_>, sea_level_m: Option<f64>, out: &mut [f64]) {
    let ArrayLines { columns_m, rows_m, band_limit_m } = lines;
    land.heights_m([columns_m, rows_m], band_limit_m, out);
    let Some(sea_level_m) = sea_level_m else { return };
    for (row, z) in out.chunks_mut(columns_m.len()).zip(rows_m) {
        for (height_m, x) in row.iter_mut().zip(columns_m) {
            let water = land.water([*x, *z], band_limit_m, *height_m);
            let river = water.filter(|water| water.distance_m < 0.0).map(|water| water.level_m);
            *height_m = height_m.max(sea_level_m).max(river.unwrap_or(f64::NEG_INFINITY));
        }
    }
}

/// Fills an array with the heights at points, in f64.
#[pyfunction]
#[pyo3(signature = (land, x, z, out))]
pub fn heights_at(
    py: Python<'_>,
    land: &NativeLand,
    x: Line<'_>,
    z: Line<'_>,
    mut out: Out<'_, f64, Ix1>,
) -> PyResult<()> {
    let (x, z) = (coordinates("x", &x)?, coordinates("z", &z)?);
    let out = out.as_slice_mut().map_err(layout_error)?;
    check_length("x", x.len(), out.len())?;
    check_length("z", z.len(), out.len())?;
    let state = land.state();
    work::run(py, out.len(), |progress| {
        let land = state.sampler().map_err(value_error)?.land();
        let points = x.par_chunks(TASK_POINTS).zip(z.par_chunks(TASK_POINTS));
        out.par_chunks_mut(TASK_POINTS).zip(points).for_each(|(out, (x, z))| {
            if progress.is_cancelled() {
                return;
            }
            for (height_m, (x, z)) in out.iter_mut().zip(x.iter().zip(z)) {
                *height_m = match x.is_nan() || z.is_nan() {
                    true => f64::NAN,
                    false => land.height_m([*x, *z], land.spacing_m()),
                };
            }
        });
        Ok(())
    })?
}

/// The steps to the height at a point, as JSON and as text.
#[pyfunction]
pub fn trace(py: Python<'_>, land: &NativeLand, x: f64, z: f64) -> PyResult<(String, String)> {
    if ![x, z].iter().all(|c| c.is_finite()) {
        return Err(value_error(format!("a place has two finite coordinates, not {x}, {z}")));
    }
    let state = land.state();
    work::run(py, 1, |_| {
        let trace = state.surface().map_err(value_error)?.trace([x, z]);
        Ok((serde_json::to_string(&trace).map_err(value_error)?, trace.to_string()))
    })?
}
