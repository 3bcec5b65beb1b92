//! Estimates an export: files and errors at once, bytes and time on a thread.

use std::path::PathBuf;
use std::sync::Arc;

use crossbeam_channel::{Receiver, TryRecvError, bounded};

use super::choices::ChosenExport;
use super::films::{Film, FilmKind, StartError};
use super::queue::{Wake, bytes, time};
use super::task::{target, threads};
use crate::export::job::{Bytes, JobPlan, Preview};
use crate::export::{ExportError, Progress};
use crate::studio::features::export::filmed::film_files;
use crate::terrain::recipe::Recipe;
use crate::terrain::scene::Scene;

/// The facts about an export that need no sampling.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// The target file, or the number of files and their folder.
    pub target: String,
    pub spacing_m: Option<f64>,
    /// The import settings to type into the engine.
    pub card: Option<Vec<String>>,
    /// The description of a picture or a film, which has no trial run.
    pub film: Option<String>,
}

/// The reason why the chosen export is impossible, in one line.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The choices are invalid, or the trial run failed.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// The choices for a picture or a film are invalid.
    #[error(transparent)]
    Film(#[from] StartError),
    /// The trial run could not start.
    #[error("the system gives no thread: {0}")]
    Thread(#[from] std::io::Error),
    /// The trial run ended without a result.
    #[error("the trial export ended without a result; please report this bug")]
    Lost,
    /// Another export writes the same file.
    #[error("{} is already in the queue; choose another name", .0.display())]
    Taken(PathBuf),
}

fn of_film(scene: &Scene, film: &Film) -> Result<Planned, Refusal> {
    film.check(scene)?;
    let [width, height] = film.size;
    let size = format!("{width} × {height} pixels");
    let words = match film.kind {
        FilmKind::Picture { content } => format!("{} · {size}", content.ending()),
        _ => format!("{} · {} frames of {size}", film.format.name(), film.frames()),
    };
    let words = format!("{words} · time unknown until drawing begins");
    let target = target(&film_files(film));
    Ok(Planned { target, spacing_m: None, card: None, film: Some(words) })
}

/// The estimate for the chosen export.
#[derive(Default)]
pub struct Estimate {
    /// The land and the export that the estimate belongs to.
    of: Option<(Recipe, ChosenExport)>,
    planned: Option<Result<Planned, Refusal>>,
    /// The result of the trial run.
    measured: Option<Result<Preview, Refusal>>,
    /// True until a trial run has started.
    is_wanted: bool,
    /// True if the trial run could not write. The export itself may still succeed.
    is_unknown: bool,
    trial: Option<TrialRun>,
}

/// A trial run in progress. The user may have changed the export meanwhile.
struct TrialRun {
    of: (Recipe, ChosenExport),
    progress: Arc<Progress>,
    result: Receiver<Result<Preview, ExportError>>,
}

impl Estimate {
    /// Updates the estimate for the chosen export. Calls `wake` when the trial run ends.
    pub fn follow(&mut self, scene: &Scene, chosen: &ChosenExport, wake: &Wake) {
        self.take();
        let is_same =
            self.of.as_ref().is_some_and(|(recipe, of)| *recipe == scene.recipe && of == chosen);
        if is_same && !self.is_wanted {
            return;
        }
        let job = match chosen {
            ChosenExport::Job(job) => job,
            ChosenExport::Film(film) => {
                self.of = Some((scene.recipe.clone(), chosen.clone()));
                self.planned = Some(of_film(scene, film));
                (self.measured, self.is_wanted) = (None, false);
                return;
            }
        };
        let plan = JobPlan::new(scene, job);
        if !is_same {
            self.of = Some((scene.recipe.clone(), chosen.clone()));
            self.planned = Some(match &plan {
                Ok(plan) => Ok(Planned {
                    target: target(&plan.files()),
                    spacing_m: plan.spacing_m(),
                    card: plan.card(),
                    film: None,
                }),
                Err(error) => Err(error.clone().into()),
            });
            (self.measured, self.is_wanted) = (None, plan.is_ok());
            self.is_unknown = false;
        }
        // Only one trial runs at a time. A trial of another export is cancelled and ends soon.
        match (&self.trial, plan) {
            (Some(trial), _) => trial.progress.cancel(),
            (None, Ok(plan)) => self.try_out(plan, wake.clone()),
            (None, Err(_)) => {}
        }
    }

    fn try_out(&mut self, plan: JobPlan, wake: Wake) {
        let Some(of) = self.of.clone() else { return };
        self.is_wanted = false;
        let progress = Arc::new(Progress::default());
        let (send, result) = bounded(1);
        let watched = progress.clone();
        let thread = std::thread::Builder::new().name("orogen-preview".to_owned());
        let started = thread.spawn(move || {
            // The receiver may be gone.
            let _ = send.send(plan.preview(threads(), &watched));
            wake();
        });
        match started {
            Ok(_) => self.trial = Some(TrialRun { of, progress, result }),
            Err(error) => {
                self.measured = Some(Err(error.into()));
            }
        }
    }

    /// Takes the result of a trial run if it belongs to the chosen export.
    fn take(&mut self) {
        let Some(trial) = &self.trial else { return };
        let result = match trial.result.try_recv() {
            Err(TryRecvError::Empty) => return,
            Ok(result) => result.map_err(Refusal::from),
            Err(TryRecvError::Disconnected) => Err(Refusal::Lost),
        };
        if self.of.as_ref() == Some(&trial.of) && !self.is_wanted {
            match result {
                Err(Refusal::Export(ExportError::Write(_))) => self.is_unknown = true,
                result => self.measured = Some(result),
            }
        }
        self.trial = None;
    }

    /// Drops the estimate when the dialog closes.
    pub fn forget(&mut self) {
        if let Some(trial) = &self.trial {
            trial.progress.cancel();
        }
        (self.of, self.measured, self.is_wanted) = (None, None, false);
    }

    /// Returns the plan if the export is possible. An export whose trial failed is not.
    pub fn planned(&self) -> Option<&Planned> {
        let planned = self.planned.as_ref()?.as_ref().ok()?;
        self.problem().is_none().then_some(planned)
    }

    /// Returns why the export is impossible.
    pub fn problem(&self) -> Option<&Refusal> {
        let planned = self.planned.as_ref().and_then(|planned| planned.as_ref().err());
        planned.or_else(|| self.measured.as_ref()?.as_ref().err())
    }

    /// Describes the export, its size and its duration in one line.
    pub fn words(&self, name: &str, planned: &Planned) -> String {
        if let Some(words) = &planned.film {
            return words.clone();
        }
        let mut words = vec![name.to_owned()];
        let measured = self.measured.as_ref().and_then(|measured| measured.as_ref().ok());
        match measured.map(|preview| preview.bytes) {
            Some(Bytes::Exact(n)) => words.push(bytes(n)),
            Some(Bytes::About(n)) => words.push(format!("about {}", bytes(n))),
            None if self.is_unknown => words.push("unknown size".to_owned()),
            None => words.push("measuring …".to_owned()),
        }
        words.extend(planned.spacing_m.map(|m| format!("a sample every {m:.3} m")));
        words.extend(measured.map(|preview| format!("about {}", time(preview.duration))));
        words.join(" · ")
    }

    /// Returns true once bytes and time are known.
    #[cfg(test)]
    pub fn is_measured(&self) -> bool {
        self.measured.is_some()
    }
}
