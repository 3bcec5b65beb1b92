//! Where a GeoTIFF lies and in what its heights are, by its tags (OGC GeoTIFF 1.1) and a world file
//! beside it; and how long a degree is.

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
