//! What stands on the land as files: trees and boulders, one by one. As a table, or as a glTF whose
//! shapes are each placed many times (`EXT_mesh_gpu_instancing`).
//!
//! They are those of the view; tufts of grass stay there, for they are too many.
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
mod gltf;
mod plan;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

pub(super) use csv::HEADER;
pub use plan::PlantsPlan;

use orogen_noise::NoiseError;

orogen_noise::choice::choices! {
    /// How plants go out.
    #[derive(Default)]
    pub enum PlantFormat: "format" {
        /// Trees and boulders as a table: kind, place, height, turn.
        #[default]
        Csv = "csv",
        /// Trees and boulders as glTF instances (EXT_mesh_gpu_instancing), with plain shapes.
        Gltf = "gltf",
    }
}

impl PlantFormat {
    /// The end of a file's name, which is the format's own.
    pub fn ending(self) -> &'static str {
        self.name()
    }
}

/// The most plants of an export: about 200 MB as glTF.
pub const MOST_PLANTS: usize = 3_000_000;

/// Why plants do not go out: one line.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlantsError {
    /// The choices of a layer exclude each other.
    #[error(transparent)]
    Noise(#[from] NoiseError),
    /// An area that is none, or off the land.
    #[error(transparent)]
    Area(#[from] super::AreaError),
    /// There are more than one file takes.
    #[error(
        "there are more than {MOST_PLANTS} plants there; take a smaller area, or less of plants.trees and plants.boulders"
    )]
    TooMany,
    /// A name that does not end as those of the format do.
    #[error("`{}` is no name of {format} plants; end it in .{format}", .out.display(), format = .format.name())]
    Name {
        /// The file.
        out: PathBuf,
        /// The format.
        format: PlantFormat,
    },
}
