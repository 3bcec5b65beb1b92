//! A picture or a film as a task of the export queue. A second process of the program draws it.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::film_process::{FilmProcess, FilmState};
use super::films::{FilmChoices, FilmFormat, FilmKind};
use super::queue::{ExportTask, Finished, RunningExport, Wake};
use super::task::{TaskError, absolute, target};
use crate::export::film::frame_path;
use crate::terrain::scene::Scene;

/// A picture or film that waits in the queue. It shows the scene from when it was added.
pub struct FilmTask {
    pub film: FilmChoices,
    pub scene: Scene,
}

/// Returns the paths of all files that the picture or film writes.
pub fn film_files(film: &FilmChoices) -> Vec<PathBuf> {
    let is_still = matches!(film.kind, FilmKind::Picture { .. });
    match film.format {
        FilmFormat::Png if !is_still => {
            let frames = film.frames().min(crate::export::film::MAX_FRAMES);
            (0..frames).map(|frame| frame_path(&film.out, frame, frames)).collect()
        }
        _ => vec![film.out.clone()],
    }
}

impl ExportTask for FilmTask {
    // This task does not call `wake`: the queue's pulse wakes the window often enough to poll it.
    fn start(self: Box<Self>, _wake: Wake) -> Result<Box<dyn RunningExport>, TaskError> {
        let running = self.film.start(&self.scene)?;
        Ok(Box::new(RunningFilm {
            running,
            files: film_files(&self.film),
            started_at: Instant::now(),
        }))
    }
}

struct RunningFilm {
    running: FilmProcess,
    files: Vec<PathBuf>,
    started_at: Instant,
}

impl RunningExport for RunningFilm {
    fn fraction_done(&self) -> f64 {
        self.running.fraction_done()
    }

    /// The estimate counts from the first frame, because before it the process builds the land.
    fn time_left(&self, _elapsed: Duration) -> Option<Duration> {
        self.running.time_left()
    }

    fn cancel(&mut self) {
        self.running.cancel();
    }

    fn poll(&mut self) -> Option<Result<Finished, TaskError>> {
        Some(match self.running.poll() {
            FilmState::Running => return None,
            FilmState::Done => {
                let sizes = self.files.iter().filter_map(|file| file.metadata().ok());
                let bytes = super::queue::format_bytes(sizes.map(|file| file.len()).sum());
                let (target, seconds) =
                    (target(&self.files), self.started_at.elapsed().as_secs_f64());
                let line = format!("drew {target}, {bytes} in {seconds:.1} s");
                let file = self.files.first().map(|file| absolute(file));
                Ok(Finished { line, file, card: None })
            }
            FilmState::Failed(line) => Err(TaskError::Drawing(line)),
            FilmState::Cancelled => Err(TaskError::Cancelled),
        })
    }
}
