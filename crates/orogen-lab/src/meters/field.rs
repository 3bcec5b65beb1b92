//! A square of samples, the input of the meters.

use orogen_noise::grid::{Grid, GridNoise};
use orogen_noise::hash::Seed;
use orogen_noise::{Noise, Permutation};
use orogen_terrain::Land;

/// A square of samples, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct SampleSquare {
    /// The number of samples per row, and the number of rows.
    pub side: usize,
    /// The distance between samples: in cells of the first octave for a noise, in metres for a
    /// land.
    pub step: f64,
    /// Side × side values.
    pub values: Vec<f64>,
}

impl SampleSquare {
    /// Samples a function of the plane; the first sample is at `corner`.
    pub fn of(
        side: usize,
        step: f64,
        corner: [f64; 2],
        value: impl FnMut([f64; 2]) -> f64,
    ) -> Self {
        let at = |corner: f64, index: usize| corner + step * index as f64;
        let places = (0..side * side).map(|i| [at(corner[0], i % side), at(corner[1], i / side)]);
        Self { side, step, values: places.map(value).collect() }
    }

    /// Samples a two-dimensional noise with the grid evaluator.
    ///
    /// Rounds the corner to a multiple of `step`, which must be above 0.
    pub fn of_noise(noise: &Noise, side: usize, step: f64, corner: [f64; 2]) -> Self {
        let grid = grid(side, step, corner, 0.0);
        let mut values = vec![0.0f32; side * side];
        GridNoise::new(noise, 1.0).fill(&grid, &mut values);
        Self { side, step, values: values.into_iter().map(f64::from).collect() }
    }

    /// Samples a land's heights around a place, in metres.
    ///
    /// Detail finer than the samples is left out.
    pub fn of_land(land: &Land, side: usize, step_m: f64, centre_m: [f64; 2]) -> Self {
        let corner_m = centre_m.map(|x| x - 0.5 * step_m * side as f64);
        let mut values = vec![0.0f32; side * side];
        land.fill(&grid(side, step_m, corner_m, step_m), &mut values);
        Self { side, step: step_m, values: values.into_iter().map(f64::from).collect() }
    }

    /// White noise: an independent random number in [−1, 1] per sample.
    pub fn white(side: usize, seed: Seed) -> Self {
        let numbers = Permutation::Hash(seed);
        let value =
            |i: usize| numbers.centred(numbers.forward(&[(i % side) as i64, (i / side) as i64]));
        Self { side, step: 1.0, values: (0..side * side).map(value).collect() }
    }

    /// The value at a column and a row.
    ///
    /// # Panics
    /// If the column or row is outside the square.
    pub fn at(&self, column: usize, row: usize) -> f64 {
        assert!(column < self.side);
        self.values[row * self.side + column]
    }

    /// The mean of all values.
    pub fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len().max(1) as f64
    }
}

fn grid(side: usize, step: f64, corner: [f64; 2], band_limit_m: f64) -> Grid {
    let origin = corner.map(|x| (x / step).round() as i64);
    Grid { origin, size: [side; 2], spacing_m: step, band_limit_m }
}
