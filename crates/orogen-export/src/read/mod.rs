//! Reads heightmaps of other programs.
//!
//! The formats are PNG, raw samples, TIFF and GeoTIFF, OpenEXR, HGT and ASCII grids, also in ZIP
//! archives and gzip files. OpenEXR needs the feature `read-exr`.
//!
//! Input files are not trusted. Sizes are checked before memory is allocated, and a file that
//! claims more samples than its bytes can hold is refused. Every error is one line.

mod archive;
mod asc;
mod decoded;
mod detect;
#[cfg(feature = "read-exr")]
mod exr;
mod geo;
mod hgt;
mod input;
mod memory;
mod names;
mod pixels;
mod png;
mod prj;
mod problem;
mod raw;
mod reading;
mod siblings;
#[cfg(test)]
mod tests;
mod tiff;
mod voids;

pub use decoded::{DecodedMap, MapLocation, SampleUnit, System};
pub use detect::{read, read_from, read_until};
pub use geo::ProjectionScale;
pub(super) use geo::metres_per_degree;
pub use names::{endings, is_map_name};
pub use problem::{ReadError, ReadProblem};
pub use reading::{ByteOrder, Encoding, RawKind, Reading, ReadingError};
