//! Bands of mesh vertices: positions, normals, colours.

use std::ops::Range;

use rayon::prelude::*;

use super::bands::band_rows;
use super::options::MeshSea;
use crate::borders::{BorderSums, Borders};
use crate::field::{FieldRequest, FieldSampler, MarginedField};
use crate::file_plan::FilePlan;
use crate::plan::ExportPlan;
use crate::progress::Progress;
use crate::sample::SampleStats;
use crate::shade::{Shade, ShadeBuffers};
use crate::stream::WriteError;
use orogen_terrain::ground::Colour;

/// A vertex. Positions have y up, x east and z south, with the origin at the centre of the full
/// area.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeshVertex {
    pub position_m: [f32; 3],
    pub normal: [f32; 3],
    /// Linear RGB.
    pub colour: Colour,
}

/// Computes the vertices of a file, row by row.
pub struct VertexRows<'a> {
    fields: FieldSampler<'a>,
    shade: Shade<'a>,
    sea: MeshSea,
    has_colours: bool,
    x_m: Vec<f32>,
    z_m: Vec<f32>,
}

/// Rows of vertices.
pub struct VertexBand {
    pub vertices: Vec<MeshVertex>,
    /// Statistics of the ground heights.
    pub stats: SampleStats,
}

impl VertexBand {
    /// Returns the heights of the vertices, in metres.
    pub fn heights_m(&self) -> Vec<f32> {
        self.vertices.iter().map(|vertex| vertex.position_m[1]).collect()
    }
}

impl<'a> VertexRows<'a> {
    /// Samples every `step`-th column and row of a file.
    pub fn new(
        plan: &'a ExportPlan,
        file: &FilePlan,
        step: u32,
        sea: MeshSea,
        has_colours: bool,
    ) -> Self {
        let request = FieldRequest { step, relief: has_colours, ..FieldRequest::HEIGHTS };
        let fields = FieldSampler::of_file(plan, file, request);
        let centre_m = plan.area().centre_m;
        // One rounding gives neighbouring tiles the same bits. Adding zero removes −0.
        let line = |line_m: &[f64], centre_m: f64| -> Vec<f32> {
            line_m.iter().map(|c| (c - centre_m) as f32 + 0.0).collect()
        };
        let x_m = line(fields.columns_m(), centre_m[0]);
        let z_m = line(fields.rows_m(), centre_m[1]);
        let shade = Shade::new(plan.scene(), fields.spacing_m(), sea == MeshSea::Clamp);
        Self { fields, shade, sea, has_colours, x_m, z_m }
    }

    /// The number of columns and rows.
    pub fn size(&self) -> [usize; 2] {
        self.fields.size()
    }

    /// Calls a function with each band of rows and its first row number. Returns statistics of all
    /// samples, and the checksums of the borders.
    pub fn each_band(
        &self,
        progress: &Progress,
        mut handle: impl FnMut(usize, VertexBand) -> Result<(), WriteError>,
    ) -> Result<(SampleStats, Borders), WriteError> {
        let [width, height] = self.size();
        let (mut stats, mut borders) = (SampleStats::EMPTY, BorderSums::default());
        for first in (0..height).step_by(band_rows(width)) {
            let end = usize::min(first + band_rows(width), height);
            let band = self.band(first..end, progress)?;
            stats = stats.merge(band.stats);
            borders.add(bytemuck::cast_slice(&band.heights_m()), 4 * width, 4);
            handle(first, band)?;
            progress.add(((end - first) * width) as u64);
        }
        Ok((stats, borders.finish(false)))
    }

    /// Computes some rows on the current rayon pool.
    pub fn band(&self, rows: Range<usize>, progress: &Progress) -> Result<VertexBand, WriteError> {
        let field = self.fields.sample(rows.clone(), progress)?;
        let width = self.size()[0];
        let mut vertices: Vec<MeshVertex> = Vec::new();
        let count = width * rows.len();
        vertices.try_reserve_exact(count).map_err(|_| WriteError::Memory)?;
        vertices.resize(count, MeshVertex::default());
        vertices
            .par_chunks_mut(width)
            .zip(rows)
            .for_each_init(ShadeBuffers::default, |buffers, (vertices, row)| {
                self.fill(&field, row, buffers, vertices)
            });
        Ok(VertexBand { vertices, stats: field.stats })
    }

    fn fill(
        &self,
        field: &MarginedField,
        row: usize,
        buffers: &mut ShadeBuffers,
        vertices: &mut [MeshVertex],
    ) {
        self.shade.places(field, row, buffers);
        if self.has_colours {
            self.shade.shares(&self.fields, row, buffers);
            self.shade.colours(buffers);
        }
        let is_clamped = self.sea == MeshSea::Clamp;
        let places = buffers.places.iter().zip(&buffers.waters);
        for (i, (vertex, (place, water))) in vertices.iter_mut().zip(places).enumerate() {
            let is_water = is_clamped && water.is_wet();
            let y_m = if is_water { water.level_m } else { place.bed_m };
            *vertex = MeshVertex {
                position_m: [self.x_m[i], y_m + 0.0, self.z_m[row]],
                normal: if is_water { [0.0, 1.0, 0.0] } else { place.normal },
                colour: buffers.colours.get(i).copied().unwrap_or_default(),
            };
        }
    }
}
