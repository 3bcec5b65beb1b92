//! Meters: measurements of a noise or a land, most with a prediction from theory.
//!
//! Most meters are pure functions that take their number of samples as a parameter. The others are
//! sums to which the caller adds one point or one square at a time, so the app can measure while it
//! is idle. [`draw`] has a small drawing of each meter, with the previous measurement as a ghost.
//!
//! | meter | measures | prediction |
//! |---|---|---|
//! | [`histogram`] | how often each value occurs; mean and deviation | a normal curve, the bound |
//! | [`spectrum`] | power by frequency, in decibels | −3.01·(2H + 1) dB per octave for a cut |
//! | [`rose`] | mean \|∇n\|² by the slope's direction | largest ÷ smallest for the gradient set |
//! | [`correlation`] | correlation of values by distance | from the fade; 0 from 2 cells on |
//! | [`smoothness`] | jumps of value, slope, curvature at cell faces | from fade or kernel |
//! | [`repetition`] | the shortest shift that repeats the noise | from the permutation |
//! | [`cost`] | nanoseconds and corners per sample | corners: octaves × 2ⁿ or n + 1 |
//! | [`checksum()`] | a hash of values, the same everywhere | the earlier hash of this recipe |
//!
//! For a noise, distances are in cells of the first octave, frequencies in cycles per cell, and
//! values in units of the noise. For a land, the units are metres and cycles per metre.

mod checksum;
pub mod clock;
pub mod correlation;
pub mod cost;
pub mod draw;
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
pub use histogram::ValueDistribution;
pub use smoothness::Continuity;
pub use spectrum::Spectrum;

pub use orogen_noise::facing::Facing;
pub use orogen_noise::jumps::Jumps;
