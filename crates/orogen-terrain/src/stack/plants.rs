//! The density of plants on the whole land: the weight of their masks.
//!
//! Plants do not affect the land. Their masks are prepared after all of its parts, and only if
//! there are any.

use std::sync::Arc;

use super::batch::BatchEvaluator;
use super::below_key::below;
use super::make::Stack;
use super::parts::{MaskedPart, PlantsLand};
use super::places::Places;
use crate::layer::{Layer, derived};
use crate::mask::Masks;
use crate::recipe::Recipe;
use orogen_noise::NoiseError;

impl Stack {
    /// Prepares the masks of a recipe's plants and the layers that only they read; `None` if no
    /// mask is on.
    pub(super) fn plants<'a>(
        &mut self,
        recipe: &'a Recipe,
        layers: &mut Vec<&'a Layer>,
        guides: usize,
    ) -> Result<Option<PlantsLand>, NoiseError> {
        let masks = &recipe.plants_masks;
        if masks.on().next().is_none() {
            return Ok(None);
        }
        self.add_mask_layers(recipe, layers, &masks.needs());
        self.add_layers(recipe, layers, guides)?;
        let mut below = below(recipe, &layers[..self.seen], guides > 0, layers);
        below.operations = recipe.operations.clone();
        Ok(Some(PlantsLand {
            masks: Masks(masks.on().cloned().collect()),
            asked: self.mask_input_indices(masks, derived(recipe.seed(), PLANTS, 0))?,
            below: Arc::new(below),
        }))
    }
}

impl BatchEvaluator<'_> {
    /// The heights of the whole land and the weight of its plants; no weight without masks.
    pub fn planted(&mut self, places: &Places<'_>) -> (Vec<f32>, Option<Vec<f32>>) {
        let Some(plants) = &self.stack.plants else {
            return (self.land(places, false).values, None);
        };
        let slopes = plants.asked.iter().any(|asked| asked.needs.gradient_below);
        let land = self.land(places, slopes);
        // Keep the relief of these places; masks may evaluate the places around them.
        let relief = self.relief.take();
        let (masks, asked) = (&plants.masks, &*plants.asked);
        let weight = self.masked(masks, asked, MaskedPart::Plants, (places, &land, false));
        self.relief = relief;
        (land.values, Some(weight.values))
    }

    /// The weight of plants; 1 without masks.
    pub(super) fn plants_weights(&mut self, places: &Places<'_>) -> Vec<f32> {
        match self.stack.plants {
            Some(_) => self.planted(places).1,
            None => None,
        }
        .unwrap_or_else(|| vec![1.0; places.count()])
    }
}

/// The salt of derived seeds.
const PLANTS: u32 = 0x706c_616e;
