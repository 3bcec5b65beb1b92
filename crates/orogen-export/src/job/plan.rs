//! The plan of any export.

use std::path::PathBuf;

use super::code::CodePlan;
use super::report::{JobFile, JobReport};
use crate::ExportError;
use crate::code::Language;
use crate::file_plan::FilePlan;
use crate::maps::{MapOptions, MapPlan};
use crate::mesh::{MeshOptions, MeshPlan};
use crate::options::ExportOptions;
use crate::plan::ExportPlan;
use crate::plants::{PlantFormat, PlantsPlan};
use crate::progress::Progress;
use crate::rivers::{RiverFormat, RiversPlan};
use crate::sidecar;
use orogen_terrain::scene::Scene;

/// The content of the export.
#[derive(Clone, Debug, PartialEq)]
pub enum ExportContent {
    /// Heights, sample by sample.
    Heights,
    /// Triangles.
    Mesh(MeshOptions),
    /// Pictures of surface properties.
    Maps(MapOptions),
    /// Trees and boulders.
    Plants(PlantFormat),
    /// Rivers, lakes and roads.
    Rivers(RiverFormat),
    /// The height function as source code.
    Code(Language),
}

/// An export with its options.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportJob {
    /// The content of the export.
    pub content: ExportContent,
    /// The output files and their samples. Code has no samples.
    pub options: ExportOptions,
}

/// A checked export, ready to run.
pub enum JobPlan {
    /// Heights.
    Heights(Box<ExportPlan>),
    /// A mesh.
    Mesh(Box<MeshPlan>),
    /// Maps.
    Maps(Box<MapPlan>),
    /// Plants.
    Plants(Box<PlantsPlan>),
    /// Rivers, lakes and roads.
    Rivers(Box<RiversPlan>),
    /// Code.
    Code(Box<CodePlan>),
}

impl JobPlan {
    /// Checks and completes the options, and names the files.
    ///
    /// # Errors
    /// The error names the invalid choice and the allowed values.
    pub fn new(scene: &Scene, job: &ExportJob) -> Result<Self, ExportError> {
        let options = &job.options;
        Ok(match &job.content {
            ExportContent::Heights => Self::Heights(Box::new(ExportPlan::new(scene, options)?)),
            ExportContent::Mesh(mesh) => Self::Mesh(Box::new(MeshPlan::new(scene, options, mesh)?)),
            ExportContent::Maps(maps) => Self::Maps(Box::new(MapPlan::new(scene, options, maps)?)),
            ExportContent::Plants(format) => {
                Self::Plants(Box::new(PlantsPlan::new(scene, options, *format)?))
            }
            ExportContent::Rivers(format) => {
                Self::Rivers(Box::new(RiversPlan::new(scene, options, *format)?))
            }
            ExportContent::Code(language) => {
                Self::Code(Box::new(CodePlan::new(scene, options, *language)?))
            }
        })
    }

    /// The scene to export.
    pub fn scene(&self) -> &Scene {
        match self {
            Self::Heights(plan) => plan.scene(),
            Self::Mesh(plan) => plan.heights().scene(),
            Self::Maps(plan) => plan.samples().scene(),
            Self::Plants(plan) => plan.scene(),
            Self::Rivers(plan) => plan.scene(),
            Self::Code(plan) => plan.scene(),
        }
    }

    /// Returns the files to write, without their JSON files.
    pub fn files(&self) -> Vec<PathBuf> {
        let all = |files: &[FilePlan]| files.iter().map(|file| file.path.clone()).collect();
        match self {
            Self::Heights(plan) => all(plan.files()),
            Self::Mesh(plan) => all(plan.files()),
            Self::Maps(plan) => plan.files().map(|file| file.path).collect(),
            Self::Plants(plan) => vec![plan.path().to_owned()],
            Self::Rivers(plan) => vec![plan.path().to_owned()],
            Self::Code(plan) => vec![plan.path().to_owned()],
        }
    }

