//! Classic noises, each a readable scalar reference in f64, and the fractals built from them.

pub mod borrowed;
pub mod cell;
pub(crate) mod choice;
pub mod fade;
pub mod field;
pub mod gradient;
pub mod hash;
pub mod lattice;
pub mod observe;
pub mod opensimplex;
pub mod perlin;
pub mod perlin_nd;
pub mod permutation;
pub mod simplex;
pub mod trig;
pub mod value;
pub mod worley;
