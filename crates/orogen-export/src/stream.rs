//! From rows of samples to a file: bands are sampled and packed on the rayon pool, while a thread
//! of its own writes those before.

use std::io::{self, Seek, Write};
use std::ops::Range;

use crossbeam_channel::{Receiver, bounded, unbounded};
use rayon::prelude::*;

use super::borders::{BorderSums, Borders};
use super::file_error::{FileProblem, reason};
use super::progress::Progress;
use super::sample::{SampleStats, Sampler, TASK};

/// The most samples of a band: what keeps many threads at work, and memory small (four bands are
/// under way at a time).
const MOST_BAND_SAMPLES: usize = 1 << 23;

/// Samples of a band for each thread: enough to be packed by all of them, and that the wait for the
/// last of them at a band's end is short beside it (the writer takes a core away for some
/// milliseconds); few enough to stay in the last cache until they are written.
const BAND_SAMPLES_A_THREAD: usize = 1 << 20;

/// Why a file could not be written.
#[derive(Debug, thiserror::Error)]
pub(super) enum WriteError {
    #[error("{}", reason(.0))]
    Io(#[from] io::Error),
    #[error("{0}")]
    Format(String),
    #[error("there is not enough memory")]
    Memory,
    #[error("cancelled")]
    Cancelled,
    /// The other end has, and says why itself.
    #[error("the writer stopped")]
    Stopped,
}

impl WriteError {
    /// What is in the way of the file; `None` if it was cancelled.
    pub fn problem(self) -> Option<FileProblem> {
        match self {
            Self::Io(error) => Some(error.into()),
            Self::Format(line) => Some(FileProblem::Format(line)),
            Self::Memory => Some(FileProblem::Memory),
            Self::Cancelled | Self::Stopped => None,
        }
    }
}

/// Some rows of a file.
pub(super) struct Band<'a> {
    /// Their samples. A format may take them away, if it gives the memory back when they are
    /// written.
    pub bytes: &'a mut Vec<u8>,
    /// The row before them; empty before the first.
    pub above: &'a [u8],
    /// The first of them.
    pub first_row: usize,
    pub is_last: bool,
}

/// The writer of a format: how bands are packed, and how they are written one after another.
pub(super) trait Encoder: Sync {
    /// A band that is ready to be written.
    type Packed: Send;

    /// Bands have a multiple of so many rows, the last one aside.
    fn row_unit(&self) -> usize {
        1
    }

    /// Called in order, on the thread that samples; may use the pool.
    fn pack(&self, band: Band) -> Result<Self::Packed, WriteError>;

    /// Writes the file. `give_back` takes memory that is no longer needed.
    fn write<W: Write + Seek>(
        &self,
        sink: W,
        bands: &mut dyn Iterator<Item = Self::Packed>,
        give_back: &dyn Fn(Vec<u8>),
    ) -> Result<(), WriteError>;
}

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StreamSummary {
    pub seen: SampleStats,
    /// Of the samples before compression.
    pub crc32: u32,
    pub borders: Borders,
}

/// Samples and writes a file on the current rayon pool.
pub(super) fn stream<E: Encoder>(
    sampler: &Sampler,
    encoder: &E,
    sink: impl Write + Seek + Send,
    progress: &Progress,
) -> Result<StreamSummary, WriteError> {
    std::thread::scope(|scope| {
        let (send, receive) = bounded(1);
        let (give_back, given_back) = unbounded();
        let writer = scope.spawn(move || {
            let mut bands = receive.into_iter().take_while(|_| !progress.is_cancelled());
            // The other end is gone only after the last band.
            encoder.write(sink, &mut bands, &|memory| drop(give_back.send(memory)))
        });
        let hand_over = |packed| send.send(packed).is_ok();
        let sampled = produce(sampler, encoder, hand_over, &given_back, progress);
        drop(send);
        let written = writer
            .join()
            .unwrap_or_else(|_| Err(WriteError::Format("the writer failed; this is a bug".into())));
        // A writer that stops for lack of bands has nothing to say about it.
        let sampled = sampled?;
        written.map(|()| sampled)
    })
}

/// A band that is sampled.
struct Sampled {
    rows: Range<usize>,
    bytes: Vec<u8>,
    seen: SampleStats,
}

