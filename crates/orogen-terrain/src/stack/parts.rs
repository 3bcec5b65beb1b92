//! The prepared parts of a stack.

use std::sync::Arc;

use super::below_key::BelowKey;
use crate::blend::Blending;
use crate::erosion::{Erosion, Finish};
use crate::landform::Coast;
use crate::mask::{MaskNeeds, Masks};
use crate::operation::Operation;
use crate::shape::Shape;
use orogen_noise::hash::Seed;

/// A prepared layer.
pub(crate) struct LayerLand {
    pub id: u32,
    /// The title and the kind name.
    pub title: String,
    pub kind: &'static str,
    pub ground: Ground,
    pub operations: Vec<OperationLand>,
    /// The masks that are on, and the inputs of each.
    pub masks: Masks,
    pub asked: Vec<MaskInputIndices>,
    pub blending: Blending,
    pub opacity: f64,
    /// See [`crate::layer::Layer::is_whole`].
    pub is_whole: bool,
    /// The key of the land below, for kept curvatures.
    pub below: Arc<BelowKey>,
}

/// The part whose masks read the land below it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MaskedPart {
    /// A layer, by index.
    Layer(usize),
    /// The erosion, over this number of layers.
    Erosion(usize),
    /// The plants, on the whole land.
    Plants,
}

/// A layer before its operations.
pub(crate) enum Ground {
    /// A noise by its source index, its rounded variant for the guide, and its shape.
    Noise { source: usize, guide: Option<usize>, shape: Shape },
    /// A landform by its source index.
    Landform { source: usize },
    /// Level ground at 0.
    Flat,
    /// The coast of the land below, and the sea level.
    Coast { coast: Coast, sea_level_m: f64 },
}

/// An operation with the source indices of its noises.
pub(crate) struct OperationLand {
    /// The id in its list.
    pub id: u32,
    pub operation: Operation,
    pub noises: Vec<usize>,
    /// The seed of its noises.
    pub seed: Seed,
}

/// The inputs of a mask, by source and layer index.
pub(crate) struct MaskInputIndices {
    pub needs: MaskNeeds,
    pub noise: Option<usize>,
    pub layer: Option<usize>,
}

/// The owner of operations and ground.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OperationOwner {
    /// The whole land.
    Sum,
    /// One layer, by index.
    Layer(usize),
}

/// The prepared erosion.
pub(crate) struct ErosionLand {
    pub(crate) erosion: Erosion,
    pub(crate) finish: Finish,
    /// Layered rock, with its own seed.
    pub(crate) strata: Option<OperationLand>,
    /// The masks that are on, and the inputs of each.
    pub masks: Masks,
    pub asked: Vec<MaskInputIndices>,
    /// The number of eroded layers, from the bottom up.
    pub guides: usize,
    /// The band limit of the guide.
    pub limit_m: f64,
    /// The wavelength of the finest gullies.
    pub(super) finest_m: f64,
    pub below: Arc<BelowKey>,
}

/// The prepared masks of the plants.
pub(crate) struct PlantsLand {
    /// The masks that are on, and the inputs of each.
    pub masks: Masks,
    pub asked: Vec<MaskInputIndices>,
    /// The key of the whole land.
    pub below: Arc<BelowKey>,
}

impl Ground {
    /// The source of a noise, for the guide or for the land itself.
    pub fn noise_source(source: usize, guide: Option<usize>, is_guide: bool) -> usize {
        guide.filter(|_| is_guide).unwrap_or(source)
    }
}

impl LayerLand {
    pub(super) fn is_coast(&self) -> bool {
        matches!(self.ground, Ground::Coast { .. })
    }

    /// Returns true if no mask limits the layer.
    pub fn is_everywhere(&self) -> bool {
        self.asked.is_empty()
    }
}
