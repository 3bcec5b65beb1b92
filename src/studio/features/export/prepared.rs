//! A checked export, ready for the queue.

use std::path::PathBuf;

use super::choices::ChosenExport;
use super::estimate::Refusal;
use super::filmed::{FilmTask, film_files};
use super::films::FilmChoices;
use super::list;
use super::planned::PlannedTask;
use super::queue::ExportTask;
use super::task::existing_files;
use crate::export::job::JobPlan;
use crate::terrain::scene::Scene;

/// A checked export that can be added to the queue.
pub struct CheckedExport {
    pub name: String,
    pub files: Vec<PathBuf>,
    pub task: Box<dyn ExportTask>,
}

impl CheckedExport {
    /// Checks an export and stores the scene with it. Existing files stay unless `replaces`.
    ///
    /// # Errors
    /// The reason why the export is impossible.
    pub fn new(scene: &Scene, chosen: &ChosenExport, replaces: bool) -> Result<Self, Refusal> {
        match chosen {
            ChosenExport::Job(job) => {
                let mut job = job.clone();
                job.options.protected_files.force = replaces;
                let plan = JobPlan::new(scene, &job)?;
                if replaces || existing_files(&plan.all_files()).is_empty() {
                    plan.check_targets()?;
                }
                let (name, files) = (list::name(&plan.files()), plan.all_files());
                Ok(Self { name, files, task: Box::new(PlannedTask(plan)) })
            }
            ChosenExport::Film(film) => {
                film.check(scene)?;
                let film = FilmChoices { replace: replaces, ..film.clone() };
                let files = film_files(&film);
                let name = list::name(&files);
                let task = FilmTask { film, scene: scene.clone() };
                Ok(Self { name, files, task: Box::new(task) })
            }
        }
    }
}
