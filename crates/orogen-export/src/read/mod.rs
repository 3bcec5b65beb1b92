//! Reading heightmaps of others: PNG, raw samples, TIFF and GeoTIFF, OpenEXR, SRTM's HGT and Esri's
//! ASCII grids; and each of them in a ZIP archive or packed by gzip.
//!
//! Files may come from anywhere. Sides are checked before memory is asked for, and a file that says
//! to hold far more than it can is refused; what it leaves out or spoils is one line.

mod any;
mod archive;
mod asc;
mod beside;
mod exr;
mod found;
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
#[cfg(test)]
mod tests;
mod tiff;
mod voids;

pub use any::{read, read_from, read_until};
pub use found::{Found, Place, System, Unit};
pub use geo::Stretch;
pub(super) use geo::metres_a_degree;
pub use names::{ENDINGS, is_map_name};
pub use problem::{ReadError, ReadProblem};
pub use reading::{ByteOrder, Encoding, RawKind, Reading, ReadingError};
