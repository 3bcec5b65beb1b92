//! The samples of a heightmap, with their hash, coarser levels and bounds.

use std::sync::OnceLock;

use rayon::prelude::*;
use sha2::{Digest, Sha256};

/// The largest number of samples of a map: about 63,000 per side.
///
/// Memory runs out before a map reaches it.
pub const MAX_RASTER_SAMPLES: usize = 4_000_000_000;

/// Samples on a grid, in rows from the north, each from the west.
///
/// ```
/// use orogen_terrain::heightmap::{Raster, pack, unpack};
///
/// let raster = Raster::new([2, 2], vec![0.0, 1.0, 2.0, 3.0]).expect("a map");
/// let text = pack(&raster).expect("a small map");
/// assert_eq!(unpack(&text, raster.hash()).expect("the same map"), raster);
/// ```
pub struct Raster {
    size: [usize; 2],
    samples: Vec<f32>,
    hash: String,
    range: [f32; 2],
    coarse_levels: OnceLock<Vec<CoarseLevel>>,
    /// The bounds of all levels, for edges that end and for edges that repeat.
    extremes: [OnceLock<Vec<Extremes>>; 2],
    packed: OnceLock<Option<String>>,
}

/// The error of samples that are not a valid map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RasterError {
    /// A side has fewer than two samples.
    #[error("it has {0} × {1} samples; a map has at least 2 × 2")]
    TooSmall(usize, usize),
    /// There are too many samples.
    #[error("it has {0} × {1} samples; a map has at most 4,000 million: cut it or shrink it first")]
    TooLarge(usize, usize),
    /// The number of samples does not match the sides.
    #[error("it should have {0} × {1} samples but has {2}")]
    Count(usize, usize, usize),
    /// A sample is infinite or NaN.
    #[error("it contains a sample that is not a finite number")]
    NotFinite,
}

/// A coarser grid; each sample is the mean of the samples that it covers.
struct CoarseLevel {
    size: [usize; 2],
    samples: Vec<f32>,
}

/// The bounds of a level of detail.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Extremes {
    /// The height range, including the surface between samples.
    pub low: f64,
    pub high: f64,
    /// The largest difference between neighbouring samples, east and south.
    pub steps: [f64; 2],
}

/// The smallest number of samples per side of a coarser level.
const MIN_SIDE: usize = 4;

/// The number of samples in a piece that is hashed by itself.
const PIECE_SAMPLES: usize = 1 << 18;

impl std::fmt::Debug for Raster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Raster({} × {}, {})", self.size[0], self.size[1], self.hash)
    }
}

impl PartialEq for Raster {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
    }
}

/// Checks the sides of a map before memory is allocated; returns the number of samples.
pub(super) fn checked_size([columns, rows]: [usize; 2]) -> Result<usize, RasterError> {
    if columns < 2 || rows < 2 {
        return Err(RasterError::TooSmall(columns, rows));
    }
    let count = columns.checked_mul(rows).filter(|count| *count <= MAX_RASTER_SAMPLES);
    count.ok_or(RasterError::TooLarge(columns, rows))
}

impl Raster {
    /// Creates a raster of columns and rows.
    ///
    /// # Errors
    /// Returns an error if a side is too short, if there are too many samples, if their number does
    /// not match the sides, or if a sample is not finite.
    pub fn new(size: [usize; 2], mut samples: Vec<f32>) -> Result<Self, RasterError> {
        if samples.len() != checked_size(size)? {
            return Err(RasterError::Count(size[0], size[1], samples.len()));
        }
        let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
        for sample in &mut samples {
            if !sample.is_finite() {
                return Err(RasterError::NotFinite);
            }
            // Remove the sign of zeros, so that equal maps have equal hashes.
            *sample += 0.0;
            (low, high) = (low.min(*sample), high.max(*sample));
        }
        let hash = hash(size, &samples);
        let (coarse_levels, extremes, packed) = Default::default();
        Ok(Self { size, samples, hash, range: [low, high], coarse_levels, extremes, packed })
    }

