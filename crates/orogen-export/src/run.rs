//! Runs an export plan. It writes the files one after another, each atomically.

use std::io::BufWriter;
use std::ops::Range;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::ExportError;
use super::atomic::PartFile;
use super::embed::{self, SCENE_KEY};
use super::file_error::FileError;
use super::file_plan::FilePlan;
use super::format::Format;
use super::metadata;
use super::options::{HeightRange, Sea};
use super::pair;
use super::plan::ExportPlan;
use super::program::PROGRAM;
use super::progress::Progress;
use super::sample::{RowSampler, SampleEncoding, SampleStats, SampleSteps, kernels_suffice};
use super::sink::ChecksumFile;
use super::stream::{StreamSummary, WriteError, measure, stream};
use super::write::exr::Exr;
use super::write::png::{Pixel, Png};
use super::write::{raw::Raw, tiff::Tiff};

/// The result of an export.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportReport {
    /// The files, in the order of the plan.
    pub files: Vec<FileReport>,
    /// The duration of the run.
    pub duration: Duration,
}

/// A file that the run wrote.
#[derive(Clone, Debug, PartialEq)]
pub struct FileReport {
    /// The path of the file.
    pub path: PathBuf,
    /// The number of columns and rows.
    pub size: [u32; 2],
    /// Its size on disk, in bytes.
    pub bytes: u64,
    /// The lowest sample, after clamping to the range.
    pub lowest_m: f32,
    /// The highest sample, after clamping to the range.
    pub highest_m: f32,
    /// The lowest and highest sample before clamping to the range, in metres.
    pub land_m: [f32; 2],
    /// The heights in metres of the steps 0 and 65535. `None` for formats without steps.
    pub range_m: Option<[f64; 2]>,
    /// The number of samples that were clamped to the range.
    pub clamped: u64,
    /// The CRC-32 of the samples before compression.
    pub crc32: u32,
}

impl ExportReport {
    /// Returns warnings for the user, one line each.
    pub fn warnings(&self) -> Vec<String> {
        let clamped: u64 = self.files.iter().map(|file| file.clamped).sum();
        if clamped == 0 {
            return vec![];
        }
        let lowest = self.files.iter().map(|file| file.land_m[0]).fold(f32::INFINITY, f32::min);
        let highest =
            self.files.iter().map(|file| file.land_m[1]).fold(f32::NEG_INFINITY, f32::max);
        vec![format!(
            "{clamped} samples lie outside the range and were clamped; heights reach from {lowest} to {highest} m"
        )]
    }
}

impl ExportPlan {
    /// Writes the files on the current rayon pool and one more thread.
    ///
    /// An error never leaves a half-written file. An existing file stays until its replacement is
    /// complete.
    ///
    /// # Errors
    /// The error names the file and the reason, or says that the run was cancelled. Tiles that were
    /// already complete stay.
    pub fn run(&self, progress: &Progress) -> Result<ExportReport, ExportError> {
        self.check_targets()?;
        self.run_checked(progress)
    }

    /// Like [`ExportPlan::run`], for callers that have just called [`ExportPlan::check_targets`].
    /// The check may be slow, because it reads existing files.
    pub(crate) fn run_checked(&self, progress: &Progress) -> Result<ExportReport, ExportError> {
        let start = Instant::now();
        let samples: u64 = self
            .files()
            .iter()
            .map(|file| file.size().map(u64::from).iter().product::<u64>())
            .sum();
        progress.begin(if self.needs_measuring() { 2 * samples } else { samples });
        let measured =
            self.needs_measuring().then(|| self.with_measured_range(progress)).transpose()?;
        let plan = measured.as_ref().unwrap_or(self);
        let mut files = Vec::with_capacity(plan.files().len());
        for file in plan.files() {
            let written = plan.write(file, progress);
            files.push(written.map_err(|error| error.with_finished(files.len()))?);
        }
        Ok(ExportReport { files, duration: start.elapsed() })
    }

    /// Returns the lowest and highest sample in metres, and writes no files.
    ///
    /// This is the first pass of [`HeightRange::Auto`].
    ///
    /// # Errors
    /// If the run was cancelled, or memory is short.
    pub fn measure(&self, progress: &Progress) -> Result<[f32; 2], ExportError> {
        let mut stats = SampleStats::EMPTY;
        for file in self.files() {
            let sampler = self.sampler(file, SampleEncoding::FloatsLe);
            stats = stats
                .merge(measure(&sampler, progress).map_err(|error| export_error(file, error))?);
        }
        Ok([stats.lowest_m, stats.highest_m])
    }

    /// Measures the range and returns a plan with it.
    fn with_measured_range(&self, progress: &Progress) -> Result<Self, ExportError> {
        let [low, high] = self.measure(progress)?.map(f64::from);
        // A range needs two different heights, even on flat land.
        Ok(self.with_range_m([low, if high > low { high } else { low + 1.0 }]))
    }

