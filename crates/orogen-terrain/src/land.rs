//! The land: a recipe prepared for evaluation. It is the only source of heights.

use std::sync::{Arc, OnceLock};

use crate::dual::Dual;
use crate::layer::WeightedPart;
use crate::recipe::Recipe;
use crate::rivers::{Network, RiverGround, RiverLine};
use crate::shape::Shape;
use crate::stack::{
    BatchEvaluator, KeptSamples, MaskedPart, Places, Planes, PointEvaluator, SamplePoint, Source,
    Stack, WideEvaluator,
};
use crate::trace::LandTrace;
use orogen_noise::NoiseError;
use orogen_noise::grid::Grid;

/// A recipe's height function.
///
/// Positions are metres in the world, x east and z south. The band limit is the spacing of the
/// samples in metres. Octaves too fine for it fade to their mean, and coarser octaves stay. So
/// distance removes detail but never moves the land.
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
/// assert!(difference_m.abs() < 0.2 * recipe.base().shape.height_m, "only detail is gone");
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
#[derive(Clone)]
pub struct Land {
    stack: Arc<Stack>,
    shape: Shape,
    spacing_m: f64,
    /// The weights that chunks compute, if any.
    weighted_part: Option<MaskedPart>,
    usual_heights_m: Arc<OnceLock<[f64; 2]>>,
}

impl Land {
    /// Prepares the land of a recipe.
    ///
    /// # Errors
    /// Returns an error if the choices of a layer exclude each other.
    pub fn new(recipe: &Recipe) -> Result<Self, NoiseError> {
        Self::with_network_of(recipe, None)
    }

    /// Prepares the land of a recipe, but its rivers keep the courses and levels of `network_of`.
    ///
    /// The window shows this land while the user drags a control. With a network of its own, each
    /// small change of the ground could move rivers by whole valleys. `network_of` has no effect if
    /// the two recipes have different settings of rivers, seeds or sea levels.
    ///
    /// # Errors
    /// Returns an error if the choices of a layer exclude each other.
    pub fn with_network_of(
        recipe: &Recipe,
        network_of: Option<&Recipe>,
    ) -> Result<Self, NoiseError> {
        Ok(Self {
            stack: Arc::new(Stack::with_network_of(recipe, network_of)?),
            shape: recipe.shape(),
            spacing_m: recipe.world.spacing_m.metres(),
            weighted_part: None,
            usual_heights_m: Arc::default(),
        })
    }

    /// Returns the same land, but its chunks also compute weights.
    ///
    /// The weights belong to a layer, the rivers, the erosion or the plants.
    pub fn with_weights_of(self, weighted_part: Option<WeightedPart>) -> Self {
        let weighted_part = weighted_part.and_then(|weighted_part| match weighted_part {
            WeightedPart::Layer(id) => self.stack.visible_layer(id).map(MaskedPart::Layer),
            WeightedPart::Rivers => {
                self.stack.rivers.as_ref().map(|rivers| MaskedPart::Rivers(rivers.guide_count))
            }
            WeightedPart::Erosion => {
                self.stack.erosion.as_ref().map(|erosion| MaskedPart::Erosion(erosion.guide_count))
            }
            WeightedPart::Plants => Some(MaskedPart::Plants),
        });
        Self { weighted_part, ..self }
    }

    /// Returns true if chunks compute the weights of plants.
    pub fn weighs_plants(&self) -> bool {
        matches!(self.weighted_part, Some(MaskedPart::Plants))
    }

    /// The weights that chunks compute, if any.
    pub(super) fn weighted_part(&self) -> Option<MaskedPart> {
        self.weighted_part
    }

    /// The spacing of the finest samples.
    ///
    /// It is the band limit of picking, walking and export.
    pub fn spacing_m(&self) -> f64 {
        self.spacing_m
    }

    /// Converts heights to noise units and back; see [`Recipe::shape`].
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The prepared layers and operations.
    pub(crate) fn stack(&self) -> &Stack {
        &self.stack
    }

    /// The usual range of the land in noise units; see [`Land::usual_heights_m`].
    pub fn usual_noise(&self) -> [f32; 2] {
        self.usual_heights_m().map(|height_m| self.shape.noise(height_m) as f32)
    }

    /// The usual range of heights in metres.
    ///
    /// One sample in 200 lies below it, and one in 200 above. It is measured on first use, from
    /// 4096 samples around the origin. The chunk build calls this in parallel, so that the window
    /// does not wait for it.
    pub fn usual_heights_m(&self) -> [f64; 2] {
        *self.usual_heights_m.get_or_init(|| self.measured_heights_m(64))
    }

