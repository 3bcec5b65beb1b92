//! The georeference of a GeoTIFF, the length of a degree, and the scale of Mercator's projection.
//!
//! The georeference comes from the file's tags (OGC GeoTIFF 1.1) or a world file.

mod apply;
mod frame;
mod keys;
mod projection_scale;
mod tags;
mod units;

pub(super) use frame::parse_world_file;
pub(super) use keys::GeoKeys;
pub use projection_scale::{ProjectionScale, metres_per_degree};
pub(super) use tags::GeoTags;
