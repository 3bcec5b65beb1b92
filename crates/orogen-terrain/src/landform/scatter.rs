//! The basis of scattered landforms: one hashed feature per cell of a square lattice.
//!
//! A feature reaches at most a cell's side from its middle, which lies within its cell. So a sample
//! needs only its own cell and the eight around it, always in the same order.

use super::round::Slopes;
use crate::real::{Real, smooth_step};
use orogen_noise::Seed;
use orogen_noise::cell::cell_and_fraction;
use orogen_noise::hash::{avalanche, axis_key, further_word};
use std::fmt::Debug;

/// The parameters of a feature; each kernel gives them its own meaning.
pub type FeatureNumbers = [f64; NUMBERS];

/// The number of parameters of a feature.
pub const NUMBERS: usize = 8;

/// The shape of a feature, such as a crater.
pub trait FeatureKernel: Clone + Debug + Send + Sync {
    /// True if the highest feature counts instead of the sum.
    const KEEPS_HIGHEST: bool;

    /// The parameters of a feature from two random numbers in [0, 1): the first decides its size.
    fn numbers(&self, size: f64, variation: f64) -> FeatureNumbers;

    /// The reach of a feature in metres; at most a cell's side.
    fn reach_m(&self, numbers: &FeatureNumbers) -> f64;

    /// Height and slopes at an offset from the middle; exactly 0 beyond the reach.
    fn value<R: Real>(&self, numbers: &[R; NUMBERS], offset_m: [R; 2]) -> Slopes<R>;

    /// Its name and its constants, for the code export.
    fn constants(&self) -> (&'static str, Vec<f64>);

    /// The bounds of a feature, as a sum over rings.
    fn rings(&self) -> Vec<BoundsRing>;
}

/// A part of a feature's bounds, which applies up to `within_m` from its middle.
#[derive(Clone, Copy, Debug)]
pub struct BoundsRing {
    pub within_m: f64,
    pub low_m: f64,
    pub high_m: f64,
    pub steepest: f64,
}

/// The places of features, and the cells that have a feature.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The seed of the features.
    pub seed: Seed,
    /// The side of a cell.
    pub cell_m: f64,
    /// The largest offset of a feature's middle from its cell's middle along an axis, in cells; up
    /// to ½.
    pub jitter: f64,
    /// The share of cells with a feature.
    pub share: f64,
    /// The middle of the only feature, if there is just one.
    pub only_at_m: Option<[f64; 2]>,
}

impl Layout {
    /// The cell of a position on an axis, and the fraction within it.
    #[inline(always)]
    pub fn place(&self, axis: usize, x_m: f64) -> (i64, f64) {
        match self.only_at_m {
            Some(middle_m) => cell_and_fraction((x_m - middle_m[axis]) / self.cell_m + 0.5),
            None => cell_and_fraction(x_m / self.cell_m),
        }
    }

    /// The words of the seed from which the cell keys of each axis are hashed.
    pub fn axis_words(&self) -> [u32; 2] {
        [self.seed.axis_word(0), self.seed.axis_word(1)]
    }

    /// The feature of a cell: its middle within the cell, and two random numbers in [0, 1).
    #[inline(always)]
    pub fn feature(&self, keys: [u32; 2], cell: [i64; 2]) -> Option<([f64; 2], [f64; 2])> {
        let hash = avalanche(keys[0].wrapping_add(keys[1]));
        let unit = |index| f64::from(further_word(hash, index) >> 8) / 16_777_216.0;
        if self.only_at_m.is_some() {
            return (cell == [0; 2]).then(|| ([0.5; 2], [0.0, unit(3)]));
        }
        if unit(4) >= self.share {
            return None;
        }
        let middle = |index| 0.5 + self.jitter * (2.0 * unit(index) - 1.0);
        Some(([middle(0), middle(1)], [unit(2), unit(3)]))
    }

    /// The largest number of features that can lie within a distance of a position.
    fn max_within(&self, within_m: f64) -> usize {
        if self.only_at_m.is_some() {
            return 1;
        }
        const STEPS: i32 = 32;
        // Half of a step's diagonal is added to cover positions between the steps
        let within_cells = within_m / self.cell_m + 0.75 / f64::from(STEPS);
        let count = |x: f64, z: f64| {
            let is_near = |&(cx, cz): &(i32, i32)| {
                let distance = |position: f64, cell: i32| {
                    ((position - f64::from(cell) - 0.5).abs() - self.jitter).max(0.0)
                };
                let (dx, dz) = (distance(x, cx), distance(z, cz));
                dx * dx + dz * dz <= within_cells * within_cells
            };
            (-1..=1).flat_map(|cx| (-1..=1).map(move |cz| (cx, cz))).filter(is_near).count()
        };
        let fraction = |i: i32| f64::from(i) / f64::from(STEPS);
        let places = (0..=STEPS).flat_map(|x| (0..=STEPS).map(move |z| (x, z)));
        places.map(|(x, z)| count(fraction(x), fraction(z))).max().unwrap_or(9)
    }
}

