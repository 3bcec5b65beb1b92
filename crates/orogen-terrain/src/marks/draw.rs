//! Adds marks to a recipe, on the layers where they belong.

use super::layer::{MarksError, MarksLayer};
use super::path::MarkPath;
use super::tool::{Lake, Mark, Tool, ToolKind};
use crate::layer::{Layer, LayerKind, LayersError, MAX_LAYERS};
use crate::mask::MAX_MASKS;
use crate::recipe::Recipe;

/// A mark cannot be added to a recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The layer is full.
    #[error(transparent)]
    Marks(#[from] MarksError),
    /// The land has the largest number of layers, so no layer for the mark can be added.
    #[error(transparent)]
    Layers(#[from] LayersError),
    /// The layer does not exist or has no marks; the number is its id.
    #[error("layer {0} is not a layer of marks; leave the layer out to add one")]
    NoMarks(u32),
    /// The layer whose mask is to be painted does not exist; the number is its id.
    #[error("layer {0} does not exist; choose a layer of the land")]
    NoLayer(u32),
    /// The part has no room for another mask.
    #[error("it has {MAX_MASKS} masks, and no more are allowed; remove a mask to paint a new one")]
    Masks,
}

/// The ids of a layer and of a mark in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MarkAddress {
    /// The id of the layer.
    pub layer: u32,
    /// The id of the mark in the layer.
    pub mark: u32,
}

/// The names of the layers for marks that are eroded, and for marks on top of the eroded land.
const NAMES: [&str; 2] = ["Shapes", "Works"];

/// The height and the width of the rim of a drawn lake, as shares of the width of its banks.
const RIM_SHARE: f64 = 0.05;
const CREST_SHARE: f64 = 0.05;
/// The slope of the dam of a drawn lake.
const DAM_SLOPE: f64 = 0.25;
/// The roughness of the flanks of drawn ridges and valleys.
const ROUGHNESS: f64 = 0.5;

impl Tool {
    /// Creates a tool as the user draws with it: with rough flanks, with a smooth shore, and as a part of the
    /// network of rivers. The defaults of [`Tool::new`] have straight lines and no part in the network,
    /// because older files leave out the parameters.
    pub fn for_drawing(kind: ToolKind) -> Self {
        let mut tool = Self::new(kind);
        match &mut tool {
            Self::Ridge(ridge) => ridge.roughness = ROUGHNESS,
            Self::Valley(valley) => valley.roughness = ROUGHNESS,
            Self::River(river) => river.joins = true,
            Self::Lake(lake) => (lake.rounded, lake.joins) = (true, true),
            _ => {}
        }
        tool
    }
}

impl Lake {
    /// Gives the lake a rim and a dam that suit the width of its banks.
    pub fn fit_rim(&mut self) {
        self.rim_m = (RIM_SHARE * self.reach_m).clamp(0.0, 100.0);
        self.crest_m = (CREST_SHARE * self.reach_m).clamp(0.0, 400.0);
        self.fill = DAM_SLOPE;
    }
}

impl Recipe {
    /// Adds a mark after the other marks of a layer, and returns its ids.
    ///
    /// Without a layer, the mark is added to the highest visible layer of marks that suits it. A tool
    /// without creases suits a layer that is eroded, the other tools suit a layer that is not. If no layer
    /// suits the mark, the recipe gets a new layer at the top.
    ///
    /// # Errors
    /// Returns an error if the layer is full or has no marks, or if no layer can be added. The
    /// recipe then stays as it is.
    ///
    /// ```
    /// use orogen_terrain::Recipe;
    /// use orogen_terrain::marks::{Tool, ToolKind};
    ///
    /// let mut recipe = Recipe::default();
    /// let road = recipe.draw(None, Tool::new(ToolKind::Road), "0,0 +900,200".parse()?)?;
    /// let ridge = recipe.draw(None, Tool::new(ToolKind::Ridge), "0,400 +900,0".parse()?)?;
    /// assert_ne!(road.layer, ridge.layer);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn draw(
        &mut self,
        layer: Option<u32>,
        tool: Tool,
        path: MarkPath,
    ) -> Result<MarkAddress, DrawError> {
        let is_eroded = !tool.is_creased();
        let suits = |other: &Layer| match layer {
            Some(id) => other.id == id,
            None => {
                let has_marks = matches!(other.kind, LayerKind::Marks(_));
                let head = &other.head.layer;
                has_marks && head.visible && head.eroded == is_eroded
            }
        };
        let index = match (self.layers.iter().rposition(suits), layer) {
            (Some(index), _) => index,
            (None, Some(id)) => return Err(DrawError::NoMarks(id)),
            (None, None) => self.add_marks_layer(is_eroded)?,
        };
        let layer = &mut self.layers[index];
        let LayerKind::Marks(marks) = &mut layer.kind else {
            return Err(DrawError::NoMarks(layer.id));
        };
        let id = marks.next_id();
        marks.push(Mark { id, on: true, tool, path })?;
        Ok(MarkAddress { layer: layer.id, mark: id })
    }

    fn add_marks_layer(&mut self, is_eroded: bool) -> Result<usize, LayersError> {
        let top = self.layers.len() - 1;
        let kind = LayerKind::Marks(MarksLayer::default());
        let index = self.layers.add(top, kind).ok_or(LayersError::Count(MAX_LAYERS + 1))?;
        let head = &mut self.layers[index].head.layer;
        head.name = NAMES[usize::from(!is_eroded)].to_owned();
        head.eroded = is_eroded;
        Ok(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_come_to_the_layers_that_suit_them() {
        let mut recipe = Recipe::default();
        let path: MarkPath = "10,20 +30,0".parse().unwrap();
        let mut drawn = vec![];
        for kind in ToolKind::ALL {
            let mark = recipe.draw(None, Tool::new(kind.value), path.clone()).unwrap();
            drawn.push((kind.name, mark.layer, mark.mark));
        }
        let shapes = ["brush", "smooth", "flatten", "ridge", "valley"];
        for (name, layer, _) in &drawn {
            assert_eq!(*layer, if shapes.contains(name) { 2 } else { 3 }, "{name}");
        }
        assert_eq!(recipe.layers.len(), 3);
        assert!(recipe.layers[1].is_guide() && !recipe.layers[2].is_guide());
        let on_noise = recipe.draw(Some(1), Tool::new(ToolKind::Brush), path.clone());
        assert_eq!(on_noise, Err(DrawError::NoMarks(1)));
        assert_eq!(
            recipe.draw(Some(9), Tool::new(ToolKind::Road), path),
            Err(DrawError::NoMarks(9))
        );
    }
}
