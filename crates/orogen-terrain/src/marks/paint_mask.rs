//! Paints masks: adds strokes to the layer of marks that a mask reads.

use super::draw::{DrawError, MarkAddress};
use super::layer::MarksLayer;
use super::path::MarkPath;
use super::tool::{Brush, Mark, Tool};
use crate::layer::{LayerKind, LayersError, MAX_LAYERS, WeightedPart};
use crate::mask::{MAX_MASKS, Mask, MaskKind, OtherLayer};
use crate::recipe::Recipe;

/// The height of strokes of paint, and the upper end of the mask that reads them.
const FULL: f64 = 1.0;

impl Recipe {
    /// Paints the mask of a part along a path, or erases it if the brush lowers, and returns the ids
    /// of the new mark. The part then acts where the user painted.
    ///
    /// The strokes are marks of a hidden layer, which a mask of the part reads. If there is no layer
    /// and mask for them yet, both are added. A first stroke that erases adds an inverted mask, so
    /// that the part acts everywhere else.
    ///
    /// # Errors
    /// Returns an error if the part does not exist, or if there is no room for another layer, mask
    /// or mark. The recipe then stays as it is.
    ///
    /// ```
    /// use orogen_terrain::Recipe;
    /// use orogen_terrain::marks::Brush;
    /// use orogen_terrain::layer::WeightedPart;
    ///
    /// let mut recipe = Recipe::default();
    /// recipe.paint(WeightedPart::Plants, Brush::default(), "0,0 +900,200".parse()?)?;
    /// let mask = recipe.plants_masks.enabled().next().expect("painting adds a mask");
    /// assert!(!mask.invert);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn paint(
        &mut self,
        part: WeightedPart,
        brush: Brush,
        path: MarkPath,
    ) -> Result<MarkAddress, DrawError> {
        let mut recipe = self.clone();
        let (layer, is_inverted) = match recipe.painted_mask(part) {
            Some(found) => found,
            None => recipe.add_painted_mask(part, brush.height_m < 0.0)?,
        };
        let adds = (brush.height_m > 0.0) != is_inverted;
        let height_m = if adds { FULL } else { -FULL };
        let brush = Tool::Brush(Brush { height_m, ..brush });
        let listed = recipe.layers.iter_mut().find(|other| other.id == layer);
        let Some(LayerKind::Marks(marks)) = listed.map(|layer| &mut layer.kind) else {
            return Err(DrawError::NoMarks(layer));
        };
        let mark = marks.next_id();
        marks.push(Mark { id: mark, on: true, tool: brush, path })?;
        *self = recipe;
        Ok(MarkAddress { layer, mark })
    }

    /// The layer of marks that a mask of a part reads, and true if the mask is inverted.
    fn painted_mask(&self, part: WeightedPart) -> Option<(u32, bool)> {
        let layers = self.layers.iter().filter(|layer| matches!(layer.kind, LayerKind::Marks(_)));
        let ids: Vec<u32> = layers.map(|layer| layer.id).collect();
        self.masks_of(part)?.enabled().find_map(|mask| match &mask.kind {
            MaskKind::OtherLayer(other) if ids.contains(&other.layer) => {
                Some((other.layer, mask.invert))
            }
            _ => None,
        })
    }

    /// Adds a hidden layer of marks and a mask that reads it.
    fn add_painted_mask(
        &mut self,
        part: WeightedPart,
        is_inverted: bool,
    ) -> Result<(u32, bool), DrawError> {
        let title = match part {
            WeightedPart::Rivers => "rivers".to_owned(),
            WeightedPart::Erosion => "erosion".to_owned(),
            WeightedPart::Plants => "plants".to_owned(),
            WeightedPart::Layer(id) => match self.layers.iter().find(|layer| layer.id == id) {
                Some(layer) => layer.title().to_owned(),
                None => return Err(DrawError::NoLayer(id)),
            },
        };
        let top = self.layers.len() - 1;
        let kind = LayerKind::Marks(MarksLayer::default());
        let index = self.layers.add(top, kind).ok_or(LayersError::Count(MAX_LAYERS + 1))?;
        let layer = &mut self.layers[index];
        layer.head.layer.name = format!("Paint of {title}");
        layer.head.layer.visible = false;
        let layer = layer.id;
        let masks = self.masks_of_mut(part).expect("the part exists, for it has a title");
        if masks.0.len() >= MAX_MASKS {
            return Err(DrawError::Masks);
        }
        let id = masks.0.iter().map(|mask| mask.id).max().unwrap_or(0).saturating_add(1);
        let kind = MaskKind::OtherLayer(OtherLayer { layer, low_m: 0.0, high_m: FULL });
        let mask = Mask::new(id, kind.mask_type());
        masks.0.push(Mask { invert: is_inverted, kind, ..mask });
        Ok((layer, is_inverted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::land::Land;
    use crate::layer::MAX_LAYERS;
    use crate::stack::{BatchEvaluator, KeptSamples, Places};

    fn weight(recipe: &Recipe, part: WeightedPart, place_m: [f64; 2]) -> f64 {
        let land = Land::new(recipe).unwrap().with_weights_of(Some(part));
        let places = Places::new([&place_m[..1], &place_m[1..]], 0.0);
        let mut batch = BatchEvaluator::new(land.stack(), KeptSamples::default());
        f64::from(batch.weights(land.weighted_part().unwrap(), &places)[0])
    }

    #[test]
    fn a_stroke_paints_a_new_mask_and_the_next_stroke_adds_to_it() {
        let others = [WeightedPart::Plants, WeightedPart::Rivers, WeightedPart::Erosion];
        for part in others.into_iter().chain([WeightedPart::Layer(1)]) {
            let mut recipe = Recipe::default();
            // Rivers would leave a part of the erosion.
            (recipe.erosion.on, recipe.rivers.on) = (true, part == WeightedPart::Rivers);
            let brush = Brush { radius_m: 100.0, ..Brush::default() };
            recipe.paint(part, brush.clone(), "0,0".parse().unwrap()).unwrap();
            let second = recipe.paint(part, brush.clone(), "500,0".parse().unwrap()).unwrap();
            assert_eq!((recipe.layers.len(), second.mark), (2, 2));
            let places = [[0.0, 0.0], [500.0, 0.0], [250.0, 0.0]];
            assert_eq!(places.map(|place| weight(&recipe, part, place)), [1.0, 1.0, 0.0]);
            let erasing = Brush { height_m: -50.0, ..brush };
            recipe.paint(part, erasing, "0,0".parse().unwrap()).unwrap();
            assert_eq!(places.map(|place| weight(&recipe, part, place)), [0.0, 1.0, 0.0]);
        }
    }

    #[test]
    fn a_first_stroke_that_erases_leaves_the_rest() {
        let mut recipe = Recipe::default();
        let erasing = Brush { height_m: -50.0, radius_m: 100.0, ..Brush::default() };
        recipe.paint(WeightedPart::Plants, erasing, "0,0".parse().unwrap()).unwrap();
        let places = [[0.0, 0.0], [500.0, 0.0]];
        assert_eq!(places.map(|at| weight(&recipe, WeightedPart::Plants, at)), [0.0, 1.0]);
        let brush = Brush { radius_m: 100.0, ..Brush::default() };
        recipe.paint(WeightedPart::Plants, brush, "0,0".parse().unwrap()).unwrap();
        assert_eq!(places.map(|at| weight(&recipe, WeightedPart::Plants, at)), [1.0, 1.0]);
    }

    #[test]
    fn strokes_do_not_land_on_hidden_layers() {
        let mut recipe = Recipe::default();
        let path = || "0,0".parse::<MarkPath>().unwrap();
        let painted = recipe.paint(WeightedPart::Plants, Brush::default(), path()).unwrap();
        let drawn = recipe.draw(None, Tool::Brush(Brush::default()), path()).unwrap();
        assert_ne!(painted.layer, drawn.layer);
    }

    #[test]
    fn refusals_leave_the_recipe_as_it_is() {
        let mut recipe = Recipe::default();
        let path = || "0,0".parse::<MarkPath>().unwrap();
        let gone = recipe.paint(WeightedPart::Layer(9), Brush::default(), path());
        assert_eq!(gone, Err(DrawError::NoLayer(9)));
        while recipe.layers.len() < MAX_LAYERS {
            recipe.layers.add(0, LayerKind::Marks(MarksLayer::default())).unwrap();
        }
        let full = recipe.clone();
        assert!(recipe.paint(WeightedPart::Plants, Brush::default(), path()).is_err());
        assert!(recipe == full);
    }
}
