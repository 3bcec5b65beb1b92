//! Properties of the ground at grids: normals, slopes, erosion, materials, colours, water.
//!
//! The lines `x` and `z` have one position more on each side than the arrays, because slopes come
//! from neighbours.

use std::f32::consts::FRAC_PI_2;

use numpy::{Ix2, Ix3};
use orogen_export::arrays::{GroundRow, RowRequest};
use orogen_terrain::ground::angle_rad;
use pyo3::prelude::*;

use crate::arguments::{Line, Out, check_length, lines};
use crate::errors::{array_error, layout_error, value_error};
use crate::land::NativeLand;
use crate::work;

/// The lines with their margins, the distance between samples, and the band limit, in metres.
#[derive(FromPyObject)]
pub struct MarginedLines<'py> {
    x: Line<'py>,
    z: Line<'py>,
    spacing_m: f64,
    band_limit_m: f64,
}

impl MarginedLines<'_> {
    /// The numbers of rows and columns without margins.
    fn size(&self) -> PyResult<[usize; 2]> {
        let lines = lines(&self.x, &self.z, self.band_limit_m)?;
        let inner = |line: &[f64]| match line.len() {
            0..=2 => Err(value_error("the lines have no samples between their margins")),
            n => Ok(n - 2),
        };
        Ok([inner(lines.rows_m)?, inner(lines.columns_m)?])
    }

    fn check(&self, name: &str, has: usize, values_a_sample: usize) -> PyResult<()> {
        check_length(name, has, self.size()?.iter().product::<usize>() * values_a_sample)
    }
}

