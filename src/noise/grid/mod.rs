//! The batch evaluator: whole grids of a noise in f32, fast.

mod axis;
mod corner;
mod fold;
mod lattice;
mod rows;
mod simd;
mod tile;

pub use simd::Level;

use super::Noise;
use super::basis::Basis;
use super::permutation::Permutation;
use axis::{AxisOctave, Columns, Rows, padded};
use corner::Proximity;
use fold::Folds;
use lattice::{LatticeOctave, Scratch};
use std::cell::RefCell;

/// A grid of samples. Column c and row r of it lie at ((origin[0] + c)·spacing, (origin[1] + r)·spacing) in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Absolute column and row of the first sample.
    pub origin: [i64; 2],
    /// Columns and rows.
    pub size: [usize; 2],
    /// Metres between samples, above 0.
    pub spacing_m: f64,
    /// Octaves finer than this can hold fade to their mean; 0 for none.
    pub band_limit_m: f64,
}

/// A noise, ready to be evaluated on grids.
pub struct GridNoise {
    noise: Noise,
    frequency_per_m: f64,
    level: Level,
    /// Of each octave, not periodic, and periodic if the noise is.
    permutations: Vec<[Permutation; 2]>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl GridNoise {
    pub fn new(noise: &Noise, frequency_per_m: f64) -> Self {
        Self::with_level(noise, frequency_per_m, Level::best())
    }

    pub fn with_level(noise: &Noise, frequency_per_m: f64, level: Level) -> Self {
        let permutations = noise.fractal().octaves.iter().map(|octave| {
            let permutation = noise.spec().permutation.permutation(octave.seed);
            [permutation.clone(), permutation]
        });
        Self { noise: noise.clone(), frequency_per_m, level, permutations: permutations.collect() }
    }

    pub fn fill(&self, grid: &Grid, out: &mut [f32]) {
        let [columns_m, rows_m] = [0, 1].map(|axis| grid.positions_m(axis));
        self.fill_at([&columns_m, &rows_m], grid.band_limit_m, out);
    }

    /// As [`GridNoise::fill`], where columns and rows lie at any positions in the world. A sample depends on its own two
    /// coordinates alone, so that one that a [`Grid`] shares has the same bits.
    ///
    /// # Panics
    /// If `out` has not as many samples as there are pairs of a column and a row. Positions must not descend.
    pub fn fill_at(&self, [columns_m, rows_m]: [&[f64]; 2], band_limit_m: f64, out: &mut [f32]) {
        assert_eq!(columns_m.len() * rows_m.len(), out.len());
        if out.is_empty() {
            return;
        }
        let mut cells = vec![];
        let x = self.positions(columns_m);
        let y = self.positions(rows_m);
        let axes: Vec<(Columns, Rows)> = self
            .noise
            .fractal()
            .octaves
            .iter()
            .zip(&self.permutations)
            .map(|(octave, permutation)| {
                let of = AxisOctave { octave, permutation: &permutation[1], fade: self.noise.spec().fade };
                (of.columns(self.level, &x, &mut cells), of.rows(self.level, &y, rows_m.len(), &mut cells))
            })
            .collect();
        let folds = Folds::new(self.noise.fractal(), self.noise.recentring(), band_limit_m * self.frequency_per_m);
        let octaves: Vec<_> = folds
            .octaves
            .iter()
            .zip(&self.permutations)
            .zip(&axes)
            .map(|((&fold, permutation), (columns, rows))| LatticeOctave {
                fold,
                permutation: &permutation[0],
                columns,
                rows,
            })
            .collect();
        let proximity = Proximity {
            order: if self.noise.spec().basis == Basis::Perlin { 1 } else { 0 },
            gradients: self.noise.spec().gradients,
        };
        SCRATCH.with_borrow_mut(|scratch| {
            let size = [columns_m.len(), rows_m.len()];
            lattice::fill(self.level, proximity, &octaves, folds.start, size, out, scratch);
        });
    }

    /// Positions in units of the noise; whole vectors of them, the last one repeated.
    fn positions(&self, metres: &[f64]) -> Vec<f64> {
        let last = metres.last().copied().unwrap_or_default();
        let positions = metres.iter().copied().chain(std::iter::repeat(last)).take(padded(metres.len()));
        positions.map(|m| m * self.frequency_per_m).collect()
    }
}

impl Grid {
    /// Where the columns (axis 0) or rows (axis 1) lie, in metres.
    fn positions_m(&self, axis: usize) -> Vec<f64> {
        let position = |i| self.origin[axis].wrapping_add(i) as f64 * self.spacing_m;
        (0..self.size[axis] as i64).map(position).collect()
    }
}

#[cfg(test)]
mod tests;
