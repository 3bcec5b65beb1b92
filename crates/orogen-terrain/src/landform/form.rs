//! What every landform can be asked.

use super::parts::FieldParts;
use crate::dual::{Bounds, Dual, Samples};
use orogen_noise::grid::{Level, Moves};
use std::fmt::Debug;

/// A landform that is a function of the position.
///
/// What a band limit is too coarse for fades to [`Landform::mean_m`] or to the mean of its octave,
/// as octaves of noise do: distance takes detail and never moves the land.
pub trait Landform: Debug + Send + Sync {
    /// Height and gradient at a position (east, south) in metres, in f64: the reference.
    fn at(&self, position_m: [f64; 2], band_limit_m: f64) -> Dual;

    /// What it is made of, at a band limit; of what is no formula, nothing.
    fn parts(&self, band_limit_m: f64) -> Option<FieldParts>;

    /// The same for all pairs of a column and a row, in f32, row by row. A sample's bits depend on
    /// its own position and the band limit alone; the set of vector instructions changes the speed
    /// and nothing else.
    ///
    /// # Panics
    /// If `out` isn't as long as there are pairs, or columns or rows descend, or the machine doesn't
    /// have the level.
    fn fill(&self, level: Level, lines_m: [&[f64]; 2], band_limit_m: f64, out: &mut Samples);

    /// As [`Landform::fill`], at moved places: gradients are with respect to those. A sample's bits
    /// depend on its own moved place and the band limit alone, and are those of [`Landform::fill`]
    /// there.
    ///
    /// # Panics
    /// If there are not as many samples or offsets as pairs, or the machine doesn't have the level.
    fn fill_moved(
        &self,
        level: Level,
        lines_m: [&[f64]; 2],
        moves: Moves<'_>,
        band_limit_m: f64,
        out: &mut Samples,
    );

    /// The same at places in metres east and south of the origin, in f64: the bits of
    /// [`Landform::at`] (zeros may differ in their sign).
    ///
    /// # Panics
    /// If there are not as many heights or slopes as places, or the machine doesn't have the level.
    fn fill_f64(
        &self,
        level: Level,
        places_m: [&[f64]; 2],
        band_limit_m: f64,
        heights_m: &mut [f64],
        slopes: Option<[&mut [f64]; 2]>,
    );

    /// Heights and steepness that are never exceeded, whatever the band limit.
    fn bounds(&self) -> Bounds;

    /// The mean height, to which what is too fine fades.
    fn mean_m(&self) -> f64;
}
