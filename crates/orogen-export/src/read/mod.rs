//! Reading heightmaps of others: PNG, raw samples, TIFF and GeoTIFF, OpenEXR, SRTM's HGT and Esri's
//! ASCII grids; and each of them in a ZIP archive or packed by gzip.
//!
//! Files may come from anywhere. Sides are checked before memory is asked for, and a file that says
//! to hold far more than it can is refused; what it leaves out or spoils is one line.

mod archive;
mod asc;
mod beside;
mod exr;
mod geo;
mod hgt;
mod memory;
mod pixels;
mod png;
mod prj;
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

pub use geo::Stretch;
pub(super) use geo::metres_a_degree;
pub use reading::{ByteOrder, Encoding, RawKind, Reading, ReadingError};

use beside::Beside;

use super::file_error::FileProblem;
use super::source;
use orogen_terrain::heightmap::{Raster, RasterError};

/// The endings of files that hold heights, small.
pub const ENDINGS: &[&str] =
    &["png", "tif", "tiff", "exr", "hgt", "asc", "r16", "raw", "r32", "zip", "gz"];

/// Those of them that hold another file.
const PACKED: &[&str] = &["zip", "gz"];

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
    /// What is added to each height, where samples are metres or so many of them.
    pub offset_m: f64,
    /// How its plane's metres differ from those on the ground.
    pub stretch: Stretch,
    /// Whether a file beside it says that its first row is its southernmost, and rows were turned
    /// over for that.
    pub south_first: bool,
    /// What one should know.
    pub warnings: Vec<String>,
}

impl Found {
    fn new(size: [usize; 2], samples: Vec<f32>, form: impl Into<String>, unit: Unit) -> Self {
        Self {
            size,
            samples,
            form: form.into(),
            unit,
            cell_m: None,
            place: None,
            offset_m: 0.0,
            stretch: Stretch::None,
            south_first: false,
            warnings: vec![],
        }
    }

    /// Turns the rows over: the last becomes the first.
    fn flip_rows(&mut self) {
        let [columns, rows] = self.size;
        for row in 0..rows / 2 {
            let (north, south) = self.samples.split_at_mut((rows - 1 - row) * columns);
            north[row * columns..][..columns].swap_with_slice(&mut south[..columns]);
        }
    }

    /// Turns the columns over.
    fn flip_columns(&mut self) {
        self.samples.chunks_exact_mut(self.size[0]).for_each(<[f32]>::reverse);
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
    #[error(
        "it is no heightmap; those are PNG, TIFF, EXR, HGT, ASC, R16, RAW and R32, and ZIP or GZ of one"
    )]
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
    #[error("there is not enough memory for {0} × {1} samples, which need {need} MiB", need = memory::mib(memory::needed((*.0 as u64).saturating_mul(*.1 as u64))))]
    Memory(usize, usize),
    /// More memory is needed than is free.
    #[error(
        "its {columns} × {rows} samples need {needed} MiB of memory, and {free} MiB are free; close other programs, or cut it or shrink it first"
    )]
    NoRoom {
        /// Of samples.
        columns: usize,
        /// Of samples.
        rows: usize,
        /// In MiB.
        needed: u64,
        /// In MiB.
        free: u64,
    },
}

fn damaged(how: impl std::fmt::Display) -> ReadProblem {
    ReadProblem::Damaged(orogen_noise::text::shown(how.to_string().trim_end_matches('.')))
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

/// Checks sides, what the bytes can hold and what memory is free; how many samples there are.
fn checked(size: [usize; 2], bytes: u64) -> Result<usize, ReadProblem> {
    checked_as(size, size[0].saturating_mul(size[1]), bytes)
}

/// As [`checked`], of a file that says to hold so many of its samples and to leave others out.
fn checked_as(size: [usize; 2], held: usize, bytes: u64) -> Result<usize, ReadProblem> {
    Raster::check_size(size)?;
    let count = size[0] * size[1];
    let may_have = |a_byte: u64| FEW.saturating_add(bytes.saturating_mul(a_byte));
    // Even a large piece that is left out takes some bytes in its lists.
    if held as u64 > may_have(MOST_A_BYTE) || count as u64 > may_have(64 * MOST_A_BYTE) {
        return Err(ReadProblem::Lie(size[0], size[1], bytes));
    }
    memory::check(size, memory::needed(count as u64))?;
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

/// As [`read`], until it is told to be over. Small texts beside the file may say more of it.
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
    let beside = Beside::Folder(path);
    read_beside(until::Until { inner, is_over }, path, reading, &beside).map_err(fail)
}

/// The map of bytes that have a file's name.
///
/// # Errors
/// What is wrong with them.
pub fn read_from(
    input: impl BufRead + Seek,
    name: &Path,
    reading: &Reading,
) -> Result<Found, ReadProblem> {
    read_beside(input, name, reading, &Beside::Nothing)
}

/// As [`read_from`], with the files beside it.
fn read_beside(
    mut input: impl Input,
    name: &Path,
    reading: &Reading,
    beside: &Beside<'_>,
) -> Result<Found, ReadProblem> {
    let bytes = input.seek(SeekFrom::End(0))?;
    input.seek(SeekFrom::Start(0))?;
    let ending = name.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let ending = ending.as_deref().unwrap_or_default();
    let start = input.fill_buf()?;
    // Any bytes can begin those that say nothing of themselves.
    let is_raw = matches!(ending, "hgt" | "r16" | "raw" | "r32");
    if !is_raw && archive::is_packed(start) {
        return match start {
            [0x1f, ..] => archive::read_gz(input, bytes, name, reading, beside),
            _ => archive::read_zip(input, bytes, reading),
        };
    }
    let mut found = match (start, ending) {
        ([0x89, b'P', b'N', b'G', ..], _) => png::read(input, bytes, reading),
        ([b'I', b'I', 42 | 43, 0, ..] | [b'M', b'M', 0, 42 | 43, ..], _) => {
            tiff::read(input, bytes, name, reading, beside)
        }
        ([0x76, 0x2f, 0x31, 0x01, ..], _) => exr::read(input, bytes, reading),
        (_, "hgt") => hgt::read(input, bytes, name),
        (_, "asc") => asc::read(input, bytes, beside),
        (_, "r16" | "raw" | "r32") => raw::read(input, bytes, name, reading),
        (start, _) if asc::is_grid(start) => asc::read(input, bytes, beside),
        _ => Err(ReadProblem::OtherKind),
    }?;
    if let (Some(encoding), false) = (reading.encoding, found.form.ends_with(pixels::ENCODED)) {
        return Err(ReadProblem::Form(format!(
            "{} is an encoding of PNG pictures in colour, and it is {}",
            encoding.name(),
            found.form
        )));
    }
    if reading.void.is_some() {
        for sample in found.samples.iter_mut().filter(|sample| reading.is_void(**sample)) {
            *sample = f32::NAN;
        }
    }
    if reading.south_first {
        found.flip_rows();
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
