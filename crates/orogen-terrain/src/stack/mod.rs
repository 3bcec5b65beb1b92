//! The stack: a recipe's layers, masks and operations, prepared for evaluation.
//!
//! | file | what |
//! |---|---|
//! | `parts`, `make` | the parts of a stack, and how a recipe becomes one |
//! | `source` | noises, landforms and heightmaps, from which fields are sampled |
//! | `places` | the sampled places, possibly moved by operations |
//! | `planes` | values at many points, with slopes on request |
//! | `at` | a point of evaluation |
//! | `point` | evaluates one point in f64: the reference |
//! | `batch` | evaluates many points in f32 |
//! | `many` | evaluates many points in f64, with the bits of single points |
//! | `wide_places` | the places of `many` |
//! | `plans` | the noise set-up that chunks share |
//! | `kept` | the fields that a chunk keeps, so that an edit samples only stale ones |
//! | `notes` | the steps of one point, for traces |
//! | `eroded`, `many_eroded` | the erosion between the eroded layers and the rest |
//! | `plants` | the density of plants on the whole land |
//! | `below` | the key of the land below a part, for kept samples |
//! | `bounds` | the height bounds of the stack |
//!
//! All evaluators work alike. The eroded layers (the guide) are composed bottom up and eroded; the
//! other layers follow in order, then the operations on the whole land. A layer is its ground with
//! its own operations, blended with the land below by its weight, opacity times masks. An operation
//! that moves places affects everything before it in its list.

mod batch;
mod below_key;
mod bounds;
mod eroded;
mod kept_samples;
mod make;
mod many;
mod many_eroded;
mod notes;
mod parts;
mod places;
mod planes;
mod plans;
mod plants;
mod point;
mod sample_point;
mod source;
#[cfg(test)]
mod tests;
mod wide_places;

pub(crate) use batch::{BatchEvaluator, curvature_share};
pub(crate) use kept_samples::{KeptField, KeptSamples};
pub(crate) use make::Stack;
pub(crate) use many::WideEvaluator;
pub(crate) use parts::{
    ErosionLand, Ground, MaskInputIndices, MaskedPart, OperationLand, OperationOwner,
};
pub(crate) use places::Places;
pub(crate) use planes::Planes;
pub(crate) use plans::{Plans, Shared};
pub(crate) use point::PointEvaluator;
pub(crate) use sample_point::SamplePoint;
pub(crate) use source::{Source, SourceKey};