/// Samples and packs band after band, packing one while the next is sampled. `hand_over` says
/// whether the writer still takes them.
fn produce<E: Encoder>(
    sampler: &Sampler,
    encoder: &E,
    hand_over: impl Fn(E::Packed) -> bool,
    given_back: &Receiver<Vec<u8>>,
    progress: &Progress,
) -> Result<StreamSummary, WriteError> {
    let (width, height) = (sampler.columns_m.len(), sampler.rows_m.len());
    let row_bytes = width * sampler.encoding.sample_bytes();
    let mut bands = bands([width, height], encoder.row_unit());
    let sample = |rows: Option<Range<usize>>, memory| {
        rows.map(|rows| sample_band(sampler, rows, memory, progress)).transpose()
    };
    let (mut seen, mut checksum) = (SampleStats::NOTHING, crc32fast::Hasher::new());
    let mut borders = BorderSums::default();
    let (mut above, mut memory) = (Vec::new(), Vec::new());
    let mut sampled = sample(bands.next(), Vec::new())?;
    while let Some(mut band) = sampled {
        let next_rows = bands.next();
        let is_last = next_rows.is_none();
        let next_memory = given_back.try_recv().unwrap_or(memory);
        let last_row = band.bytes[band.bytes.len() - row_bytes..].to_vec();
        let first_row = band.rows.start;
        borders.add(&band.bytes, row_bytes, sampler.encoding.sample_bytes());
        let pack = || {
            add_to_checksum(&mut checksum, &band.bytes);
            encoder.pack(Band { bytes: &mut band.bytes, above: &above, first_row, is_last })
        };
        let (packed, next) = rayon::join(pack, || sample(next_rows, next_memory));
        seen = seen.and(band.seen);
        (sampled, above, memory) = (next?, last_row, band.bytes);
        if !hand_over(packed?) {
            // It has failed, and says so itself.
            break;
        }
        progress.add((band.rows.len() * width) as u64);
    }
    let borders = borders.finish(sampler.south_first);
    Ok(StreamSummary { seen, crc32: checksum.finalize(), borders })
}

fn sample_band(
    sampler: &Sampler,
    rows: Range<usize>,
    mut bytes: Vec<u8>,
    progress: &Progress,
) -> Result<Sampled, WriteError> {
    resize(&mut bytes, rows.len() * sampler.columns_m.len() * sampler.encoding.sample_bytes())?;
    let seen = sampler.fill(rows.clone(), &mut bytes, progress);
    if progress.is_cancelled() {
        Err(WriteError::Cancelled)
    } else {
        Ok(Sampled { rows, bytes, seen })
    }
}

/// Samples without writing.
pub(super) fn measure(sampler: &Sampler, progress: &Progress) -> Result<SampleStats, WriteError> {
    let (width, height) = (sampler.columns_m.len(), sampler.rows_m.len());
    let (mut memory, mut seen) = (Vec::new(), SampleStats::NOTHING);
    for rows in bands([width, height], 1) {
        let band = sample_band(sampler, rows, memory, progress)?;
        progress.add((band.rows.len() * width) as u64);
        (memory, seen) = (band.bytes, seen.and(band.seen));
    }
    Ok(seen)
}

/// The rows of each band. Files have the same bytes however they are cut into bands.
fn bands([width, height]: [usize; 2], unit: usize) -> impl Iterator<Item = Range<usize>> {
    let samples = MOST_BAND_SAMPLES.min(BAND_SAMPLES_A_THREAD * rayon::current_num_threads());
    let rows = (samples / width).max(TASK[1]).next_multiple_of(unit);
    (0..height).step_by(rows).map(move |first_row| first_row..usize::min(first_row + rows, height))
}

fn resize(memory: &mut Vec<u8>, length: usize) -> Result<(), WriteError> {
    memory.truncate(length);
    memory.try_reserve_exact(length - memory.len()).map_err(|_| WriteError::Memory)?;
    memory.resize(length, 0);
    Ok(())
}

fn add_to_checksum(checksum: &mut crc32fast::Hasher, bytes: &[u8]) {
    let of = |piece: &[u8]| {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(piece);
        hasher
    };
    let pieces: Vec<_> = bytes.par_chunks(1 << 20).map(of).collect();
    pieces.iter().for_each(|piece| checksum.combine(piece));
}
