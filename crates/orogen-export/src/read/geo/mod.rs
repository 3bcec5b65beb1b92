//! Georeferencing of GeoTIFF by its tags (OGC GeoTIFF 1.1) and a world file, and the length of a
//! degree.

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
