//! An export of heights, meshes, maps, plants, rivers or code as a task of the export queue.

use std::path::Path;
use std::sync::Arc;

use crossbeam_channel::{Receiver, TryRecvError, bounded};

use super::queue::{ExportTask, Finished, RunningExport, Wake};
use super::task::{TaskError, absolute, threads};
use crate::export::job::{JobPlan, JobReport};
use crate::export::{ExportError, Progress};

/// A planned export that waits in the queue. The plan holds the scene from when it was added.
pub struct PlannedTask(pub JobPlan);

impl ExportTask for PlannedTask {
    fn start(self: Box<Self>, wake: Wake) -> Result<Box<dyn RunningExport>, TaskError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads())
            .thread_name(|i| format!("orogen-export-{i}"))
            .build()?;
        let progress = Arc::new(Progress::default());
        let (send, result) = bounded(1);
        let thread_progress = progress.clone();
        std::thread::Builder::new().name("orogen-export".to_owned()).spawn(move || {
            let report = pool.install(|| self.0.run(&thread_progress));
            // Ignore the error: the receiver is gone only if the window is closed.
            let _ = send.send(report);
            wake();
        })?;
        Ok(Box::new(RunningPlan { progress, result }))
    }
}

struct RunningPlan {
    progress: Arc<Progress>,
    result: Receiver<Result<JobReport, ExportError>>,
}

impl RunningExport for RunningPlan {
    fn fraction_done(&self) -> f64 {
        self.progress.fraction()
    }

    fn cancel(&mut self) {
        self.progress.cancel();
    }

    fn poll(&mut self) -> Option<Result<Finished, TaskError>> {
        Some(match self.result.try_recv() {
            Ok(result) => result.map(finished).map_err(TaskError::from),
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Err(TaskError::EndedEarly),
        })
    }
}

fn finished(report: JobReport) -> Finished {
    let target = match &report.files[..] {
        [file] => absolute(file.path()).display().to_string(),
        [] => "0 files".to_owned(),
        [first, ..] => {
            let folder = absolute(first.path()).parent().map(Path::to_owned).unwrap_or_default();
            format!("{} files in {}", report.files.len(), folder.display())
        }
    };
    let (size, seconds) = (super::queue::format_bytes(report.bytes), report.duration.as_secs_f64());
    let mut line = format!("exported {target}, {size} in {seconds:.1} s");
    for warning in &report.warnings {
        line.push_str("; ");
        line.push_str(warning);
    }
    let file = report.files.first().map(|file| absolute(file.path()));
    Finished { line, file, card: report.card }
}