/// Passes each row of the ground to `put`, with an item of `rows` to write to.
fn each_row<R: Send>(
    py: Python<'_>,
    land: &NativeLand,
    window: &MarginedLines<'_>,
    request: RowRequest,
    rows: impl Iterator<Item = R> + Send,
    put: impl Fn(GroundRow<'_>, R) + Sync + Send,
) -> PyResult<()> {
    let samples = window.size()?.iter().product();
    let lines = lines(&window.x, &window.z, window.band_limit_m)?;
    let (state, spacing_m) = (land.state(), window.spacing_m);
    work::run(py, samples, |progress| {
        let sampler = state.sampler().map_err(value_error)?;
        sampler.each_row(lines, spacing_m, request, rows, progress, put).map_err(array_error)
    })?
}

const RELIEF: RowRequest = RowRequest { relief: true, shares: false, colours: false };
const SHARES: RowRequest = RowRequest { relief: false, shares: true, colours: false };
const COLOURS: RowRequest = RowRequest { relief: false, shares: false, colours: true };

/// Fills an array of shape (rows, columns, 3) with unit normals: x east, y up, z south.
#[pyfunction]
pub fn normals(
    py: Python<'_>,
    land: &NativeLand,
    window: MarginedLines<'_>,
    mut out: Out<'_, f32, Ix3>,
) -> PyResult<()> {
    let out = out.as_slice_mut().map_err(layout_error)?;
    window.check("out", out.len(), 3)?;
    let rows = out.chunks_mut(3 * window.size()?[1]);
    each_row(py, land, &window, RowRequest::default(), rows, |row, out| {
        for (normal, place) in out.as_chunks_mut().0.iter_mut().zip(row.places) {
            *normal = place.normal;
        }
    })
}

/// Fills an array of shape (rows, columns) with slopes in degrees.
#[pyfunction]
pub fn slopes(
    py: Python<'_>,
    land: &NativeLand,
    window: MarginedLines<'_>,
    mut out: Out<'_, f32, Ix2>,
) -> PyResult<()> {
    let out = out.as_slice_mut().map_err(layout_error)?;
    window.check("out", out.len(), 1)?;
    let rows = out.chunks_mut(window.size()?[1]);
    each_row(py, land, &window, RowRequest::default(), rows, |row, out| {
        for (slope_deg, place) in out.iter_mut().zip(row.places) {
            *slope_deg = angle_rad(place.normal[1]) * (90.0 / FRAC_PI_2);
        }
    })
}

/// Fills arrays of shapes (rows, columns) and (rows, columns, 3) with heights and normals. With
/// `clamp`, samples under water have the height of the water's surface, and normals that point up.
#[pyfunction]
pub fn surface(
    py: Python<'_>,
    land: &NativeLand,
    window: MarginedLines<'_>,
    clamp: bool,
    mut heights: Out<'_, f32, Ix2>,
    mut normals: Out<'_, f32, Ix3>,
) -> PyResult<()> {
    let heights = heights.as_slice_mut().map_err(layout_error)?;
    let normals = normals.as_slice_mut().map_err(layout_error)?;
    window.check("heights", heights.len(), 1)?;
    window.check("normals", normals.len(), 3)?;
    let width = window.size()?[1];
    let rows = heights.chunks_mut(width).zip(normals.chunks_mut(3 * width));
    each_row(py, land, &window, RowRequest::default(), rows, |row, (heights, normals)| {
        let out = heights.iter_mut().zip(normals.as_chunks_mut().0);
        for ((height_m, normal), (place, water)) in out.zip(row.places.iter().zip(row.waters)) {
            let is_level = clamp && water.is_wet();
            // Adding zero removes −0, as in exported meshes.
            *height_m = if is_level { water.level_m } else { place.bed_m } + 0.0;
            *normal = if is_level { [0.0, 1.0, 0.0] } else { place.normal };
        }
    })
}

/// Fills arrays of shape (rows, columns) with the ridge map and the occlusion by erosion, which are
/// 0 if the land is not eroded.
#[pyfunction]
pub fn erosion(
    py: Python<'_>,
    land: &NativeLand,
    window: MarginedLines<'_>,
    mut ridge: Out<'_, f32, Ix2>,
    mut occlusion: Out<'_, f32, Ix2>,
) -> PyResult<()> {
    let ridge = ridge.as_slice_mut().map_err(layout_error)?;
    let occlusion = occlusion.as_slice_mut().map_err(layout_error)?;
    window.check("ridge", ridge.len(), 1)?;
    window.check("occlusion", occlusion.len(), 1)?;
    let width = window.size()?[1];
    let rows = ridge.chunks_mut(width).zip(occlusion.chunks_mut(width));
    each_row(py, land, &window, RELIEF, rows, |row, (ridge, occlusion)| {
        ridge.iter_mut().zip(row.places).for_each(|(ridge, place)| *ridge = place.ridge);
        match row.occlusion.is_empty() {
            true => occlusion.fill(0.0),
            false => occlusion.copy_from_slice(row.occlusion),
        }
    })
}

/// Fills an array of shape (rows, columns, 6) with the shares of the materials.
#[pyfunction]
pub fn materials(
    py: Python<'_>,
    land: &NativeLand,
    window: MarginedLines<'_>,
    mut out: Out<'_, f32, Ix3>,
) -> PyResult<()> {
    let out = out.as_slice_mut().map_err(layout_error)?;
    window.check("out", out.len(), 6)?;
    let rows = out.chunks_mut(6 * window.size()?[1]);
    each_row(py, land, &window, SHARES, rows, |row, out| {
        for (parts, shares) in out.as_chunks_mut().0.iter_mut().zip(row.shares) {
            *parts = shares.parts;
        }
    })
}

/// Fills an array of shape (rows, columns, 3) with the ground's colours, as bytes of sRGB.
#[pyfunction]
pub fn colours(
    py: Python<'_>,
    land: &NativeLand,
    window: MarginedLines<'_>,
    mut out: Out<'_, u8, Ix3>,
) -> PyResult<()> {
    let out = out.as_slice_mut().map_err(layout_error)?;
    window.check("out", out.len(), 3)?;
    let rows = out.chunks_mut(3 * window.size()?[1]);
    each_row(py, land, &window, COLOURS, rows, |row, out| {
        out.as_chunks_mut().0.copy_from_slice(row.colours);
    })
}

/// Fills arrays with the water: its level (NaN on dry ground), its depth and its flow to the east
/// and to the south, of shapes (rows, columns), (rows, columns) and (rows, columns, 2).
#[pyfunction]
pub fn water(
    py: Python<'_>,
    land: &NativeLand,
    window: MarginedLines<'_>,
    mut level: Out<'_, f32, Ix2>,
    mut depth: Out<'_, f32, Ix2>,
    mut flow: Out<'_, f32, Ix3>,
) -> PyResult<()> {
    let level = level.as_slice_mut().map_err(layout_error)?;
    let depth = depth.as_slice_mut().map_err(layout_error)?;
    let flow = flow.as_slice_mut().map_err(layout_error)?;
    window.check("level", level.len(), 1)?;
    window.check("depth", depth.len(), 1)?;
    window.check("flow", flow.len(), 2)?;
    let width = window.size()?[1];
    let rows = level.chunks_mut(width).zip(depth.chunks_mut(width)).zip(flow.chunks_mut(2 * width));
    each_row(py, land, &window, RowRequest::default(), rows, |row, ((level, depth), flow)| {
        let out = level.iter_mut().zip(depth).zip(flow.as_chunks_mut().0);
        for (((level_m, depth_m), flow_m_s), water) in out.zip(row.waters) {
            (*level_m, *depth_m, *flow_m_s) = match water.is_wet() {
                true => (water.level_m, water.depth_m, water.flow_m_s),
                false => (f32::NAN, 0.0, [0.0; 2]),
            };
        }
    })
}
