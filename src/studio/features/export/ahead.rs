//! What an export will come to: its files and its errors at once, bytes and time from a thread.

use std::path::PathBuf;
use std::sync::Arc;

use crossbeam_channel::{Receiver, TryRecvError, bounded};

use super::choices::Chosen;
use super::films::{Film, FilmKind, StartError};
use super::queue::{Wake, bytes, time};
use super::task::{target, threads};
use crate::export::job::{Bytes, JobPlan, Preview};
use crate::export::{ExportError, Progress};
use crate::studio::features::export::filmed::film_files;
use crate::terrain::recipe::Recipe;
use crate::terrain::scene::Scene;

/// What is known of a plan without sampling.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// Where it writes.
    pub target: String,
    pub spacing_m: Option<f64>,
    /// The numbers to type in the engine.
    pub card: Option<Vec<String>>,
    /// What it is, if it is a picture or a film: nothing is drawn on trial.
    pub film: Option<String>,
}

/// Why an export that is chosen cannot be, in a line.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// A choice, or what was tried.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// A choice of a picture or film.
    #[error(transparent)]
    Film(#[from] StartError),
    /// Nothing can be tried.
    #[error("the system gives no thread: {0}")]
    Thread(#[from] std::io::Error),
    /// What was tried is lost.
    #[error("its trial failed; this is a bug")]
    Lost,
    /// Another export writes the same file.
    #[error("{} is in the queue already; take another name", .0.display())]
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
    let words = format!("{words} · its time is known once it is being drawn");
    let target = target(&film_files(film));
    Ok(Planned { target, spacing_m: None, card: None, film: Some(words) })
}

/// What is known of the export that is chosen.
#[derive(Default)]
pub struct Ahead {
    /// Of which land and which export it is.
    of: Option<(Recipe, Chosen)>,
    planned: Option<Result<Planned, Refusal>>,
    /// What is being measured, or was.
    measured: Option<Result<Preview, Refusal>>,
    /// It is not measured yet.
    is_wanted: bool,
    /// There was no room for a trial, which says nothing of the export.
    is_unknown: bool,
    trial: Option<Trial>,
}

/// A preview that is being made; the export may be another by then.
struct Trial {
    of: (Recipe, Chosen),
    progress: Arc<Progress>,
    result: Receiver<Result<Preview, ExportError>>,
}

impl Ahead {
    /// Knows of an export as it is chosen now. `wake` is called when more is known.
    pub fn follow(&mut self, scene: &Scene, chosen: &Chosen, wake: &Wake) {
        self.take();
        let is_same =
            self.of.as_ref().is_some_and(|(recipe, of)| *recipe == scene.recipe && of == chosen);
        if is_same && !self.is_wanted {
            return;
        }
        let job = match chosen {
            Chosen::Job(job) => job,
            Chosen::Film(film) => {
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
        // One at a time: that of an export that is no longer chosen ends soon.
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
            // Nobody may wait for it any more.
            let _ = send.send(plan.preview(threads(), &watched));
            wake();
        });
        match started {
            Ok(_) => self.trial = Some(Trial { of, progress, result }),
            Err(error) => {
                self.measured = Some(Err(error.into()));
            }
        }
    }

    /// Takes what a trial has come to, if it is of the export that is chosen still.
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

    /// Nothing is chosen any more.
    pub fn forget(&mut self) {
        if let Some(trial) = &self.trial {
            trial.progress.cancel();
        }
        (self.of, self.measured, self.is_wanted) = (None, None, false);
    }

    /// What is planned, if it can be. What has failed on trial fails as an export, too.
    pub fn planned(&self) -> Option<&Planned> {
        let planned = self.planned.as_ref()?.as_ref().ok()?;
        self.problem().is_none().then_some(planned)
    }

    /// Why it cannot be.
    pub fn problem(&self) -> Option<&Refusal> {
        let planned = self.planned.as_ref().and_then(|planned| planned.as_ref().err());
        planned.or_else(|| self.measured.as_ref()?.as_ref().err())
    }

    /// What it is and will take, on a line.
    pub fn words(&self, name: &str, planned: &Planned) -> String {
        if let Some(words) = &planned.film {
            return words.clone();
        }
        let mut words = vec![name.to_owned()];
        let measured = self.measured.as_ref().and_then(|measured| measured.as_ref().ok());
        match measured.map(|preview| preview.bytes) {
            Some(Bytes::Exact(n)) => words.push(bytes(n)),
            Some(Bytes::About(n)) => words.push(format!("about {}", bytes(n))),
            None if self.is_unknown => words.push("of unknown size".to_owned()),
            None => words.push("measuring …".to_owned()),
        }
        words.extend(planned.spacing_m.map(|m| format!("a sample every {m:.3} m")));
        words.extend(measured.map(|preview| format!("about {}", time(preview.duration))));
        words.join(" · ")
    }

    /// Whether bytes and time are known.
    #[cfg(test)]
    pub fn is_measured(&self) -> bool {
        self.measured.is_some()
    }
}
