//! The look of the land: material, light, sky, and quality.
//!
//! It may use `land`, which does not use it.

pub mod chunk_material;
pub mod clouds;
pub mod colour;
pub mod daylight;
pub mod drawn;
pub mod horizon;
pub mod material;
pub mod normals;
pub mod pipelines;
pub mod plants;
pub mod quality;
pub mod rebind;
pub mod scale;
pub mod set;
pub mod shaders;
pub(crate) mod sheets;
#[doc(hidden)]
pub mod structs;
mod suns;
mod tier;
pub mod tile_buffers;
#[doc(hidden)]
pub mod uniform;

pub use set::{LookPlugin, NumbersPlugin, OwnMaterialPlugin};
