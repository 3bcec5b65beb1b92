//! The interface of all landforms.

use super::parts::FieldParts;
use crate::dual::{Bounds, Dual, Samples};
use orogen_noise::grid::{Level, Moves};
use std::fmt::Debug;

/// A landform that is a function of the position.
///
/// Detail too fine for a band limit fades to [`Landform::mean_m`] or to the mean of its octave, so
/// distance removes detail and never moves the land.
///
/// ```
/// use orogen_noise::Seed;
/// use orogen_terrain::landform::{CratersDocument, Landform, craters};
///
/// let form = craters(&CratersDocument::default(), Seed(1));
/// let point = form.at([10.0, 20.0], 0.0);
/// assert!(form.bounds().contains(point.height_m));
/// ```
pub trait Landform: Debug + Send + Sync {
    /// Height and gradient at a position (east, south) in metres, in f64: the reference.
    fn at(&self, position_m: [f64; 2], band_limit_m: f64) -> Dual;

    /// The parts of the landform at a band limit, for the code export; `None` if the landform has
    /// no formula.
    fn parts(&self, band_limit_m: f64) -> Option<FieldParts>;

    /// Samples all pairs of a column and a row, in f32, row by row. A sample's bits depend only on
    /// its position and the band limit. The vector level affects the speed only.
    ///
    /// # Panics
    /// Panics if `out` does not have one sample per pair, if columns or rows descend, or if the
    /// machine lacks the vector level.
    fn fill(&self, level: Level, lines_m: [&[f64]; 2], band_limit_m: f64, out: &mut Samples);

    /// Does the same as [`Landform::fill`] at moved places, with the same bits. Gradients are with
    /// respect to the moved places.
    ///
    /// # Panics
    /// Panics if samples or offsets differ in number from the pairs, or if the machine lacks the
    /// vector level.
    fn fill_moved(
        &self,
        level: Level,
        lines_m: [&[f64]; 2],
        moves: Moves<'_>,
        band_limit_m: f64,
        out: &mut Samples,
    );

    /// Samples places in metres east and south of the origin, in f64, with the bits of
    /// [`Landform::at`] (zeros may differ in their sign).
    ///
    /// # Panics
    /// Panics if heights or slopes differ in number from the places, or if the machine lacks the
    /// vector level.
    fn fill_f64(
        &self,
        level: Level,
        places_m: [&[f64]; 2],
        band_limit_m: f64,
        heights_m: &mut [f64],
        slopes: Option<[&mut [f64]; 2]>,
    );

    /// The bounds of heights and steepness at every band limit.
    fn bounds(&self) -> Bounds;

    /// The mean height, to which a landform too fine for the band limit fades.
    fn mean_m(&self) -> f64;
}
