//! Fields of the land other than its height: ridges, occlusion, water, wetness, drained areas, and the
//! weights of layers.

use crate::land::Land;
use crate::mesh::WaterSample;
pub use crate::reliefs::Reliefs;
use crate::stack::{BatchEvaluator, KeptSamples, MaskedPart, Places};

/// The fields that plant placement needs, row by row.
pub(super) struct PlantFields {
    /// The same heights as [`Land::fill_at`].
    pub heights_m: Vec<f32>,
    /// The ridge map, if the land is eroded.
    pub ridges: Option<Vec<f32>>,
    /// The weight of the plant masks, if there are any.
    pub plant_weights: Option<Vec<f32>>,
}

impl Land {
    /// The ridge map and occlusion at all pairs of columns and rows.
    ///
    /// Columns and rows are in metres and ascend. Returns `None` if nothing is eroded.
    ///
    /// # Panics
    /// Panics as [`Land::fill_at`] does.
    pub fn reliefs_at(&self, columns_rows_m: [&[f64]; 2], band_limit_m: f64) -> Option<Reliefs> {
        let places = Places::new(columns_rows_m, band_limit_m);
        let mut batch = BatchEvaluator::new(self.stack(), KeptSamples::default());
        batch.land(&places, false);
        batch.relief
    }

    /// The water of rivers, lakes and the sea at all pairs of columns and rows.
    ///
    /// `heights_m` are the heights of the land. Columns and rows are in metres and ascend. The level
    /// at a dry place lies below the land. Returns `None` if the land has no rivers and no lakes, or if
    /// samples are too far apart to show them. Even then, the sea may cover places.
    ///
    /// # Panics
    /// Panics as [`Land::fill_at`] does, and if there is not one height per pair.
    pub fn water_at(
        &self,
        columns_rows_m: [&[f64]; 2],
        band_limit_m: f64,
        heights_m: &[f32],
    ) -> Option<Vec<WaterSample>> {
        let places = Places::new(columns_rows_m, band_limit_m);
        assert_eq!(places.count(), heights_m.len(), "each place needs a height");
        let mut batch = BatchEvaluator::new(self.stack(), KeptSamples::default());
        batch.all_water(&places, heights_m)
    }

    /// The heights like [`Land::fill_at`], and the water like [`Land::water_at`]. Takes less time than both, because
    /// it finds the rivers near the places once.
    ///
    /// # Panics
    /// Panics as [`Land::fill_at`] does.
    pub fn heights_and_water_at(
        &self,
        columns_rows_m: [&[f64]; 2],
        band_limit_m: f64,
    ) -> (Vec<f32>, Option<Vec<WaterSample>>) {
        let places = Places::new(columns_rows_m, band_limit_m);
        let mut batch = BatchEvaluator::new(self.stack(), KeptSamples::default());
        let heights_m = batch.land(&places, false).values;
        let water = batch.all_water(&places, &heights_m);
        (heights_m, water)
    }

    /// The wetness at all pairs of columns and rows, where the land has these heights.
    ///
    /// It is 1 in a river or a lake, and falls to 0 with the distance from the water and the height
    /// above it. The sea is ignored. Returns `None` if the land has no rivers and no lakes.
    ///
    /// # Panics
    /// Panics as [`Land::water_at`] does.
    pub fn wetness_at(
        &self,
        columns_rows_m: [&[f64]; 2],
        band_limit_m: f64,
        heights_m: &[f32],
    ) -> Option<Vec<f32>> {
        let places = Places::new(columns_rows_m, band_limit_m);
        assert_eq!(places.count(), heights_m.len(), "each place needs a height");
        BatchEvaluator::new(self.stack(), KeptSamples::default()).wetness(&places, heights_m)
    }

