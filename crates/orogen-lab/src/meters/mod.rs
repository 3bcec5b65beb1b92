//! Meters: measurements of a noise or a land, each beside its prediction by theory.
//!
//! All are pure functions whose sizes are parameters, or sums that are refined point by point and
//! window by window, so that a window can measure in its idle time. [`draw`] has a small drawing of
//! each, with the previous measurement as a ghost.
//!
//! | meter | measures | prediction |
//! |---|---|---|
//! | [`histogram`] | how often each value comes; mean and deviation | a normal curve, the bound |
//! | [`spectrum`] | power by frequency, in decibels | −3.01·(2H + 1) dB an octave for a cut |
//! | [`rose`] | mean \|∇n\|² by the direction faced | largest ÷ smallest of the gradient set |
//! | [`correlation`] | how much places some way apart know of each other | from the fade, 0 from 2 cells on |
//! | [`smoothness`] | largest jumps over cell faces | from fade and kernel |
//! | [`repetition`] | the shortest way to the same land again | from the permutation |
//! | [`cost`] | nanoseconds a sample here, corners a sample | corners: octaves × 2ⁿ, n + 1, 3ⁿ |
//! | [`checksum()`] | a hash of values, the same on every machine | that of the same recipe before |
//!
//! Distances are in cells of the first octave (of a land: in metres), frequencies in cycles a cell
//! (a metre), values in units of the noise (in metres).

mod checksum;
pub mod clock;
pub mod correlation;
pub mod cost;
pub mod draw;
pub mod fft;
mod field;
pub mod histogram;
pub mod repetition;
pub mod rose;
pub mod smoothness;
pub mod spectrum;

pub use checksum::{checksum, checksum_of_noise};
pub use correlation::Correlation;
pub use cost::Cost;
pub use field::SampleSquare;
pub use histogram::Values;
pub use smoothness::Smooth;
pub use spectrum::Spectrum;

pub use orogen_noise::facing::Facing;
pub use orogen_noise::jumps::Jumps;
