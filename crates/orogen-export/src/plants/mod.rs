//! Exports trees and boulders, as a table or as a glTF with instanced shapes.
//!
//! The glTF uses the extension `EXT_mesh_gpu_instancing`.
//!
//! The export has the same trees and boulders as the view. It leaves out grass and reeds, because there
//! are too many.
//!
//! ```
//! use orogen_export::plants::{PlantFormat, PlantsPlan};
//! use orogen_export::{Area, ExportOptions, Progress};
//! use orogen_terrain::Scene;
//!
//! let folder = tempfile::tempdir()?;
//! let options = ExportOptions {
//!     area: Some(Area { centre_m: [0.0, 0.0], side_m: 512.0 }),
//!     ..ExportOptions::new(folder.path().join("plants.csv"))
//! };
//! let report = PlantsPlan::new(&Scene::default(), &options, PlantFormat::Csv)?
//!     .run(&Progress::default())?;
//! let table = std::fs::read_to_string(report.files[0].path())?;
//! assert!(table.starts_with("kind,variant,east_m,up_m,south_m,"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod csv;
mod format;
mod gltf;
mod plan;
#[cfg(test)]
mod tests;

pub(super) use csv::HEADER;
pub use format::{MAX_PLANTS, PlantFormat, PlantsError};
pub use plan::PlantsPlan;
