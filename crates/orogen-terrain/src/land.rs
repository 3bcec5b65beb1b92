//! The land: a recipe made ready to be asked for heights. It is the only source of heights.

use std::sync::{Arc, OnceLock};

use crate::dual::Dual;
use crate::layer::Weighed;
use crate::recipe::Recipe;
use crate::shape::Shape;
use crate::stack::{At, Batch, Many, Memory, Places, Planes, Point, Source, Stack, Under};
use crate::trace::LandTrace;
use orogen_noise::NoiseError;
use orogen_noise::grid::Grid;

/// A recipe's height function.
///
/// Positions are metres in the world, x east and z south. The band limit is the spacing, in metres,
/// of the samples that are to carry the land: octaves too fine for it fade to their mean, all
/// others stay as they are, so distance takes detail and never moves the land.
///
/// ```
/// use orogen_terrain::{Land, Recipe};
///
/// let mut recipe = Recipe::default();
/// recipe.world.seed = "valhalla".to_owned();
/// let land = Land::new(&recipe)?;
/// let [fine, coarse] = [land.spacing_m(), 64.0 * land.spacing_m()];
/// let place_m = [120.0, -40.0];
/// let difference_m = land.height_m(place_m, fine) - land.height_m(place_m, coarse);
/// assert!(difference_m.abs() < 0.2 * recipe.base().shape.height_m, "detail alone is gone");
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
#[derive(Clone)]
pub struct Land {
    stack: Arc<Stack>,
    shape: Shape,
    spacing_m: f64,
    /// What has the weights that chunks know.
    weighed: Option<Under>,
    usual_heights_m: Arc<OnceLock<[f64; 2]>>,
}

impl Land {
    /// The land of a recipe.
    ///
    /// # Errors
    /// Where the choices of a layer exclude each other.
    pub fn new(recipe: &Recipe) -> Result<Self, NoiseError> {
        Ok(Self {
            stack: Arc::new(Stack::new(recipe)?),
            shape: recipe.shape(),
            spacing_m: recipe.world.spacing_m.metres(),
            weighed: None,
            usual_heights_m: Arc::default(),
        })
    }

    /// The same land, whose chunks also know where a layer, the erosion or its plants count and how
    /// much.
    pub fn weighing(self, weighed: Option<Weighed>) -> Self {
        let weighed = weighed.and_then(|weighed| match weighed {
            Weighed::Layer(id) => self.stack.seen_layer(id).map(Under::Layer),
            Weighed::Erosion => self.stack.erosion.as_ref().map(|it| Under::Erosion(it.guides)),
            Weighed::Plants => Some(Under::Plants),
        });
        Self { weighed, ..self }
    }

    /// Whether chunks know where plants stand, and how densely.
    pub fn weighs_plants(&self) -> bool {
        matches!(self.weighed, Some(Under::Plants))
    }

    /// What has the weights that chunks know.
    pub(super) fn weighed(&self) -> Option<Under> {
        self.weighed
    }

    /// The spacing of the finest samples: the canonical band limit, at which picking, walking and
    /// export ask.
    pub fn spacing_m(&self) -> f64 {
        self.spacing_m
    }

    /// What turns heights into noise units and back; see [`Recipe::shape`].
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// What the land is made of.
    pub(crate) fn stack(&self) -> &Stack {
        &self.stack
    }

    /// Between which values the land lies nearly everywhere, in noise units; see
    /// [`Land::usual_heights_m`].
    pub fn usual_noise(&self) -> [f32; 2] {
        self.usual_heights_m().map(|height_m| self.shape.noise(height_m) as f32)
    }

    /// The heights, in metres, between which land and bed lie nearly everywhere: all but one in 200
    /// of samples on either side. They are measured around the origin when they are first asked
    /// for, from 4096 samples: the builders ask before a window does.
    pub fn usual_heights_m(&self) -> [f64; 2] {
        *self.usual_heights_m.get_or_init(|| self.measured_heights_m(64))
    }

    /// Has [`Land::usual_heights_m`] told by 256 samples, where nobody has asked for it yet: for
    /// land so slow that it is only sketched.
    pub fn guess_usual_heights(&self) {
        self.usual_heights_m.get_or_init(|| self.measured_heights_m(16));
    }

