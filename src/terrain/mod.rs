//! The land: recipe and its table, the height function, chunks and their meshes. No engine type.

mod address;
pub mod blend;
mod block;
pub mod bookmark;
pub mod bounds;
pub mod camera;
pub mod choices;
pub mod chunk;
pub mod dual;
pub mod heightfield;
pub mod land;
pub mod landform;
pub mod layer;
mod layer_file;
mod layer_land;
pub mod lod;
pub mod look;
pub mod materials;
pub mod mesh;
pub mod mood;
pub mod operation;
pub mod palette;
pub mod param;
pub mod place;
pub mod preset;
pub mod quality;
mod real;
pub mod recipe;
pub mod scene;
mod scene_error;
pub mod settings;
pub mod shading;
pub mod shape;
pub mod sky;
pub mod sun;
pub mod surface;
pub mod view;
mod view_error;
#[cfg(test)]
mod wavy;

pub use chunk::ChunkKey;
pub use land::Land;
pub use recipe::Recipe;
pub use scene::Scene;
pub use surface::Surface;
pub use view::View;
