//! Classic noises, each a readable scalar reference in f64, and the fractals built from them.

pub mod basis;
pub mod borrowed;
mod built;
pub mod cell;
pub mod choice;
pub mod fade;
pub mod field;
pub mod fractal;
pub mod gradient;
pub mod grid;
pub mod hash;
pub mod lattice;
pub mod measured;
mod measured_table;
pub mod metric;
pub mod observe;
pub mod octave;
pub mod opensimplex;
pub mod perlin;
pub mod perlin_nd;
pub mod permutation;
pub mod rows;
pub mod sampler;
pub mod simplex;
pub mod spec;
pub mod statistics;
pub mod texture;
pub mod tile;
pub mod trace;
pub mod trig;
pub mod value;
pub mod warp;
pub mod worley;

#[cfg(test)]
mod tests;

pub use basis::{BASES, Basis, BasisRow, Tiling, Uses};
pub use built::Noise;
pub use fade::Fade;
pub use fractal::{FractalKind, Normalise};
pub use gradient::GradientSet;
pub use hash::Seed;
pub use metric::Metric;
pub use permutation::Permutation;
pub use spec::{NoiseError, NoiseSpec, PermutationKind};
pub use trace::Trace;
pub use warp::Warp;
