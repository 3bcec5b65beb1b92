//! Exports rivers, lakes and roads as lines and outlines, for maps and games.
//!
//! A river is cut into reaches, from a spring or a confluence to the next confluence, a lake, the
//! sea, or the edge of the area. The line of a reach is the course that the land shows. Each
//! reach has an order, width, discharge, catchment and levels, and the reach that it runs to.
//!
//! ```
//! use orogen_export::rivers::{RiverFormat, RiversPlan};
//! use orogen_export::{Area, ExportOptions, Progress};
//! use orogen_terrain::preset::Preset;
//!
//! let folder = tempfile::tempdir()?;
//! let options = ExportOptions {
//!     area: Some(Area { centre_m: [0.0, 0.0], side_m: 4096.0 }),
//!     ..ExportOptions::new(folder.path().join("rivers.geojson"))
//! };
//! let scene = Preset::find("brooks").ok_or("no such preset")?.scene()?;
//! let plan = RiversPlan::new(&scene, &options, RiverFormat::GeoJson)?;
//! let report = plan.run(&Progress::default())?;
//! let text = std::fs::read_to_string(report.files[0].path())?;
//! assert!(text.starts_with("{\"type\":\"FeatureCollection\""));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clip;
mod contour;
mod drawn_features;
mod error;
mod format;
mod geojson;
mod lake_features;
mod plan;
mod reach_features;
mod river_map;
mod road_features;
mod rounding;
mod svg;

pub use error::RiversError;
pub use format::{MAX_NODES, RiverFormat};
pub(super) use geojson::BEGINNING as GEOJSON_BEGINNING;
pub use plan::RiversPlan;
