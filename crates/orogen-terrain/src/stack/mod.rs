//! The stack: a recipe's layers, masks and operations, prepared for evaluation.
//!
//! | file | what |
//! |---|---|
//! | `parts`, `make` | what a stack is made of, and how it is made of a recipe |
//! | `source` | a noise or a landform, from which fields are sampled |
//! | `places` | where a part of the land is sampled, after operations moved places |
//! | `planes` | values of many points, with slopes where they are asked for |
//! | `at` | a place at which the stack is asked |
//! | `point` | the stack at one point, in f64: the reference |
//! | `batch` | the same for many points, in f32 |
//! | `many` | the same in f64: the bits of single points |
//! | `spots` | where those points are |
//! | `plans` | what chunks share of their noises |
//! | `kept` | what a chunk keeps, so that an edit samples only what is stale |
//! | `notes` | how one point came about, for traces |
//! | `eroded`, `many_eroded` | the erosion between the layers that are eroded and the rest |
//! | `plants` | where plants stand on the whole land, and how densely |
//! | `below` | by what kept samples of the land below a part are told apart |
//! | `bounds` | between which heights the stack lies |
//!
//! All evaluators work alike. The eroded layers (the guide) are composed bottom up and eroded; the
//! other layers follow in order, then the operations on the whole land. A layer is its ground with
//! its own operations, blended with the land below by its weight, opacity times masks. An operation
//! that moves places affects everything before it in its list.

mod at;
mod batch;
mod below;
mod bounds;
mod eroded;
mod kept;
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
mod source;
mod spots;
#[cfg(test)]
mod tests;

pub(crate) use at::At;
pub(crate) use batch::{Batch, curvature_share};
pub(crate) use kept::{Kept, Memory};
pub(crate) use make::Stack;
pub(crate) use many::Many;
pub(crate) use parts::{Asked, ErosionLand, Ground, OperationLand, Under};
pub(crate) use places::Places;
pub(crate) use planes::Planes;
pub(crate) use plans::{Plans, Shared};
pub(crate) use point::Point;
pub(crate) use source::{Source, SourceKey};
