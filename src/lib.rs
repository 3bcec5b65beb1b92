//! Orogen: a live procedural-terrain studio.
//!
//! The path of the data, and the modules in the order in which they depend on each other:
//!
//! ```text
//! Recipe ──► noise ──► terrain: Heightfield ──► MeshData ──► plugin: chunk entity ──► screen
//!              (core: absolute grid index × spacing, f64)     (feature `bevy`)
//! ```
//!
//! * [`noise`]: pure maths. Permutations, hashes, bases, fractals, warps, the batch grid evaluator.
//! * [`terrain`]: the recipe and its table, the height function, chunks, meshes, the shading on the
//!   CPU.
//! * [`export`]: files, written whole or not at all.
//! * `plugin` (feature `bevy`): the terrain for any Bevy app. Chunk entities, material, light.
//! * `headless` (feature `bevy`): pictures and measurements without a window.
//! * `studio` (feature `studio`): the window, its camera and its panels.
//! * [`cli`]: the command line.
//! * [`text`]: what others wrote, inside messages.

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "export")]
pub mod export;
#[cfg(all(feature = "bevy", feature = "export"))]
#[doc(hidden)]
pub mod headless;
pub mod noise;
#[cfg(feature = "bevy")]
pub mod plugin;
#[cfg(feature = "studio")]
pub mod studio;
pub mod terrain;
pub mod text;
