//! Samples landforms at many places in f64, with the same bits as single points.
//!
//! A run of samples, and the run in the next row, mostly lie in the same few cells. The features
//! around a cell are therefore hashed once and cached, as in [`super::moved`]. The steps and their
//! order match [`super::scatter::ScatteredFeatures::at`].

use super::finish::{CHANNELS, Finish};
use super::run::{BandLimited, CellCache, CellSamples, LANES, RunCells};
use super::scatter::{Feature, FeatureKernel, FeatureNumbers, NUMBERS, ScatteredFeatures, combine};
use orogen_noise::grid::{Interleave, Level, Loops};

impl<K: FeatureKernel, F: Finish> BandLimited<'_, K, F> {
    /// Fills in places in metres east and south of the origin.
    ///
    /// # Panics
    /// Panics if heights or slopes differ in number from the places.
    pub fn fill_f64(
        &self,
        level: Level,
        places_m: [&[f64]; 2],
        heights_m: &mut [f64],
        slopes: Option<[&mut [f64]; 2]>,
    ) {
        match slopes {
            None => self.fill_planes(level, places_m, [heights_m]),
            Some([east, south]) => self.fill_planes(level, places_m, [heights_m, east, south]),
        }
    }

    fn fill_planes<const PLANES: usize>(
        &self,
        level: Level,
        places_m: [&[f64]; 2],
        mut planes: [&mut [f64]; PLANES],
    ) {
        let count = places_m[0].len();
        let lengths_match = places_m[1].len() == count && planes.iter().all(|p| p.len() == count);
        assert!(lengths_match, "each place needs a sample");
        if self.weight == 0.0 {
            planes.iter_mut().for_each(|plane| plane.fill(0.0));
            return planes[0].fill(self.mean_part_m);
        }
        level.run_loops(WideSamples { landform: self, places_m, planes });
    }
}

/// Samples at places; heights alone, or with gradients.
struct WideSamples<'a, K, F, const PLANES: usize> {
    landform: &'a BandLimited<'a, K, F>,
    places_m: [&'a [f64]; 2],
    planes: [&'a mut [f64]; PLANES],
}

/// One number for each sample of a run.
type Run = [f64; LANES];

impl<K: FeatureKernel, F: Finish, const PLANES: usize> Loops for WideSamples<'_, K, F, PLANES> {
    #[inline(always)]
    fn run(mut self, _: impl Interleave) {
        let BandLimited { octaves, means, .. } = self.landform;
        let area_m = self.places_m.map(ends);
        let octaves = octaves.iter().filter(|(scatter, _)| scatter.may_reach(area_m));
        let mut octaves: Vec<_> =
            octaves.map(|(scatter, weight)| CachedOctave::new(scatter, *weight)).collect();
        let count = self.places_m[0].len();
        for first in (0..count).step_by(LANES) {
            // The last place is repeated to fill the run
            let mut places_m = [[0.0; LANES]; 2];
            for (places_m, all_m) in places_m.iter_mut().zip(self.places_m) {
                for (lane, place_m) in places_m.iter_mut().enumerate() {
                    *place_m = all_m[usize::min(first + lane, count - 1)];
                }
            }
            let mut sums = [[[0.0; LANES]; PLANES]; CHANNELS];
            sums[0][0] = [*means; LANES];
            for octave in &mut octaves {
                octave.add(&places_m, &mut sums[octave.scatter.channel]);
            }
            let values = self.finish_run(&places_m, &sums);
            let end = usize::min(count, first + LANES);
            for (plane, values) in self.planes.iter_mut().zip(&values) {
                plane[first..end].copy_from_slice(&values[..end - first]);
            }
        }
    }
}

impl<K: FeatureKernel, F: Finish, const PLANES: usize> WideSamples<'_, K, F, PLANES> {
    /// Applies the final step to a run.
    #[inline(always)]
    fn finish_run(&self, places_m: &[Run; 2], sums: &[[Run; PLANES]; CHANNELS]) -> [Run; PLANES] {
        let BandLimited { finish, weight, mean_part_m, .. } = self.landform;
        let mut phases = [[0.0; LANES]; 2];
        for lane in 0..LANES {
            [phases[0][lane], phases[1][lane]] =
                finish.phases([places_m[0][lane], places_m[1][lane]]);
        }
        let mut values = [[0.0; LANES]; PLANES];
        for lane in 0..LANES {
            let mut features = [[0.0; 3]; CHANNELS];
            for channel in 0..F::CHANNELS {
                for plane in 0..PLANES {
                    features[channel][plane] = sums[channel][plane][lane];
                }
            }
            let value = finish.value(features, [phases[0][lane], phases[1][lane]]);
            for plane in 0..PLANES {
                values[plane][lane] = value[plane] * weight;
            }
            values[0][lane] += mean_part_m;
        }
        values
    }
}

