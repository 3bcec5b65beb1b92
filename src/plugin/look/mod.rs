//! How the land is seen: material, light, sky and what of them a machine can draw.
//!
//! It may touch `plugin::land` and below, which knows nothing of it.

pub mod chunk_material;
pub mod colour;
pub mod daylight;
pub mod material;
pub mod quality;
pub mod scale;
pub mod set;
mod sheets;
#[doc(hidden)]
pub mod structs;
mod suns;
#[doc(hidden)]
pub mod uniform;

pub use set::{LookPlugin, NumbersPlugin, OwnMaterialPlugin};
