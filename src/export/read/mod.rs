//! Reading heightmaps of others: PNG, raw samples, TIFF and GeoTIFF, OpenEXR, SRTM's HGT and Esri's
//! ASCII grids.
//!
//! Files may come from anywhere. Sides are checked before memory is asked for, and a file that says
//! to hold far more than it can is refused; what it leaves out or spoils is one line.

mod asc;
mod exr;
mod geo;
mod hgt;
mod png;
mod raw;
mod reading;
#[cfg(test)]
mod tests;
mod tiff;
mod until;
mod voids;

use std::io::{BufRead, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

pub(super) use geo::metres_a_degree;
pub use reading::{ByteOrder, RawKind, Reading, ReadingError};

use super::file_error::FileProblem;
use super::source;
use crate::terrain::heightmap::{Raster, RasterError};

/// The endings of files that hold heights, small.
pub const ENDINGS: &[&str] = &["png", "tif", "tiff", "exr", "hgt", "asc", "r16", "raw", "r32"];

/// Whether a name ends as those of files do that hold heights.
pub fn is_map_name(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    ending.is_some_and(|ending| ENDINGS.contains(&&*ending))
}

/// What samples stand for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unit {
    /// Each is so many metres.
    Metres(f64),
    /// Shares of a range of heights that the file does not say: from 0 to this.
    UpTo(f64),
}

/// In what a file's coordinates are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Degrees east and north.
    Degrees,
    /// Metres east and north.
    Metres,
}

/// Where a map lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// In what its coordinates are.
    pub system: System,
    /// Of its middle, east and north.
    pub middle: [f64; 2],
}

/// A heightmap as a file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Columns and rows.
    pub size: [usize; 2],
    /// From the north, each row from the west; voids are no numbers.
    pub samples: Vec<f32>,
    /// What the file is, in a few words.
    pub form: String,
    /// What samples stand for.
    pub unit: Unit,
    /// The distance of two samples in metres, east and south.
    pub cell_m: Option<[f64; 2]>,
    /// Where it lies, if the file says so.
    pub place: Option<Place>,
    /// What one should know.
    pub warnings: Vec<String>,
}

impl Found {
    fn new(size: [usize; 2], samples: Vec<f32>, form: impl Into<String>, unit: Unit) -> Self {
        let (form, warnings) = (form.into(), vec![]);
        Self { size, samples, form, unit, cell_m: None, place: None, warnings }
    }
}

/// A file that holds no heightmap: which one and why, on one line.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("cannot read `{}`: {problem}", .path.display())]
pub struct ReadError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: ReadProblem,
}

/// Why a file gives no heightmap.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadProblem {
    /// It cannot be opened or read.
    #[error(transparent)]
    File(#[from] FileProblem),
    /// It is of no kind that is read.
    #[error("it is no heightmap; those are PNG, TIFF, EXR, HGT, ASC, R16, RAW and R32")]
    OtherKind,
    /// It is damaged, or says what cannot be: how.
    #[error("{0}; the file is damaged")]
    Damaged(String),
    /// It is of a kind that is read, in a form that is not.
    #[error("{0}")]
    Form(String),
    /// It says to hold more than its bytes can.
    #[error("it says {0} × {1} samples, and its {2} bytes cannot hold them; the file is damaged")]
    Lie(usize, usize, u64),
    /// It has nothing but voids.
    #[error("it holds no height, but voids alone")]
    Void,
    /// Its sides or samples are none of a map.
    #[error(transparent)]
    Raster(#[from] RasterError),
    /// There is no memory for it.
    #[error("there is not enough memory for {0} × {1} samples")]
    Memory(usize, usize),
}

fn damaged(how: impl std::fmt::Display) -> ReadProblem {
    ReadProblem::Damaged(crate::text::shown(how.to_string().trim_end_matches('.')))
}

impl From<std::io::Error> for ReadProblem {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::UnexpectedEof => damaged("it ends early"),
            _ => Self::File(error.into()),
        }
    }
}

/// What is read from: a file, or bytes.
trait Input: BufRead + Seek {}
impl<T: BufRead + Seek> Input for T {}

/// Samples that a byte can stand for at most, and those that any file may have: what packs best of
/// what is read are a few hundred to a thousand equal ones a byte.
const MOST_A_BYTE: u64 = 4096;
const FEW: u64 = 1 << 20;

/// Checks sides and what the bytes can hold; how many samples there are.
fn checked(size: [usize; 2], bytes: u64) -> Result<usize, ReadProblem> {
    Raster::check_size(size)?;
    let count = size[0] * size[1];
    if count as u64 > FEW.saturating_add(bytes.saturating_mul(MOST_A_BYTE)) {
        return Err(ReadProblem::Lie(size[0], size[1], bytes));
    }
    Ok(count)
}

/// Room for so many samples.
fn room<T>(size: [usize; 2], count: usize) -> Result<Vec<T>, ReadProblem> {
    let mut samples = Vec::new();
    samples.try_reserve_exact(count).map_err(|_| ReadProblem::Memory(size[0], size[1]))?;
    Ok(samples)
}

/// The map of a file. Voids are still in it.
///
/// # Errors
/// One line: which file, and what is wrong with it.
pub fn read(path: &Path, reading: &Reading) -> Result<Found, ReadError> {
    read_until(path, reading, &AtomicBool::new(false))
}

/// As [`read`], until it is told to be over.
///
/// # Errors
/// As those of [`read`]; once it is over, any.
pub fn read_until(
    path: &Path,
    reading: &Reading,
    is_over: &AtomicBool,
) -> Result<Found, ReadError> {
    let fail = |problem| ReadError { path: path.to_owned(), problem };
    let file = source::open(path).map_err(|problem| fail(problem.into()))?;
    let inner = std::io::BufReader::with_capacity(1 << 16, file);
    read_from(until::Until { inner, is_over }, path, reading).map_err(fail)
}

/// The map of bytes that have a file's name.
///
/// # Errors
/// What is wrong with them.
pub fn read_from(
    mut input: impl BufRead + Seek,
    name: &Path,
    reading: &Reading,
) -> Result<Found, ReadProblem> {
    let bytes = input.seek(SeekFrom::End(0))?;
    input.seek(SeekFrom::Start(0))?;
    let ending = name.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let start = input.fill_buf()?;
    let mut found = match (start, ending.as_deref().unwrap_or_default()) {
        ([0x89, b'P', b'N', b'G', ..], _) => png::read(input, bytes, reading),
        ([b'I', b'I', 42 | 43, 0, ..] | [b'M', b'M', 0, 42 | 43, ..], _) => {
            tiff::read(input, bytes, reading)
        }
        ([0x76, 0x2f, 0x31, 0x01, ..], _) => exr::read(input, bytes, reading),
        (_, "hgt") => hgt::read(input, bytes, name),
        (_, "asc") => asc::read(input, bytes),
        (_, "r16" | "raw" | "r32") => raw::read(input, bytes, name, reading),
        _ => Err(ReadProblem::OtherKind),
    }?;
    if reading.south_first {
        let [columns, rows] = found.size;
        for row in 0..rows / 2 {
            let (north, south) = found.samples.split_at_mut((rows - 1 - row) * columns);
            north[row * columns..][..columns].swap_with_slice(&mut south[..columns]);
        }
    }
    Ok(found)
}

impl Found {
    /// Fills the voids; how many there were.
    ///
    /// # Errors
    /// If there is nothing else.
    pub fn fill_voids(&mut self) -> Result<usize, ReadProblem> {
        voids::fill(self.size, &mut self.samples)
    }
}
