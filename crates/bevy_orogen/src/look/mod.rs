//! Draws the land: material, light, sky, water, clouds and quality.
//!
//! These modules use `land`; `land` does not use them.

pub mod chunk_material;
pub mod clouds;
pub mod colour;
pub mod daylight;
pub mod horizon;
pub mod material;
pub mod normals;
pub mod pipeline_variant;
pub mod pipelines;
pub mod plants;
pub mod plugins;
pub mod quality;
pub mod rebind;
mod road_sheets;
pub mod scale;
#[doc(hidden)]
pub mod shader_structs;
pub mod shaders;
mod suns;
mod tier;
pub mod tile_buffers;
#[doc(hidden)]
pub mod uniform;
pub(crate) mod water_sheets;

pub use plugins::{LandMaterialPlugin, LookPlugin, ShaderNumbersPlugin};
