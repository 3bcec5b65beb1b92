//! Estimates an export. Its files and errors are known at once. Its size and duration come from a
//! trial run: a small export of the same kind, on another thread.

use std::path::PathBuf;
use std::sync::Arc;

use crossbeam_channel::{Receiver, TryRecvError, bounded};

use super::choices::ChosenExport;
use super::films::{FilmChoices, FilmKind, StartError};
use super::queue::{Wake, format_bytes, format_duration};
use super::task::{target, threads};
use crate::export::job::{ExportPreview, ExportSize, JobPlan};
use crate::export::{ExportError, Progress};
use crate::studio::features::export::filmed::film_files;
use crate::terrain::recipe::Recipe;
use crate::terrain::scene::Scene;

/// The facts about an export that are known before its trial run.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedExport {
    /// The file to write, or the number of files and their folder.
    pub target: String,
    pub spacing_m: Option<f64>,
    /// The lines of import settings that the user types into the engine.
    pub card: Option<Vec<String>>,
    /// A sentence about a picture or film, which has no trial run.
    pub film: Option<String>,
}

/// The reason why the chosen export is impossible, as one line for the user.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The choices are invalid, or the trial run failed.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// The choices for a picture or a film are invalid.
    #[error(transparent)]
    Film(#[from] StartError),
    /// The system could not start a thread for the trial run.
    #[error("cannot start a thread for the trial export: {0}")]
    Thread(#[from] std::io::Error),
    /// The trial run ended without a result.
    #[error("the trial export ended without a result; please report this bug")]
    Lost,
    /// An unfinished export in the queue writes the same file.
    #[error("{} is already in the queue; choose another name", .0.display())]
    Taken(PathBuf),
}

fn plan_film(scene: &Scene, film: &FilmChoices) -> Result<PlannedExport, Refusal> {
    film.check(scene)?;
    let [width, height] = film.size;
    let size = format!("{width} × {height} pixels");
    let words = match film.kind {
        FilmKind::Picture { content } => format!("{} · {size}", content.extension()),
        _ => format!("{} · {} frames of {size}", film.format.name(), film.frames()),
    };
    let words = format!("{words} · time unknown until drawing begins");
    let target = target(&film_files(film));
    Ok(PlannedExport { target, spacing_m: None, card: None, film: Some(words) })
}

/// The estimate of the chosen export.
#[derive(Default)]
pub struct Estimate {
    /// The recipe and the export that are estimated.
    inputs: Option<(Recipe, ChosenExport)>,
    planned: Option<Result<PlannedExport, Refusal>>,
    /// The result of the trial run.
    measured: Option<Result<ExportPreview, Refusal>>,
    /// True until the trial run of a changed export starts.
    needs_trial: bool,
    /// True if the trial run could not write its files. The export itself may still succeed.
    is_size_unknown: bool,
    trial: Option<TrialRun>,
}

/// A running trial. Its inputs are outdated if the user has changed the export since its start.
struct TrialRun {
    inputs: (Recipe, ChosenExport),
    progress: Arc<Progress>,
    result: Receiver<Result<ExportPreview, ExportError>>,
}

impl Estimate {
    /// Updates the estimate when the recipe or the export has changed. The thread calls `wake` when
    /// a trial run ends, to redraw the idle window.
    pub fn update(&mut self, scene: &Scene, chosen: &ChosenExport, wake: &Wake) {
        self.collect_result();
        let is_same = self
            .inputs
            .as_ref()
            .is_some_and(|(recipe, old)| *recipe == scene.recipe && old == chosen);
        if is_same && !self.needs_trial {
            return;
        }
        let job = match chosen {
            ChosenExport::Job(job) => job,
            ChosenExport::Film(film) => {
                self.inputs = Some((scene.recipe.clone(), chosen.clone()));
                self.planned = Some(plan_film(scene, film));
                (self.measured, self.needs_trial) = (None, false);
                return;
            }
        };
        let plan = JobPlan::new(scene, job);
        if !is_same {
            self.inputs = Some((scene.recipe.clone(), chosen.clone()));
            self.planned = Some(match &plan {
                Ok(plan) => Ok(PlannedExport {
                    target: target(&plan.files()),
                    spacing_m: plan.spacing_m(),
                    card: plan.card(),
                    film: None,
                }),
                Err(error) => Err(error.clone().into()),
            });
            (self.measured, self.needs_trial) = (None, plan.is_ok());
            self.is_size_unknown = false;
        }
        // Only one trial runs at a time. If a trial for an earlier choice is running, cancel it; a
        // later call starts the new trial.
        match (&self.trial, plan) {
            (Some(trial), _) => trial.progress.cancel(),
            (None, Ok(plan)) => self.start_trial(plan, wake.clone()),
            (None, Err(_)) => {}
        }
    }

    fn start_trial(&mut self, plan: JobPlan, wake: Wake) {
        let Some(inputs) = self.inputs.clone() else { return };
        self.needs_trial = false;
        let progress = Arc::new(Progress::default());
        let (send, result) = bounded(1);
        let thread_progress = progress.clone();
        let thread = std::thread::Builder::new().name("orogen-preview".to_owned());
        let started = thread.spawn(move || {
            // Ignore the error: the window may be closed by now.
            let _ = send.send(plan.preview(threads(), &thread_progress));
            wake();
        });
        match started {
            Ok(_) => self.trial = Some(TrialRun { inputs, progress, result }),
            Err(error) => {
                self.measured = Some(Err(error.into()));
            }
        }
    }

    /// Collects the result of a trial run that has ended. A result for an earlier choice is
    /// dropped.
    fn collect_result(&mut self) {
        let Some(trial) = &self.trial else { return };
        let result = match trial.result.try_recv() {
            Err(TryRecvError::Empty) => return,
            Ok(result) => result.map_err(Refusal::from),
            Err(TryRecvError::Disconnected) => Err(Refusal::Lost),
        };
        if self.inputs.as_ref() == Some(&trial.inputs) && !self.needs_trial {
            match result {
                Err(Refusal::Export(ExportError::Write(_))) => self.is_size_unknown = true,
                result => self.measured = Some(result),
            }
        }
        self.trial = None;
    }

    /// Drops the estimate, because the dialog is closed.
    pub fn forget(&mut self) {
        if let Some(trial) = &self.trial {
            trial.progress.cancel();
        }
        (self.inputs, self.measured, self.needs_trial) = (None, None, false);
    }

    /// Returns the plan, or `None` if the export is impossible or its trial run failed.
    pub fn planned(&self) -> Option<&PlannedExport> {
        let planned = self.planned.as_ref()?.as_ref().ok()?;
        self.problem().is_none().then_some(planned)
    }

    /// Returns the reason why the export is impossible, or `None`.
    pub fn problem(&self) -> Option<&Refusal> {
        let planned = self.planned.as_ref().and_then(|planned| planned.as_ref().err());
        planned.or_else(|| self.measured.as_ref()?.as_ref().err())
    }

    /// Describes the export in one line: the format, and size and duration once they are known.
    pub fn describe(&self, name: &str, planned: &PlannedExport) -> String {
        if let Some(words) = &planned.film {
            return words.clone();
        }
        let mut words = vec![name.to_owned()];
        let measured = self.measured.as_ref().and_then(|measured| measured.as_ref().ok());
        match measured.map(|preview| preview.bytes) {
            Some(ExportSize::Exact(n)) => words.push(format_bytes(n)),
            Some(ExportSize::About(n)) => words.push(format!("about {}", format_bytes(n))),
            None if self.is_size_unknown => words.push("unknown size".to_owned()),
            None => words.push("measuring …".to_owned()),
        }
        words.extend(planned.spacing_m.map(|m| format!("a sample every {m:.3} m")));
        words
            .extend(measured.map(|preview| format!("about {}", format_duration(preview.duration))));
        words.join(" · ")
    }

    /// Returns true once the trial run has measured size and duration.
    #[cfg(test)]
    pub fn is_measured(&self) -> bool {
        self.measured.is_some()
    }
}
