//! Estimates the size and duration of an export from small trial exports.

use std::path::Path;
use std::time::{Duration, Instant};

use super::{JobPlan, JobReport};
use crate::area::Area;
use crate::mesh::{MeshFormat, MeshOptions, MeshPlan};
use crate::options::ExportOptions;
use crate::plan::ExportPlan;
use crate::progress::Progress;
use crate::tiles::TileSelection;
use crate::{ExportError, FileError};

/// Samples on a side of the two trial exports. Both consist of whole tiles of 128 cells.
const TRIALS: [u32; 2] = [129, 257];

/// Texels on a side of the two texture trials.
const TEXELS: [u32; 2] = [64, 256];

/// The assumed speed of the disk, in bytes per second.
const DISK_BYTES_PER_SECOND: f64 = 600e6;

/// The size of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportSize {
    /// The exact size.
    Exact(u64),
    /// An estimate from trial exports.
    About(u64),
}

/// The estimated cost of an export.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExportPreview {
    /// Bytes on disk, without the JSON of each file.
    pub bytes: ExportSize,
    /// The estimated duration.
    pub duration: Duration,
}

/// The cost of a trial.
#[derive(Clone, Copy)]
struct TrialCost {
    bytes: f64,
    seconds: f64,
}

impl TrialCost {
    fn of(report: &JobReport) -> Self {
        Self { bytes: report.bytes as f64, seconds: report.duration.as_secs_f64() }
    }

    fn zip_with(self, other: Self, combine: impl Fn(f64, f64) -> f64) -> Self {
        Self {
            bytes: combine(self.bytes, other.bytes),
            seconds: combine(self.seconds, other.seconds),
        }
    }

    /// The cost of one unit, if `larger` has `extra_units` more units than `self`. At least zero,
    /// because measured times vary.
    fn per_unit(self, larger: Self, extra_units: f64) -> Self {
        self.zip_with(larger, |a, b| ((b - a) / extra_units).max(0.0))
    }

    fn plus(self, other: Self, factor: f64) -> Self {
        self.zip_with(other, |a, b| a + factor * b)
    }
}

fn square(side: u32) -> f64 {
    f64::from(side).powi(2)
}

impl JobPlan {
    /// Estimates the cost of a run on `threads` threads.
    ///
    /// It runs small trial exports of the middle of the area, in the temporary folder.
    ///
    /// # Errors
    /// If a trial fails or is cancelled. A trial also fails if the temporary folder is full,
    /// although the export itself may succeed.
    pub fn preview(
        &self,
        threads: usize,
        progress: &Progress,
    ) -> Result<ExportPreview, ExportError> {
        if let Self::Code(plan) = self {
            let start = Instant::now();
            let bytes = ExportSize::Exact(plan.text()?.len() as u64);
            return Ok(ExportPreview { bytes, duration: start.elapsed() });
        }
        match self {
            Self::Plants(plan) => {
                let (trial, area_ratio) = plan.trial();
                return preview_of_text(|| trial.text(progress), area_ratio, threads);
            }
            Self::Rivers(plan) => {
                let (trial, area_ratio) = plan.trial();
                return preview_of_text(|| trial.text(progress), area_ratio, threads);
            }
            _ => {}
        }
        let folder = tempfile::tempdir()
            .map_err(|error| ExportError::Write(FileError::write(&std::env::temp_dir(), error)))?;
        let Some((tiles, side)) = self.tiles() else {
            return Ok(ExportPreview { bytes: ExportSize::Exact(0), duration: Duration::ZERO });
        };
        let texels = self.texels();
        let trial = |side, texels| -> Result<TrialCost, ExportError> {
            let plan = self.trial(folder.path(), side, texels)?;
            Ok(TrialCost::of(&on_one_thread(|| plan.run(progress))?))
        };
        let coarse = texels.map(|_| TEXELS[0]);
        // The cost of one file, extrapolated from the number of its samples.
        let mut file_cost = if side >= TRIALS[1] {
            let (small, large) = (trial(TRIALS[0], coarse)?, trial(TRIALS[1], coarse)?);
            let sample_cost = small.per_unit(large, square(TRIALS[1]) - square(TRIALS[0]));
            let samples = self.samples() as f64 / tiles as f64;
            large.plus(sample_cost, samples - square(TRIALS[1]))
        } else {
            let small = trial(side, coarse)?;
            small.zip_with(small, |_, cost| {
                cost * self.samples() as f64 / tiles as f64 / square(side)
            })
        };
        if let Some(texels) = texels {
            let small = u32::min(side, TRIALS[0]);
            let texel_cost = trial(small, coarse)?
                .per_unit(trial(small, Some(TEXELS[1]))?, square(TEXELS[1]) - square(TEXELS[0]));
            file_cost = file_cost.plus(texel_cost, square(texels) - square(TEXELS[0]));
        }
        let total = file_cost.zip_with(file_cost, |_, cost| cost * tiles as f64);
        let bytes =
            self.exact_bytes().map_or(ExportSize::About(total.bytes as u64), ExportSize::Exact);
        let seconds =
            f64::max(total.seconds / threads.max(1) as f64, total.bytes / DISK_BYTES_PER_SECOND);
        Ok(ExportPreview { bytes, duration: Duration::from_secs_f64(seconds) })
    }