    /// The areas in km² that drain through all pairs of columns and rows.
    ///
    /// On the course of a river or of a dry valley, the area is the catchment; elsewhere it is 0. A
    /// course is at least 1.5 samples wide, so it has no gaps where samples are `sample_m` apart.
    /// Returns `None` if the land has no rivers.
    ///
    /// # Panics
    /// Panics as [`Land::fill_at`] does.
    pub fn drained_km2_at(&self, columns_rows_m: [&[f64]; 2], sample_m: f64) -> Option<Vec<f32>> {
        let places = Places::new(columns_rows_m, sample_m);
        BatchEvaluator::new(self.stack(), KeptSamples::default()).drained_km2(&places)
    }

    /// The fields that plant placement needs, at all pairs of columns and rows.
    pub(super) fn plant_fields_at(
        &self,
        columns_rows_m: [&[f64]; 2],
        band_limit_m: f64,
    ) -> PlantFields {
        let places = Places::new(columns_rows_m, band_limit_m);
        let mut batch = BatchEvaluator::new(self.stack(), KeptSamples::default());
        let (heights_m, plant_weights) = batch.land_and_plants(&places);
        PlantFields { heights_m, ridges: batch.relief.map(|relief| relief.ridge), plant_weights }
    }

    /// Returns true if the land is eroded, so that [`Land::reliefs_at`] returns fields.
    pub fn is_eroded(&self) -> bool {
        self.stack().erosion.is_some()
    }

    /// The weight of a layer at all pairs of columns and rows: opacity times masks.
    ///
    /// Columns and rows are in metres and ascend. Returns `None` if no visible layer has the id
    /// `layer`.
    ///
    /// # Panics
    /// Panics as [`Land::fill_at`] does.
    pub fn weights_at(
        &self,
        layer: u32,
        columns_rows_m: [&[f64]; 2],
        band_limit_m: f64,
    ) -> Option<Vec<f32>> {
        let layer = self.stack().visible_layer(layer)?;
        let places = Places::new(columns_rows_m, band_limit_m);
        Some(
            BatchEvaluator::new(self.stack(), KeptSamples::default())
                .weights(MaskedPart::Layer(layer), &places),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset::PRESETS;

    #[test]
    fn eroded_lands_have_reliefs_and_visible_layers_have_weights() {
        let mut eroded = 0;
        for preset in PRESETS {
            let recipe = preset.scene().unwrap().recipe;
            let land = Land::new(&recipe).unwrap();
            let line: Vec<f64> = (0..24).map(|i| f64::from(i) * 16.0).collect();
            let reliefs = land.reliefs_at([&line, &line], 16.0);
            assert_eq!(reliefs.is_some(), land.is_eroded(), "{}", preset.slug);
            if let Some(Reliefs { ridge, occlusion }) = reliefs {
                eroded += 1;
                assert_eq!([ridge.len(), occlusion.len()], [576, 576]);
                assert!(ridge.iter().any(|r| *r != ridge[0]), "{}", preset.slug);
            }
            for layer in recipe.layers.visible() {
                let weights = land.weights_at(layer.id, [&line, &line], 16.0).unwrap();
                assert!(weights.iter().all(|w| (0.0..=1.0).contains(w)), "{}", preset.slug);
            }
            assert_eq!(land.weights_at(u32::MAX, [&line, &line], 16.0), None);
        }
        assert!(eroded > 0);
    }

    #[test]
    fn heights_and_water_together_have_the_bits_of_both_alone() {
        let scene = crate::preset::Preset::find("glen").unwrap().scene().unwrap();
        let land = Land::new(&scene.recipe).unwrap();
        let lines = [1832.0, 3237.0]
            .map(|from_m| (0..32).map(|i| from_m + f64::from(i) * 8.0).collect::<Vec<_>>());
        let lines = lines.each_ref().map(|line| &**line);
        let (heights_m, water) = land.heights_and_water_at(lines, 8.0);
        assert_eq!(heights_m, land.fill_at(lines, 8.0));
        assert_eq!(water, land.water_at(lines, 8.0, &heights_m));
        assert!(water.unwrap().iter().any(|sample| sample.depth_m > 0.0));
    }
}
