//! Writes rows of samples to a file as a stream. The rayon pool samples and packs a band of rows
//! while another thread writes the bands before it.

use std::io::{self, Seek, Write};
use std::ops::Range;

use crossbeam_channel::{Receiver, bounded, unbounded};
use rayon::prelude::*;

use super::borders::{BorderSums, Borders};
use super::file_error::{FileProblem, reason};
use super::progress::Progress;
use super::sample::{RowSampler, SampleStats, TASK};

/// The most samples of a band. Many threads then have work, and memory stays small: four bands
/// exist at a time.
const MAX_BAND_SAMPLES: usize = 1 << 23;

/// The samples of a band for each thread. A large band gives every thread work, and makes the wait
/// at its end relatively short (the writer takes a core for some milliseconds). A small band stays in
/// the last-level cache until it is written.
const BAND_SAMPLES_PER_THREAD: usize = 1 << 20;

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
    /// The writer stopped. It reports the reason itself.
    #[error("the writer stopped")]
    Stopped,
}

impl WriteError {
    /// Converts the error for the caller. `None` if the run was cancelled.
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
pub(super) struct FileBand<'a> {
    /// The encoded samples. A format may take the buffer if it returns it after writing.
    pub bytes: &'a mut Vec<u8>,
    /// The last row of the previous band. Empty for the first band.
    pub above: &'a [u8],
    /// The number of the band's first row in the file.
    pub first_row: usize,
    pub is_last: bool,
}

/// The writer of a file format. It packs bands and writes them in order.
pub(super) trait Encoder: Sync {
    /// A band that is ready to write.
    type Packed: Send;

    /// Every band except the last has a multiple of this number of rows.
    fn row_unit(&self) -> usize {
        1
    }

    /// Packs a band. It is called in order on the sampling thread, and may use the rayon pool.
    fn pack(&self, band: FileBand) -> Result<Self::Packed, WriteError>;

    /// Writes the file. The format calls `give_back` with buffers that it no longer needs.
    fn write<W: Write + Seek>(
        &self,
        sink: W,
        bands: &mut dyn Iterator<Item = Self::Packed>,
        give_back: &dyn Fn(Vec<u8>),
    ) -> Result<(), WriteError>;
}

/// Statistics of a written file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StreamSummary {
    pub stats: SampleStats,
    /// The checksum of the samples before compression.
    pub crc32: u32,
    pub borders: Borders,
}

/// Samples and writes a file on the current rayon pool.
pub(super) fn stream<E: Encoder>(
    sampler: &RowSampler,
    encoder: &E,
    sink: impl Write + Seek + Send,
    progress: &Progress,
) -> Result<StreamSummary, WriteError> {
    std::thread::scope(|scope| {
        let (sender, receiver) = bounded(1);
        let (give_back, returned_buffers) = unbounded();
        let writer = scope.spawn(move || {
            let mut bands = receiver.into_iter().take_while(|_| !progress.is_cancelled());
            // The receiver of buffers lives longer than the last band.
            encoder.write(sink, &mut bands, &|buffer| drop(give_back.send(buffer)))
        });
        let hand_over = |packed| sender.send(packed).is_ok();
        let sampled = produce(sampler, encoder, hand_over, &returned_buffers, progress);
        drop(sender);
        let written = writer
            .join()
            .unwrap_or_else(|_| Err(WriteError::Format("the writer failed; this is a bug".into())));
        // If sampling failed, the writer stopped only because it got no more bands.
        let sampled = sampled?;
        written.map(|()| sampled)
    })
}

/// A band that is sampled but not packed.
struct SampledBand {
    rows: Range<usize>,
    bytes: Vec<u8>,
    stats: SampleStats,
}