/// A feature relative to a nearby cell.
pub struct Feature {
    /// Steps from that cell to the cell of the feature.
    pub steps: [i64; 2],
    /// The middle, within the cell of the feature.
    pub middle: [f64; 2],
    pub numbers: FeatureNumbers,
}

/// Features of one size: an octave of a landform.
#[derive(Clone, Debug)]
pub struct ScatteredFeatures<K> {
    pub layout: Layout,
    pub kernel: K,
    /// The smallest radius, by which the octave fades as a whole; infinite if it never fades.
    pub finest_m: f64,
    /// The channel, or sum, to which the octave adds.
    pub channel: usize,
}

impl<K> ScatteredFeatures<K> {
    /// Features for the first channel, which no band limit fades.
    pub fn new(layout: Layout, kernel: K) -> Self {
        Self { layout, kernel, finest_m: f64::INFINITY, channel: 0 }
    }
}

impl<K: FeatureKernel> ScatteredFeatures<K> {
    /// Height and slopes at a position, in f64.
    pub fn at(&self, position_m: [f64; 2]) -> Slopes<f64> {
        let places = [0, 1].map(|axis| self.layout.place(axis, position_m[axis]));
        let mut sum = [0.0; 3];
        for Feature { steps, middle, numbers } in self.features_around(places.map(|place| place.0))
        {
            let offset_m = [0, 1].map(|axis| {
                (places[axis].1 - steps[axis] as f64 - middle[axis]) * self.layout.cell_m
            });
            combine::<f64, K>(&mut sum, self.kernel.value(&numbers, offset_m));
        }
        sum
    }

    /// The features of a cell and of the eight around it, in the order of their cells.
    pub fn features_around(&self, cell: [i64; 2]) -> impl Iterator<Item = Feature> {
        let words = self.layout.axis_words();
        (0..9).filter_map(move |index| {
            let steps = [index % 3 - 1, index / 3 - 1];
            let cell = [0, 1].map(|axis| cell[axis].wrapping_add(steps[axis]));
            let keys = [0, 1].map(|axis| axis_key(words[axis], cell[axis]));
            let (middle, [size, variation]) = self.layout.feature(keys, cell)?;
            Some(Feature { steps, middle, numbers: self.kernel.numbers(size, variation) })
        })
    }

    /// Returns false if the only feature is exactly 0 within an area, which goes from the first to the
    /// second position on each axis.
    pub fn may_reach(&self, area_m: [[f64; 2]; 2]) -> bool {
        let Some(middle_m) = self.layout.only_at_m else { return true };
        let far_m = [0, 1].map(|axis| {
            let [low_m, high_m] = area_m[axis];
            (low_m - middle_m[axis]).max(middle_m[axis] - high_m).max(0.0)
        });
        let only = self.features_around([0; 2]).next();
        only.is_some_and(|Feature { numbers, .. }| {
            // The margin covers the rounding of positions, which are divided by a cell's side
            let reach_m = 1.0001 * self.kernel.reach_m(&numbers);
            far_m[0] * far_m[0] + far_m[1] * far_m[1] <= reach_m * reach_m
        })
    }

    /// The bounds of all features together: lowest, highest and steepest.
    pub fn extremes(&self) -> [f64; 3] {
        let mut sum = [0.0; 3];
        for ring in self.kernel.rings() {
            let count =
                if K::KEEPS_HIGHEST { 1.0 } else { self.layout.max_within(ring.within_m) as f64 };
            for (sum, extreme) in sum.iter_mut().zip([ring.low_m, ring.high_m, ring.steepest]) {
                *sum += count * extreme;
            }
        }
        sum
    }
}

/// Adds a feature to the sum of the features before it, or keeps the higher of the two.
#[inline(always)]
pub fn combine<R: Real, K: FeatureKernel>(sum: &mut Slopes<R>, feature: Slopes<R>) {
    if K::KEEPS_HIGHEST {
        let is_higher = feature[0] > sum[0];
        for (sum, value) in sum.iter_mut().zip(feature) {
            *sum = if is_higher { value } else { *sum };
        }
    } else {
        for (sum, value) in sum.iter_mut().zip(feature) {
            *sum = *sum + value;
        }
    }
}

/// The weight of detail of a size under a band limit: 1 if the detail is at least four times the
/// limit, 0 if it is at most twice the limit.
pub fn band_weight(finest_m: f64, band_limit_m: f64) -> f64 {
    if band_limit_m <= 0.0 || finest_m == f64::INFINITY {
        return 1.0;
    }
    smooth_step((finest_m / band_limit_m - 2.0) / 2.0).0
}