    /// Checks the sides of a map before memory is allocated.
    ///
    /// # Errors
    /// Returns an error if a side is too short or there are too many samples.
    pub fn check_size(size: [usize; 2]) -> Result<(), RasterError> {
        checked_size(size).map(|_| ())
    }

    /// The columns and rows.
    pub fn size(&self) -> [usize; 2] {
        self.size
    }

    /// The samples, row by row from the north.
    pub fn samples(&self) -> &[f32] {
        &self.samples
    }

    /// The SHA-256 of size and samples, in hexadecimal digits.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The lowest and the highest sample.
    pub fn range(&self) -> [f32; 2] {
        self.range
    }

    /// The samples as text ([`pack`](super::pack())), if they are small enough.
    pub fn packed(&self) -> Option<&str> {
        self.packed.get_or_init(|| super::pack(self)).as_deref()
    }

    /// The memory use with all levels, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.samples) * 4 / 3
    }

    /// The number of levels of detail, including the full resolution.
    pub(super) fn levels(&self) -> usize {
        1 + self.coarse_levels().len()
    }

    /// The columns, rows and samples of a level; level 0 is the full resolution.
    pub(super) fn level(&self, level: usize) -> ([usize; 2], &[f32]) {
        match level.checked_sub(1) {
            None => (self.size, &self.samples),
            Some(index) => {
                let CoarseLevel { size, samples } = &self.coarse_levels()[index];
                (*size, samples)
            }
        }
    }

    fn coarse_levels(&self) -> &[CoarseLevel] {
        self.coarse_levels.get_or_init(|| {
            let mut levels: Vec<CoarseLevel> = vec![];
            loop {
                let (size, samples) = match levels.last() {
                    None => (self.size, &self.samples),
                    Some(last) => (last.size, &last.samples),
                };
                let half = size.map(|side| side.div_ceil(2));
                if half.iter().any(|side| *side < MIN_SIDE) {
                    return levels;
                }
                let samples = halve(samples, size, half);
                levels.push(CoarseLevel { size: half, samples });
            }
        })
    }

    /// The bounds of all levels, for edges that end or repeat.
    pub(super) fn extremes(&self, repeats: bool) -> &[Extremes] {
        self.extremes[usize::from(repeats)].get_or_init(|| {
            let level_extremes = |level| {
                let (size, samples) = self.level(level);
                extremes(size, samples, repeats)
            };
            (0..self.levels()).map(level_extremes).collect()
        })
    }
}

