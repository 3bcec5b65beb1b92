//! Samples landforms at moved places: each sample adds the features around its own cell.
//!
//! A run of samples, and the run in the next row, mostly lie in the same few cells. The features
//! around a cell are therefore hashed once and cached. The formulas and the order of features match
//! [`super::batch`], so a place has the same bits as on a grid.

use super::finish::Finish;
use super::run::{
    BandLimited, CellCache, CellSamples, LANES, RunCells, RunPlanes, add_feature, finish_run,
};
use super::scatter::{Feature, FeatureKernel, NUMBERS, ScatteredFeatures};
use crate::dual::Samples;
use orogen_noise::grid::{Interleave, Level, Loops, Moves};

impl<K: FeatureKernel, F: Finish> BandLimited<'_, K, F> {
    /// Fills in all pairs of a column and a row, each at its moved place.
    pub fn fill_moved(
        &self,
        level: Level,
        lines_m: [&[f64]; 2],
        moves: Moves<'_>,
        out: &mut Samples,
    ) {
        let count = lines_m[0].len() * lines_m[1].len();
        assert_eq!(out.heights_m.len(), count, "each pair of a column and a row needs a sample");
        for offsets in moves.offsets_m.iter().flatten() {
            assert_eq!(offsets.len(), count, "each sample needs an offset");
        }
        if !self.fill_if_faded(out) {
            let heights = &mut *out.heights_m;
            match &mut out.gradients {
                None => level.run_loops(MovedSamples {
                    landform: self,
                    lines_m,
                    moves,
                    planes: [heights],
                }),
                Some([east, south]) => {
                    let planes = [heights, &mut **east, &mut **south];
                    level.run_loops(MovedSamples { landform: self, lines_m, moves, planes });
                }
            }
        }
    }
}

/// Samples at moved places; heights alone, or with gradients.
struct MovedSamples<'a, K, F, const PLANES: usize> {
    landform: &'a BandLimited<'a, K, F>,
    lines_m: [&'a [f64]; 2],
    moves: Moves<'a>,
    planes: [&'a mut [f32]; PLANES],
}

impl<K: FeatureKernel, F: Finish, const PLANES: usize> Loops for MovedSamples<'_, K, F, PLANES> {
    #[inline(always)]
    fn run(mut self, _: impl Interleave) {
        let BandLimited { finish, weight, mean_part_m, .. } = self.landform;
        let parts = [*weight as f32, *mean_part_m as f32];
        let blank = [[0.0; LANES]; PLANES];
        let mut start = blank;
        start[0] = [self.landform.means as f32; LANES];
        let octaves = self.landform.octaves.iter();
        let mut octaves: Vec<_> =
            octaves.map(|(scatter, weight)| CachedOctave::new(scatter, *weight)).collect();
        let count = self.lines_m[0].len() * self.lines_m[1].len();
        let mut next = [0, 0];
        for first in (0..count).step_by(LANES) {
            let places_m = self.next_places(first, &mut next);
            let mut sums = [start, blank];
            for octave in &mut octaves {
                let channel = octave.scatter.channel;
                octave.add(&places_m, &mut sums[channel]);
            }
            let mut phases = [[0.0; LANES]; 2];
            for lane in 0..LANES {
                let [east, south] = finish.phases([places_m[0][lane], places_m[1][lane]]);
                (phases[0][lane], phases[1][lane]) = (east as f32, south as f32);
            }
            let [first_sum, second_sum] = &sums;
            let values =
                finish_run(*finish, [first_sum, second_sum], [&phases[0], &phases[1]], parts);
            let end = count.min(first + LANES);
            for (plane, values) in self.planes.iter_mut().zip(&values) {
                plane[first..end].copy_from_slice(&values[..end - first]);
            }
        }
    }
}

