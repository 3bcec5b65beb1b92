//! The georeference of a GeoTIFF, from its tags (OGC GeoTIFF 1.1) or a world file, and the length
//! of a degree.

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
