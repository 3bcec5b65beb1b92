//! Samples a band of rows on the current rayon pool. It stores the heights directly as the bytes of
//! a file.

use std::array;
use std::ops::Range;

use rayon::prelude::*;

use super::progress::Progress;
use orogen_noise::{Basis, Fade, FractalKind};
use orogen_terrain::land::Land;
use orogen_terrain::layer::Layer;
use orogen_terrain::recipe::{NoiseLayer, Recipe};

/// Columns and rows of a task, the rectangle that a thread samples at once. The samples must fit
/// into the fastest caches, and the set-up must be cheap compared with the sampling.
pub(super) const TASK: [usize; 2] = [512, 72];

/// How heights are stored as bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SampleEncoding {
    /// 16-bit steps, little-endian.
    StepsLe(SampleSteps),
    /// 16-bit steps, big-endian.
    StepsBe(SampleSteps),
    /// f32, little-endian.
    FloatsLe,
    /// f32 in native byte order.
    FloatsNe,
}

impl SampleEncoding {
    pub fn sample_bytes(self) -> usize {
        match self {
            Self::StepsLe(_) | Self::StepsBe(_) => 2,
            Self::FloatsLe | Self::FloatsNe => 4,
        }
    }
}

/// The range of 16-bit steps: 0 is its low end, 65535 its high end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SampleSteps {
    pub range_m: [f64; 2],
}

impl SampleSteps {
    /// Returns a function from heights to the nearest step. Heights outside the range map to its
    /// ends.
    fn quantiser(self) -> impl Fn(f32) -> u16 {
        let [low, high] = self.range_m;
        let steps_per_m = 65535.0 / (high - low);
        // After adding 2⁵², the low bits of an f64 are the rounded integer. A conversion
        // instruction would keep the compiler from vectorising the loop.
        move |height_m| {
            (((f64::from(height_m) - low) * steps_per_m).clamp(0.0, 65535.0)
                + 4_503_599_627_370_496.0)
                .to_bits() as u16
        }
    }
}

/// Statistics of several samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SampleStats {
    pub lowest_m: f32,
    pub highest_m: f32,
    /// The number of samples that were clamped to the range.
    pub clamped: u64,
}

impl SampleStats {
    pub const EMPTY: Self =
        Self { lowest_m: f32::INFINITY, highest_m: f32::NEG_INFINITY, clamped: 0 };

    pub fn merge(self, other: Self) -> Self {
        Self {
            lowest_m: self.lowest_m.min(other.lowest_m),
            highest_m: self.highest_m.max(other.highest_m),
            clamped: self.clamped + other.clamped,
        }
    }

    /// The statistics of some heights.
    pub fn of(heights_m: &[f32], range_m: Option<[f32; 2]>) -> Self {
        // Each lane has its own extremes, so no comparison waits for the previous comparison.
        let [mut lowest_m, mut highest_m] = [[f32::INFINITY; LANES], [f32::NEG_INFINITY; LANES]];
        let (blocks, rest) = heights_m.as_chunks::<LANES>();
        for block in blocks {
            lowest_m =
                array::from_fn(|k| if block[k] < lowest_m[k] { block[k] } else { lowest_m[k] });
            highest_m =
                array::from_fn(|k| if block[k] > highest_m[k] { block[k] } else { highest_m[k] });
        }
        let clamped = match range_m {
            Some([low, high]) => {
                heights_m.iter().map(|&h| u32::from(h < low) + u32::from(h > high)).sum::<u32>()
            }
            None => 0,
        };
        Self {
            lowest_m: lowest_m.iter().chain(rest).copied().fold(f32::INFINITY, f32::min),
            highest_m: highest_m.iter().chain(rest).copied().fold(f32::NEG_INFINITY, f32::max),
            clamped: u64::from(clamped),
        }
    }
}

/// The number of minima and maxima that [`SampleStats::of`] computes side by side.
const LANES: usize = 16;