    /// Measures [`Land::usual_heights_m`] coarsely, if it is still unknown.
    ///
    /// It takes only 256 samples, for land that is so slow that the window shows only a sketch.
    pub fn guess_usual_heights(&self) {
        self.usual_heights_m.get_or_init(|| self.measured_heights_m(16));
    }

    /// Measures the usual heights with `side` × `side` samples.
    fn measured_heights_m(&self, side: usize) -> [f64; 2] {
        // With 64 per side, the largest features have about five samples along each side, and all
        // samples cover about 13 × 13 features.
        let sources = &self.stack.sources[..self.stack.land_sources];
        let largest_m = sources.iter().map(Source::feature_m).fold(0.0, f64::max);
        let step_m = 12.8 / side as f64 * largest_m.max(self.spacing_m);
        let spacing_m = step_m.log2().round().exp2();
        let origin = [-(side as i64) / 2; 2];
        let grid = Grid { origin, size: [side; 2], spacing_m, band_limit_m: self.spacing_m };
        // Samples this far apart show no rivers, so no network is built around each sample.
        let mut places = Places::of_grid(&grid);
        places.sample_m = spacing_m;
        let mut heights_m = self.planes(&places, false).values;
        let outliers = heights_m.len() / 200;
        [outliers, heights_m.len() - 1 - outliers]
            .map(|i| f64::from(*heights_m.select_nth_unstable_by(i, f32::total_cmp).1))
    }

    /// The land at a position, in noise units.
    ///
    /// For a single noise layer, this is the noise before shaping.
    pub fn noise(&self, position_m: [f64; 2], band_limit_m: f64) -> f64 {
        match self.stack.only_noise() {
            Some((source, _)) => {
                self.stack.sources[source].at(position_m, band_limit_m, false).height_m
            }
            None => self.shape.noise(self.height_m(position_m, band_limit_m)),
        }
    }

    /// The unclamped height at a position in f64.
    ///
    /// Batches in f32 agree with it to 1e-5 of the land's height.
    pub fn height_m(&self, place_m: [f64; 2], band_limit_m: f64) -> f64 {
        PointEvaluator::new(&self.stack)
            .land(SamplePoint::new(place_m, band_limit_m), false)
            .height_m
    }

    /// The height like [`Land::height_m`], but without rivers, which need a network.
    pub fn height_without_rivers_m(&self, place_m: [f64; 2], band_limit_m: f64) -> f64 {
        let point =
            SamplePoint { sample_m: f64::INFINITY, ..SamplePoint::new(place_m, band_limit_m) };
        PointEvaluator::new(&self.stack).land(point, false).height_m
    }

    /// Returns true if the land may have water in addition to the sea.
    ///
    /// The water comes from the network of rivers, or from rivers and lakes that the user has drawn.
    pub fn has_water(&self) -> bool {
        self.has_rivers() || self.stack.has_drawn_water()
    }

    /// Returns true if a network of rivers shapes the land.
    pub fn has_rivers(&self) -> bool {
        self.stack.rivers.is_some()
    }

    /// The network of the rivers that shape the land; `None` without rivers.
    ///
    /// It has the nodes of the land with their receivers and flow, the lakes and the courses.
    pub fn river_network(&self) -> Option<&Network<Box<dyn RiverGround>>> {
        self.stack.rivers.as_ref().map(|rivers| rivers.change.network())
    }

    /// The water of a river or a lake at a place, where the land has the height `height_m`.
    ///
    /// The water may lie below the land. Returns `None` far from water.
    pub fn water(
        &self,
        place_m: [f64; 2],
        band_limit_m: f64,
        height_m: f64,
    ) -> Option<crate::rivers::WaterAt> {
        let point = SamplePoint::new(place_m, band_limit_m);
        PointEvaluator::new(&self.stack).water(point, height_m)
    }

    /// Returns true if masks leave the water of the network at a place, at the finest spacing.
    pub(crate) fn leaves_water(&self, place_m: [f64; 2]) -> bool {
        let point = SamplePoint::new(place_m, self.spacing_m);
        let rivers = self.stack.rivers.as_ref();
        rivers.is_none_or(|rivers| {
            PointEvaluator::new(&self.stack).rivers_hold_water(rivers, usize::MAX, point)
        })
    }

    /// The lines of rivers for samples that are too far apart to show rivers.
    ///
    /// `area_m` has the north-west and the south-east corner of a rectangle. Returns an empty list
    /// for closer samples, and for land whose operations move places.
    pub fn distant_rivers(&self, area_m: [[f64; 2]; 2], sample_m: f64) -> Vec<RiverLine> {
        let mut operations = self.stack.operations.iter();
        let mut lines = match operations.any(|listed| listed.operation.moves_places()) {
            true => vec![],
            false => self.stack.distant_river_lines(area_m, sample_m),
        };
        lines.extend(self.stack.drawn_river_lines(area_m, sample_m));
        lines
    }

