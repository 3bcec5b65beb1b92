//! Runs a mesh plan. It writes the files one after another, each atomically.

use std::io::{self, BufWriter};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::options::MeshFormat;
use super::plan::MeshPlan;
use super::sizes::MeshSummary;
use super::{glb, metadata, obj, ply, stl};
use crate::ExportError;
use crate::atomic::PartFile;
use crate::file_plan::FilePlan;
use crate::pair;
use crate::progress::Progress;
use crate::run::export_error;
use crate::sink::ChecksumFile;
use crate::stream::WriteError;

/// The result of an export of meshes.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshReport {
    /// The files, in the order of the plan.
    pub files: Vec<MeshFileReport>,
    /// The duration of the run.
    pub duration: Duration,
}

/// A file that the run wrote.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshFileReport {
    /// The path of the file.
    pub path: PathBuf,
    /// Its size on disk, in bytes.
    pub bytes: u64,
    /// Vertices of the finest level, including skirts. For an STL, vertices of the ground.
    pub vertices: u64,
    /// Triangles of the finest level.
    pub triangles: u64,
    /// The lowest ground height, in metres.
    pub lowest_m: f32,
    /// The highest ground height, in metres.
    pub highest_m: f32,
}

impl MeshPlan {
    /// Writes the files on the current rayon pool and one more thread.
    ///
    /// An error never leaves a half-written file.
    ///
    /// # Errors
    /// The error names the file and the reason, or says that the run was cancelled. Files that were
    /// already complete stay.
    pub fn run(&self, progress: &Progress) -> Result<MeshReport, ExportError> {
        self.check_targets()?;
        self.run_checked(progress)
    }

    /// Like [`MeshPlan::run`], for callers that have just called [`MeshPlan::check_targets`].
    pub(crate) fn run_checked(&self, progress: &Progress) -> Result<MeshReport, ExportError> {
        let start = Instant::now();
        let count =
            |file: &FilePlan| file.size().map(u64::from).iter().product::<u64>() * self.passes();
        progress.begin(self.files().iter().map(count).sum());
        let base_top_m = match self.format() {
            MeshFormat::Stl => self.base_top_m(progress)?,
            _ => 0.0,
        };
        let mut files = Vec::with_capacity(self.files().len());
        for file in self.files() {
            let written = self.write(file, base_top_m, progress);
            files.push(written.map_err(|error| error.with_finished(files.len()))?);
        }
        Ok(MeshReport { files, duration: start.elapsed() })
    }

    /// The number of passes over all samples.
    fn passes(&self) -> u64 {
        if self.needs_measuring() { 2 } else { 1 }
    }

    fn write(
        &self,
        file: &FilePlan,
        base_top_m: f64,
        progress: &Progress,
    ) -> Result<MeshFileReport, ExportError> {
        let part = PartFile::create(&file.path)?;
        let mut sink = BufWriter::with_capacity(1 << 16, ChecksumFile::new(part.file()));
        let summary = self
            .stream(file, base_top_m, &mut sink, progress)
            .map_err(|error| export_error(file, error))?;
        let digest = ChecksumFile::finish_buffered(sink)
            .map_err(|error| export_error(file, error.into()))?;
        let json = metadata::json(self, file, &summary, digest);
        pair::finish(part, &file.path, &json)?;
        Ok(MeshFileReport {
            path: file.path.clone(),
            bytes: digest.bytes,
            vertices: summary.vertices,
            triangles: summary.triangles,
            lowest_m: summary.stats.lowest_m,
            highest_m: summary.stats.highest_m,
        })
    }

    /// Writes the bytes of one file into a sink.
    pub(crate) fn stream(
        &self,
        file: &FilePlan,
        base_top_m: f64,
        sink: &mut (impl io::Write + io::Seek + Send),
        progress: &Progress,
    ) -> Result<MeshSummary, WriteError> {
        match self.format() {
            MeshFormat::Glb => glb::write(self, file, sink, progress),
            MeshFormat::Obj => obj::write(self, file, sink, progress),
            MeshFormat::Ply => ply::write(self, file, sink, progress),
            MeshFormat::Stl => stl::write(self, file, base_top_m, sink, progress),
        }
    }
}
