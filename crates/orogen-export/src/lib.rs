//! Reads and writes heightmaps, meshes, maps, rivers and films of procedural land.
//!
//! [`ExportPlan::new`] checks an [`ExportOptions`] against a scene, and [`ExportPlan::run`] writes
//! the files. Heights come from the function that also shapes the meshes on screen. A sample at a
//! vertex of those meshes has the same bits as the vertex. A tile has the same samples as an
//! untiled export of the area, on any machine, with any number of threads.
//!
//! ```
//! use orogen_export::{ExportOptions, ExportPlan, Progress, load_scene_from_file};
//! use orogen_terrain::Scene;
//!
//! let folder = tempfile::tempdir()?;
//! let out = folder.path().join("land.png");
//! let options = ExportOptions { samples: Some(65), ..ExportOptions::new(&out) };
//! let scene = Scene::default();
//! let report = ExportPlan::new(&scene, &options)?.run(&Progress::default())?;
//! assert!(report.files[0].lowest_m < report.files[0].highest_m);
//! assert_eq!(load_scene_from_file(&out)?, scene);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`load_scene_from_file`] reads the scene back from a PNG, an EXR, or the JSON file that an
//! export writes next to each file.

#![warn(missing_docs)]

mod area;
pub mod arrays;
pub mod atomic;
mod borders;
mod card;
pub mod catalog;
pub mod crash;
mod default_samples;
pub mod embed;
mod ending;
mod engine;
mod error;
mod field;
pub mod file_error;
mod file_plan;
pub mod film;
pub mod folders;
mod format;
pub mod heightmap;
pub mod job;
pub mod maps;
pub mod mesh;
mod metadata;
mod options;
mod overwrite;
mod pair;
pub mod picture;
mod pipe;
mod plan;
mod plan_error;
pub mod plants;
mod program;
mod progress;
pub mod range;
pub mod read;
pub mod rivers;
mod run;
mod sample;
pub mod scene_file;
mod shade;
mod sidecar;
mod sink;
pub mod source;
mod stream;
mod tiles;
pub mod verify;
mod write;

#[cfg(test)]
mod tests;

pub use area::{Area, AreaError, MAX_SAMPLES, SampleGrid};
pub use embed::{LoadError, load_scene_from_file};
pub use engine::{Engine, SizeError};
pub use error::ExportError;
pub use file_error::{FileError, FileProblem};
pub use file_plan::FilePlan;
pub use format::Format;
pub use options::{ExportOptions, HeightRange, RangeError, Sea};
pub use orogen_terrain::code;
pub use overwrite::{OutputKind, ProtectedFiles, TargetError};
pub use plan::ExportPlan;
pub use plan_error::PlanError;
pub use program::PROGRAM;
pub use progress::Progress;
pub use run::{ExportReport, FileReport};
pub use tiles::{MAX_TILES, TileSelection, Tiles};

/// Tests the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
