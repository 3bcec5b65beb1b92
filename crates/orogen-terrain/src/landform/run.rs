//! Runs of samples of a fixed length, so that the compiler vectorises loops over them.

use super::finish::{CHANNELS, Finish};
use super::scatter::{FeatureKernel, NUMBERS, ScatteredFeatures, combine};
use crate::dual::Samples;
use crate::real::Real;

/// A landform under a band limit.
pub struct BandLimited<'a, K, F> {
    /// The octaves with a weight above 0, each with its weight.
    pub octaves: Vec<(&'a ScatteredFeatures<K>, f64)>,
    /// The sum of the means that replace the faded parts of octaves.
    pub means: f64,
    pub finish: &'a F,
    /// The weight of the whole landform, and the part of its mean height that replaces the rest.
    pub weight: f64,
    pub mean_part_m: f64,
}

impl<K, F> BandLimited<'_, K, F> {
    /// Fills the samples with the mean if the landform has faded out.
    ///
    /// Returns true if it has.
    pub fn fill_if_faded(&self, out: &mut Samples) -> bool {
        if self.weight == 0.0 {
            out.heights_m.fill(self.mean_part_m as f32);
            out.gradients.iter_mut().flatten().for_each(|slopes| slopes.fill(0.0));
        }
        self.weight == 0.0
    }
}

/// The number of samples in a run.
pub const LANES: usize = 16;

/// One number for each sample of a run.
pub type Run = [f32; LANES];

/// One plane for heights alone, three with gradients.
pub type RunPlanes<const PLANES: usize> = [Run; PLANES];

/// Adds a feature to a run of samples at these offsets from its middle.
#[inline(always)]
pub fn add_feature<K: FeatureKernel, const PLANES: usize>(
    kernel: &K,
    numbers: &[f32; NUMBERS],
    weight: f32,
    offsets_m: [&Run; 2],
    run: &mut RunPlanes<PLANES>,
) {
    let mut all = *run;
    for lane in 0..LANES {
        let value = kernel.value(numbers, [offsets_m[0][lane], offsets_m[1][lane]]);
        let [height, east, south] = value;
        let mut sum = [0.0; 3];
        for plane in 0..PLANES {
            sum[plane] = all[plane][lane];
        }
        combine::<f32, K>(&mut sum, [weight * height, weight * east, weight * south]);
        for plane in 0..PLANES {
            all[plane][lane] = sum[plane];
        }
    }
    *run = all;
}

/// Applies the final step to a run's sums and phases.
#[inline(always)]
pub fn finish_run<F: Finish, const PLANES: usize>(
    finish: &F,
    [first, second]: [&RunPlanes<PLANES>; CHANNELS],
    phases: [&Run; 2],
    [weight, mean_part_m]: [f32; 2],
) -> RunPlanes<PLANES> {
    let mut values = [[0.0; LANES]; PLANES];
    for lane in 0..LANES {
        let mut features = [[0.0; 3]; CHANNELS];
        for plane in 0..PLANES {
            features[0][plane] = first[plane][lane];
            if F::CHANNELS > 1 {
                features[1][plane] = second[plane][lane];
            }
        }
        let value: [f32; 3] = finish.value(features, [phases[0][lane], phases[1][lane]]);
        for plane in 0..PLANES {
            values[plane][lane] = value[plane] * weight;
        }
        values[0][lane] += mean_part_m;
    }
    values
}

/// The fraction for samples in another cell. It is so far off that features are exactly 0 there.
const ELSEWHERE: f64 = 8.0;

/// Numbers of a run along both axes.
pub type Pair<R> = [[R; LANES]; 2];

/// The cells that contain samples of a run.
///
/// It is an iterator and not a function that takes a closure, because the compiler does not always
/// inline a closure, and then compiles it without the vector instructions of the loops around it.
pub struct RunCells<'a, R> {
    cells: &'a Pair<i64>,
    fractions: &'a Pair<R>,
    /// A bit for each sample whose cell has not been visited.
    remaining: u32,
}

/// The samples of a run in one cell.
pub struct CellSamples<R> {
    pub cell: [i64; 2],
    /// The fractions of the samples in the cell. Samples in other cells have [`ELSEWHERE`].
    pub fractions: Pair<R>,
    /// The smallest and the largest fraction on each axis.
    pub ends: [[R; 2]; 2],
}

impl<'a, R> RunCells<'a, R> {
    #[inline(always)]
    pub fn new(cells: &'a Pair<i64>, fractions: &'a Pair<R>) -> Self {
        Self { cells, fractions, remaining: u32::MAX >> (32 - LANES) }
    }
}

impl<R: Real> Iterator for RunCells<'_, R> {
    type Item = CellSamples<R>;

    #[inline(always)]
    fn next(&mut self) -> Option<CellSamples<R>> {
        if self.remaining == 0 {
            return None;
        }
        let (cells, all) = (self.cells, self.fractions);
        let first = self.remaining.trailing_zeros() as usize;
        let cell = [cells[0][first], cells[1][first]];
        let mut fractions = [[R::of(ELSEWHERE); LANES]; 2];
        let mut ends = [[all[0][first]; 2], [all[1][first]; 2]];
        for lane in 0..LANES {
            if cells[0][lane] == cell[0] && cells[1][lane] == cell[1] {
                self.remaining &= !(1 << lane);
                for axis in 0..2 {
                    let fraction = all[axis][lane];
                    fractions[axis][lane] = fraction;
                    let [low, high] = ends[axis];
                    ends[axis] = [low.lesser(fraction), high.greater(fraction)];
                }
            }
        }
        Some(CellSamples { cell, fractions, ends })
    }
}

/// The number of cells that [`CellCache`] keeps.
const CACHED_CELLS: usize = 64;

/// A cache of the features around cells.
pub struct CellCache<N>(Vec<Option<([i64; 2], Vec<N>)>>);

impl<N> CellCache<N> {
    pub fn new() -> Self {
        Self((0..CACHED_CELLS).map(|_| None).collect())
    }

    /// Returns the features around a cell; `make` finds them if they are not cached.
    #[inline(always)]
    pub fn get(&mut self, cell: [i64; 2], make: impl FnOnce() -> Vec<N>) -> &[N] {
        let index = (cell[0].wrapping_add(cell[1].wrapping_mul(23))) as usize % CACHED_CELLS;
        let slot = &mut self.0[index];
        if slot.as_ref().is_none_or(|(kept, _)| *kept != cell) {
            *slot = Some((cell, make()));
        }
        slot.as_ref().map_or(&[], |(_, near)| near)
    }
}
