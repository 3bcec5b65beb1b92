//! What a stack is made of, ready to be asked.

use std::sync::Arc;

use super::below::Below;
use crate::blend::Blending;
use crate::erosion::{Erosion, Finish};
use crate::landform::Coast;
use crate::mask::{Masks, Needs};
use crate::operation::Operation;
use crate::shape::Shape;
use orogen_noise::hash::Seed;

/// A layer, ready to be asked.
pub(crate) struct LayerLand {
    pub id: u32,
    /// What a list calls it, and what it is made of.
    pub title: String,
    pub kind: &'static str,
    pub ground: Ground,
    pub operations: Vec<OperationLand>,
    /// Those that are on, and what each asks for.
    pub masks: Masks,
    pub asked: Vec<Asked>,
    pub blending: Blending,
    pub opacity: f64,
    /// See [`crate::layer::Layer::is_whole`].
    pub is_whole: bool,
    /// The layers below it, by which kept curvatures are told apart.
    pub below: Arc<Below>,
}

/// Under what a land lies of which masks are made.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Under {
    /// Under a layer, by its place.
    Layer(usize),
    /// Under the erosion, over so many layers.
    Erosion(usize),
    /// Under the plants: the whole land.
    Plants,
}

/// What a layer is before its operations.
pub(crate) enum Ground {
    /// A noise by its place among the sources, the same without creases where it is eroded, and how
    /// it becomes heights.
    Noise { source: usize, guide: Option<usize>, shape: Shape },
    /// A landform by its place among the sources.
    Landform { source: usize },
    /// Nothing.
    Flat,
    /// The coast of the land below, and the sea's level.
    Coast { coast: Coast, sea_level_m: f64 },
}

/// An operation and its noises, by their places among the sources.
pub(crate) struct OperationLand {
    /// Its lasting number.
    pub id: u32,
    pub operation: Operation,
    pub noises: Vec<usize>,
    /// Of its noises.
    pub seed: Seed,
}

/// What a mask asks for, by the places of noise and layer.
pub(crate) struct Asked {
    pub needs: Needs,
    pub noise: Option<usize>,
    pub layer: Option<usize>,
}

/// Whose operations and ground are asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Whose {
    /// All layers together.
    Sum,
    /// One layer, by its place.
    Layer(usize),
}

/// The erosion of a land, ready to be asked.
pub(crate) struct ErosionLand {
    pub(crate) erosion: Erosion,
    pub(crate) finish: Finish,
    /// Layered rock, whose noise is that of its own seed.
    pub(crate) strata: Option<OperationLand>,
    /// Those that are on, and what each asks for.
    pub masks: Masks,
    pub asked: Vec<Asked>,
    /// How many layers, from the bottom up, are eroded.
    pub guides: usize,
    /// The band limit of the guide.
    pub limit_m: f64,
    /// The waves of the finest gullies.
    pub(super) finest_m: f64,
    pub below: Arc<Below>,
}

/// The masks of the plants, ready to be asked.
pub(crate) struct PlantsLand {
    /// Those that are on, and what each asks for.
    pub masks: Masks,
    pub asked: Vec<Asked>,
    /// The whole land.
    pub below: Arc<Below>,
}

impl Ground {
    /// The source of a noise, at a place of the guide or of the land.
    pub fn noise_source(source: usize, guide: Option<usize>, is_guide: bool) -> usize {
        guide.filter(|_| is_guide).unwrap_or(source)
    }
}

impl LayerLand {
    pub(super) fn is_coast(&self) -> bool {
        matches!(self.ground, Ground::Coast { .. })
    }

    /// Whether nothing but its opacity says where it counts.
    pub fn is_everywhere(&self) -> bool {
        self.asked.is_empty()
    }
}
