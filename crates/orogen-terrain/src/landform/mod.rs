//! Landforms: crater fields, dunes, mesas and others, as functions of the position.
//!
//! | file | content |
//! |---|---|
//! | `form` | the interface of all landforms: [`Landform`] |
//! | `scatter` | one hashed feature per cell, and the reference |
//! | `batch`, `moved`, `run` | the same for many samples at once: on lines, at moved places, in runs |
//! | `many` | the same in f64 |
//! | `parts` | the parts of a landform, for the code export |
//! | `layer` | the kinds as layers: [`LandformLayer`] |
//! | `field`, `finish` | octaves of features and the step from their sum to the height |
//! | `round` | slopes, and functions of the distance from a middle |
//! | the others | the kinds, each with its document of parameters |
//!
//! A new kind is a `FeatureKernel` (a scattered feature) or a `Finish` (a final step on a noise of blobs),
//! and a row of `layer`.

mod barchans;
mod batch;
mod blobs;
mod coast;
mod continents;
mod craters;
mod dunes;
mod field;
mod finish;
mod form;
mod karst;
mod layer;
mod many;
mod mesas;
mod moved;
mod parts;
mod round;
mod run;
mod scatter;
#[cfg(test)]
mod tests;
mod volcanoes;
mod wind;

pub use barchans::{BarchansDocument, BarchansGroup, barchans};
pub use coast::{Coast, CoastDocument, CoastGroup};
pub use continents::{ContinentsDocument, ContinentsGroup, continents};
pub use craters::{CratersDocument, CratersGroup, craters};
pub use dunes::{DunesDocument, DunesGroup, dunes};
pub use form::Landform;
pub use karst::{DolinesDocument, DolinesGroup, TowersDocument, TowersGroup, dolines, towers};
pub use layer::{LandformKind, LandformLayer, LandformOrCoast};
pub use mesas::{MesasDocument, MesasGroup, mesas};
pub use parts::{FieldParts, FinishParts, OctaveParts};
pub use scatter::Layout;
pub use volcanoes::{VolcanoesDocument, VolcanoesGroup, volcanoes};
pub use wind::downwind;
