//! The final step of a landform: from the sums of its features to the height.

use super::parts::FinishParts;
use super::round::Slopes;
use crate::dual::Bounds;
use crate::real::Real;
use std::fmt::Debug;

/// The largest number of channels, or sums, that a final step can take.
pub const CHANNELS: usize = 2;

/// The step from the sums of the features to the height.
pub trait Finish: Clone + Debug + Send + Sync {
    /// The number of channels it takes; the others are 0.
    const CHANNELS: usize = 1;

    /// The phases that the step needs at a position: for each axis, the fraction of a wavelength.
    fn phases(&self, _position_m: [f64; 2]) -> [f64; 2] {
        [0.0; 2]
    }

    /// The height and its slopes, from the sums of the features.
    fn value<R: Real>(&self, features: [Slopes<R>; CHANNELS], phases: [R; 2]) -> Slopes<R>;

    /// The step and its constants, for the code export.
    fn parts(&self) -> FinishParts;

    /// The bounds of the height, from the lowest, highest and steepest of each channel.
    fn bounds(&self, features: [[f64; 3]; CHANNELS]) -> Bounds;
}

/// The final step that leaves the sum of the features as it is.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl Finish for Plain {
    #[inline(always)]
    fn value<R: Real>(&self, [features, _]: [Slopes<R>; CHANNELS], _: [R; 2]) -> Slopes<R> {
        features
    }

    fn parts(&self) -> FinishParts {
        FinishParts::Plain
    }

    fn bounds(&self, [[low_m, high_m, steepest], _]: [[f64; 3]; CHANNELS]) -> Bounds {
        Bounds { low_m, high_m, steepest }
    }
}
