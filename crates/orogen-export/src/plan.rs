//! Plans an export: checks all options before the first sample.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::area::{Area, MAX_SAMPLES, SampleGrid};
use super::atomic::check_target;
use super::default_samples::default_samples;
use super::engine::Engine;
use super::error::ExportError;
use super::format::Format;
use super::options::{ExportOptions, HeightRange, Sea};
use super::overwrite::OutputKind;
use super::plan_error::PlanError;
use super::progress::Progress;
use super::range;
use super::sample::SampleEncoding;
use super::sidecar;
use super::tiles::{MAX_TILES, TileSelection, Tiles};
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

/// One file of a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct FilePlan {
    /// The path of the file.
    pub path: PathBuf,
    /// The tile index in the file name. `None` without tiles.
    pub tile: Option<[u32; 2]>,
    /// The columns of the full grid that the file holds, counted from the west.
    pub columns: Range<u32>,
    /// The rows of the full grid that the file holds, counted from the north.
    pub rows: Range<u32>,
}

impl FilePlan {
    /// The number of columns and rows.
    pub fn size(&self) -> [u32; 2] {
        [self.columns.end - self.columns.start, self.rows.end - self.rows.start]
    }

    /// Returns the path of the file's JSON: `alps.png.json`.
    pub fn metadata_path(&self) -> PathBuf {
        sidecar::path_of(&self.path)
    }

    /// The position (x, z) of its north-west sample.
    pub fn north_west_m(&self, grid: &SampleGrid) -> [f64; 2] {
        [grid.position_m(0, self.columns.start), grid.position_m(1, self.rows.start)]
    }

    fn samples(&self) -> u64 {
        let [columns, rows] = self.size();
        u64::from(columns) * u64::from(rows)
    }
}

impl ExportPlan {
    /// Checks the options, fills in the missing ones, and names the files.
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

    /// The format of its files.
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
    /// Octaves too fine for samples this far apart fade to their mean. It is the finest spacing on
    /// screen. With [`ExportOptions::filter`], it is at least the spacing of the samples.
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
        let keep = &self.options.keep;
        let check = |file: &FilePlan| {
            keep.check_present(&file.path, OutputKind::Picture)?;
            keep.check_present(&file.metadata_path(), OutputKind::Sidecar)
        };
        Ok(self.files.iter().try_for_each(check)?)
    }
}

/// Chooses the format from the options, the engine or the file name.
fn format(options: &ExportOptions) -> Result<Format, PlanError> {
    let named = Format::of_path(&options.out);
    let format = match (options.format, options.engine, named) {
        (Some(format), ..) => format,
        (None, Some(engine), Some(named)) if engine.formats().contains(&named) => named,
        (None, Some(engine), None) => engine.formats()[0],
        (None, _, Some(named)) => named,
        (None, None, None) => return Err(PlanError::NoFormat(options.out.clone())),
    };
    if let Some(engine) = options.engine.filter(|engine| !engine.formats().contains(&format)) {
        return Err(PlanError::EngineFormat { engine, format });
    }
    match named {
        Some(named) if named != format => {
            Err(PlanError::NameFormat { out: options.out.clone(), named, format })
        }
        _ => Ok(format),
    }
}

/// Adds the extension that the engine expects to a name without one.
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

/// Checks the number of tiles. Loops over tiles come later.
fn check_tiles(tiles: Option<Tiles>) -> Result<(), PlanError> {
    let Some(Tiles { counts, .. }) = tiles else { return Ok(()) };
    match counts.map(u64::from).iter().product() {
        0 => Err(PlanError::NoTiles(counts)),
        1..=MAX_TILES => Ok(()),
        _ => Err(PlanError::TooManyTiles(counts)),
    }
}

/// Cuts the full grid into files.
fn files(options: &ExportOptions, samples: u32) -> Result<Vec<FilePlan>, PlanError> {
    let Some(tiles) = options.tiles else {
        if options.part != TileSelection::All {
            return Err(PlanError::PartOfWhole);
        }
        if let Some(engine) = options.engine {
            engine.check_size(samples, [samples; 2], None)?;
        }
        return Ok(vec![FilePlan {
            path: options.out.clone(),
            tile: None,
            columns: 0..samples,
            rows: 0..samples,
        }]);
    };
    let Tiles { counts: [across, down], share_border } = tiles;
    let shared = u32::from(share_border);
    let side = |count: u32| match count {
        0 => None,
        _ => ((samples - shared).is_multiple_of(count) && (samples - shared) / count + shared >= 2)
            .then(|| (samples - shared) / count + shared),
    };
    let (Some(width), Some(height)) = (side(across), side(down)) else {
        return Err(PlanError::Uneven {
            samples,
            tiles,
            near: nearest_tileable_side(samples, tiles),
        });
    };
    if let Some(engine) = options.engine {
        engine.check_size(samples, [width, height], Some(tiles))?;
    }
    let south_first = options.engine.is_some_and(Engine::south_first);
    let selected_tiles = selected_tiles(options.part, [across, down])?;
    let file = |[i, j]: [u32; 2]| {
        let from_north = if south_first { down - 1 - j } else { j };
        let (column, row) = (i * (width - shared), from_north * (height - shared));
        FilePlan {
            path: tile_path(&options.out, [i, j]),
            tile: Some([i, j]),
            columns: column..column + width,
            rows: row..row + height,
        }
    };
    Ok(selected_tiles.into_iter().map(file).collect())
}

/// Returns a number of samples near `samples` that can be cut into the tiles.
fn nearest_tileable_side(samples: u32, tiles: Tiles) -> u64 {
    let (step, shared) = (tiles.step(), u64::from(tiles.share_border));
    // The narrowest tile has two samples. A neighbour may share one of them.
    let widest = u64::from(tiles.counts[0].max(tiles.counts[1]).max(1));
    let min_steps = ((2 - shared) * widest).div_ceil(step);
    let max_steps = ((u64::from(MAX_SAMPLES) - shared) / step).max(min_steps);
    let near = ((u64::from(samples) - shared) as f64 / step as f64).round() as u64;
    near.clamp(min_steps, max_steps) * step + shared
}

/// Lists the indices of the selected tiles, row by row.
fn selected_tiles(part: TileSelection, counts: [u32; 2]) -> Result<Vec<[u32; 2]>, PlanError> {
    let [across, down] = counts;
    let all = (0..down).flat_map(|j| (0..across).map(move |i| [i, j]));
    match part {
        TileSelection::All => Ok(all.collect()),
        TileSelection::Only(tile) if tile[0] >= across || tile[1] >= down => {
            Err(PlanError::NoTile { tile, counts })
        }
        TileSelection::Only(tile) => Ok(vec![tile]),
        TileSelection::Shard { index, of: 0 } => Err(PlanError::NoShards(index)),
        TileSelection::Shard { index, of } if index < 1 || index > of => {
            Err(PlanError::NoShard { index, of })
        }
        TileSelection::Shard { index, of } => {
            Ok(all.skip(index as usize - 1).step_by(of as usize).collect())
        }
    }
}

/// Returns the path of a tile: `alps.png` and [3, 5] give `alps_x3_y5.png`.
fn tile_path(out: &Path, [i, j]: [u32; 2]) -> PathBuf {
    let stem = out.file_stem().unwrap_or_default().to_string_lossy();
    let name = match out.extension() {
        Some(extension) => format!("{stem}_x{i}_y{j}.{}", extension.to_string_lossy()),
        None => format!("{stem}_x{i}_y{j}"),
    };
    out.with_file_name(name)
}