impl<K, F, const PLANES: usize> MovedSamples<'_, K, F, PLANES> {
    /// The places of a run by axis, starting at the column and row `next`, which moves on. The last
    /// sample is repeated to fill the run.
    #[inline(always)]
    fn next_places(&self, first: usize, next: &mut [usize; 2]) -> [[f64; LANES]; 2] {
        let [columns_m, rows_m] = self.lines_m;
        let [mut east_m, mut south_m] = [[0.0; LANES]; 2];
        let mut place_m = [0.0; 2];
        for (lane, (x_m, z_m)) in east_m.iter_mut().zip(&mut south_m).enumerate() {
            if next[1] < rows_m.len() {
                place_m = self.moves.place_m(first + lane, [columns_m[next[0]], rows_m[next[1]]]);
                next[0] += 1;
                if next[0] == columns_m.len() {
                    *next = [0, next[1] + 1];
                }
            }
            [*x_m, *z_m] = place_m;
        }
        [east_m, south_m]
    }
}

/// A feature relative to a cell.
#[derive(Clone, Copy)]
struct NearFeature {
    numbers: [f32; NUMBERS],
    /// Steps from the cell to the feature's cell, and the middle within it.
    steps: [f32; 2],
    middle_m: [f32; 2],
    square_reach: f32,
}

/// An octave with its cache of cells.
struct CachedOctave<'a, K> {
    scatter: &'a ScatteredFeatures<K>,
    weight: f32,
    side_m: f32,
    cache: CellCache<NearFeature>,
}

impl<'a, K: FeatureKernel> CachedOctave<'a, K> {
    fn new(scatter: &'a ScatteredFeatures<K>, weight: f64) -> Self {
        let side_m = scatter.layout.cell_m as f32;
        Self { scatter, weight: weight as f32, side_m, cache: CellCache::new() }
    }

    /// Adds the octave's features to samples at places.
    #[inline(always)]
    fn add<const PLANES: usize>(
        &mut self,
        places_m: &[[f64; LANES]; 2],
        sum: &mut RunPlanes<PLANES>,
    ) {
        let mut cells = [[0; LANES]; 2];
        let mut fractions = [[0.0; LANES]; 2];
        for axis in 0..2 {
            for lane in 0..LANES {
                let (cell, fraction) = self.scatter.layout.place(axis, places_m[axis][lane]);
                (cells[axis][lane], fractions[axis][lane]) = (cell, fraction as f32);
            }
        }
        for samples in RunCells::new(&cells, &fractions) {
            self.add_near(&samples, sum);
        }
    }

    /// Adds the features around a cell to samples in it.
    #[inline(always)]
    fn add_near<const PLANES: usize>(
        &mut self,
        samples: &CellSamples<f32>,
        sum: &mut RunPlanes<PLANES>,
    ) {
        let CellSamples { cell, fractions, ends } = samples;
        let near = self.cache.get(*cell, || features_around(self.scatter, *cell));
        for NearFeature { numbers, steps, middle_m, square_reach } in near {
            let mut square = 0.0;
            for axis in 0..2 {
                let [low_m, high_m] = ends[axis]
                    .map(|fraction| (fraction - steps[axis]) * self.side_m - middle_m[axis]);
                let nearest_m = low_m.max(-high_m).max(0.0);
                square += nearest_m * nearest_m;
            }
            if square > *square_reach {
                continue;
            }
            let mut from_middle_m = [[0.0; LANES]; 2];
            for axis in 0..2 {
                for lane in 0..LANES {
                    from_middle_m[axis][lane] =
                        (fractions[axis][lane] - steps[axis]) * self.side_m - middle_m[axis];
                }
            }
            add_feature(
                &self.scatter.kernel,
                numbers,
                self.weight,
                [&from_middle_m[0], &from_middle_m[1]],
                sum,
            );
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
        let reach_m = (1.0001 * scatter.kernel.reach_m(&numbers)) as f32;
        NearFeature {
            numbers: numbers.map(|x| x as f32),
            steps: steps.map(|step| step as f32),
            middle_m: middle.map(|x| (x * scatter.layout.cell_m) as f32),
            square_reach: reach_m * reach_m,
        }
    });
    near.collect()
}