/// Samples the rows of one file.
pub(super) struct RowSampler<'a> {
    pub land: &'a Land,
    /// The x of the columns, from west to east.
    pub columns_m: Vec<f64>,
    /// The z of the rows, from north to south.
    pub rows_m: Vec<f64>,
    /// True if row 0 of the file is the southernmost.
    pub south_first: bool,
    pub band_limit_m: f64,
    /// `Some` raises lower heights to this level, and to the levels of rivers and lakes.
    pub sea_level_m: Option<f32>,
    /// `Some` clamps heights to this range.
    pub range_m: Option<[f64; 2]>,
    /// True to use the slower f64 function for samples that are not vertices of the finest meshes
    /// on screen. Not needed if [`kernels_suffice`].
    pub is_precise_off_grid: bool,
    pub encoding: SampleEncoding,
}

/// A rectangle of the band, which one thread samples.
struct SampleTask<'b> {
    first_column: usize,
    /// The row number in the file.
    first_row: usize,
    rows: Vec<&'b mut [u8]>,
}

/// The buffers that a thread reuses for all its tasks.
#[derive(Default)]
struct SampleScratch {
    /// The heights of a row.
    heights_m: Vec<f32>,
    precise_m: Vec<f64>,
}

impl RowSampler<'_> {
    /// Fills `band` with the rows `rows` of the file. If `progress` is cancelled, it stops early
    /// and leaves the rest of the band undefined.
    pub fn fill(&self, rows: Range<usize>, band: &mut [u8], progress: &Progress) -> SampleStats {
        let tasks = self.tasks(rows, band);
        let run = |scratch: &mut SampleScratch, task: SampleTask| match progress.is_cancelled() {
            true => SampleStats::EMPTY,
            false => self.run(task, scratch),
        };
        tasks
            .into_par_iter()
            .map_init(SampleScratch::default, run)
            .reduce(|| SampleStats::EMPTY, SampleStats::merge)
    }

    fn tasks<'b>(&self, rows: Range<usize>, band: &'b mut [u8]) -> Vec<SampleTask<'b>> {
        let sample_bytes = self.encoding.sample_bytes();
        let row_bytes = self.columns_m.len() * sample_bytes;
        let mut tasks = Vec::new();
        for (first_row, group) in rows.step_by(TASK[1]).zip(band.chunks_mut(row_bytes * TASK[1])) {
            let first = tasks.len();
            let columns = (0..self.columns_m.len()).step_by(TASK[0]);
            tasks.extend(columns.map(|first_column| SampleTask {
                first_column,
                first_row,
                rows: vec![],
            }));
            for row in group.chunks_mut(row_bytes) {
                for (task, piece) in
                    tasks[first..].iter_mut().zip(row.chunks_mut(TASK[0] * sample_bytes))
                {
                    task.rows.push(piece);
                }
            }
        }
        tasks
    }

    /// Raises heights to the levels of rivers and lakes above them.
    fn raise_to_rivers(&self, lines_m: [&[f64]; 2], heights_m: &mut [f32]) {
        if !self.land.has_water() {
            return;
        }
        let water = self.land.water_at(lines_m, self.band_limit_m, heights_m);
        for (height_m, water) in heights_m.iter_mut().zip(water.iter().flatten()) {
            *height_m = height_m.max(water.level_m);
        }
    }

    fn run(&self, task: SampleTask, scratch: &mut SampleScratch) -> SampleStats {
        let (width, height) = (task.rows[0].len() / self.encoding.sample_bytes(), task.rows.len());
        let columns = &self.columns_m[task.first_column..][..width];
        let first_row = match self.south_first {
            true => self.rows_m.len() - task.first_row - height,
            false => task.first_row,
        };
        let rows = &self.rows_m[first_row..][..height];
        let SampleScratch { heights_m, precise_m } = scratch;
        let on_grid: Vec<bool> = columns.iter().map(|x| self.is_on_grid(*x)).collect();
        let wants_kernels = |row_m: f64| {
            !self.is_precise_off_grid || self.is_on_grid(row_m) && on_grid.contains(&true)
        };
        let kernels_m = match rows.iter().any(|row_m| wants_kernels(*row_m)) {
            true => self.land.fill_at([columns, rows], self.band_limit_m),
            false => vec![],
        };
        let all_on_grid = on_grid.iter().all(|on| *on);
        let needs_precise = self.is_precise_off_grid
            && !(all_on_grid && rows.iter().all(|row_m| self.is_on_grid(*row_m)));
        if needs_precise {
            // One call for all samples is faster than a call for each sample.
            precise_m.resize(width * height, 0.0);
            self.land.heights_m([columns, rows], self.band_limit_m, precise_m);
        }
        // Encode each row at once, while its heights are still in the fastest cache.
        let mut stats = SampleStats::EMPTY;
        heights_m.resize(width, 0.0);
        for (row, bytes) in task.rows.into_iter().enumerate() {
            let row = if self.south_first { height - 1 - row } else { row };
            let has_kernels = wants_kernels(rows[row]);
            if has_kernels {
                heights_m.copy_from_slice(&kernels_m[row * width..][..width]);
            }
            if needs_precise && !(has_kernels && all_on_grid) {
                let precise_m = &precise_m[row * width..][..width];
                for ((height_m, precise_m), on_grid) in
                    heights_m.iter_mut().zip(precise_m).zip(&on_grid)
                {
                    if !(has_kernels && *on_grid) {
                        *height_m = *precise_m as f32;
                    }
                }
            }
            if let Some(sea_level_m) = self.sea_level_m {
                self.raise_to_rivers([columns, &rows[row..=row]], heights_m);
                heights_m.iter_mut().for_each(|h| *h = h.max(sea_level_m));
            }
            stats = stats.merge(self.encode(heights_m, bytes));
        }
        stats
    }

    /// Returns true if a coordinate lies on a line of the finest grid on screen. The spacing is a
    /// power of two, so the test is exact.
    fn is_on_grid(&self, coordinate_m: f64) -> bool {
        (coordinate_m / self.land.spacing_m()).fract() == 0.0
    }

    /// Encodes a row of heights as bytes.
    fn encode(&self, heights_m: &mut [f32], bytes: &mut [u8]) -> SampleStats {
        let range_m = self.range_m.map(|range_m| range_m.map(|h| h as f32));
        let stats = SampleStats::of(heights_m, range_m);
        if let (Some([low, high]), SampleEncoding::FloatsLe | SampleEncoding::FloatsNe) =
            (range_m, self.encoding)
        {
            heights_m.iter_mut().for_each(|h| *h = h.clamp(low, high));
        }
        match self.encoding {
            SampleEncoding::StepsLe(steps) => {
                let step = steps.quantiser();
                write(heights_m, bytes, |h| step(h).to_le_bytes());
            }
            SampleEncoding::StepsBe(steps) => {
                let step = steps.quantiser();
                write(heights_m, bytes, |h| step(h).to_be_bytes());
            }
            SampleEncoding::FloatsLe => write(heights_m, bytes, f32::to_le_bytes),
            SampleEncoding::FloatsNe => write(heights_m, bytes, f32::to_ne_bytes),
        }
        stats
    }
}