    /// Returns the number of tiles, and the samples on the shorter side of a tile. `None` if the
    /// shard has no tile.
    fn tiles(&self) -> Option<(usize, u32)> {
        let files = self.samples_plan()?.files();
        let [columns, rows] = files.first()?.size();
        Some((files.len(), columns.min(rows)))
    }

    fn samples_plan(&self) -> Option<&ExportPlan> {
        match self {
            Self::Heights(plan) => Some(plan),
            Self::Mesh(plan) => Some(plan.heights()),
            Self::Maps(plan) => Some(plan.samples()),
            Self::Plants(_) | Self::Rivers(_) | Self::Code(_) => None,
        }
    }

    /// Texels on a side of each file's textures, if it has any.
    fn texels(&self) -> Option<u32> {
        match self {
            Self::Mesh(plan) => plan.texels(),
            _ => None,
        }
    }

    /// Returns the exact bytes of formats whose size follows from the number of samples.
    fn exact_bytes(&self) -> Option<u64> {
        match self {
            Self::Heights(plan) if plan.format().is_raw() => Some(plan.bytes()),
            Self::Mesh(plan) if plan.format() == MeshFormat::Stl => Some(plan.bytes()),
            _ => None,
        }
    }

    /// Plans a small export with the same content and sample spacing.
    fn trial(&self, folder: &Path, side: u32, texels: Option<u32>) -> Result<Self, ExportError> {
        let Some(plan) = self.samples_plan() else { unreachable!("code has no samples") };
        let grid = plan.grid();
        let ends = [0, 1]
            .map(|axis| [grid.position_m(axis, 0), grid.position_m(axis, grid.samples() - 1)]);
        let area = Area {
            centre_m: ends.map(|[first, last]| 0.5 * (first + last)),
            side_m: f64::from(side - 1) * grid.spacing_m(),
        };
        let extension = plan.options().out.extension().unwrap_or_default();
        let options = ExportOptions {
            out: folder.join("trial").with_extension(extension),
            format: Some(plan.format()),
            engine: None,
            area: Some(area),
            samples: Some(side),
            tiles: None,
            part: TileSelection::All,
            ..plan.options().clone()
        };
        let scene = plan.scene();
        Ok(match self {
            Self::Mesh(mesh) => {
                let format = Some(mesh.format());
                let mesh = MeshOptions { format, texels, ..*mesh.options() };
                Self::Mesh(Box::new(MeshPlan::new(scene, &options, &mesh)?))
            }
            Self::Maps(maps) => Self::Maps(Box::new(maps.trial(ExportPlan::new(scene, &options)?))),
            _ => Self::Heights(Box::new(ExportPlan::new(scene, &options)?)),
        })
    }
}

/// Estimates the cost of a text export. `text` exports the middle of the area. `area_ratio` is the
/// size of the area relative to that part.
fn preview_of_text(
    text: impl FnOnce() -> Result<String, ExportError> + Send,
    area_ratio: f64,
    threads: usize,
) -> Result<ExportPreview, ExportError> {
    let start = Instant::now();
    let bytes = on_one_thread(text)?.len() as f64 * area_ratio;
    let seconds = start.elapsed().as_secs_f64() * area_ratio / threads.max(1) as f64;
    let bytes = if area_ratio > 1.0 {
        ExportSize::About(bytes as u64)
    } else {
        ExportSize::Exact(bytes as u64)
    };
    Ok(ExportPreview { bytes, duration: Duration::from_secs_f64(seconds) })
}

/// Runs work on a single thread. Its duration is then the total processor time.
fn on_one_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
        Ok(pool) => pool.install(work),
        // If the system gives no thread, the export itself will report that.
        Err(_) => work(),
    }
}
