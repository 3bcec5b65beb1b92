//! Heights with a margin of samples around them, and erosion data.
//!
//! Slopes, curvature and materials are computed from them. The margin holds the samples of the
//! neighbouring tile, so slopes on both sides of a border agree.

use std::ops::Range;

use rayon::prelude::*;

use super::file_plan::FilePlan;
use super::plan::ExportPlan;
use super::progress::Progress;
use super::sample::{RowSampler, SampleEncoding, SampleStats};
use super::stream::WriteError;
use orogen_terrain::fields::Reliefs;
use orogen_terrain::land::Land;
use orogen_terrain::mesh::WaterSample;

/// Rows of erosion data that a thread computes at once.
const RELIEF_ROWS: usize = 16;

/// Rows of catchment areas that a thread computes at once.
const CATCHMENT_ROWS: usize = 32;

/// Samples a rectangle row by row, with a margin on every side.
pub(super) struct FieldSampler<'a> {
    sampler: RowSampler<'a>,
    /// The width of each margin, in samples.
    margin: usize,
    spacing_m: f64,
    has_relief: bool,
    has_wetness: bool,
    has_catchment: bool,
}

/// The parameters of a field.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldRequest {
    /// The width of each margin, in samples.
    pub margin: usize,
    /// Takes every `step`-th column and row of the file. Above 1, the band limit is at least their
    /// spacing.
    pub step: u32,
    /// True to include erosion data.
    pub relief: bool,
    /// True to include the wetness of the ground near rivers and lakes.
    pub wetness: bool,
    /// True to include the catchment area of each sample.
    pub catchment: bool,
}

impl FieldRequest {
    /// Heights with a margin of one sample.
    pub const HEIGHTS: Self =
        Self { margin: 1, step: 1, relief: false, wetness: false, catchment: false };
}

/// Rows of samples with their margin.
pub(super) struct MarginedField {
    /// The rows without margin, in the sampler's numbering.
    pub rows: Range<usize>,
    margin: usize,
    /// The number of columns, both margins included.
    stride: usize,
    heights_m: Vec<f32>,
    /// Erosion data, without the margin.
    pub relief: Option<Reliefs>,
    /// Water, without the margin; `None` if the samples show no rivers.
    water: Option<Vec<WaterSample>>,
    /// Wetness, without the margin, if requested and if the land has rivers.
    wetness: Option<Vec<f32>>,
    /// Catchment areas, without the margin, if requested and if the land has rivers.
    catchment_km2: Option<Vec<f32>>,
    pub stats: SampleStats,
}

impl<'a> FieldSampler<'a> {
    /// Samples every `step`-th column and row of a file.
    pub fn of_file(plan: &'a ExportPlan, file: &FilePlan, request: FieldRequest) -> Self {
        let (grid, step) = (plan.grid(), i64::from(request.step));
        let line = |axis: usize, range: &Range<u32>| {
            let count = i64::from((range.end - range.start - 1) / request.step);
            let margin = request.margin as i64;
            (-margin..=count + margin)
                .map(|i| grid.unclamped_position_m(axis, i64::from(range.start) + i * step))
                .collect()
        };
        let lines = [line(0, &file.columns), line(1, &file.rows)];
        let spacing_m = grid.spacing_m() * f64::from(request.step);
        let band_limit_m = match request.step {
            1 => plan.band_limit_m(),
            _ => plan.band_limit_m().max(spacing_m),
        };
        Self::of_lines(plan, lines, spacing_m, band_limit_m, request)
    }

    /// Samples at the given columns and rows, which include the margins.
    pub fn of_lines(
        plan: &'a ExportPlan,
        [columns_m, rows_m]: [Vec<f64>; 2],
        spacing_m: f64,
        band_limit_m: f64,
        request: FieldRequest,
    ) -> Self {
        let sampler = RowSampler {
            columns_m,
            rows_m,
            south_first: false,
            band_limit_m,
            sea_level_m: None,
            range_m: None,
            encoding: SampleEncoding::FloatsNe,
            ..plan.sampler_of([0..0, 0..0], SampleEncoding::FloatsNe)
        };
        Self::new(sampler, spacing_m, request)
    }

