//! Meshes: the land as triangles, for engines, modelling programs and 3D printers.
//!
//! Heights of vertices have the same bits as the heights that [`super::ExportPlan`] writes for the
//! same place. A run needs the memory of a band of rows, not of the whole mesh: see
//! [`MeshPlan::memory_bytes`].
//!
//! ```
//! use orogen_export::mesh::{MeshOptions, MeshPlan};
//! use orogen_export::{ExportOptions, Progress};
//! use orogen_terrain::Scene;
//!
//! let folder = tempfile::tempdir()?;
//! let options = ExportOptions {
//!     samples: Some(65),
//!     ..ExportOptions::new(folder.path().join("land.stl"))
//! };
//! let plan = MeshPlan::new(&Scene::default(), &options, &MeshOptions::default())?;
//! let report = plan.run(&Progress::default())?;
//! // The ground, the floor and four walls.
//! assert_eq!(report.files[0].triangles, 2 * 64 * 64 + 4 * 64 - 2 + 8 * 64);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bands;
mod error;
mod glb;
mod glb_indices;
mod glb_json;
mod glb_shape;
mod metadata;
mod obj;
mod options;
mod plan;
mod ply;
mod road_mesh;
mod run;
mod sizes;
mod stl;
mod texture;
mod vertices;
mod water_mesh;

pub use error::MeshError;
pub use options::{MeshColour, MeshFormat, MeshOptions, MeshSea};
pub use plan::MeshPlan;
pub use run::{MeshFileReport, MeshReport};
