//! The land in a Bevy world.
//!
//! An edit leads to a new revision, a complete build of the land. The land consists of chunk
//! entities. Between revisions, chunks stream in around a viewer.
//!
//! In this crate, these modules use only `draft` and `order`. They do not depend on materials, cameras
//! or windows.

pub mod build;
pub mod chunk_builder;
pub mod chunk_limit;
pub mod chunks;
pub mod coarse;
mod edit_reach;
pub mod error;
pub mod fed;
pub(crate) mod lock;
pub mod meshes;
pub mod origin;
pub mod pending_edits;
pub mod pool;
pub mod revision;
pub(crate) mod roads;
pub mod staging;
pub mod state;
pub mod stream;
pub mod terrain;
pub mod unchanged_areas;
pub mod upload;
pub mod vertex;