    /// Returns true if the rivers of two lands are equal, bit for bit, at all places of a rectangle for
    /// samples of a spacing. The lands must have equal parameters of rivers and erosion.
    pub(crate) fn has_same_rivers_within(
        &self,
        other: &Self,
        area_m: [[f64; 2]; 2],
        sample_m: f64,
    ) -> bool {
        self.stack.has_same_rivers_within(&other.stack, area_m, sample_m)
    }

    /// Traces the steps of [`Land::height_m`]. The last number of the trace is that height.
    pub fn trace(&self, place_m: [f64; 2], band_limit_m: f64) -> LandTrace {
        PointEvaluator::new(&self.stack).trace(SamplePoint::new(place_m, band_limit_m))
    }

    /// The height with its gradient to the east and to the south in metres per metre.
    ///
    /// Masks of slope and curvature count as constant, because their gradients would need second
    /// derivatives.
    pub fn dual(&self, place_m: [f64; 2], band_limit_m: f64) -> Dual {
        PointEvaluator::new(&self.stack).land(SamplePoint::new(place_m, band_limit_m), true)
    }

    /// Computes the heights at all pairs of columns and rows (in metres), row by row.
    ///
    /// The heights have the same bits as those of [`Land::height_m`], and take a fraction of the time.
    ///
    /// # Panics
    /// Panics if the length of `heights_m` differs from the number of pairs.
    pub fn heights_m(
        &self,
        [columns_m, rows_m]: [&[f64]; 2],
        band_limit_m: f64,
        heights_m: &mut [f64],
    ) {
        assert_eq!(columns_m.len() * rows_m.len(), heights_m.len(), "each position needs a height");
        WideEvaluator::new(&self.stack).lands([columns_m, rows_m], band_limit_m, heights_m);
    }

    /// Fills a grid of heights in f32, row by row from the north.
    ///
    /// # Panics
    /// Panics if the length of `heights_m` differs from the number of samples in the grid.
    pub fn fill(&self, grid: &Grid, heights_m: &mut [f32]) {
        heights_m.copy_from_slice(&self.planes(&Places::of_grid(grid), false).values);
    }

    /// The heights at any columns and rows (in metres, ascending), row by row.
    ///
    /// A height depends only on its own coordinates, so it has the same bits on every grid.
    ///
    /// # Panics
    /// Panics as [`orogen_noise::grid::GridNoise::fill_at`] does.
    pub fn fill_at(&self, columns_rows_m: [&[f64]; 2], band_limit_m: f64) -> Vec<f32> {
        self.planes(&Places::new(columns_rows_m, band_limit_m), false).values
    }

    /// Heights, east slopes and south slopes at all pairs of columns and rows.
    ///
    /// They are computed as by [`Land::fill_at`] and [`Land::dual`].
    ///
    /// # Panics
    /// Panics as [`Land::fill_at`] does.
    pub fn fill_slopes_at(&self, columns_rows_m: [&[f64]; 2], band_limit_m: f64) -> [Vec<f32>; 3] {
        let planes = self.planes(&Places::new(columns_rows_m, band_limit_m), true);
        let [east, south] = planes.slopes.expect("slopes were requested");
        [planes.values, east, south]
    }

    fn planes(&self, places: &Places<'_>, slopes: bool) -> Planes {
        BatchEvaluator::new(&self.stack, KeptSamples::default()).land(places, slopes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset;

    #[test]
    fn most_heights_lie_in_the_usual_range() {
        for preset in preset::PRESETS {
            let mut recipe = preset.scene().unwrap().recipe;
            if recipe.layers.iter().any(|layer| !layer.marks().is_empty()) {
                // Marks lie in a single place, so the land elsewhere has other heights.
                continue;
            }
            // The usual heights are those without rivers.
            recipe.rivers.on = false;
            let land = Land::new(&recipe).unwrap();
            let [low, high] = land.usual_heights_m();
            assert!(low < high, "{}: {low} {high}", preset.slug);
            // Test elsewhere, with all octaves.
            let cell_m = 1.0 / recipe.base().frequency_per_m();
            let at = |i: u32| {
                land.height_m(
                    [0.37, -0.73].map(|c| 1e5 + c * cell_m * f64::from(i)),
                    land.spacing_m(),
                )
            };
            // Floors and plateaus are the lowest and highest land, except for rounding.
            let is_usual = |i: &u32| (low - 0.01..=high + 0.01).contains(&at(*i));
            let usual = (0..2000).filter(is_usual).count();
            assert!(usual > 1800, "{}: {usual} of 2000 between {low} and {high}", preset.slug);
            assert!((0..2000).any(|i| at(i) > low + 0.8 * (high - low)), "{}", preset.slug);
        }
    }
}