/// Samples and packs the bands. It packs one band while it samples the next. `hand_over` passes a
/// band to the writer, and returns false once the writer has stopped.
fn produce<E: Encoder>(
    sampler: &RowSampler,
    encoder: &E,
    hand_over: impl Fn(E::Packed) -> bool,
    returned_buffers: &Receiver<Vec<u8>>,
    progress: &Progress,
) -> Result<StreamSummary, WriteError> {
    let (width, height) = (sampler.columns_m.len(), sampler.rows_m.len());
    let row_bytes = width * sampler.encoding.sample_bytes();
    let mut bands = bands([width, height], encoder.row_unit());
    let sample = |rows: Option<Range<usize>>, buffer| {
        rows.map(|rows| sample_band(sampler, rows, buffer, progress)).transpose()
    };
    let (mut stats, mut checksum) = (SampleStats::EMPTY, crc32fast::Hasher::new());
    let mut borders = BorderSums::default();
    let (mut above, mut buffer) = (Vec::new(), Vec::new());
    let mut sampled = sample(bands.next(), Vec::new())?;
    while let Some(mut band) = sampled {
        let next_rows = bands.next();
        let is_last = next_rows.is_none();
        let next_buffer = returned_buffers.try_recv().unwrap_or(buffer);
        let last_row = band.bytes[band.bytes.len() - row_bytes..].to_vec();
        let first_row = band.rows.start;
        borders.add(&band.bytes, row_bytes, sampler.encoding.sample_bytes());
        let pack = || {
            add_to_checksum(&mut checksum, &band.bytes);
            encoder.pack(FileBand { bytes: &mut band.bytes, above: &above, first_row, is_last })
        };
        let (packed, next) = rayon::join(pack, || sample(next_rows, next_buffer));
        stats = stats.merge(band.stats);
        (sampled, above, buffer) = (next?, last_row, band.bytes);
        if !hand_over(packed?) {
            // The writer has failed. It reports its error itself.
            break;
        }
        progress.add((band.rows.len() * width) as u64);
    }
    let borders = borders.finish(sampler.south_first);
    Ok(StreamSummary { stats, crc32: checksum.finalize(), borders })
}

fn sample_band(
    sampler: &RowSampler,
    rows: Range<usize>,
    mut bytes: Vec<u8>,
    progress: &Progress,
) -> Result<SampledBand, WriteError> {
    resize(&mut bytes, rows.len() * sampler.columns_m.len() * sampler.encoding.sample_bytes())?;
    let stats = sampler.fill(rows.clone(), &mut bytes, progress);
    if progress.is_cancelled() {
        Err(WriteError::Cancelled)
    } else {
        Ok(SampledBand { rows, bytes, stats })
    }
}

/// Computes the statistics of all samples without writing them.
pub(super) fn measure(
    sampler: &RowSampler,
    progress: &Progress,
) -> Result<SampleStats, WriteError> {
    let (width, height) = (sampler.columns_m.len(), sampler.rows_m.len());
    let (mut buffer, mut stats) = (Vec::new(), SampleStats::EMPTY);
    for rows in bands([width, height], 1) {
        let band = sample_band(sampler, rows, buffer, progress)?;
        progress.add((band.rows.len() * width) as u64);
        (buffer, stats) = (band.bytes, stats.merge(band.stats));
    }
    Ok(stats)
}

/// Returns the rows of each band. The bytes of a file do not depend on how it is cut into bands.
fn bands([width, height]: [usize; 2], unit: usize) -> impl Iterator<Item = Range<usize>> {
    let samples = MAX_BAND_SAMPLES.min(BAND_SAMPLES_PER_THREAD * rayon::current_num_threads());
    let rows = (samples / width).max(TASK[1]).next_multiple_of(unit);
    (0..height).step_by(rows).map(move |first_row| first_row..usize::min(first_row + rows, height))
}

fn resize(buffer: &mut Vec<u8>, length: usize) -> Result<(), WriteError> {
    buffer.truncate(length);
    buffer.try_reserve_exact(length - buffer.len()).map_err(|_| WriteError::Memory)?;
    buffer.resize(length, 0);
    Ok(())
}

fn add_to_checksum(checksum: &mut crc32fast::Hasher, bytes: &[u8]) {
    let hash_piece = |piece: &[u8]| {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(piece);
        hasher
    };
    let pieces: Vec<_> = bytes.par_chunks(1 << 20).map(hash_piece).collect();
    pieces.iter().for_each(|piece| checksum.combine(piece));
}
