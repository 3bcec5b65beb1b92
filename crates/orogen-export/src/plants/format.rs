//! The formats and errors of plant exports.

use std::path::PathBuf;

use crate::area::AreaError;
use orogen_noise::NoiseError;

orogen_noise::choice::choices! {
    /// The file format of plants.
    #[derive(Default)]
    pub enum PlantFormat: "format" {
        /// Trees and boulders as a table: kind, position, height, rotation.
        #[default]
        Csv = "csv",
        /// Trees and boulders as glTF instances (EXT_mesh_gpu_instancing) of simple shapes.
        Gltf = "gltf",
    }
}

impl PlantFormat {
    /// The file extension.
    pub fn extension(self) -> &'static str {
        self.name()
    }
}

/// The most plants in an export. They give about 200 MB as glTF.
pub const MAX_PLANTS: usize = 3_000_000;

/// Why plants cannot be exported, on one line.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlantsError {
    /// The settings of a layer exclude each other.
    #[error(transparent)]
    Noise(#[from] NoiseError),
    /// The area is empty or lies outside the land.
    #[error(transparent)]
    Area(#[from] AreaError),
    /// There are too many plants for one file.
    #[error(
        "the area has more than {MAX_PLANTS} plants; choose a smaller area, or lower plants.trees and plants.boulders"
    )]
    TooMany,
    /// The file name has the extension of another format.
    #[error("`{}` is not a {format} file name; end it in .{format}", .out.display(), format = .format.name())]
    Name {
        /// The path of the file.
        out: PathBuf,
        /// The format.
        format: PlantFormat,
    },
}