/// Hashes pieces in parallel, and then hashes the hashes of the pieces.
fn hash([columns, rows]: [usize; 2], samples: &[f32]) -> String {
    let hash_piece = |piece: &[f32]| {
        let bytes: Vec<u8> = piece.iter().flat_map(|sample| sample.to_le_bytes()).collect();
        Sha256::digest(&bytes)
    };
    let pieces: Vec<_> = samples.par_chunks(PIECE_SAMPLES).map(hash_piece).collect();
    let mut bytes = b"orogen heightmap 1".to_vec();
    bytes.extend((columns as u64).to_le_bytes());
    bytes.extend((rows as u64).to_le_bytes());
    bytes.extend(pieces.iter().flatten());
    Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// For each sample of a coarser line: the first fine sample that it covers, and the weights of this
/// sample and the next two.
fn shares(fine: usize, coarse: usize) -> Vec<(usize, [f64; 3])> {
    let ratio = fine as f64 / coarse as f64;
    let sample_shares = |index: usize| {
        let [start, end] = [index, index + 1].map(|i| i as f64 * fine as f64 / coarse as f64);
        let first = (start as usize).min(fine - 1);
        let share = |i: usize| {
            let overlap = end.min((first + i + 1) as f64) - start.max((first + i) as f64);
            overlap.max(0.0) / ratio
        };
        (first, [share(0), share(1), share(2)])
    };
    (0..coarse).map(sample_shares).collect()
}

/// Halves a level by averaging. Both levels cover the same area, even if a side is odd.
fn halve(samples: &[f32], from: [usize; 2], to: [usize; 2]) -> Vec<f32> {
    let [columns, rows] = [0, 1].map(|axis| shares(from[axis], to[axis]));
    let mut out = vec![0.0; to[0] * to[1]];
    out.par_chunks_mut(to[0]).zip(&rows).for_each(|(out, (first_row, row_shares))| {
        for (out, (first, column_shares)) in out.iter_mut().zip(&columns) {
            let mut sum = 0.0;
            for (j, row_share) in row_shares.iter().enumerate() {
                let row = (first_row + j).min(from[1] - 1) * from[0];
                for (i, share) in column_shares.iter().enumerate() {
                    let sample = samples[row + (first + i).min(from[0] - 1)];
                    sum += row_share * share * f64::from(sample);
                }
            }
            *out = sum as f32;
        }
    });
    out
}

/// The overshoot of a bicubic surface beyond the range of its samples, as a share of that range.
///
/// The 16 weights sum to 1, and their magnitudes to at most 1.25². So the negative weights sum to at
/// most half the difference, in magnitude.
const OVERSHOOT: f64 = (1.25 * 1.25 - 1.0) / 2.0;

fn extremes([columns, rows]: [usize; 2], samples: &[f32], repeats: bool) -> Extremes {
    let row = |index: usize| &samples[index % rows * columns..][..columns];
    // Take windows of four rows and columns; repeating maps wrap around.
    let window_count = |count: usize| if repeats { count } else { count.saturating_sub(3).max(1) };
    let range_of_rows = |first_row: usize| {
        let (mut low, mut high) = (row(first_row).to_vec(), row(first_row).to_vec());
        let last_row = if repeats { first_row + 3 } else { (first_row + 3).min(rows - 1) };
        for index in first_row + 1..=last_row {
            for (i, sample) in row(index).iter().enumerate() {
                (low[i], high[i]) = (low[i].min(*sample), high[i].max(*sample));
            }
        }
        let mut range = [f64::INFINITY, f64::NEG_INFINITY];
        for first in 0..window_count(columns) {
            let mut window = [f32::INFINITY, f32::NEG_INFINITY];
            let last = if repeats { first + 3 } else { (first + 3).min(columns - 1) };
            for i in (first..=last).map(|i| i % columns) {
                window = [window[0].min(low[i]), window[1].max(high[i])];
            }
            let [low, high] = window.map(f64::from);
            let overshoot = OVERSHOOT * (high - low);
            range = [range[0].min(low - overshoot), range[1].max(high + overshoot)];
        }
        range
    };
    let merge_ranges = |a: [f64; 2], b: [f64; 2]| [a[0].min(b[0]), a[1].max(b[1])];
    let empty = || [f64::INFINITY, f64::NEG_INFINITY];
    let [low, high] =
        (0..window_count(rows)).into_par_iter().map(range_of_rows).reduce(empty, merge_ranges);
    let max_steps = |a: [f64; 2], b: [f64; 2]| [a[0].max(b[0]), a[1].max(b[1])];
    let step = |a: f32, b: f32| (f64::from(a) - f64::from(b)).abs();
    let steps_of_row = |index: usize| {
        let (samples, mut steps) = (row(index), [0.0f64; 2]);
        let east = samples.windows(2).map(|pair| step(pair[0], pair[1]));
        let seam = repeats.then(|| step(samples[0], samples[columns - 1]));
        steps[0] = east.chain(seam).fold(0.0, f64::max);
        if repeats || index + 1 < rows {
            let pairs = samples.iter().zip(row(index + 1));
            steps[1] = pairs.map(|(a, b)| step(*a, *b)).fold(0.0, f64::max);
        }
        steps
    };
    let steps = (0..rows).into_par_iter().map(steps_of_row).reduce(|| [0.0; 2], max_steps);
    Extremes { low, high, steps }
}
