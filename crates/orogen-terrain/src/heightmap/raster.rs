//! Samples on a grid, in rows from the north, with what follows from them.

use std::sync::OnceLock;

use rayon::prelude::*;
use sha2::{Digest, Sha256};

/// The most samples of a map: about 63,000 a side. Memory ends before.
pub const MOST_RASTER_SAMPLES: usize = 4_000_000_000;

/// Samples on a grid, in rows from the north, each from the west.
pub struct Raster {
    size: [usize; 2],
    samples: Vec<f32>,
    hash: String,
    range: [f32; 2],
    coarser: OnceLock<Vec<Coarser>>,
    /// With edges that end, and with those that repeat.
    extremes: [OnceLock<Vec<Extremes>>; 2],
    packed: OnceLock<Option<String>>,
}

/// Samples that are no map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RasterError {
    /// A side of a single sample, or of none.
    #[error("it has {0} × {1} samples; a map has at least 2 × 2")]
    TooSmall(usize, usize),
    /// More than can be held.
    #[error("it has {0} × {1} samples; a map has at most 4,000 million: cut it or shrink it first")]
    TooLarge(usize, usize),
    /// There are other samples than its sides say.
    #[error("it says {0} × {1} samples, and has {2}")]
    Count(usize, usize, usize),
    /// A sample that is infinite or no number.
    #[error("it holds a sample that is no finite number")]
    NotFinite,
}

/// The samples of a coarser grid, each the mean of those that it covers.
struct Coarser {
    size: [usize; 2],
    samples: Vec<f32>,
}

/// What a level of detail never exceeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Extremes {
    /// Between samples too.
    pub low: f64,
    pub high: f64,
    /// From a sample to the next, east and south.
    pub steps: [f64; 2],
}

/// Levels have so many samples a side at least, but for the map's own.
const LEAST_SIDE: usize = 4;

/// Samples that are hashed at once.
const HASHED: usize = 1 << 18;

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

/// Checks the sides of a map before anything is asked of memory for it; how many samples it has.
pub(super) fn checked_size([columns, rows]: [usize; 2]) -> Result<usize, RasterError> {
    if columns < 2 || rows < 2 {
        return Err(RasterError::TooSmall(columns, rows));
    }
    let count = columns.checked_mul(rows).filter(|count| *count <= MOST_RASTER_SAMPLES);
    count.ok_or(RasterError::TooLarge(columns, rows))
}

impl Raster {
    /// Of columns and rows.
    ///
    /// # Errors
    /// If the sides are too short or too long, there are other samples than that, or one is not
    /// finite.
    pub fn new(size: [usize; 2], mut samples: Vec<f32>) -> Result<Self, RasterError> {
        if samples.len() != checked_size(size)? {
            return Err(RasterError::Count(size[0], size[1], samples.len()));
        }
        let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
        for sample in &mut samples {
            if !sample.is_finite() {
                return Err(RasterError::NotFinite);
            }
            // A zero has no sign, so that equal maps have equal hashes.
            *sample += 0.0;
            (low, high) = (low.min(*sample), high.max(*sample));
        }
        let hash = hash(size, &samples);
        let (coarser, extremes, packed) = Default::default();
        Ok(Self { size, samples, hash, range: [low, high], coarser, extremes, packed })
    }

    /// Checks the sides of a map, before anything is asked of memory for it.
    ///
    /// # Errors
    /// If they are too short or too long.
    pub fn check_size(size: [usize; 2]) -> Result<(), RasterError> {
        checked_size(size).map(|_| ())
    }

    /// Columns and rows.
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

    /// The text of all samples ([`pack`](super::pack())), if they are few.
    pub fn packed(&self) -> Option<&str> {
        self.packed.get_or_init(|| super::pack(self)).as_deref()
    }

    /// The memory that it takes with all its levels, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.samples) * 4 / 3
    }

    /// How many levels of detail there are, the map's own among them.
    pub(super) fn levels(&self) -> usize {
        1 + self.coarser().len()
    }

    /// Columns, rows and samples of a level, 0 being the map's own.
    pub(super) fn level(&self, level: usize) -> ([usize; 2], &[f32]) {
        match level.checked_sub(1) {
            None => (self.size, &self.samples),
            Some(index) => {
                let Coarser { size, samples } = &self.coarser()[index];
                (*size, samples)
            }
        }
    }

    fn coarser(&self) -> &[Coarser] {
        self.coarser.get_or_init(|| {
            let mut levels: Vec<Coarser> = vec![];
            loop {
                let (size, samples) = match levels.last() {
                    None => (self.size, &self.samples),
                    Some(last) => (last.size, &last.samples),
                };
                let half = size.map(|side| side.div_ceil(2));
                if half.iter().any(|side| *side < LEAST_SIDE) {
                    return levels;
                }
                let samples = halved(samples, size, half);
                levels.push(Coarser { size: half, samples });
            }
        })
    }

    /// What the levels never exceed, with edges that end or repeat.
    pub(super) fn extremes(&self, repeats: bool) -> &[Extremes] {
        self.extremes[usize::from(repeats)].get_or_init(|| {
            let of = |level| {
                let (size, samples) = self.level(level);
                extremes(size, samples, repeats)
            };
            (0..self.levels()).map(of).collect()
        })
    }
}

