//! The land in a Bevy world: built in revisions, held as chunk entities, streamed around a viewer.
//!
//! It may touch `terrain` and below; it knows no material, no camera and no window.

pub mod build;
pub mod chunk_limit;
pub mod chunks;
pub mod coarse;
pub mod error;
pub(crate) mod lock;
pub mod meshes;
pub mod origin;
pub mod pending_edits;
pub mod pool;
pub mod revision;
pub mod state;
pub mod stream;
pub mod terrain;
pub mod upload;
pub mod vertex;
