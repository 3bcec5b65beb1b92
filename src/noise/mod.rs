//! Classic noises, each a readable scalar reference in f64, and the fractals built from them.

pub mod hash;
pub mod permutation;
