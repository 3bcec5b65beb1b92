//! The stack: a recipe's layers, masks and operations, prepared for evaluation.
//!
//! | file | content |
//! |---|---|
//! | `parts` | the parts of a stack |
//! | `make` | builds a stack from a recipe |
//! | `source` | the noises, landforms and heightmaps that evaluators sample |
//! | `sample_point` | one place with its band limit |
//! | `places` | many places, possibly moved by operations |
//! | `wide_places` | many places in f64, for `many` |
//! | `planes` | values at many places in f32, with slopes on request |
//! | `point` | evaluates one point in f64: the reference |
//! | `batch` | evaluates many points in f32 |
//! | `many` | evaluates many points in f64, bit for bit like `point` |
//! | `kept_layers` | the samples of layers that masks read, kept by `many` |
//! | `shared` | the interface to the samples that chunks share |
//! | `plans` | the noise set-up that chunks share, and the land below masks of curvature |
//! | `kept_samples` | the samples that a chunk caches, so that an edit samples only what changed |
//! | `kept_water` | the rivers and lakes near its samples that a chunk caches |
//! | `kept_strokes` | the sums of strokes that a chunk caches |
//! | `below_key` | the cache key of the land below a layer, the rivers, the erosion or the plants |
//! | `notes` | records the steps of one point, for traces |
//! | `river_land`, `river_network` | the rivers of a recipe, and their network |
//! | `river_masks` | the weight of the rivers' masks |
//! | `river_difference` | where the rivers of two lands are equal |
//! | `river_guide` | adds the valleys of rivers to the guide |
//! | `rivers` | cuts the channels of rivers into the land, and finds their water |
//! | `masked` | evaluates masks at many points in f32 |
//! | `around` | heights around many points, for curvatures and finite differences |
//! | `eroded`, `many_eroded` | evaluate the erosion |
//! | `marks` | applies layers of marks |
//! | `drawn_water` | the water of marks: drawn rivers and lakes |
//! | `water_survey` | the rivers and lakes near the places of a batch |
//! | `roads` | the centre lines of roads on the layers of marks |
//! | `plants` | the weight of plants on the whole land |
//! | `bounds` | the bounds of the heights |
//!
//! All evaluators take the same steps. They compose the guide (the layers that erosion cuts into)
//! from the bottom up, add the valleys of rivers, and erode the guide. They add the other layers in
//! order, apply the operations on the whole land, and cut the channels of rivers. To add a layer, they
//! evaluate its source, apply the layer's operations, and blend the result with the land below. The
//! weight of the blend is opacity times masks. An operation that moves places moves the results of all steps
//! before it in its list.

mod around;
mod batch;
mod below_key;
mod bounds;
mod drawn_water;
mod eroded;
mod kept_layers;
mod kept_samples;
mod kept_strokes;
mod kept_water;
mod make;
mod many;
mod many_eroded;
mod marks;
mod masked;
mod notes;
mod parts;
mod places;
mod planes;
mod plans;
mod plants;
mod point;
mod river_difference;
mod river_guide;
mod river_land;
mod river_masks;
mod river_network;
mod rivers;
mod roads;
mod sample_point;
mod shared;
mod source;
#[cfg(test)]
mod tests;
mod water_survey;
mod wide_places;

pub(crate) use batch::BatchEvaluator;
pub(crate) use eroded::guide_limit_m;
pub(crate) use kept_samples::{KeptField, KeptSamples, KnownSamples};
pub(crate) use kept_strokes::KeptStrokes;
pub(crate) use kept_water::KeptWater;
pub(crate) use make::Stack;
pub(crate) use many::WideEvaluator;
pub(crate) use marks::MarksBelow;
pub(crate) use masked::curvature_share;
pub(crate) use parts::{
    ErosionLand, LayerSource, MaskInputIndices, MaskedPart, OperationLand, OperationOwner,
};
pub(crate) use places::Places;
pub(crate) use planes::Planes;
pub(crate) use plans::Plans;
pub(crate) use point::PointEvaluator;
pub(crate) use roads::LayerRoad;
pub(crate) use sample_point::SamplePoint;
pub(crate) use shared::SharedSamples;
pub(crate) use source::{Source, SourceKey};
