//! The georeference of a GeoTIFF, and the length of a degree. The georeference comes from the
//! file's tags (OGC GeoTIFF 1.1) or a world file.

mod apply;
mod frame;
mod keys;
mod stretch;
mod tags;
mod units;

pub(super) use frame::world;
pub(super) use keys::Keys;
pub use stretch::{Stretch, metres_a_degree};
pub(super) use tags::GeoTags;
