//! Sampling a band of rows on the current rayon pool, straight into the bytes of a file.

use std::array;
use std::ops::Range;

use rayon::prelude::*;

use super::progress::Progress;
use crate::terrain::land::Land;
use crate::terrain::shape::{Shape, power_f64};

/// Columns and rows of a task: few enough that its samples stay in the nearest caches, enough that setting up its columns and
/// rows costs little beside sampling them.
pub(super) const TASK: [usize; 2] = [512, 72];

/// The batch evaluator's noise is this near to the f64 reference, and its powers are to theirs: measured.
const NOISE_ERROR: f64 = 4e-7;
const POWER_ERROR: f64 = 5e-7;

/// How heights become bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Encoding {
    /// Steps, little-endian.
    StepsLe(Steps),
    /// Steps, big-endian.
    StepsBe(Steps),
    /// f32, little-endian.
    FloatsLe,
    /// f32 in the machine's order.
    FloatsNe,
}

impl Encoding {
    pub fn sample_bytes(self) -> usize {
        match self {
            Self::StepsLe(_) | Self::StepsBe(_) => 2,
            Self::FloatsLe | Self::FloatsNe => 4,
        }
    }
}

/// 16-bit steps: 0 is the low end of the range, 65535 the high one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Steps {
    pub range_m: [f64; 2],
}

impl Steps {
    /// A function from heights to the nearest step; outside the range to its ends.
    fn quantiser(self) -> impl Fn(f32) -> u16 {
        let [low, high] = self.range_m;
        let steps_per_m = 65535.0 / (high - low);
        // Adding 2⁵² rounds to whole numbers, which then are the low bits: no conversion to integers, which would keep
        // the loop from vectorising.
        move |height_m| {
            (((f64::from(height_m) - low) * steps_per_m).clamp(0.0, 65535.0) + 4_503_599_627_370_496.0).to_bits() as u16
        }
    }
}

/// What a run of samples was like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Seen {
    pub lowest_m: f32,
    pub highest_m: f32,
    /// Samples outside the range to which they were clamped.
    pub clamped: u64,
}

impl Seen {
    pub const NOTHING: Self = Self { lowest_m: f32::INFINITY, highest_m: f32::NEG_INFINITY, clamped: 0 };

    pub fn and(self, other: Self) -> Self {
        Self {
            lowest_m: self.lowest_m.min(other.lowest_m),
            highest_m: self.highest_m.max(other.highest_m),
            clamped: self.clamped + other.clamped,
        }
    }

    fn of(heights_m: &[f32], range_m: Option<[f32; 2]>) -> Self {
        // Many extremes side by side, since comparing with a single one would wait for the comparison before.
        let [mut lowest_m, mut highest_m] = [[f32::INFINITY; LANES], [f32::NEG_INFINITY; LANES]];
        let (blocks, rest) = heights_m.as_chunks::<LANES>();
        for block in blocks {
            lowest_m = array::from_fn(|k| if block[k] < lowest_m[k] { block[k] } else { lowest_m[k] });
            highest_m = array::from_fn(|k| if block[k] > highest_m[k] { block[k] } else { highest_m[k] });
        }
        let clamped = match range_m {
            Some([low, high]) => heights_m.iter().map(|&h| u32::from(h < low) + u32::from(h > high)).sum::<u32>(),
            None => 0,
        };
        Self {
            lowest_m: lowest_m.iter().chain(rest).copied().fold(f32::INFINITY, f32::min),
            highest_m: highest_m.iter().chain(rest).copied().fold(f32::NEG_INFINITY, f32::max),
            clamped: u64::from(clamped),
        }
    }
}

/// Extremes that are kept side by side.
const LANES: usize = 16;

/// Samples the rows of one file.
pub(super) struct Sampler<'a> {
    pub land: &'a Land,
    /// Where columns lie, from west to east.
    pub columns_m: Vec<f64>,
    /// Where rows lie, from north to south.
    pub rows_m: Vec<f64>,
    /// The file's row 0 is the southernmost.
    pub south_first: bool,
    pub band_limit_m: f64,
    /// The level to which lower heights are raised.
    pub sea_level_m: Option<f32>,
    /// The range to which heights are clamped.
    pub range_m: Option<[f64; 2]>,
    /// What the f64 function may be off by where the batch evaluator alone might be further off; `None` for bits as the
    /// view's meshes have them.
    pub tolerance_m: Option<f64>,
    pub encoding: Encoding,
}

/// The rows of a task's rectangle in the band.
struct Task<'b> {
    first_column: usize,
    /// Counted in the file.
    first_row: usize,
    rows: Vec<&'b mut [u8]>,
}

/// Memory that a thread keeps from task to task.
#[derive(Default)]
struct Scratch {
    noise: Vec<f32>,
    /// Of a row.
    heights_m: Vec<f32>,
}

