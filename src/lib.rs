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

pub mod cli;
pub mod export;
pub mod noise;
