//! What is to be done, and runs of samples: loops over as many as there always are become vectors.

use super::finish::{CHANNELS, Finish};
use super::scatter::{Kernel, NUMBERS, Scatter, combine};
use crate::dual::Samples;
use crate::real::Real;

/// A landform under a band limit.
pub struct Job<'a, K, F> {
    /// With what is left of each, above 0.
    pub octaves: Vec<(&'a Scatter<K>, f64)>,
    /// What the others leave.
    pub means: f64,
    pub finish: &'a F,
    /// What is left of the whole, and the mean's share.
    pub weight: f64,
    pub faded: f64,
}

impl<K, F> Job<'_, K, F> {
    /// Whether anything is left of the landform; if not, the samples are the mean.
    pub fn is_left(&self, out: &mut Samples) -> bool {
        if self.weight == 0.0 {
            out.heights_m.fill(self.faded as f32);
            out.gradients.iter_mut().flatten().for_each(|slopes| slopes.fill(0.0));
        }
        self.weight != 0.0
    }
}

/// Samples of a run.
pub const LANES: usize = 16;

/// A number of each sample.
pub type Run = [f32; LANES];

/// Heights alone, or with both gradients: as many planes.
pub type Planes<const PLANES: usize> = [Run; PLANES];

/// Adds a feature to a run of samples that lie at ways from its middle.
#[inline(always)]
pub fn add<K: Kernel, const PLANES: usize>(
    kernel: &K,
    numbers: &[f32; NUMBERS],
    weight: f32,
    ways_m: [&Run; 2],
    run: &mut Planes<PLANES>,
) {
    let mut all = *run;
    for lane in 0..LANES {
        let value = kernel.value(numbers, [ways_m[0][lane], ways_m[1][lane]]);
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

/// The last step of a run, from its sums and phases.
#[inline(always)]
pub fn finished<F: Finish, const PLANES: usize>(
    finish: &F,
    [first, second]: [&Planes<PLANES>; CHANNELS],
    phases: [&Run; 2],
    [weight, faded]: [f32; 2],
) -> Planes<PLANES> {
    let mut done = [[0.0; LANES]; PLANES];
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
            done[plane][lane] = value[plane] * weight;
        }
        done[0][lane] += faded;
    }
    done
}

/// Fractions of samples that are in another cell: so far off features are exactly 0.
const ELSEWHERE: f64 = 8.0;

/// Numbers of a run along both axes.
pub type Pair<R> = [[R; LANES]; 2];

/// Acts on each cell in which samples of a run lie: on the cell, on where in it they are, with those
/// of other cells far off, and on the ends between which they lie along both axes.
#[inline(always)]
pub fn for_each_cell<R: Real>(
    cells: &Pair<i64>,
    fractions: &Pair<R>,
    mut act: impl FnMut([i64; 2], &Pair<R>, [[R; 2]; 2]),
) {
    let mut left = u32::MAX >> (32 - LANES);
    while left != 0 {
        let first = left.trailing_zeros() as usize;
        let cell = [cells[0][first], cells[1][first]];
        let mut within = [[R::of(ELSEWHERE); LANES]; 2];
        let mut ends = [0, 1].map(|axis| [fractions[axis][first]; 2]);
        for lane in 0..LANES {
            if cells[0][lane] == cell[0] && cells[1][lane] == cell[1] {
                left &= !(1 << lane);
                for axis in 0..2 {
                    let fraction = fractions[axis][lane];
                    within[axis][lane] = fraction;
                    let [low, high] = ends[axis];
                    ends[axis] = [low.lesser(fraction), high.greater(fraction)];
                }
            }
        }
        act(cell, &within, ends);
    }
}

/// How many cells [`Kept`] keeps.
const KEPT: usize = 64;

/// Features about cells, kept from sample to sample.
pub struct Kept<N>(Vec<Option<([i64; 2], Vec<N>)>>);

impl<N> Kept<N> {
    pub fn new() -> Self {
        Self((0..KEPT).map(|_| None).collect())
    }

    /// The features about a cell, which `make` finds if they are not kept.
    #[inline(always)]
    pub fn get(&mut self, cell: [i64; 2], make: impl FnOnce() -> Vec<N>) -> &[N] {
        let index = (cell[0].wrapping_add(cell[1].wrapping_mul(23))) as usize % KEPT;
        let slot = &mut self.0[index];
        if slot.as_ref().is_none_or(|(kept, _)| *kept != cell) {
            *slot = Some((cell, make()));
        }
        slot.as_ref().map_or(&[], |(_, near)| near)
    }
}
