//! Samples of a land in memory, with the bits of exported files.
//!
//! A sample depends only on its column and row, so the parts of a grid can be sampled in any order
//! and on any machine, and still fit together.

use rayon::prelude::*;

use super::field::{FieldRequest, FieldSampler};
use super::options::Sea;
use super::progress::Progress;
use super::sample::{RowSampler, SampleEncoding, kernels_suffice};
use super::shade::{Shade, ShadeBuffers, srgb_byte};
use super::stream::WriteError;
use orogen_noise::NoiseError;
use orogen_terrain::ground::{GroundPlace, GroundShares};
use orogen_terrain::land::Land;
use orogen_terrain::mesh::WaterSample;
use orogen_terrain::scene::Scene;

/// The samples that [`ArraySampler::each_row`] holds at a time, so that memory stays small.
const BAND_SAMPLES: usize = 1 << 20;

/// The columns and rows of samples, in metres and ascending.
#[derive(Clone, Copy, Debug)]
pub struct ArrayLines<'a> {
    /// The x of the columns, from west to east.
    pub columns_m: &'a [f64],
    /// The z of the rows, from north to south.
    pub rows_m: &'a [f64],
    /// Octaves too fine for samples this far apart fade to their mean.
    pub band_limit_m: f64,
}

/// Why sampling failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArrayError {
    /// The caller cancelled the run.
    #[error("cancelled")]
    Cancelled,
    /// The samples do not fit into memory.
    #[error("there is not enough memory")]
    Memory,
}

/// The properties that [`ArraySampler::each_row`] computes besides heights, normals and water.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowRequest {
    /// True for the ridge map and the occlusion by erosion. Shares and colours include them too.
    pub relief: bool,
    /// True for the shares of the ground's materials.
    pub shares: bool,
    /// True for the ground's colours. They need shares.
    pub colours: bool,
}

/// A row of samples. A slice has a value for each column, or is empty if its property was not
/// requested.
#[derive(Clone, Copy, Debug)]
pub struct GroundRow<'a> {
    /// The height of the ground, its normal, its curvature and its ridge value.
    ///
    /// Normals come from the differences between neighbouring samples, as in exported meshes.
    pub places: &'a [GroundPlace],
    /// The water of sea, rivers and lakes. It may lie below the ground.
    pub waters: &'a [WaterSample],
    /// The effect of gullies on the height, from −1 (lowered most) to 1 (raised most). Empty also
    /// if the land is not eroded.
    pub occlusion: &'a [f32],
    /// The shares of the materials.
    pub shares: &'a [GroundShares],
    /// The colours without light, as bytes of sRGB.
    pub colours: &'a [[u8; 3]],
}

/// Samples the land of a scene into memory.
///
/// ```
/// use orogen_export::arrays::{ArrayLines, ArraySampler};
/// use orogen_export::{Progress, Sea};
/// use orogen_terrain::Scene;
///
/// let sampler = ArraySampler::new(&Scene::default())?;
/// let line: Vec<f64> = (0..64).map(f64::from).collect();
/// let lines = ArrayLines { columns_m: &line, rows_m: &line, band_limit_m: 1.0 };
/// let mut heights_m = vec![0.0; 64 * 64];
/// sampler.heights_m(lines, Sea::Bed, &mut heights_m, &Progress::default())?;
/// assert!(heights_m.iter().any(|height_m| *height_m != heights_m[0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ArraySampler {
    scene: Scene,
    land: Land,
    is_precise_off_grid: bool,
}

/// The buffers that a thread reuses for all its rows.
#[derive(Default)]
struct Buffers {
    shade: ShadeBuffers,
    colours: Vec<[u8; 3]>,
}

impl ArraySampler {
    /// Prepares the land of a scene.
    ///
    /// # Errors
    /// If the choices of a layer exclude each other.
    pub fn new(scene: &Scene) -> Result<Self, NoiseError> {
        let land = Land::new(&scene.recipe)?;
        let is_precise_off_grid = !kernels_suffice(&scene.recipe);
        Ok(Self { scene: scene.clone(), land, is_precise_off_grid })
    }

    /// The scene.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The land.
    pub fn land(&self) -> &Land {
        &self.land
    }