/// Returns true if the f32 kernels that also shape the view are precise enough for a recipe. Their
/// heights must differ from the f64 function by at most a millionth of the height range.
///
/// Measurements gave the conditions, and a test checks them on random recipes. The kernels do not
/// suffice in these cases: ridges square the noise and feed it back, folds double it, powers and
/// warps magnify its error, and value noise is not zero where its fades are steepest.
pub(super) fn kernels_suffice(recipe: &Recipe) -> bool {
    let suffice = |layer: &NoiseLayer| {
        let NoiseLayer { noise, fractal, warp, shape, .. } = layer;
        let plain = matches!(fractal.kind, FractalKind::Fbm | FractalKind::Hybrid);
        let basis = matches!(noise.basis, Basis::Perlin | Basis::Lattice1 | Basis::Simplex);
        let fade = !matches!(noise.fade, Fade::Step | Fade::Custom(_));
        plain && basis && fade && !(warp.strength != 0.0 && warp.times > 0) && shape.exponent == 1.0
    };
    let is_plain = |layer: &Layer| layer.is_unchanged_if_lowest() && !layer.is_operated();
    let is_operated = recipe.operations.iter().any(|listed| listed.has_effect());
    !is_operated
        && recipe
            .layers
            .visible()
            .all(|layer| is_plain(layer) && layer.as_noise().is_some_and(suffice))
}

/// Writes heights as bytes.
fn write<const B: usize>(heights_m: &[f32], bytes: &mut [u8], encode: impl Fn(f32) -> [u8; B]) {
    for (bytes, &height_m) in bytes.as_chunks_mut().0.iter_mut().zip(heights_m) {
        *bytes = encode(height_m);
    }
}
