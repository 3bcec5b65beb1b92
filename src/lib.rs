//! Orogen: a live procedural-terrain studio.
//!
//! The path of the data, and the modules in the order in which they depend on each other:
//!
//! ```text
//! Recipe ──► noise ──► terrain: Heightfield ──► MeshData ──► app: chunk entity ──► screen
//!              (core: absolute grid index × spacing, f64)     (feature `bevy`)
//! ```
//!
//! * [`noise`]: pure maths. Permutations, hashes, bases, fractals, warps, the batch grid evaluator.
//! * [`terrain`]: the recipe and its table, the height function, chunks, meshes, the shading on the CPU.
//! * [`export`]: files, written whole or not at all.
//! * `app` (feature `bevy`): chunk entities, material, camera, pictures.
//! * `ui` (feature `studio`): the panel.
//! * [`cli`]: the command line.
//! * [`text`]: what others wrote, inside messages.

#[cfg(feature = "bevy")]
pub mod app;
pub mod cli;
pub mod export;
pub mod noise;
pub mod terrain;
pub mod text;
#[cfg(feature = "studio")]
pub mod ui;