impl Sampler<'_> {
    /// Fills `band` with the rows `rows` of the file. Stops early, with nothing useful in it, once `progress` is cancelled.
    pub fn fill(&self, rows: Range<usize>, band: &mut [u8], progress: &Progress) -> Seen {
        let tasks = self.tasks(rows, band);
        let run = |scratch: &mut Scratch, task: Task| match progress.is_cancelled() {
            true => Seen::NOTHING,
            false => self.run(task, scratch),
        };
        tasks.into_par_iter().map_init(Scratch::default, run).reduce(|| Seen::NOTHING, Seen::and)
    }

    fn tasks<'b>(&self, rows: Range<usize>, band: &'b mut [u8]) -> Vec<Task<'b>> {
        let sample = self.encoding.sample_bytes();
        let row_bytes = self.columns_m.len() * sample;
        let mut tasks = Vec::new();
        for (first_row, group) in rows.step_by(TASK[1]).zip(band.chunks_mut(row_bytes * TASK[1])) {
            let first = tasks.len();
            let columns = (0..self.columns_m.len()).step_by(TASK[0]);
            tasks.extend(columns.map(|first_column| Task { first_column, first_row, rows: vec![] }));
            for row in group.chunks_mut(row_bytes) {
                for (task, piece) in tasks[first..].iter_mut().zip(row.chunks_mut(TASK[0] * sample)) {
                    task.rows.push(piece);
                }
            }
        }
        tasks
    }

    fn run(&self, task: Task, scratch: &mut Scratch) -> Seen {
        let (width, height) = (task.rows[0].len() / self.encoding.sample_bytes(), task.rows.len());
        let columns = &self.columns_m[task.first_column..][..width];
        let first_row = match self.south_first {
            true => self.rows_m.len() - task.first_row - height,
            false => task.first_row,
        };
        let rows = &self.rows_m[first_row..][..height];
        let Scratch { noise, heights_m } = scratch;
        noise.resize(width * height, 0.0);
        heights_m.resize(width, 0.0);
        self.land.sample_at([columns, rows], self.band_limit_m, noise);
        // Row by row, since a row of heights stays in the nearest cache until it is bytes.
        let mut seen = Seen::NOTHING;
        for (row, bytes) in task.rows.into_iter().enumerate() {
            let row = if self.south_first { height - 1 - row } else { row };
            self.shape(columns, rows[row], &noise[row * width..][..width], heights_m);
            seen = seen.and(self.encode(heights_m, bytes));
        }
        seen
    }

    /// From a row of noise to heights.
    fn shape(&self, columns_m: &[f64], row_m: f64, noise: &[f32], heights_m: &mut [f32]) {
        self.land.shape().heights_m(noise, heights_m);
        if let Some(tolerance_m) = self.tolerance_m {
            // The f64 function where the exponent magnifies the batch evaluator's error.
            let good = harmless(self.land.shape(), tolerance_m);
            for (x_m, (s, h)) in columns_m.iter().zip(noise.iter().zip(heights_m.iter_mut())) {
                if !good.contains(&s.abs()) {
                    *h = self.land.height_m([*x_m, row_m], self.band_limit_m) as f32;
                }
            }
        }
        if let Some(sea_level_m) = self.sea_level_m {
            heights_m.iter_mut().for_each(|h| *h = h.max(sea_level_m));
        }
    }

    /// From a row of heights to bytes.
    fn encode(&self, heights_m: &mut [f32], bytes: &mut [u8]) -> Seen {
        let range_m = self.range_m.map(|range_m| range_m.map(|h| h as f32));
        let seen = Seen::of(heights_m, range_m);
        if let (Some([low, high]), Encoding::FloatsLe | Encoding::FloatsNe) = (range_m, self.encoding) {
            heights_m.iter_mut().for_each(|h| *h = h.clamp(low, high));
        }
        match self.encoding {
            Encoding::StepsLe(steps) => {
                let step = steps.quantiser();
                write(heights_m, bytes, |h| step(h).to_le_bytes());
            }
            Encoding::StepsBe(steps) => {
                let step = steps.quantiser();
                write(heights_m, bytes, |h| step(h).to_be_bytes());
            }
            Encoding::FloatsLe => write(heights_m, bytes, f32::to_le_bytes),
            Encoding::FloatsNe => write(heights_m, bytes, f32::to_ne_bytes),
        }
        seen
    }
}

/// The |noise| at which its error stays within the tolerance as height. The slope of the shape, exponent·|s|^(exponent − 1)·height,
/// is too steep around 0 with exponents below 1, and towards 1 with large ones.
fn harmless(shape: Shape, tolerance_m: f64) -> Range<f32> {
    let Shape { height_m, exponent } = shape;
    if exponent == 1.0 || height_m <= 0.0 {
        return 0.0..f32::INFINITY;
    }
    let steepest = (tolerance_m / height_m - POWER_ERROR) / (NOISE_ERROR * exponent);
    let limit = power_f64(steepest.max(0.0), 1.0 / (exponent - 1.0));
    match exponent < 1.0 {
        true => (limit + NOISE_ERROR) as f32..f32::INFINITY,
        false => 0.0..(limit - NOISE_ERROR) as f32,
    }
}

/// Writes heights as bytes.
fn write<const B: usize>(heights_m: &[f32], bytes: &mut [u8], encode: impl Fn(f32) -> [u8; B]) {
    for (bytes, &height_m) in bytes.as_chunks_mut().0.iter_mut().zip(heights_m) {
        *bytes = encode(height_m);
    }
}
