//! The land: a recipe made ready to be asked for heights. It is the only source of heights.

use std::sync::Arc;

use crate::noise::grid::{Grid, GridNoise, Plan};
use crate::noise::{Noise, NoiseError};
use crate::terrain::recipe::Recipe;
use crate::terrain::shape::Shape;

/// A recipe's height function.
///
/// Positions are metres in the world, x east and z south. The band limit is the spacing, in metres, of the samples that are
/// to carry the land: octaves too fine for it fade to their mean, all others stay as they are, so distance takes detail and
/// never moves the land.
#[derive(Clone)]
pub struct Land {
    noise: Noise,
    grid: Arc<GridNoise>,
    frequency_per_m: f64,
    shape: Shape,
    spacing_m: f64,
}

impl Land {
    /// # Errors
    /// Where the recipe's choices exclude each other.
    pub fn new(recipe: &Recipe) -> Result<Self, NoiseError> {
        let noise = recipe.noise_spec()?.build(2)?;
        let frequency_per_m = recipe.frequency_per_m();
        Ok(Self {
            grid: Arc::new(GridNoise::new(&noise, frequency_per_m)),
            noise,
            frequency_per_m,
            shape: recipe.shape(),
            spacing_m: recipe.world.spacing_m.metres(),
        })
    }

    /// The spacing of the finest samples: the canonical band limit, at which picking, walking and export ask.
    pub fn spacing_m(&self) -> f64 {
        self.spacing_m
    }

    /// Height and exponent.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The noise before shaping at a position, in f64.
    pub fn noise(&self, [x_m, z_m]: [f64; 2], band_limit_m: f64) -> f64 {
        self.noise.sample2([x_m, z_m].map(|c| c * self.frequency_per_m), band_limit_m * self.frequency_per_m)
    }

    /// The unclamped height at a position, in f64: the reference that every batch meets to 1e-5 of the land's height.
    pub fn height_m(&self, position_m: [f64; 2], band_limit_m: f64) -> f64 {
        self.shape.height_m(self.noise(position_m, band_limit_m))
    }

    /// The heights at every pair of a column and a row (in metres), row by row: the bits of [`Land::height_m`], several times as
    /// fast where positions follow each other closely.
    ///
    /// # Panics
    /// If `heights_m` isn't as long as there are pairs.
    pub fn heights_m(&self, [columns_m, rows_m]: [&[f64]; 2], band_limit_m: f64, heights_m: &mut [f64]) {
        assert_eq!(columns_m.len() * rows_m.len(), heights_m.len(), "heights for positions");
        let (scale, mut walker) = (self.frequency_per_m, self.noise.walk());
        let positions = rows_m.iter().flat_map(|z| columns_m.iter().map(|x| [*x, *z]));
        for (height_m, position_m) in heights_m.iter_mut().zip(positions) {
            let [x, y] = position_m;
            let noise = walker.sample2([x * scale, y * scale], band_limit_m * scale);
            *height_m = self.shape.height_m(noise);
        }
    }

    /// Fills `noise` with the noise before shaping over a grid, row by row from the north: the batch form.
    pub fn sample(&self, grid: &Grid, noise: &mut [f32]) {
        self.grid.fill(grid, noise);
    }

    /// Grids that are to be filled one by one, and share their set-up.
    pub fn plan(&self, grids: &[Grid]) -> Plan<'_> {
        self.grid.plan(grids)
    }

    /// As [`Land::sample`], at columns and rows anywhere (in metres, not descending). A sample depends on its own two
    /// coordinates alone, so that one that a grid shares has the same bits.
    pub fn sample_at(&self, columns_rows_m: [&[f64]; 2], band_limit_m: f64, noise: &mut [f32]) {
        self.grid.fill_at(columns_rows_m, band_limit_m, noise);
    }
}
