//! The parts of a stack, prepared for evaluation.

use std::sync::Arc;

use super::below_key::BelowKey;
use super::places::Places;
use crate::blend::Blending;
use crate::erosion::{Erosion, JoinParameters};
use crate::landform::Coast;
use crate::marks::{MarksLand, PaintLand};
use crate::mask::{MaskNeeds, Masks};
use crate::operation::Operation;
use crate::shape::Shape;
use orogen_noise::hash::Seed;

/// A layer, prepared for evaluation.
pub(crate) struct LayerLand {
    pub id: u32,
    /// The title that the user sees.
    pub title: String,
    pub kind: &'static str,
    pub ground: LayerSource,
    pub operations: Vec<OperationLand>,
    /// The masks that are on; `mask_inputs` has the inputs of each, in the same order.
    pub masks: Masks,
    pub mask_inputs: Vec<MaskInputIndices>,
    pub blending: Blending,
    pub opacity: f64,
    /// True if the layer needs no blending when it is the lowest; see
    /// [`crate::layer::Layer::is_unchanged_if_lowest`].
    pub is_unchanged_if_lowest: bool,
    /// The cache key of the land below the layer.
    pub below_key: Arc<BelowKey>,
}

/// A part with masks. Its masks read the land below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum MaskedPart {
    /// A layer, by index.
    Layer(usize),
    /// The rivers; the number counts the layers below them, which are the guide.
    Rivers(usize),
    /// The erosion; the number counts the layers below it, which are the guide.
    Erosion(usize),
    /// The plants, on the whole land.
    Plants,
}

/// The source of a layer's heights, before its operations.
pub(crate) enum LayerSource {
    /// A noise: its source index, the index of its rounded variant for the erosion's guide, and
    /// the shape that turns noise into heights.
    Noise { source: usize, guide: Option<usize>, shape: Shape },
    /// A landform or heightmap, by its source index.
    Landform { source: usize },
    /// Level ground at 0.
    Flat,
    /// A coast, which is made from the land below the layer.
    Coast { coast: Coast, sea_level_m: f64 },
    /// Marks, which change the land below the layer.
    Marks(MarksLand),
    /// The strokes of a layer of marks as weights, for the masks that read the layer.
    Paint(Arc<PaintLand>),
}

/// An operation, with the source indices of its noises.
pub(crate) struct OperationLand {
    /// The operation's id in its list.
    pub id: u32,
    pub operation: Operation,
    pub noises: Vec<usize>,
    /// The seed of its noises.
    pub seed: Seed,
}

/// The inputs of a mask: its needs, the source index of its noise, and the index of the layer that it
/// reads.
pub(crate) struct MaskInputIndices {
    pub needs: MaskNeeds,
    pub noise: Option<usize>,
    pub layer: Option<usize>,
}

/// The owner of a list of operations.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OperationOwner {
    /// The whole land.
    WholeLand,
    /// One layer, by index.
    Layer(usize),
}

/// The erosion, prepared for evaluation.
pub(crate) struct ErosionLand {
    pub(crate) erosion: Erosion,
    pub(crate) join_parameters: JoinParameters,
    /// Layered rock as an operation, with its own seed.
    pub(crate) strata: Option<OperationLand>,
    /// The masks that are on; `mask_inputs` has the inputs of each, in the same order.
    pub masks: Masks,
    pub mask_inputs: Vec<MaskInputIndices>,
    /// The number of guide layers, which are the first layers of the stack.
    pub guide_count: usize,
    /// The band limit of the coarse guide.
    pub limit_m: f64,
    /// The wavelength of the finest gullies.
    pub(super) finest_m: f64,
    pub below_key: Arc<BelowKey>,
}

/// The masks of the plants, prepared for evaluation.
pub(crate) struct PlantsLand {
    /// The masks that are on; `mask_inputs` has the inputs of each, in the same order.
    pub masks: Masks,
    pub mask_inputs: Vec<MaskInputIndices>,
    /// The cache key of the whole land.
    pub below_key: Arc<BelowKey>,
}

impl LayerSource {
    /// Chooses the source of a noise: for the guide its rounded variant, if there is one.
    pub fn noise_source(source: usize, guide: Option<usize>, is_guide: bool) -> usize {
        guide.filter(|_| is_guide).unwrap_or(source)
    }
}

impl LayerLand {
    /// Returns true if the layer's ground is computed from the land below it.
    pub fn reshapes_below(&self) -> bool {
        matches!(self.ground, LayerSource::Coast { .. } | LayerSource::Marks(_))
    }

    /// Returns true if the layer has marks, but leaves the land at these places unchanged.
    pub fn has_only_marks_elsewhere(&self, places: &Places<'_>) -> bool {
        let LayerSource::Marks(marks) = &self.ground else { return false };
        let covers = self.blending.blend.covers() && self.opacity == 1.0 && self.is_everywhere();
        let strokes = || marks.strokes_near(&places.around_m()?, places.sample_m);
        covers && self.operations.is_empty() && strokes().is_some_and(|strokes| strokes.is_empty())
    }

    /// Returns true if no mask limits the layer.
    pub fn is_everywhere(&self) -> bool {
        self.mask_inputs.is_empty()
    }
}
