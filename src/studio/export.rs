//! Exports from the window: they run beside it, on threads of their own, and can be cancelled.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use crossbeam_channel::{Receiver, bounded};

use crate::export::{ExportError, ExportOptions, ExportPlan, FilePlan, Progress, Report};
use crate::terrain::scene::Scene;

/// A path from the root on, so that one sees the folder.
pub fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Where a plan writes: its file, or how many in which folder.
pub fn target(plan: &ExportPlan) -> String {
    match plan.files() {
        [file] => absolute(&file.path).display().to_string(),
        files => {
            let folder = files.first().map_or_else(PathBuf::new, |file| absolute(&file.path));
            let folder = folder.parent().unwrap_or(Path::new("/")).display();
            let name = |file: Option<&FilePlan>| {
                file.and_then(|file| file.path.file_name())
                    .unwrap_or_default()
                    .display()
                    .to_string()
            };
            format!(
                "{} files in {folder}, {} to {}",
                files.len(),
                name(files.first()),
                name(files.last())
            )
        }
    }
}

/// The files that a plan would replace, each from the root on.
pub fn in_the_way(plan: &ExportPlan) -> Vec<PathBuf> {
    let all = plan.files().iter().flat_map(|file| [file.path.clone(), file.metadata_path()]);
    // A link to nothing is in the way, too; a folder is refused by the export.
    all.filter(|path| path.symlink_metadata().is_ok_and(|there| !there.is_dir()))
        .map(|path| absolute(&path))
        .collect()
}

/// How many threads sample: one core stays with the window.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get().saturating_sub(1).max(1))
}

/// The export that runs, and what became of the last one.
#[derive(Resource, Default)]
pub struct Exporter {
    running: Option<Running>,
    /// What the last export did, or why it could not.
    pub outcome: Option<Result<String, ExporterError>>,
    /// The last export's options, and the numbers to type in the engine for which it was.
    card: Option<(ExportOptions, Vec<String>)>,
    /// The first file that the last export wrote.
    file: Option<PathBuf>,
}

/// Why an export gives no files.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExporterError {
    /// It cannot be, or has failed.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// The system gives no threads that sample.
    #[error("the system gives no threads for the export: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The system gives no thread that waits for them.
    #[error("the system gives no thread for the export: {0}")]
    Thread(#[from] std::io::Error),
    /// Its thread is gone.
    #[error("the export ended early; this is a bug")]
    EndedEarly,
}

struct Running {
    progress: Arc<Progress>,
    options: ExportOptions,
    result: Receiver<Result<(Report, Option<Vec<String>>), ExportError>>,
    since: Instant,
}

impl Exporter {
    /// Starts an export of a scene; one that runs goes on, and the new one is refused.
    pub fn start(&mut self, scene: &Scene, options: &ExportOptions) {
        if self.running.is_some() {
            return;
        }
        (self.outcome, self.card, self.file) = (None, None, None);
        match self.launch(scene, options) {
            Ok(running) => self.running = Some(running),
            Err(error) => self.outcome = Some(Err(error)),
        }
    }

