//! How the land is seen: material, light, sky and what of them a machine can draw.
//!
//! It may touch `plugin::land` and below, which knows nothing of it.

pub mod colour;
pub mod daylight;
pub mod material;
pub mod quality;
pub mod set;
pub mod structs;
pub mod uniform;

pub use set::LookPlugin;