    /// Samples with a sampler of native floats, whose columns and rows include the margins.
    pub fn new(sampler: RowSampler<'a>, spacing_m: f64, request: FieldRequest) -> Self {
        let has_relief = request.relief && sampler.land.is_eroded();
        let (has_wetness, has_catchment) = (request.wetness, request.catchment);
        let margin = request.margin;
        Self { sampler, margin, spacing_m, has_relief, has_wetness, has_catchment }
    }

    /// Columns and rows without the margins.
    pub fn size(&self) -> [usize; 2] {
        [self.sampler.columns_m.len(), self.sampler.rows_m.len()].map(|n| n - 2 * self.margin)
    }

    pub fn spacing_m(&self) -> f64 {
        self.spacing_m
    }

    /// The x of the columns, without the margins.
    pub fn columns_m(&self) -> &[f64] {
        &self.sampler.columns_m[self.margin..][..self.size()[0]]
    }

    /// The z of the rows, without the margins.
    pub fn rows_m(&self) -> &[f64] {
        &self.sampler.rows_m[self.margin..][..self.size()[1]]
    }

    /// Returns the weights of a layer at all columns of the given rows.
    pub fn weights(&self, layer: u32, rows_m: &[f64]) -> Vec<f32> {
        let columns_m = self.columns_m();
        let weights = self.land().weights_at(layer, [columns_m, rows_m], self.sampler.band_limit_m);
        weights.unwrap_or_else(|| vec![0.0; columns_m.len() * rows_m.len()])
    }

    fn land(&self) -> &Land {
        self.sampler.land
    }

    /// Samples some rows on the current rayon pool.
    pub fn sample(
        &self,
        rows: Range<usize>,
        progress: &Progress,
    ) -> Result<MarginedField, WriteError> {
        let stride = self.sampler.columns_m.len();
        let count = stride * (rows.len() + 2 * self.margin);
        let mut heights_m: Vec<f32> = Vec::new();
        heights_m.try_reserve_exact(count).map_err(|_| WriteError::Memory)?;
        heights_m.resize(count, 0.0);
        let rows_with_margin = rows.start..rows.end + 2 * self.margin;
        let bytes = bytemuck::cast_slice_mut(&mut heights_m);
        self.sampler.fill(rows_with_margin, bytes, progress);
        let relief = self.has_relief.then(|| self.relief(rows.clone(), progress)).flatten();
        if progress.is_cancelled() {
            return Err(WriteError::Cancelled);
        }
        let margin = self.margin;
        let mut field = MarginedField {
            rows,
            margin,
            stride,
            heights_m,
            relief,
            water: None,
            wetness: None,
            catchment_km2: None,
            stats: SampleStats::EMPTY,
        };
        field.stats = field.measure();
        field.water = self.water(&field);
        field.wetness = self.has_wetness.then(|| self.wetness(&field)).flatten();
        field.catchment_km2 = self.has_catchment.then(|| self.catchment_km2(&field)).flatten();
        if progress.is_cancelled() {
            return Err(WriteError::Cancelled);
        }
        Ok(field)
    }

    fn wetness(&self, field: &MarginedField) -> Option<Vec<f32>> {
        let columns_m = self.columns_m();
        let wetness_of_row = |row: usize| {
            let heights_m = &field.row(row as isize)[self.margin..][..columns_m.len()];
            let lines_m = [columns_m, &self.rows_m()[row..=row]];
            self.land().wetness_at(lines_m, self.sampler.band_limit_m, heights_m)
        };
        let rows: Option<Vec<_>> = field.rows.clone().into_par_iter().map(wetness_of_row).collect();
        Some(rows?.concat())
    }