    /// Samples heights on the current rayon pool, row by row from the north.
    ///
    /// The samples equal, bit for bit, an exported file of floats with the same columns, rows and
    /// choices.
    ///
    /// # Errors
    /// If `progress` is cancelled. The heights are then meaningless.
    ///
    /// # Panics
    /// If `heights_m` does not have one number for each pair of a column and a row.
    pub fn heights_m(
        &self,
        lines: ArrayLines<'_>,
        sea: Sea,
        heights_m: &mut [f32],
        progress: &Progress,
    ) -> Result<(), ArrayError> {
        let count = lines.columns_m.len() * lines.rows_m.len();
        assert_eq!(count, heights_m.len(), "each pair of a column and a row needs a height");
        let sampler = self.sampler(lines, sea);
        if !heights_m.is_empty() {
            let rows = 0..lines.rows_m.len();
            sampler.fill(rows, bytemuck::cast_slice_mut(heights_m), progress);
        }
        if progress.is_cancelled() { Err(ArrayError::Cancelled) } else { Ok(()) }
    }

    /// Samples the ground on the current rayon pool and passes each row to `handle_row`, with the
    /// matching item of `rows` to write to.
    ///
    /// The first and the last column and row of `lines` are margins: `handle_row` does not get
    /// them. All lines lie `spacing_m` apart.
    ///
    /// # Errors
    /// If `progress` is cancelled, or there is not enough memory for a band of rows.
    ///
    /// # Panics
    /// If `lines` has fewer than three columns or rows.
    pub fn each_row<R: Send>(
        &self,
        lines: ArrayLines<'_>,
        spacing_m: f64,
        request: RowRequest,
        rows: impl Iterator<Item = R>,
        progress: &Progress,
        handle_row: impl Fn(GroundRow<'_>, R) + Sync,
    ) -> Result<(), ArrayError> {
        assert!(lines.columns_m.len() > 2 && lines.rows_m.len() > 2, "the lines have margins");
        let needs_relief = request.relief || request.shares || request.colours;
        let field_request = FieldRequest { relief: needs_relief, ..FieldRequest::HEIGHTS };
        let fields = FieldSampler::new(self.sampler(lines, Sea::Bed), spacing_m, field_request);
        let shade = Shade::new(&self.scene, spacing_m, false);
        let [width, height] = fields.size();
        let mut rows = rows.take(height);
        let band_rows = (BAND_SAMPLES / width).clamp(1, height);
        for first in (0..height).step_by(band_rows) {
            let end = usize::min(first + band_rows, height);
            let field = fields.sample(first..end, progress).map_err(array_error)?;
            let band: Vec<R> = rows.by_ref().take(end - first).collect();
            band.into_par_iter().zip(first..end).for_each_init(
                Buffers::default,
                |buffers, item| {
                    let (item, row) = item;
                    let shade_buffers = &mut buffers.shade;
                    shade.places(&field, row, shade_buffers);
                    if request.shares || request.colours {
                        shade.shares(&fields, row, shade_buffers);
                    }
                    buffers.colours.clear();
                    if request.colours {
                        shade.colours(shade_buffers);
                        let bytes = shade_buffers.colours.iter().map(|c| c.map(srgb_byte));
                        buffers.colours.extend(bytes);
                    }
                    let ground_row = GroundRow {
                        places: &shade_buffers.places,
                        waters: &shade_buffers.waters,
                        occlusion: field.occlusion(row).unwrap_or_default(),
                        shares: &shade_buffers.shares,
                        colours: &buffers.colours,
                    };
                    handle_row(ground_row, item);
                },
            );
        }
        Ok(())
    }

    fn sampler(&self, lines: ArrayLines<'_>, sea: Sea) -> RowSampler<'_> {
        RowSampler {
            land: &self.land,
            columns_m: lines.columns_m.to_vec(),
            rows_m: lines.rows_m.to_vec(),
            south_first: false,
            band_limit_m: lines.band_limit_m,
            sea_level_m: (sea == Sea::Clamp).then_some(self.scene.recipe.world.sea_level_m as f32),
            range_m: None,
            is_precise_off_grid: self.is_precise_off_grid,
            encoding: SampleEncoding::FloatsNe,
        }
    }
}

fn array_error(error: WriteError) -> ArrayError {
    match error {
        WriteError::Memory => ArrayError::Memory,
        _ => ArrayError::Cancelled,
    }
}
