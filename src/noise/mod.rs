//! Classic noises, each a readable scalar reference in f64, and the fractals built from them.

pub mod cell;
pub(crate) mod choice;
pub mod fade;
pub mod field;
pub mod gradient;
pub mod grid;
pub mod hash;
pub mod observe;
pub mod perlin;
pub mod permutation;
pub mod trig;
pub mod value;