/// Pieces are hashed side by side, then their hashes.
fn hash([columns, rows]: [usize; 2], samples: &[f32]) -> String {
    let of_piece = |piece: &[f32]| {
        let bytes: Vec<u8> = piece.iter().flat_map(|sample| sample.to_le_bytes()).collect();
        Sha256::digest(&bytes)
    };
    let pieces: Vec<_> = samples.par_chunks(HASHED).map(of_piece).collect();
    let mut whole = b"orogen heightmap 1".to_vec();
    whole.extend((columns as u64).to_le_bytes());
    whole.extend((rows as u64).to_le_bytes());
    whole.extend(pieces.iter().flatten());
    Sha256::digest(&whole).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// For each sample of a coarser line the first of those that it covers, and their shares.
fn shares(fine: usize, coarse: usize) -> Vec<(usize, [f64; 3])> {
    let ratio = fine as f64 / coarse as f64;
    let of = |index: usize| {
        let [start, end] = [index, index + 1].map(|i| i as f64 * fine as f64 / coarse as f64);
        let first = (start as usize).min(fine - 1);
        let share = |i: usize| {
            let covered = end.min((first + i + 1) as f64) - start.max((first + i) as f64);
            covered.max(0.0) / ratio
        };
        (first, [share(0), share(1), share(2)])
    };
    (0..coarse).map(of).collect()
}

/// Means of a level's samples on a grid of half as many: the map's ends stay where they are.
fn halved(samples: &[f32], from: [usize; 2], to: [usize; 2]) -> Vec<f32> {
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

/// How far a curve through four samples in each of two directions leaves their range, as a share of
/// it: the shares of 16 samples have magnitudes of up to 1.25² in sum.
const BEYOND: f64 = (1.25 * 1.25 - 1.0) / 2.0;

fn extremes([columns, rows]: [usize; 2], samples: &[f32], repeats: bool) -> Extremes {
    let row = |index: usize| &samples[index % rows * columns..][..columns];
    // Windows of four rows and four columns; those that repeat go on beyond the end.
    let windows = |count: usize| if repeats { count } else { count.saturating_sub(3).max(1) };
    let of_rows = |first: usize| {
        let (mut low, mut high) = (row(first).to_vec(), row(first).to_vec());
        let last = if repeats { first + 3 } else { (first + 3).min(rows - 1) };
        for index in first + 1..=last {
            for (i, sample) in row(index).iter().enumerate() {
                (low[i], high[i]) = (low[i].min(*sample), high[i].max(*sample));
            }
        }
        let mut found = [f64::INFINITY, f64::NEG_INFINITY];
        for first in 0..windows(columns) {
            let mut window = [f32::INFINITY, f32::NEG_INFINITY];
            let last = if repeats { first + 3 } else { (first + 3).min(columns - 1) };
            for i in (first..=last).map(|i| i % columns) {
                window = [window[0].min(low[i]), window[1].max(high[i])];
            }
            let [low, high] = window.map(f64::from);
            let beyond = BEYOND * (high - low);
            found = [found[0].min(low - beyond), found[1].max(high + beyond)];
        }
        found
    };
    let widest = |a: [f64; 2], b: [f64; 2]| [a[0].min(b[0]), a[1].max(b[1])];
    let none = || [f64::INFINITY, f64::NEG_INFINITY];
    let [low, high] = (0..windows(rows)).into_par_iter().map(of_rows).reduce(none, widest);
    let most = |a: [f64; 2], b: [f64; 2]| [a[0].max(b[0]), a[1].max(b[1])];
    let step = |a: f32, b: f32| (f64::from(a) - f64::from(b)).abs();
    let of_row = |index: usize| {
        let (own, mut steps) = (row(index), [0.0f64; 2]);
        let east = own.windows(2).map(|pair| step(pair[0], pair[1]));
        let seam = repeats.then(|| step(own[0], own[columns - 1]));
        steps[0] = east.chain(seam).fold(0.0, f64::max);
        if repeats || index + 1 < rows {
            let pairs = own.iter().zip(row(index + 1));
            steps[1] = pairs.map(|(a, b)| step(*a, *b)).fold(0.0, f64::max);
        }
        steps
    };
    let steps = (0..rows).into_par_iter().map(of_row).reduce(|| [0.0; 2], most);
    Extremes { low, high, steps }
}
