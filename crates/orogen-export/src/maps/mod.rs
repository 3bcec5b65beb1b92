//! Maps: pictures of surface properties.
//!
//! They show normals, slopes, curvature, occlusion, colours, material weights, ridges, water, damp
//! ground, catchments and layer weights.
//!
//! One pass over the area computes all maps of an export, band by band. Tiles agree for two
//! reasons: values near a border also use samples beyond it, and value ranges are fixed or come
//! from the recipe.
//!
//! ```
//! use orogen_export::maps::{Map, MapOptions, MapPlan};
//! use orogen_export::{ExportOptions, Progress};
//! use orogen_terrain::Scene;
//!
//! let folder = tempfile::tempdir()?;
//! let options = ExportOptions {
//!     samples: Some(65),
//!     ..ExportOptions::new(folder.path().join("land.png"))
//! };
//! let maps = MapOptions { maps: vec![Map::Normal, Map::Splat], ..MapOptions::default() };
//! let plan = MapPlan::new(&Scene::default(), &options, &maps)?;
//! plan.run(&Progress::default())?;
//! for name in ["land_normal.png", "land_splat0.png", "land_splat1.png"] {
//!     assert!(folder.path().join(name).exists(), "{name}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod card;
mod catchment;
mod encoder;
mod error;
mod metadata;
mod occlusion;
mod options;
mod picture;
mod plan;
mod rows;
mod run;

pub use error::MapError;
pub use options::{Map, MapOptions, Registration};
pub use picture::{MapPicture, PixelKind};
pub use plan::{MapFile, MapPlan};
pub use run::{MapFileReport, MapReport};
