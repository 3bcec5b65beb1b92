//! Plans an export: checks all options before the first sample.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::area::{Area, MAX_SAMPLES, SampleGrid};
use super::atomic::check_target;
use super::default_samples::default_samples;
use super::engine::Engine;
use super::error::ExportError;
use super::file_plan::{FilePlan, check_tiles, files};
use super::format::Format;
use super::options::{ExportOptions, HeightRange, Sea};
use super::overwrite::OutputKind;
use super::plan_error::PlanError;
use super::progress::Progress;
use super::range;
use super::sample::SampleEncoding;
use orogen_terrain::land::Land;
use orogen_terrain::scene::Scene;

/// A checked export of heights with its file names, ready to run.
pub struct ExportPlan {
    scene: Scene,
    land: Land,
    options: ExportOptions,
    format: Format,
    area: Area,
    grid: SampleGrid,
    /// The heights of the lowest and highest step. `None` if the run must measure them.
    range_m: Option<[f64; 2]>,
    files: Vec<FilePlan>,
}

impl ExportPlan {
    /// Checks and completes the options, and names the files.
    ///
    /// # Errors
    /// The error names the invalid choice and the allowed values.
    pub fn new(scene: &Scene, options: &ExportOptions) -> Result<Self, ExportError> {
        let land = Land::new(&scene.recipe).map_err(PlanError::from)?;
        let format = format(options)?;
        check_tiles(options.tiles)?;
        let options = &with_extension(options.clone(), format);
        let area = options.area.unwrap_or_else(|| Area::of_scene(scene));
        area.check(&scene.recipe).map_err(PlanError::from)?;
        let samples = match options.samples {
            Some(samples) => samples,
            None => default_samples(area, land.spacing_m(), options)?,
        };
        if !(2..=MAX_SAMPLES).contains(&samples) {
            return Err(PlanError::Samples(samples).into());
        }
        let grid = SampleGrid::new(area, samples);
        if grid.position_m(0, 1) == grid.position_m(0, 0)
            || grid.position_m(1, 1) == grid.position_m(1, 0)
        {
            return Err(PlanError::Dense { samples, area }.into());
        }
        let range_m = range_m(scene, options)?;
        let files = files(options, samples)?;
        Ok(Self {
            scene: scene.clone(),
            land,
            options: options.clone(),
            format,
            area,
            grid,
            range_m,
            files,
        })
    }

    /// The scene to export.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The options that the plan was made from.
    pub fn options(&self) -> &ExportOptions {
        &self.options
    }

    /// The format of the files.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The area that the export covers.
    pub fn area(&self) -> Area {
        self.area
    }

    /// The sample grid of the full area.
    pub fn grid(&self) -> &SampleGrid {
        &self.grid
    }

    /// The files to write. The list is empty if the shard has no tile.
    pub fn files(&self) -> &[FilePlan] {
        &self.files
    }

    /// Returns true if row 0 of the files is the southernmost.
    pub fn south_first(&self) -> bool {
        self.options.engine.is_some_and(Engine::south_first)
    }

    /// Returns true if the samples and the vertices on screen share a grid.
    ///
    /// [`SampleGrid::is_exact`] gives the condition.
    ///
    /// A sample at a vertex of the finest meshes has the same bits. All other samples differ from
    /// the land's f64 function by at most a millionth of the height range.
    pub fn is_exact(&self) -> bool {
        self.grid.is_exact(self.land.spacing_m())
    }

    /// The band limit in metres.
    ///
    /// Octaves too fine for samples this far apart fade to their mean. The limit is the finest spacing
    /// on screen. With [`ExportOptions::filter`], it is at least the spacing of the samples.
    pub fn band_limit_m(&self) -> f64 {
        let finest_m = self.land.spacing_m();
        if self.options.filter { finest_m.max(self.grid.spacing_m()) } else { finest_m }
    }

    /// The heights in metres of the steps 0 and 65535.
    ///
    /// `None` for formats without steps, and before the run has measured the range.
    pub fn step_range_m(&self) -> Option<[f64; 2]> {
        self.range_m.filter(|_| self.format.has_steps())
    }

    /// Returns true if a run must sample the area once to find the range, before it writes.
    pub(super) fn needs_measuring(&self) -> bool {
        self.range_m.is_none() && self.format.has_steps()
    }

    /// Bytes on disk, except for headers of a few hundred bytes.
    ///
    /// Files of compressed formats are mostly smaller.
    pub fn bytes(&self) -> u64 {
        self.samples() * self.format.sample_bytes() as u64
    }

    pub(super) fn land(&self) -> &Land {
        &self.land
    }

    pub(super) fn range_m(&self) -> Option<[f64; 2]> {
        self.range_m
    }

