//! Where plants stand on the whole land, and how densely: the weight of their masks.
//!
//! The land knows nothing of them: what their masks are made of comes after all that it is made of
//! itself, and without masks there is nothing.

use std::sync::Arc;

use super::batch::Batch;
use super::below::below;
use super::make::Stack;
use super::parts::{PlantsLand, Under};
use super::places::Places;
use crate::layer::{Layer, derived};
use crate::mask::Masks;
use crate::recipe::Recipe;
use orogen_noise::NoiseError;

impl Stack {
    /// The masks of a recipe's plants, with the layers of which they alone are made; none where
    /// none is on.
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
        self.add_asked(recipe, layers, &masks.needs());
        self.add_layers(recipe, layers, guides)?;
        let mut below = below(recipe, &layers[..self.seen], guides > 0, layers);
        below.operations = recipe.operations.clone();
        Ok(Some(PlantsLand {
            masks: Masks(masks.on().cloned().collect()),
            asked: self.asked(masks, derived(recipe.seed(), PLANTS, 0))?,
            below: Arc::new(below),
        }))
    }
}

impl Batch<'_> {
    /// The heights of the whole land, and how much its plants count there; none where they have no
    /// masks.
    pub fn planted(&mut self, places: &Places<'_>) -> (Vec<f32>, Option<Vec<f32>>) {
        let Some(plants) = &self.stack.plants else {
            return (self.land(places, false).values, None);
        };
        let slopes = plants.asked.iter().any(|asked| asked.needs.gradient_below);
        let land = self.land(places, slopes);
        // Of these places, and not of those around them that a mask may ask for.
        let relief = self.relief.take();
        let (masks, asked) = (&plants.masks, &*plants.asked);
        let weight = self.masked(masks, asked, Under::Plants, (places, &land, false));
        self.relief = relief;
        (land.values, Some(weight.values))
    }

    /// How much plants count: in full where they have no masks.
    pub(super) fn plants_weights(&mut self, places: &Places<'_>) -> Vec<f32> {
        match self.stack.plants {
            Some(_) => self.planted(places).1,
            None => None,
        }
        .unwrap_or_else(|| vec![1.0; places.count()])
    }
}

/// What seeds are derived for.
const PLANTS: u32 = 0x706c_616e;
