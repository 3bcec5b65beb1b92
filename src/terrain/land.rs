//! The land: a recipe made ready to be asked for heights. It is the only source of heights.

use std::sync::{Arc, OnceLock};

use crate::noise::grid::{Grid, GridNoise, Plan};
use crate::noise::{Noise, NoiseError};
use crate::terrain::recipe::Recipe;
use crate::terrain::shape::Shape;

/// A recipe's height function.
///
/// Positions are metres in the world, x east and z south. The band limit is the spacing, in metres,
/// of the samples that are to carry the land: octaves too fine for it fade to their mean, all
/// others stay as they are, so distance takes detail and never moves the land.
///
/// ```
/// use orogen::terrain::{Land, Recipe};
///
/// let mut recipe = Recipe::default();
/// recipe.noise.seed = "valhalla".to_owned();
/// let land = Land::new(&recipe)?;
/// let [fine, coarse] = [land.spacing_m(), 64.0 * land.spacing_m()];
/// let place_m = [120.0, -40.0];
/// let difference_m = land.height_m(place_m, fine) - land.height_m(place_m, coarse);
/// assert!(difference_m.abs() < 0.2 * recipe.shape.height_m, "detail alone is gone");
/// # Ok::<(), orogen::noise::NoiseError>(())
/// ```
#[derive(Clone)]
pub struct Land {
    noise: Noise,
    grid: Arc<GridNoise>,
    frequency_per_m: f64,
    shape: Shape,
    spacing_m: f64,
    usual_noise: Arc<OnceLock<[f32; 2]>>,
}

impl Land {
    /// The land of a recipe.
    ///
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
            usual_noise: Arc::default(),
        })
    }

    /// The spacing of the finest samples: the canonical band limit, at which picking, walking and
    /// export ask.
    pub fn spacing_m(&self) -> f64 {
        self.spacing_m
    }

    /// Height and exponent.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Between which values the noise before shaping lies nearly everywhere: all but one in 200 of
    /// samples on either side. It is measured around the origin when it is first asked for, from
    /// 4096 samples: the builders ask before a window does.
    pub fn usual_noise(&self) -> [f32; 2] {
        *self.usual_noise.get_or_init(|| {
            const SIDE: usize = 64;
            // Five or so samples a cell of the first octave, on some 13 × 13 cells.
            let spacing_m = (0.2 / self.frequency_per_m).log2().round().exp2();
            let origin = [-(SIDE as i64) / 2; 2];
            let grid = Grid { origin, size: [SIDE; 2], spacing_m, band_limit_m: self.spacing_m };
            let mut noise = vec![0.0; SIDE * SIDE];
            self.sample(&grid, &mut noise);
            let few = noise.len() / 200;
            [few, noise.len() - 1 - few].map(|i| *noise.select_nth_unstable_by(i, f32::total_cmp).1)
        })
    }

    /// The heights, in metres, between which land and bed lie nearly everywhere; see
    /// [`Land::usual_noise`].
    pub fn usual_heights_m(&self) -> [f64; 2] {
        self.usual_noise().map(|noise| self.shape.height_m(f64::from(noise)))
    }

    /// The noise before shaping at a position, in f64.
    pub fn noise(&self, [x_m, z_m]: [f64; 2], band_limit_m: f64) -> f64 {
        self.noise.sample2(
            [x_m, z_m].map(|c| c * self.frequency_per_m),
            band_limit_m * self.frequency_per_m,
        )
    }

    /// The unclamped height at a position, in f64: the reference that every batch meets to 1e-5 of
    /// the land's height.
    pub fn height_m(&self, position_m: [f64; 2], band_limit_m: f64) -> f64 {
        self.shape.height_m(self.noise(position_m, band_limit_m))
    }

    /// The heights at every pair of a column and a row (in metres), row by row: the bits of
    /// [`Land::height_m`], several times as fast where positions follow each other closely.
    ///
    /// # Panics
    /// If `heights_m` isn't as long as there are pairs.
    pub fn heights_m(
        &self,
        [columns_m, rows_m]: [&[f64]; 2],
        band_limit_m: f64,
        heights_m: &mut [f64],
    ) {
        assert_eq!(columns_m.len() * rows_m.len(), heights_m.len(), "heights for positions");
        let (scale, mut walker) = (self.frequency_per_m, self.noise.walk());
        let positions = rows_m.iter().flat_map(|z| columns_m.iter().map(|x| [*x, *z]));
        for (height_m, position_m) in heights_m.iter_mut().zip(positions) {
            let [x, y] = position_m;
            let noise = walker.sample2([x * scale, y * scale], band_limit_m * scale);
            *height_m = self.shape.height_m(noise);
        }
    }

    /// Fills `noise` with the noise before shaping over a grid, row by row from the north: the
    /// batch form.
    pub fn sample(&self, grid: &Grid, noise: &mut [f32]) {
        self.grid.fill(grid, noise);
    }

    /// Grids that are to be filled one by one, and share their set-up.
    pub fn plan(&self, grids: &[Grid]) -> Plan<'_> {
        self.grid.plan(grids)
    }

    /// As [`Land::sample`], at columns and rows anywhere (in metres, ascending). A sample depends
    /// on its own two coordinates alone, so that one that a grid shares has the same bits.
    ///
    /// # Panics
    /// As [`GridNoise::fill_at`].
    pub fn sample_at(&self, columns_rows_m: [&[f64]; 2], band_limit_m: f64, noise: &mut [f32]) {
        self.grid.fill_at(columns_rows_m, band_limit_m, noise);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::preset;

    #[test]
    fn nearly_all_heights_are_usual() {
        for preset in preset::PRESETS {
            let recipe = preset.scene().unwrap().recipe;
            let land = Land::new(&recipe).unwrap();
            let [low, high] = land.usual_heights_m();
            assert!(low < high, "{}: {low} {high}", preset.slug);
            // Elsewhere, and with all octaves.
            let cell_m = 1.0 / recipe.frequency_per_m();
            let at = |i: u32| {
                land.height_m(
                    [0.37, -0.73].map(|c| 1e5 + c * cell_m * f64::from(i)),
                    land.spacing_m(),
                )
            };
            let usual = (0..2000).filter(|&i| (low..=high).contains(&at(i))).count();
            assert!(usual > 1800, "{}: {usual} of 2000 between {low} and {high}", preset.slug);
            assert!((0..2000).any(|i| at(i) > low + 0.8 * (high - low)), "{}", preset.slug);
        }
    }
}
