//! Files that the program writes and reads.
//!
//! An export is a plan that is run: [`ExportPlan::new`] checks an [`ExportOptions`] against a
//! scene, [`ExportPlan::run`] writes its files. Samples are the land's own, from the same function
//! as the view's meshes; where they lie on the view's grids they have the same bits. Any tile of a
//! whole has the samples that the whole has there, on any machine, with any number of threads.
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
//! [`load_scene_from_file`] takes the scene back out of a PNG, an EXR, or the JSON beside a file.

#![warn(missing_docs)]

mod area;
pub mod atomic;
mod beside;
mod borders;
mod card;
pub mod catalog;
pub mod crash;
pub mod embed;
mod engine;
mod field;
pub mod file_error;
pub mod film;
pub mod folders;
pub mod heightmap;
pub mod job;
pub mod maps;
pub mod mesh;
mod metadata;
mod options;
mod own;
pub mod picture;
mod pipe;
mod plan;
mod plan_error;
pub mod plants;
mod progress;
pub mod range;
pub mod read;
mod run;
mod sample;
pub mod scene_file;
mod shade;
mod sink;
pub mod source;
mod stream;
mod usual;
pub mod verify;
mod write;

#[cfg(test)]
mod tests;

pub use area::{Area, AreaError, SampleGrid};
pub use embed::{LoadError, load_scene_from_file};
pub use engine::{Engine, SizeError};
pub use file_error::{FileError, FileProblem};
pub use metadata::PROGRAM;
pub use options::{ExportOptions, Format, HeightRange, Part, RangeError, Sea, Tiles};
pub use orogen_terrain::code;
pub use own::{Keep, Kind, TargetError};
pub use plan::{ExportPlan, FilePlan};
pub use plan_error::PlanError;
pub use progress::Progress;
pub use run::{FileReport, Report};

/// The most samples on a side of an export.
pub const MOST_SAMPLES: u32 = 65_537;

/// The most tiles of an export: each is two files in one folder.
pub const MOST_TILES: u64 = 1 << 16;

/// Why an export does not take place, or ends: one line.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// A choice that cannot be, and what is allowed.
    #[error(transparent)]
    Choice(#[from] PlanError),
    /// A choice of a mesh that cannot be, and what is allowed.
    #[error(transparent)]
    Mesh(#[from] mesh::MeshError),
    /// A choice of maps that cannot be, and what is allowed.
    #[error(transparent)]
    Map(#[from] maps::MapError),
    /// What cannot be said as code.
    #[error(transparent)]
    Code(#[from] code::CodeError),
    /// Plants that cannot go out.
    #[error(transparent)]
    Plants(#[from] plants::PlantsError),
    /// A file that cannot be written, and why.
    #[error(transparent)]
    Write(#[from] FileError),
    /// A file that is to stay as it is, unless one insists ([`Keep::force`]).
    #[error("{0}")]
    Kept(FileError),
    /// It was asked to end.
    #[error("cancelled; {}", finished_files(*.finished))]
    Cancelled {
        /// Tiles that were whole before, and stay.
        finished: usize,
    },
}

fn finished_files(finished: usize) -> String {
    match finished {
        0 => "nothing was written".to_owned(),
        1 => "1 file was whole before and stays".to_owned(),
        n => format!("{n} files were whole before and stay"),
    }
}

/// The example of the page that a package has.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