    fn launch(&self, scene: &Scene, options: &ExportOptions) -> Result<Running, ExporterError> {
        let plan = ExportPlan::new(scene, options)?;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads())
            .thread_name(|i| format!("orogen-export-{i}"))
            .build()?;
        let progress = Arc::new(Progress::default());
        let (send, result) = bounded(1);
        let watched = progress.clone();
        std::thread::Builder::new().name("orogen-export".to_owned()).spawn(move || {
            let report = pool.install(|| plan.run(&watched));
            let with_card = report.map(|report| {
                let card = plan.card(report.files.first().and_then(|file| file.range_m));
                (report, card)
            });
            // The receiver is gone only when the window is.
            let _ = send.send(with_card);
        })?;
        Ok(Running { progress, options: options.clone(), result, since: Instant::now() })
    }

    /// The share that is done and the time that is left, while an export runs.
    pub fn progress(&self) -> Option<(f64, Option<Duration>)> {
        let running = self.running.as_ref()?;
        let share = running.progress.share();
        let left = (share > 0.01).then(|| running.since.elapsed().mul_f64((1.0 - share) / share));
        Some((share, left))
    }

    /// The numbers to type in the engine for which the last export was, if it had these options.
    pub fn card(&self, options: &ExportOptions) -> Option<&[String]> {
        self.card.as_ref().filter(|(of, _)| of == options).map(|(_, card)| &card[..])
    }

    /// Ends the export that runs, leaving no partial file.
    pub fn cancel(&self) {
        if let Some(running) = &self.running {
            running.progress.cancel();
        }
    }

    /// The line that says what the last export did, or why it could not.
    pub fn line(&self) -> Option<String> {
        Some(match self.outcome.as_ref()? {
            Ok(line) => line.clone(),
            Err(error) => error.to_string(),
        })
    }

    /// The first file that the last export wrote.
    pub fn file(&self) -> Option<PathBuf> {
        self.file.clone().filter(|_| matches!(self.outcome, Some(Ok(_))))
    }

    /// The folder in which the last export wrote.
    pub fn folder(&self) -> Option<PathBuf> {
        Some(self.file()?.parent()?.to_owned())
    }

    /// Takes the result of an export that has ended; the line that says it.
    pub fn poll(&mut self) -> Option<String> {
        let running = self.running.as_ref()?;
        let result = match running.result.try_recv() {
            Ok(result) => result.map_err(ExporterError::from),
            Err(crossbeam_channel::TryRecvError::Empty) => return None,
            Err(crossbeam_channel::TryRecvError::Disconnected) => Err(ExporterError::EndedEarly),
        };
        let outcome = result.map(|(report, card)| {
            self.file = report.files.first().map(|file| absolute(&file.path));
            self.card = card.map(|card| (running.options.clone(), card));
            summary(&report)
        });
        self.running = None;
        self.outcome = Some(outcome);
        self.line()
    }
}

fn summary(report: &Report) -> String {
    let bytes: u64 = report.files.iter().map(|file| file.bytes).sum();
    let what = match &report.files[..] {
        [file] => absolute(&file.path).display().to_string(),
        [] => "0 files".to_owned(),
        [first, ..] => {
            let folder = absolute(&first.path).parent().map(Path::to_owned).unwrap_or_default();
            format!("{} files in {}", report.files.len(), folder.display())
        }
    };
    let size = bytes as f64 / 1e6;
    let mut line =
        format!("exported {what}, {size:.1} MB in {:.1} s", report.duration.as_secs_f64());
    for warning in report.warnings() {
        line.push_str("; ");
        line.push_str(&warning);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::Tiles;

    #[test]
    fn targets_are_named_from_the_root_and_files_in_the_way_are_found() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path();
        let options = |name: &str| ExportOptions {
            samples: Some(33),
            ..ExportOptions::new(folder.join(name))
        };
        let plan = |options: &ExportOptions| ExportPlan::new(&Scene::default(), options).unwrap();

        let one = plan(&options("a.png"));
        assert_eq!(in_the_way(&one), [] as [PathBuf; 0]);
        std::fs::write(folder.join("a.png.json"), "older").unwrap();
        assert_eq!(in_the_way(&one), [folder.join("a.png.json")]);
        std::fs::write(folder.join("a.png"), "older").unwrap();
        assert_eq!(in_the_way(&one), [folder.join("a.png"), folder.join("a.png.json")]);

        let tiles = Some(Tiles { counts: [2, 2], share_border: true });
        let tiles = plan(&ExportOptions { tiles, ..options("t.png") });
        assert_eq!(
            target(&tiles),
            format!("4 files in {}, t_x0_y0.png to t_x1_y1.png", folder.display())
        );
        std::fs::write(folder.join("t_x1_y0.png"), "older").unwrap();
        assert_eq!(in_the_way(&tiles), [folder.join("t_x1_y0.png")]);

        let here = plan(&ExportOptions { samples: Some(33), ..ExportOptions::new("b.png") });
        let whole = std::env::current_dir().unwrap().join("b.png");
        assert_eq!(target(&here), whole.display().to_string());
    }
}
