//! What an export will come to: its files and its errors at once, bytes and time from a thread.

use std::sync::Arc;

use crossbeam_channel::{Receiver, TryRecvError, bounded};

use super::choices::Chosen;
use crate::export::job::{Bytes, JobPlan, Preview};
use crate::export::{ExportError, Progress};
use crate::studio::export::queue::{Wake, bytes, time};
use crate::studio::export::{film_files, target, threads};
use crate::studio::films::{Film, FilmKind};
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

fn of_film(scene: &Scene, film: &Film) -> Result<Planned, String> {
    film.check(scene).map_err(|error| error.to_string())?;
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
    planned: Option<Result<Planned, String>>,
    /// What is being measured, or was.
    measured: Option<Result<Preview, String>>,
    /// It is not measured yet.
    is_wanted: bool,
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
                Err(error) => Err(error.to_string()),
            });
            (self.measured, self.is_wanted) = (None, plan.is_ok());
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
                self.measured = Some(Err(format!("the system gives no thread: {error}")));
            }
        }
    }

    /// Takes what a trial has come to, if it is of the export that is chosen still.
    fn take(&mut self) {
        let Some(trial) = &self.trial else { return };
        let result = match trial.result.try_recv() {
            Err(TryRecvError::Empty) => return,
            Ok(result) => result.map_err(|error| error.to_string()),
            Err(TryRecvError::Disconnected) => Err("its trial failed; this is a bug".to_owned()),
        };
        if self.of.as_ref() == Some(&trial.of) && !self.is_wanted {
            self.measured = Some(result);
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

    /// What is planned, or why it cannot be. What has failed on trial fails as an export, too.
    pub fn planned(&self) -> Result<&Planned, &str> {
        match (&self.planned, &self.measured) {
            (Some(Err(error)), _) | (Some(_), Some(Err(error))) => Err(error),
            (Some(Ok(planned)), _) => Ok(planned),
            (None, _) => Err(""),
        }
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
