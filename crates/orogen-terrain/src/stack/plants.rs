//! The weight of the plants' masks, which limits the density of plants.
//!
//! Plants do not change the land. Their masks, if there are any, are prepared after all parts of
//! the land.

use std::sync::Arc;

use super::batch::BatchEvaluator;
use super::make::Stack;
use super::parts::{MaskedPart, PlantsLand};
use super::places::Places;
use crate::layer::Layer;
use crate::mask::Masks;
use crate::part_seed::derive_seed;
use crate::recipe::Recipe;
use orogen_noise::NoiseError;

impl Stack {
    /// Prepares the masks of the plants, and the hidden layers that only they read. Returns `None`
    /// if no mask is on.
    pub(super) fn plants<'a>(
        &mut self,
        recipe: &'a Recipe,
        layers: &mut Vec<&'a Layer>,
        guide_count: usize,
    ) -> Result<Option<PlantsLand>, NoiseError> {
        let masks = &recipe.plants_masks;
        if masks.enabled().next().is_none() {
            return Ok(None);
        }
        self.add_mask_layers(recipe, layers, &masks.needs());
        self.add_layers(recipe, layers, guide_count)?;
        let mut below_key =
            self.make_below_key(recipe, &layers[..self.visible_count], guide_count > 0, layers);
        below_key.operations = recipe.operations.clone();
        Ok(Some(PlantsLand {
            masks: Masks(masks.enabled().cloned().collect()),
            mask_inputs: self.mask_input_indices(masks, derive_seed(recipe.seed(), PLANTS, 0))?,
            below_key: Arc::new(below_key),
        }))
    }
}

impl BatchEvaluator<'_> {
    /// The heights of the whole land, and the weight of its plants; `None` without masks.
    pub fn land_and_plants(&mut self, places: &Places<'_>) -> (Vec<f32>, Option<Vec<f32>>) {
        let Some(plants) = &self.stack.plants else {
            return (self.land(places, false).values, None);
        };
        let slopes = plants.mask_inputs.iter().any(|mask| mask.needs.gradient_below);
        let land = self.land(places, slopes);
        let (masks, indices) = (&plants.masks, &*plants.mask_inputs);
        let weight = self.weigh_masks(masks, indices, MaskedPart::Plants, (places, &land, false));
        (land.values, Some(weight.values))
    }

    /// The weight of the plants' masks; 1 without masks.
    pub(super) fn plants_weights(&mut self, places: &Places<'_>) -> Vec<f32> {
        match self.stack.plants {
            Some(_) => self.land_and_plants(places).1,
            None => None,
        }
        .unwrap_or_else(|| vec![1.0; places.count()])
    }
}

/// A number that keeps the seeds of plants' masks apart from other seeds.
const PLANTS: u32 = 0x706c_616e;