    fn catchment_km2(&self, field: &MarginedField) -> Option<Vec<f32>> {
        let rows_m = self.rows_m()[field.rows.clone()].par_chunks(CATCHMENT_ROWS);
        let catchments =
            |rows_m| self.land().drained_km2_at([self.columns_m(), rows_m], self.spacing_m);
        let rows: Option<Vec<_>> = rows_m.map(catchments).collect();
        Some(rows?.concat())
    }

    fn water(&self, field: &MarginedField) -> Option<Vec<WaterSample>> {
        if !self.land().has_water() {
            return None;
        }
        let columns_m = self.columns_m();
        let water_of_row = |row: usize| {
            let heights_m = &field.row(row as isize)[self.margin..][..columns_m.len()];
            let lines_m = [columns_m, &self.rows_m()[row..=row]];
            self.land().water_at(lines_m, self.sampler.band_limit_m, heights_m)
        };
        let rows: Option<Vec<_>> = field.rows.clone().into_par_iter().map(water_of_row).collect();
        Some(rows?.concat())
    }

    fn relief(&self, rows: Range<usize>, progress: &Progress) -> Option<Reliefs> {
        let (columns_m, rows_m) = (self.columns_m(), &self.rows_m()[rows]);
        let sample_relief = |rows_m: &[f64]| match progress.is_cancelled() {
            true => None,
            false => self.land().reliefs_at([columns_m, rows_m], self.sampler.band_limit_m),
        };
        let parts: Option<Vec<Reliefs>> =
            rows_m.par_chunks(RELIEF_ROWS).map(sample_relief).collect();
        let mut joined = Reliefs { ridge: vec![], occlusion: vec![] };
        for part in parts? {
            joined.ridge.extend(part.ridge);
            joined.occlusion.extend(part.occlusion);
        }
        Some(joined)
    }
}

impl MarginedField {
    /// The statistics of the heights without the margin.
    fn measure(&self) -> SampleStats {
        let row = |row: usize| &self.row(row as isize)[self.margin..self.stride - self.margin];
        let rows = self.rows.clone().into_par_iter().map(|index| SampleStats::of(row(index), None));
        rows.reduce(|| SampleStats::EMPTY, SampleStats::merge)
    }

    /// Returns the heights of a row, including margins. `row` may lie in the margin.
    pub fn row(&self, row: isize) -> &[f32] {
        let index = row - self.rows.start as isize + self.margin as isize;
        &self.heights_m[index as usize * self.stride..][..self.stride]
    }

    /// Returns the rows above, at and below `row`. Each slice starts one column before the first
    /// column of the file and ends one column after the last.
    pub fn neighbouring_rows(&self, row: usize) -> [&[f32]; 3] {
        [-1, 0, 1].map(|offset| {
            &self.row(row as isize + offset)[self.margin - 1..self.stride - self.margin + 1]
        })
    }

    /// Returns the water of a row.
    pub fn water(&self, row: usize) -> Option<&[WaterSample]> {
        let width = self.stride - 2 * self.margin;
        Some(&self.water.as_ref()?[(row - self.rows.start) * width..][..width])
    }

    /// Returns the wetness of a row.
    pub fn wetness_of_row(&self, row: usize) -> Option<&[f32]> {
        self.values_of_row(self.wetness.as_ref()?, row)
    }

    /// Returns the catchment areas of a row.
    pub fn catchment_km2_of_row(&self, row: usize) -> Option<&[f32]> {
        self.values_of_row(self.catchment_km2.as_ref()?, row)
    }

    fn values_of_row<'v>(&self, values: &'v [f32], row: usize) -> Option<&'v [f32]> {
        let width = self.stride - 2 * self.margin;
        values.get((row - self.rows.start) * width..)?.get(..width)
    }

    /// Returns the ridge map of a row.
    pub fn ridge(&self, row: usize) -> Option<&[f32]> {
        self.values_of_row(&self.relief.as_ref()?.ridge, row)
    }

    /// Returns the occlusion by erosion of a row.
    pub fn occlusion(&self, row: usize) -> Option<&[f32]> {
        self.values_of_row(&self.relief.as_ref()?.occlusion, row)
    }
}