    /// The same of so many samples a side.
    fn measured_heights_m(&self, side: usize) -> [f64; 2] {
        // Of 64 a side five or so lie in a cell of the first octave, all on some 13 × 13 cells.
        let sources = &self.stack.sources[..self.stack.own_sources];
        let largest_m = sources.iter().map(Source::feature_m).fold(0.0, f64::max);
        let step_m = 12.8 / side as f64 * largest_m.max(self.spacing_m);
        let spacing_m = step_m.log2().round().exp2();
        let origin = [-(side as i64) / 2; 2];
        let grid = Grid { origin, size: [side; 2], spacing_m, band_limit_m: self.spacing_m };
        let mut heights_m = vec![0.0; side * side];
        self.fill(&grid, &mut heights_m);
        let few = heights_m.len() / 200;
        [few, heights_m.len() - 1 - few]
            .map(|i| f64::from(*heights_m.select_nth_unstable_by(i, f32::total_cmp).1))
    }

    /// The land at a position in noise units: of a single layer its noise before shaping.
    pub fn noise(&self, position_m: [f64; 2], band_limit_m: f64) -> f64 {
        match self.stack.only_noise() {
            Some((source, _)) => {
                self.stack.sources[source].at(position_m, band_limit_m, false).height_m
            }
            None => self.shape.noise(self.height_m(position_m, band_limit_m)),
        }
    }

    /// The unclamped height at a position, in f64: the reference that every batch meets to 1e-5 of
    /// the land's height.
    pub fn height_m(&self, place_m: [f64; 2], band_limit_m: f64) -> f64 {
        Point::new(&self.stack).land(At::new(place_m, band_limit_m), false).height_m
    }

    /// How [`Land::height_m`] comes about: its last number is that height.
    pub fn trace(&self, place_m: [f64; 2], band_limit_m: f64) -> LandTrace {
        Point::new(&self.stack).trace(At::new(place_m, band_limit_m))
    }

    /// As [`Land::height_m`], with the gradient: how the land rises to the east and to the south,
    /// in metres a metre. Masks of slope and curvature count as if they were level, for their own
    /// gradients would take second derivatives.
    pub fn dual(&self, place_m: [f64; 2], band_limit_m: f64) -> Dual {
        Point::new(&self.stack).land(At::new(place_m, band_limit_m), true)
    }

    /// The heights at every pair of a column and a row (in metres), row by row: the bits of
    /// [`Land::height_m`], many times as fast.
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
        Many::new(&self.stack).lands([columns_m, rows_m], band_limit_m, heights_m);
    }

    /// Fills `heights_m` over a grid, row by row from the north: the batch form.
    ///
    /// # Panics
    /// If `heights_m` isn't as long as the grid has samples.
    pub fn fill(&self, grid: &Grid, heights_m: &mut [f32]) {
        heights_m.copy_from_slice(&self.planes(&Places::of_grid(grid), false).values);
    }

    /// The heights at columns and rows anywhere (in metres, ascending), row by row. A height depends
    /// on its own two coordinates alone, so that one that a grid shares has the same bits.
    ///
    /// # Panics
    /// As [`orogen_noise::grid::GridNoise::fill_at`].
    pub fn fill_at(&self, columns_rows_m: [&[f64]; 2], band_limit_m: f64) -> Vec<f32> {
        self.planes(&Places::new(columns_rows_m, band_limit_m), false).values
    }

    /// As [`Land::fill_at`], with the slopes to the east and to the south in metres a metre, as
    /// [`Land::dual`] has them: heights, east, south.
    ///
    /// # Panics
    /// As [`Land::fill_at`].
    pub fn fill_slopes_at(&self, columns_rows_m: [&[f64]; 2], band_limit_m: f64) -> [Vec<f32>; 3] {
        let planes = self.planes(&Places::new(columns_rows_m, band_limit_m), true);
        let [east, south] = planes.slopes.expect("slopes were asked for");
        [planes.values, east, south]
    }

    fn planes(&self, places: &Places<'_>, slopes: bool) -> Planes {
        Batch::new(&self.stack, Memory::default()).land(places, slopes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset;

    #[test]
    fn nearly_all_heights_are_usual() {
        for preset in preset::PRESETS {
            let recipe = preset.scene().unwrap().recipe;
            let land = Land::new(&recipe).unwrap();
            let [low, high] = land.usual_heights_m();
            assert!(low < high, "{}: {low} {high}", preset.slug);
            // Elsewhere, and with all octaves.
            let cell_m = 1.0 / recipe.base().frequency_per_m();
            let at = |i: u32| {
                land.height_m(
                    [0.37, -0.73].map(|c| 1e5 + c * cell_m * f64::from(i)),
                    land.spacing_m(),
                )
            };
            // Floors and plateaus are as low or as high as can be, but for rounding.
            let is_usual = |i: &u32| (low - 0.01..=high + 0.01).contains(&at(*i));
            let usual = (0..2000).filter(is_usual).count();
            assert!(usual > 1800, "{}: {usual} of 2000 between {low} and {high}", preset.slug);
            assert!((0..2000).any(|i| at(i) > low + 0.8 * (high - low)), "{}", preset.slug);
        }
    }
}
