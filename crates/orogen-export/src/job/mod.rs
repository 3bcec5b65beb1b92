//! One interface to plan, estimate and run any export.
//!
//! An export writes heights, a mesh, maps, plants, rivers or code.
//!
//! ```
//! use orogen_export::job::{ExportJob, JobPlan, ExportContent};
//! use orogen_export::{ExportOptions, Progress};
//! use orogen_terrain::Scene;
//!
//! let folder = tempfile::tempdir()?;
//! let options =
//!     ExportOptions { samples: Some(33), ..ExportOptions::new(folder.path().join("land.r16")) };
//! let job = ExportJob { content: ExportContent::Heights, options };
//! let report = JobPlan::new(&Scene::default(), &job)?.run(&Progress::default())?;
//! assert_eq!(report.bytes, 33 * 33 * 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod code;
mod plan;
mod preview;
mod report;
#[cfg(test)]
mod tests;

pub use code::CodePlan;
pub use plan::{ExportContent, ExportJob, JobPlan};
pub use preview::{ExportPreview, ExportSize};
pub use report::{JobFile, JobReport};