    pub(super) fn with_range_m(&self, range_m: [f64; 2]) -> Self {
        Self {
            scene: self.scene.clone(),
            land: self.land.clone(),
            options: self.options.clone(),
            files: self.files.clone(),
            range_m: Some(range_m),
            ..*self
        }
    }

    fn samples(&self) -> u64 {
        self.files.iter().map(FilePlan::samples).sum()
    }

    /// Estimates the duration of a run on the current rayon pool.
    ///
    /// It measures a few samples in the middle of the area.
    pub fn estimate(&self) -> Duration {
        const PROBE: u32 = 64;
        let middle = self.grid.samples() / 2;
        let probe =
            middle.saturating_sub(PROBE / 2)..u32::min(middle + PROBE / 2, self.grid.samples());
        let file = FilePlan {
            path: PathBuf::new(),
            tile: None,
            columns: probe.clone(),
            rows: probe.clone(),
        };
        let mut samples = vec![0; probe.len() * probe.len() * size_of::<f32>()];
        let start = Instant::now();
        // The probe is so small that one thread computes it.
        self.sampler(&file, SampleEncoding::FloatsLe).fill(
            0..probe.len(),
            &mut samples,
            &Progress::default(),
        );
        let sampling_s = start.elapsed().as_secs_f64() / (probe.len() * probe.len()) as f64;
        // Assumed speeds of compression per thread and of the disk.
        let packing_s = if self.format.is_compressed() {
            self.format.sample_bytes() as f64 / 60e6
        } else {
            0.0
        };
        let writing_s = self.format.sample_bytes() as f64 / 600e6;
        let passes = if self.needs_measuring() { 2.0 } else { 1.0 };
        let working_s = (passes * sampling_s + packing_s) / rayon::current_num_threads() as f64;
        Duration::from_secs_f64(self.samples() as f64 * working_s.max(writing_s))
    }

    /// Checks, before any work, that the files can be written and are not protected.
    ///
    /// [`ExportPlan::run`] checks this too.
    ///
    /// # Errors
    /// The error is one line that names the file and the reason.
    pub fn check_targets(&self) -> Result<(), ExportError> {
        let Some(first) = self.files.first() else { return Ok(()) };
        check_target(&first.path)?;
        let protected_files = &self.options.protected_files;
        let check = |file: &FilePlan| {
            protected_files.check_existing(&file.path, OutputKind::Picture)?;
            protected_files.check_existing(&file.metadata_path(), OutputKind::Sidecar)
        };
        Ok(self.files.iter().try_for_each(check)?)
    }
}

/// Chooses the format from the options, the engine or the file name.
fn format(options: &ExportOptions) -> Result<Format, PlanError> {
    let named_format = Format::of_path(&options.out);
    let format = match (options.format, options.engine, named_format) {
        (Some(format), ..) => format,
        (None, Some(engine), Some(named_format)) if engine.formats().contains(&named_format) => {
            named_format
        }
        (None, Some(engine), None) => engine.formats()[0],
        (None, _, Some(named_format)) => named_format,
        (None, None, None) => return Err(PlanError::NoFormat(options.out.clone())),
    };
    if let Some(engine) = options.engine.filter(|engine| !engine.formats().contains(&format)) {
        return Err(PlanError::EngineFormat { engine, format });
    }
    match named_format {
        Some(named_format) if named_format != format => {
            Err(PlanError::NameFormat { out: options.out.clone(), named_format, format })
        }
        _ => Ok(format),
    }
}

/// Adds the extension that the engine expects to a name without extension.
fn with_extension(mut options: ExportOptions, format: Format) -> ExportOptions {
    if let (Some(engine), None) = (options.engine, options.out.extension()) {
        options.out.set_extension(engine.extension(format));
    }
    options
}

/// Returns the range of the samples in metres. `None` if the run must measure it.
fn range_m(scene: &Scene, options: &ExportOptions) -> Result<Option<[f64; 2]>, PlanError> {
    let sea_level_m = scene.recipe.world.sea_level_m;
    match options.range {
        HeightRange::Given([low, high])
            if !(low < high && high - low >= 1e-3 && low.abs().max(high.abs()) <= 1e6) =>
        {
            Err(PlanError::Range([low, high]))
        }
        HeightRange::Given(range_m) => Ok(Some(range_m)),
        HeightRange::Recipe => {
            let [low, high] = range::bounds_m(&scene.recipe)?;
            let low = if options.sea == Sea::Clamp { low.max(sea_level_m) } else { low };
            // A range needs two different heights, even on flat land.
            Ok(Some([low, high.max(low + 1.0)]))
        }
        HeightRange::Auto if options.tiles.is_some() => Err(PlanError::MeasuredTiles),
        HeightRange::Auto => Ok(None),
    }
}
