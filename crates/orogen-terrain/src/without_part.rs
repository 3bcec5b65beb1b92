//! A recipe without one of its parts.

use crate::operation::ListedOperation;
use crate::recipe::Recipe;
use crate::recipe_part::RecipePart;

impl Recipe {
    /// A copy of the recipe without a part.
    ///
    /// A layer is hidden; an operation, a mask or the erosion is switched off.
    pub fn without(&self, part: RecipePart) -> Self {
        let mut recipe = self.clone();
        let find = |recipe: &mut Self, id| recipe.layers.iter().position(|layer| layer.id == id);
        let switch_off = |listed: &mut ListedOperation, id| {
            if listed.id == id {
                listed.on = false;
            }
        };
        match part {
            RecipePart::Layer(id) => {
                if let Some(index) = find(&mut recipe, id) {
                    let head = &mut recipe.layers[index].head.layer;
                    (head.visible, head.solo) = (false, false);
                }
            }
            RecipePart::Operation { layer: None, operation } => {
                recipe.operations.iter_mut().for_each(|listed| switch_off(listed, operation));
            }
            RecipePart::Operation { layer: Some(id), operation } => {
                if let Some(index) = find(&mut recipe, id) {
                    let operations = &mut recipe.layers[index].operations;
                    operations.iter_mut().for_each(|listed| switch_off(listed, operation));
                }
            }
            RecipePart::Erosion => recipe.erosion.on = false,
            RecipePart::Mask { owner, mask } => {
                let masks = recipe.masks_of_mut(owner).into_iter().flat_map(|masks| &mut masks.0);
                masks.filter(|listed| listed.id == mask).for_each(|listed| listed.on = false);
            }
        }
        recipe
    }
}
