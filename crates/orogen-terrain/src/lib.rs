//! Procedural land: recipes and their parameter tables, the height function, chunks and meshes. No
//! engine types.
//!
//! ```
//! use orogen_terrain::{Land, Recipe};
//!
//! let land = Land::new(&Recipe::default())?;
//! let height_m = land.height_m([120.0, -40.0], land.spacing_m());
//! assert!(height_m.is_finite());
//! # Ok::<(), orogen_noise::NoiseError>(())
//! ```

#![warn(missing_docs)]

pub mod address;
mod address_target;
mod atmosphere;
pub mod blend;
mod block;
pub mod bookmark;
pub mod bounds;
pub mod camera;
pub mod choices;
pub mod chunk;
pub mod clock;
pub mod clouds;
pub mod code;
pub mod destination;
mod drawn_waters;
pub mod dual;
mod duals;
mod edit_file;
pub mod erosion;
pub mod fields;
pub mod fitting;
#[cfg(test)]
mod frozen_lands;
pub mod ground;
pub mod heightfield;
pub mod heightmap;
pub mod horizon;
mod kinds;
pub mod land;
pub mod landform;
pub mod layer;
mod layer_file;
pub mod lod;
pub mod look;
pub mod marks;
pub mod mask;
pub mod materials;
pub mod mesh;
pub mod mood;
mod noise_layer;
pub mod normals;
pub mod operation;
pub mod palette;
pub mod param;
mod part_masks;
mod part_seed;
pub mod permanent_numbers;
pub mod preset;
pub mod quantity;
mod real;
pub mod recipe;
mod recipe_part;
mod recipe_text;
mod reliefs;
pub mod rivers;
pub mod roads;
pub mod scatter;
pub mod scene;
mod scene_error;
pub mod scene_parts;
mod shader_numbers;
pub mod shading;
pub mod shape;
pub mod share;
pub mod sky;
pub mod snippet;
pub(crate) mod stack;
pub mod statistics;
pub mod sun;
pub mod surface;
pub mod thumbnail;
mod toml_text;
pub mod trace;
pub mod values;
mod varint;
pub mod vary;
pub mod view;
mod view_error;
pub mod watercourses;
#[cfg(test)]
mod wavy;
mod without_part;

pub use chunk::ChunkKey;
pub use land::Land;
pub use orogen_noise::text::nearest;
pub use recipe::Recipe;
pub use scene::Scene;
pub use surface::Surface;
pub use trace::LandTrace;
pub use view::View;

/// The example in the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