    fn write(&self, file: &FilePlan, progress: &Progress) -> Result<FileReport, ExportError> {
        let scene = self.scene().to_plain_toml();
        let data = PartFile::create(&file.path)?;
        let mut sink = BufWriter::with_capacity(1 << 16, ChecksumFile::new(data.file()));
        let written = self
            .stream(file, &scene, &mut sink, progress)
            .map_err(|error| export_error(file, error))?;
        let digest = ChecksumFile::finish_buffered(sink)
            .map_err(|error| export_error(file, error.into()))?;
        let json = metadata::json(self, file, &written, digest, &scene);
        pair::finish(data, &file.path, &json)?;
        let StreamSummary { stats, crc32, .. } = written;
        let ([lowest_m, highest_m], land_m) =
            (self.clamped_m(stats), [stats.lowest_m, stats.highest_m]);
        let (clamped, range_m, bytes) = (stats.clamped, self.step_range_m(), digest.bytes);
        Ok(FileReport {
            path: file.path.clone(),
            size: file.size(),
            bytes,
            lowest_m,
            highest_m,
            land_m,
            range_m,
            clamped,
            crc32,
        })
    }

    /// Returns the range to which samples are clamped.
    fn clamp_range_m(&self) -> Option<[f64; 2]> {
        let is_given = matches!(self.options().range, HeightRange::Given(_));
        self.range_m().filter(|_| is_given || self.format().has_steps())
    }

    /// Returns the lowest and highest sample after clamping.
    pub(super) fn clamped_m(&self, stats: SampleStats) -> [f32; 2] {
        let [low, high] = self
            .clamp_range_m()
            .map_or([f32::NEG_INFINITY, f32::INFINITY], |range| range.map(|h| h as f32));
        [stats.lowest_m, stats.highest_m].map(|h| h.clamp(low, high))
    }

    /// Writes the bytes of one file into a sink.
    pub(super) fn stream(
        &self,
        file: &FilePlan,
        scene: &str,
        sink: impl std::io::Write + std::io::Seek + Send,
        progress: &Progress,
    ) -> Result<StreamSummary, WriteError> {
        let size = file.size();
        // A format with steps has its range by now. Formats of metres do not use it.
        let steps = SampleSteps { range_m: self.range_m().unwrap_or([0.0, 1.0]) };
        let sampler = |encoding| self.sampler(file, encoding);
        match self.format() {
            Format::R16 => stream(&sampler(SampleEncoding::StepsLe(steps)), &Raw, sink, progress),
            Format::R32 => stream(&sampler(SampleEncoding::FloatsLe), &Raw, sink, progress),
            Format::Png16 => {
                let png = Png {
                    size,
                    pixel: Pixel::Grey16,
                    is_srgb: false,
                    is_fast: false,
                    piece_rows: None,
                    texts: embed::png_text(self.scene()),
                };
                stream(&sampler(SampleEncoding::StepsBe(steps)), &png, sink, progress)
            }
            Format::Exr => {
                let exr = Exr::new(
                    size,
                    PROGRAM,
                    "Heights in metres",
                    SCENE_KEY,
                    &embed::with_checksum(scene),
                );
                stream(&sampler(SampleEncoding::FloatsNe), &exr, sink, progress)
            }
            Format::Tiff => {
                let tiff = Tiff {
                    size,
                    origin_m: file.north_west_m(self.grid()),
                    spacing_m: self.grid().spacing_m(),
                    software: PROGRAM.to_owned(),
                    description: "Heights in metres".to_owned(),
                };
                stream(&sampler(SampleEncoding::FloatsNe), &tiff, sink, progress)
            }
        }
    }

    /// Returns the sampler of a file.
    pub(super) fn sampler(&self, file: &FilePlan, encoding: SampleEncoding) -> RowSampler<'_> {
        self.sampler_of([file.columns.clone(), file.rows.clone()], encoding)
    }

    /// Returns the sampler of some columns and rows of the full grid.
    pub(super) fn sampler_of(
        &self,
        [columns, rows]: [Range<u32>; 2],
        encoding: SampleEncoding,
    ) -> RowSampler<'_> {
        let grid = self.grid();
        RowSampler {
            land: self.land(),
            columns_m: columns.map(|i| grid.position_m(0, i)).collect(),
            rows_m: rows.map(|i| grid.position_m(1, i)).collect(),
            south_first: self.south_first(),
            band_limit_m: self.band_limit_m(),
            sea_level_m: (self.options().sea == Sea::Clamp)
                .then_some(self.scene().recipe.world.sea_level_m as f32),
            range_m: self.clamp_range_m(),
            is_precise_off_grid: !kernels_suffice(&self.scene().recipe),
            encoding,
        }
    }
}

pub(super) fn export_error(file: &FilePlan, error: WriteError) -> ExportError {
    match error.problem() {
        Some(problem) => ExportError::Write(FileError::write(&file.path, problem)),
        None => ExportError::Cancelled { finished: 0 },
    }
}
