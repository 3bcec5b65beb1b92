//! Orogen: a live procedural-terrain studio.
//!
//! Data flows from the recipe to the screen:
//!
//! ```text
//! Recipe ──► noise ──► terrain: Heightfield ──► MeshData ──► plugin: chunk entity ──► screen
//!              (core: absolute grid index × spacing, f64)     (feature `bevy`)
//! ```
//!
//! Each module uses only modules listed before it:
//!
//! * [`noise`]: pure functions. Permutations, hashes, noise bases, fractals, warps, and the
//!   evaluator for grids of points.
//! * [`terrain`]: the recipe and the table of its parameters, the height function, chunks (squares
//!   of 64 × 64 cells), meshes, and shading on the CPU.
//! * [`lab`]: figures that explain the noise, as drawing commands; with feature `cli` as pixels
//!   too.
//! * `export` (feature `export`): reads and writes files. A file is written completely or not at
//!   all.
//! * `plugin` (feature `bevy`): the terrain for any Bevy app, with chunk entities, material and
//!   light.
//! * `studio` (feature `studio`): the window, its camera and its panels.
//!
//! Without features this is a library of noise and heights, which depends on about 40 crates:
//!
//! ```
//! use orogen::terrain::{Land, Recipe};
//!
//! let land = Land::new(&Recipe::default())?;
//! let height_m = land.height_m([120.0, -40.0], land.spacing_m());
//! assert!(height_m.is_finite());
//! # Ok::<(), orogen::noise::NoiseError>(())
//! ```
#![warn(missing_docs)]

// Modules of the program itself, whose interface may change: the command line, rendering and
// measuring without a window, and the window.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(all(feature = "bevy", feature = "export"))]
#[doc(hidden)]
pub mod headless;
#[cfg(feature = "studio")]
#[doc(hidden)]
pub mod studio;

#[cfg(feature = "bevy")]
pub use bevy_orogen as plugin;
#[cfg(feature = "export")]
pub use orogen_export as export;
pub use orogen_lab as lab;
pub use orogen_noise as noise;
#[doc(hidden)]
pub use orogen_noise::text;
pub use orogen_terrain as terrain;