    /// Returns all files to write, with their JSON files. Plants, rivers and code have no JSON.
    pub fn all_files(&self) -> Vec<PathBuf> {
        let files = self.files();
        match self {
            Self::Plants(_) | Self::Rivers(_) | Self::Code(_) => files,
            _ => files.into_iter().flat_map(|file| [sidecar::path_of(&file), file]).collect(),
        }
    }

    /// The distance between neighbouring samples. `None` for plants, rivers and code.
    pub fn spacing_m(&self) -> Option<f64> {
        match self {
            Self::Heights(plan) => Some(plan.grid().spacing_m()),
            Self::Mesh(plan) => Some(plan.heights().grid().spacing_m()),
            Self::Maps(plan) => Some(plan.spacing_m()),
            Self::Plants(_) | Self::Rivers(_) | Self::Code(_) => None,
        }
    }

    /// The samples of all files, counted once for all maps. 0 for plants, rivers and code.
    pub fn samples(&self) -> u64 {
        let count = |files: &[FilePlan]| {
            files.iter().map(|file| file.size().map(u64::from).iter().product::<u64>()).sum()
        };
        match self {
            Self::Heights(plan) => count(plan.files()),
            Self::Mesh(plan) => count(plan.files()),
            Self::Maps(plan) => count(plan.samples().files()),
            Self::Plants(_) | Self::Rivers(_) | Self::Code(_) => 0,
        }
    }

    /// Returns the numbers to type into the engine, if there is one.
    pub fn card(&self) -> Option<Vec<String>> {
        match self {
            Self::Heights(plan) => plan.card(None),
            Self::Maps(plan) => plan.card(),
            Self::Mesh(_) | Self::Plants(_) | Self::Rivers(_) | Self::Code(_) => None,
        }
    }

    /// Checks, before any work, that the files can be written and are not protected.
    ///
    /// [`JobPlan::run`] checks this too.
    ///
    /// # Errors
    /// The error is one line that names the file and the reason.
    pub fn check_targets(&self) -> Result<(), ExportError> {
        match self {
            Self::Heights(plan) => plan.check_targets(),
            Self::Mesh(plan) => plan.check_targets(),
            Self::Maps(plan) => plan.check_targets(),
            Self::Plants(plan) => plan.check_target(),
            Self::Rivers(plan) => plan.check_target(),
            Self::Code(plan) => plan.check_target(),
        }
    }

    /// Writes the files on the current rayon pool.
    ///
    /// An error never leaves a half-written file.
    ///
    /// # Errors
    /// The error names the file and the reason, or says that the run was cancelled.
    pub fn run(&self, progress: &Progress) -> Result<JobReport, ExportError> {
        self.check_targets()?;
        self.run_checked(progress)
    }

    /// Like [`JobPlan::run`], without the call of [`JobPlan::check_targets`].
    ///
    /// The caller has just made that call, which may be slow because it reads existing files.
    ///
    /// # Errors
    /// The same as [`JobPlan::run`].
    pub fn run_checked(&self, progress: &Progress) -> Result<JobReport, ExportError> {
        Ok(match self {
            Self::Heights(plan) => {
                let report = plan.run_checked(progress)?;
                let (warnings, duration) = (report.warnings(), report.duration);
                let card = plan.card(report.files.first().and_then(|file| file.range_m));
                let files = report.files.into_iter().map(JobFile::Heights);
                JobReport { warnings, card, ..JobReport::new(files, duration) }
            }
            Self::Mesh(plan) => {
                let report = plan.run_checked(progress)?;
                JobReport::new(report.files.into_iter().map(JobFile::Mesh), report.duration)
            }
            Self::Maps(plan) => {
                let report = plan.run_checked(progress)?;
                let files = report.files.into_iter();
                let files = files.map(|file| JobFile::Other { path: file.path, bytes: file.bytes });
                JobReport { card: plan.card(), ..JobReport::new(files, report.duration) }
            }
            Self::Plants(plan) => plan.run_checked(progress)?,
            Self::Rivers(plan) => plan.run_checked(progress)?,
            Self::Code(plan) => plan.run_checked(progress)?,
        })
    }
}
