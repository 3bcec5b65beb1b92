//! Parts of a recipe, by their ids.

/// A part of a recipe with weights, which the chunks of a land can compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WeightedPart {
    /// A layer by its id; the weight is opacity times masks.
    Layer(u32),
    /// The rivers; the weight is their masks.
    Rivers,
    /// The erosion; the weight is its masks.
    Erosion,
    /// The plants; the weight is their masks.
    Plants,
}

/// A part of a recipe, by its ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecipePart {
    /// A layer.
    Layer(u32),
    /// An operation of a layer, or of all layers together.
    Operation {
        /// The layer; `None` for the whole land.
        layer: Option<u32>,
        /// The id of the operation in its list.
        operation: u32,
    },
    /// The erosion.
    Erosion,
    /// A mask of a layer, of the rivers, of the erosion or of the plants.
    Mask {
        /// The owner of the mask.
        owner: WeightedPart,
        /// The id of the mask in its list.
        mask: u32,
    },
}
