//! The land: a recipe made ready to be asked for heights. It is the only source of heights.

use std::sync::{Arc, OnceLock};

use crate::noise::NoiseError;
use crate::noise::grid::{Grid, Level};
use crate::terrain::blend::Weight;
use crate::terrain::dual::{Dual, Samples, SamplesRef};
use crate::terrain::layer_land::LayerLand;
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
/// recipe.world.seed = "valhalla".to_owned();
/// let land = Land::new(&recipe)?;
/// let [fine, coarse] = [land.spacing_m(), 64.0 * land.spacing_m()];
/// let place_m = [120.0, -40.0];
/// let difference_m = land.height_m(place_m, fine) - land.height_m(place_m, coarse);
/// assert!(difference_m.abs() < 0.2 * recipe.base().shape.height_m, "detail alone is gone");
/// # Ok::<(), orogen::noise::NoiseError>(())
/// ```
#[derive(Clone)]
pub struct Land {
    /// The layers that are seen, from the bottom up.
    layers: Arc<[LayerLand]>,
    shape: Shape,
    spacing_m: f64,
    usual_heights_m: Arc<OnceLock<[f64; 2]>>,
}

impl Land {
    /// The land of a recipe.
    ///
    /// # Errors
    /// Where the choices of a layer exclude each other.
    pub fn new(recipe: &Recipe) -> Result<Self, NoiseError> {
        let spacing_m = recipe.world.spacing_m.metres();
        let seen = recipe.layers.seen().filter(|layer| layer.head.layer.opacity > 0.0);
        let layers = seen.map(|layer| LayerLand::new(layer, recipe.seed(), spacing_m));
        Ok(Self {
            layers: layers.collect::<Result<_, _>>()?,
            shape: recipe.shape(),
            spacing_m,
            usual_heights_m: Arc::default(),
        })
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

    /// The layers that are seen, from the bottom up.
    pub(super) fn layers(&self) -> &[LayerLand] {
        &self.layers
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
        *self.usual_heights_m.get_or_init(|| {
            const SIDE: usize = 64;
            // Five or so samples a cell of the first octave, on some 13 × 13 cells.
            let largest_m = self.layers.iter().map(LayerLand::feature_m).fold(0.0, f64::max);
            let spacing_m = (0.2 * largest_m.max(self.spacing_m)).log2().round().exp2();
            let origin = [-(SIDE as i64) / 2; 2];
            let grid = Grid { origin, size: [SIDE; 2], spacing_m, band_limit_m: self.spacing_m };
            let mut heights_m = vec![0.0; SIDE * SIDE];
            self.fill(&grid, &mut heights_m);
            let few = heights_m.len() / 200;
            [few, heights_m.len() - 1 - few]
                .map(|i| f64::from(*heights_m.select_nth_unstable_by(i, f32::total_cmp).1))
        })
    }

    /// The land at a position in noise units: of a single layer its noise before shaping.
    pub fn noise(&self, position_m: [f64; 2], band_limit_m: f64) -> f64 {
        match &*self.layers {
            [layer] if layer.is_whole => layer.noise(position_m, band_limit_m),
            _ => self.shape.noise(self.height_m(position_m, band_limit_m)),
        }
    }

    /// The unclamped height at a position, in f64: the reference that every batch meets to 1e-5 of
    /// the land's height.
    pub fn height_m(&self, position_m: [f64; 2], band_limit_m: f64) -> f64 {
        self.composed(|layer| layer.height_m(position_m, band_limit_m))
    }

    /// The land of the layers' heights at one point.
    fn composed(&self, mut height_m: impl FnMut(&LayerLand) -> f64) -> f64 {
        self.layers.iter().enumerate().fold(0.0, |below_m, (index, layer)| {
            let own_m = height_m(layer);
            if index == 0 && layer.is_whole {
                return own_m;
            }
            let [below, own, weight] = [below_m, own_m, layer.opacity].map(Dual::level);
            layer.blending.at(below, own, weight).height_m
        })
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
        let mut walkers: Vec<_> = self.layers.iter().map(LayerLand::walk).collect();
        let positions = rows_m.iter().flat_map(|z| columns_m.iter().map(|x| [*x, *z]));
        for (height_m, position_m) in heights_m.iter_mut().zip(positions) {
            let mut walkers = walkers.iter_mut();
            *height_m = self.composed(|layer| {
                let walker = walkers.next().expect("a walker a layer");
                layer.walked_m(walker, position_m, band_limit_m)
            });
        }
    }

    /// Fills `heights_m` over a grid, row by row from the north: the batch form.
    pub fn fill(&self, grid: &Grid, heights_m: &mut [f32]) {
        let fields = self.layers.iter().map(|layer| layer.sampled(grid, heights_m.len()));
        let fields: Vec<_> = fields.collect();
        self.compose(&fields.each_slice(), heights_m);
    }

    /// As [`Land::fill`], at columns and rows anywhere (in metres, ascending), of the layers'
    /// samples before they are composed: [`Land::compose`] makes heights of them. A sample depends
    /// on its own two coordinates alone, so that one that a grid shares has the same bits.
    ///
    /// # Panics
    /// As [`crate::noise::grid::GridNoise::fill_at`].
    pub fn sample_at(
        &self,
        columns_rows_m: [&[f64]; 2],
        band_limit_m: f64,
        fields: &mut Vec<Vec<f32>>,
    ) {
        let length = columns_rows_m[0].len() * columns_rows_m[1].len();
        fields.resize_with(self.layers.len(), Vec::new);
        for (layer, field) in self.layers.iter().zip(fields) {
            field.resize(length, 0.0);
            layer.sample_at(columns_rows_m, band_limit_m, field);
        }
    }

    /// The heights of samples of all layers that are seen, from the bottom up.
    ///
    /// # Panics
    /// If there are not as many of each layer as heights.
    pub fn compose(&self, fields: &[&[f32]], heights_m: &mut [f32]) {
        assert_eq!(fields.len(), self.layers.len(), "samples of every layer");
        if self.layers.is_empty() {
            heights_m.fill(0.0);
        }
        let mut own_m = vec![];
        for (index, (layer, field)) in self.layers.iter().zip(fields).enumerate() {
            if index == 0 && layer.is_whole {
                layer.shape.heights_m(field, heights_m);
                continue;
            }
            if index == 0 {
                heights_m.fill(0.0);
            }
            own_m.resize(heights_m.len(), 0.0);
            layer.shape.heights_m(field, &mut own_m);
            let own = SamplesRef { heights_m: &own_m, gradients: None };
            let weight = Weight::Constant(layer.opacity as f32);
            let mut below = Samples::heights(heights_m);
            layer.blending.apply(Level::best(), &mut below, own, weight);
        }
    }
}

/// Many fields as slices.
trait EachSlice {
    fn each_slice(&self) -> Vec<&[f32]>;
}

impl EachSlice for Vec<Vec<f32>> {
    fn each_slice(&self) -> Vec<&[f32]> {
        self.iter().map(Vec::as_slice).collect()
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
            let cell_m = 1.0 / recipe.base().frequency_per_m();
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
