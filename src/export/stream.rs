//! From rows of samples to a file: bands are sampled and packed on the rayon pool, while a thread of its own writes the one
//! before.

use std::io::{self, Seek, Write};

use crossbeam_channel::{Receiver, bounded, unbounded};
use rayon::prelude::*;

use super::atomic::reason;
use super::progress::Progress;
use super::sample::{Sampler, Seen};

/// Samples in a band, about: enough work for many threads, and little memory (three bands are under way at a time).
const BAND_SAMPLES: usize = 1 << 22;

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
}

/// Some rows of a file.
pub(super) struct Band<'a> {
    /// Their samples. A format may take them away, if it gives the memory back when they are written.
    pub bytes: &'a mut Vec<u8>,
    /// The row before them; empty before the first.
    pub above: &'a [u8],
    /// The first of them.
    pub first_row: usize,
    pub is_last: bool,
}

/// A format of files: how bands are packed, and how they are written one after another.
pub(super) trait Format: Sync {
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
pub(super) struct Written {
    pub seen: Seen,
    /// Of the samples before compression.
    pub crc32: u32,
}

/// Samples and writes a file on the current rayon pool.
pub(super) fn stream<F: Format>(
    sampler: &Sampler,
    format: &F,
    sink: impl Write + Seek + Send,
    progress: &Progress,
) -> Result<Written, WriteError> {
    std::thread::scope(|scope| {
        let (send, receive) = bounded(1);
        let (give_back, given_back) = unbounded();
        let writer = scope.spawn(move || {
            let mut bands = receive.into_iter().take_while(|_| !progress.is_cancelled());
            // The other end is gone only after the last band.
            format.write(sink, &mut bands, &|memory| drop(give_back.send(memory)))
        });
        let hand_over = |packed| send.send(packed).is_ok();
        let sampled = produce(sampler, format, hand_over, &given_back, progress);
        drop(send);
        let written =
            writer.join().unwrap_or_else(|_| Err(WriteError::Format("the writer failed; this is a bug".into())));
        // A writer that stops for lack of bands has nothing to say about it.
        let sampled = sampled?;
        written.map(|()| sampled)
    })
}

/// Samples and packs band after band. `hand_over` says whether the writer still takes them.
fn produce<F: Format>(
    sampler: &Sampler,
    format: &F,
    hand_over: impl Fn(F::Packed) -> bool,
    given_back: &Receiver<Vec<u8>>,
    progress: &Progress,
) -> Result<Written, WriteError> {
    let (width, height) = (sampler.columns_m.len(), sampler.rows_m.len());
    let row_bytes = width * sampler.encoding.sample_bytes();
    let most = band_rows(width, format.row_unit());
    let (mut above, mut memory) = (Vec::new(), Vec::new());
    let (mut seen, mut checksum) = (Seen::NOTHING, crc32fast::Hasher::new());
    for first_row in (0..height).step_by(most) {
        let rows = first_row..usize::min(first_row + most, height);
        memory = given_back.try_recv().unwrap_or(memory);
        resize(&mut memory, rows.len() * row_bytes)?;
        seen = seen.and(sampler.fill(rows.clone(), &mut memory, progress));
        if progress.is_cancelled() {
            return Err(WriteError::Cancelled);
        }
        add_to_checksum(&mut checksum, &memory);
        let last_row = memory[memory.len() - row_bytes..].to_vec();
        let is_last = rows.end == height;
        let packed = format.pack(Band { bytes: &mut memory, above: &above, first_row, is_last })?;
        above = last_row;
        if !hand_over(packed) {
            // It has failed, and says so itself.
            break;
        }
        progress.add((rows.len() * width) as u64);
    }
    Ok(Written { seen, crc32: checksum.finalize() })
}

/// Samples without writing.
pub(super) fn measure(sampler: &Sampler, progress: &Progress) -> Result<Seen, WriteError> {
    let (width, height) = (sampler.columns_m.len(), sampler.rows_m.len());
    let row_bytes = width * sampler.encoding.sample_bytes();
    let most = band_rows(width, 1);
    let (mut memory, mut seen) = (Vec::new(), Seen::NOTHING);
    for first_row in (0..height).step_by(most) {
        let rows = first_row..usize::min(first_row + most, height);
        resize(&mut memory, rows.len() * row_bytes)?;
        seen = seen.and(sampler.fill(rows.clone(), &mut memory, progress));
        if progress.is_cancelled() {
            return Err(WriteError::Cancelled);
        }
        progress.add((rows.len() * width) as u64);
    }
    Ok(seen)
}

/// Rows of a band. Not a matter of threads, since compressed formats have the same bytes whatever their number.
fn band_rows(width: usize, unit: usize) -> usize {
    (BAND_SAMPLES / width / unit).max(1) * unit
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
