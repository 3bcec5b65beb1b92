//! Classic noise functions in f64, and the fractals that sum octaves of them.
//!
//! A [`NoiseSpec`] defines a noise completely. [`NoiseSpec::build`] validates it and makes a
//! [`Noise`], which can be sampled. A spec gives the same bits on every machine, unless its noise
//! comes from another crate ([`borrowed`], [`opensimplex`]).
//!
//! ```
//! use orogen_noise::{Basis, FractalKind, NoiseSpec, Seed};
//!
//! let seed = Seed::from_text("dolomites");
//! let spec = NoiseSpec { basis: Basis::Perlin, fractal: FractalKind::Fbm, seed, ..NoiseSpec::default() };
//! let land = spec.build(2)?;
//! let height = land.sample2([1.5, -0.25], 0.0);
//! let clouds = spec.build(3)?; // the third axis is time: animation moves along it
//! let later = clouds.sample(&[1.5, -0.25, 0.1]);
//! println!("{}", land.trace(&[1.5, -0.25])); // every step to the height
//! # assert!(height != 0.0 && later != 0.0);
//! # Ok::<(), orogen_noise::NoiseError>(())
//! ```
//!
//! # How a value is made
//!
//! 1. If the noise has a period, whole periods are subtracted from the point. Then the domain warp
//!    ([`warp`]) displaces it.
//! 2. Each octave ([`octave`]) scales the point, rotates it if the spec says so, shifts it if the
//!    octave has its own seed, and samples the basis there.
//! 3. The basis ([`basis`] lists them) finds the lattice cell around the point ([`cell`]) and
//!    derives a number from the coordinates of each corner ([`permutation`], [`hash`]). The number
//!    picks a gradient ([`gradient`]) or a value, unless an [`edit`] sets it. A [`fade`] curve or
//!    radial kernels weight the corners, and the basis adds them.
//! 4. The fractal ([`fractal`]) shapes the octaves, fades out octaves too fine for the band limit,
//!    adds the octaves and normalises the sum. The spec can ask for measured constants
//!    ([`measured`]).
//!
//! Bases and fractals are generic over [`field::Field`], so that the same code gives values and
//! derivatives. They are also generic over [`observer::Observer`], so that a [`trace`] records the
//! very code that computes values. [`grid`] samples whole grids faster; tests compare it with this
//! reference.

#![warn(missing_docs)]

pub mod basis;
mod basis_name;
mod basis_samplers;
pub mod borrowed;
mod built;
pub mod cell;
mod cell_numbers;
pub mod choice;
pub mod edit;
mod edited;
mod extent;
pub mod facing;
pub mod fade;
pub mod fade_curve;
pub mod fft;
pub mod field;
pub mod fractal;
pub mod gradient;
pub mod grid;
pub mod hash;
pub mod hill;
pub mod jumps;
pub mod lattice;
pub mod lookup;
pub mod measured;
mod measured_custom;
mod measured_table;
pub mod metric;
pub mod moments;
pub mod observer;
pub mod octave;
mod octave_position;
mod octave_samplers;
pub mod opensimplex;
pub mod perlin;
pub mod perlin_nd;
pub mod permutation;
mod recorder;
mod rounding;
pub mod sampler;
pub mod simplex;
pub mod spec;
mod spread_points;
pub mod statistics;
#[doc(hidden)]
pub mod text;
pub mod texture;
pub mod tile;
pub mod trace;
pub mod trig;
pub mod value;
#[doc(hidden)]
pub mod walk;
pub mod warp;
pub mod worley;

#[cfg(test)]
mod tests;

pub use basis::{BASES, Basis, BasisRow, Tiling, Uses};
pub use built::Noise;
pub use edit::{Edit, Edits};
pub use fade::Fade;
pub use fade_curve::FadeCurve;
pub use fractal::{FractalKind, Normalise};
pub use gradient::GradientSet;
pub use hash::Seed;
pub use metric::Metric;
pub use permutation::Permutation;
pub use spec::{NoiseError, NoiseSpec, PermutationKind};
pub use trace::Trace;
pub use walk::Walker;
pub use warp::Warp;

/// The example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
