//! The masks of a part of a recipe.

use crate::mask::Masks;
use crate::recipe::Recipe;
use crate::recipe_part::WeightedPart;

impl Recipe {
    /// The masks of a part; `None` if the layer does not exist.
    pub fn masks_of(&self, part: WeightedPart) -> Option<&Masks> {
        match part {
            WeightedPart::Rivers => Some(&self.rivers_masks),
            WeightedPart::Erosion => Some(&self.erosion_masks),
            WeightedPart::Plants => Some(&self.plants_masks),
            WeightedPart::Layer(id) => {
                self.layers.iter().find(|layer| layer.id == id).map(|layer| &layer.masks)
            }
        }
    }

    /// The masks of a part, for changes; `None` if the layer does not exist.
    pub fn masks_of_mut(&mut self, part: WeightedPart) -> Option<&mut Masks> {
        match part {
            WeightedPart::Rivers => Some(&mut self.rivers_masks),
            WeightedPart::Erosion => Some(&mut self.erosion_masks),
            WeightedPart::Plants => Some(&mut self.plants_masks),
            WeightedPart::Layer(id) => {
                self.layers.iter_mut().find(|layer| layer.id == id).map(|layer| &mut layer.masks)
            }
        }
    }
}