/// The smallest and the largest position on an axis.
#[inline(always)]
fn ends(axis_m: &[f64]) -> [f64; 2] {
    let (mut low_m, mut high_m) = (f64::INFINITY, f64::NEG_INFINITY);
    for position_m in axis_m {
        low_m = low_m.min(*position_m);
        high_m = high_m.max(*position_m);
    }
    [low_m, high_m]
}

/// A feature relative to a cell.
#[derive(Clone, Copy)]
struct NearFeature {
    numbers: FeatureNumbers,
    /// Steps from the cell to the feature's cell, and the middle within it, in cells.
    steps: [f64; 2],
    middle: [f64; 2],
    square_reach: f64,
}

impl NearFeature {
    /// The distance in metres, along an axis, from the feature's middle to a fraction of the cell.
    #[inline(always)]
    fn offset_m(&self, axis: usize, fraction: f64, cell_m: f64) -> f64 {
        (fraction - self.steps[axis] - self.middle[axis]) * cell_m
    }
}

/// An octave with its cache of cells.
struct CachedOctave<'a, K> {
    scatter: &'a ScatteredFeatures<K>,
    weight: f64,
    cache: CellCache<NearFeature>,
}

impl<'a, K: FeatureKernel> CachedOctave<'a, K> {
    fn new(scatter: &'a ScatteredFeatures<K>, weight: f64) -> Self {
        Self { scatter, weight, cache: CellCache::new() }
    }

    /// Adds the octave's features to samples at places.
    #[inline(always)]
    fn add<const PLANES: usize>(&mut self, places_m: &[Run; 2], sums: &mut [Run; PLANES]) {
        let mut cells = [[0; LANES]; 2];
        let mut fractions = [[0.0; LANES]; 2];
        for axis in 0..2 {
            for lane in 0..LANES {
                (cells[axis][lane], fractions[axis][lane]) =
                    self.scatter.layout.place(axis, places_m[axis][lane]);
            }
        }
        let mut octave_sums = [[0.0; LANES]; PLANES];
        for samples in RunCells::new(&cells, &fractions) {
            self.add_near(&samples, &mut octave_sums);
        }
        for (sums, octave_sums) in sums.iter_mut().zip(&octave_sums) {
            for (sum, octave_sum) in sums.iter_mut().zip(octave_sums) {
                *sum += self.weight * octave_sum;
            }
        }
    }

    /// Adds the features around a cell to samples in it.
    #[inline(always)]
    fn add_near<const PLANES: usize>(
        &mut self,
        samples: &CellSamples<f64>,
        sums: &mut [Run; PLANES],
    ) {
        let CellSamples { cell, fractions, ends } = samples;
        let ScatteredFeatures { layout, kernel, .. } = self.scatter;
        for near in self.cache.get(*cell, || features_around(self.scatter, *cell)) {
            let mut square = 0.0;
            for (axis, &[low, high]) in ends.iter().enumerate() {
                let low_m = near.offset_m(axis, low, layout.cell_m);
                let high_m = near.offset_m(axis, high, layout.cell_m);
                let nearest_m = low_m.max(-high_m).max(0.0);
                square += nearest_m * nearest_m;
            }
            if square > near.square_reach {
                continue;
            }
            let numbers: [f64; NUMBERS] = near.numbers;
            let mut all = *sums;
            for lane in 0..LANES {
                // `map` isn't always inlined
                let dx = near.offset_m(0, fractions[0][lane], layout.cell_m);
                let dz = near.offset_m(1, fractions[1][lane], layout.cell_m);
                let value = kernel.value(&numbers, [dx, dz]);
                let mut sum = [0.0; 3];
                for plane in 0..PLANES {
                    sum[plane] = all[plane][lane];
                }
                combine::<f64, K>(&mut sum, value);
                for plane in 0..PLANES {
                    all[plane][lane] = sum[plane];
                }
            }
            *sums = all;
        }
    }
}

/// Finds the features around a cell, in the order of their cells.
#[inline(never)]
fn features_around<K: FeatureKernel>(
    scatter: &ScatteredFeatures<K>,
    cell: [i64; 2],
) -> Vec<NearFeature> {
    let near = scatter.features_around(cell).map(|Feature { steps, middle, numbers }| {
        // The margin keeps rounding from dropping a feature that just touches
        let reach_m = 1.0001 * scatter.kernel.reach_m(&numbers);
        let steps = steps.map(|step| step as f64);
        NearFeature { numbers, steps, middle, square_reach: reach_m * reach_m }
    });
    near.collect()
}
