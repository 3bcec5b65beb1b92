//! The batch evaluator: a whole grid of samples at once.

use super::Noise;

/// Sample (column c, row r) lies at the world position ((origin[0] + c)·spacing, (origin[1] + r)·spacing).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    pub origin: [i64; 2],
    pub size: [usize; 2],
    pub spacing_m: f64,
    pub band_limit_m: f64,
}

/// A noise made ready for grids.
#[derive(Clone)]
pub struct GridNoise {
    noise: Noise,
    frequency_per_m: f64,
}

impl GridNoise {
    pub fn new(noise: &Noise, frequency_per_m: f64) -> Self {
        Self { noise: noise.clone(), frequency_per_m }
    }

    /// Fills a grid, row by row.
    pub fn fill(&self, grid: &Grid, out: &mut [f32]) {
        let [columns, _] = grid.size;
        for (i, value) in out.iter_mut().enumerate() {
            let cell = [grid.origin[0] + (i % columns) as i64, grid.origin[1] + (i / columns) as i64];
            let p = cell.map(|c| c as f64 * grid.spacing_m * self.frequency_per_m);
            *value = self.noise.sample2(p, grid.band_limit_m * self.frequency_per_m) as f32;
        }
    }
}
