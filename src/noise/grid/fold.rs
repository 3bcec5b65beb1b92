//! How octaves fold into their sum, with all that is constant over a grid worked out beforehand.
//!
//! The band limit's weight, amplitude, normalisation and recentring of an octave become one factor
//! of its lattice coefficients and, at most, three more numbers. What is the same for every sample
//! goes into the value that sums start from.

use super::simd::{Float, Simd};
use crate::noise::fractal::{Fractal, FractalKind, RIDGE_FEEDBACK};
use crate::noise::octave::Octave;

/// What an octave adds to a sum, given its value, scaled and recentred.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Fold {
    /// The value.
    Add,
    /// Its magnitude.
    AddMagnitude,
    /// (offset − |value|)² + mean, times the feedback, is a ridge; `amplitude` times that is added,
    /// and it becomes the feedback, at most 1.
    Ridge { offset: f32, mean: f32, amplitude: f32 },
    /// The value times the feedback is added, `amplitude` times, and becomes the feedback, at most
    /// 1.
    Hybrid { amplitude: f32 },
}

impl Fold {
    /// Whether an octave is weighed by the octaves before.
    pub const fn has_feedback(self) -> bool {
        matches!(self, Self::Ridge { .. } | Self::Hybrid { .. })
    }
}

/// An octave under a band limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct OctaveFold {
    /// Multiplies the basis; 0 if nothing is left of it.
    pub scale: f64,
    /// Is added to the scaled basis. Zero for [`Fold::Add`].
    pub centre: f32,
    pub fold: Fold,
}

/// All octaves under a band limit.
pub(super) struct Folds {
    /// One an octave.
    pub octaves: Vec<OctaveFold>,
    /// What sums start from.
    pub start: f32,
}

impl Folds {
    /// For a fractal over a basis that is first recentred: (n − centre) ÷ reach. `band_limit` in
    /// units of the noise.
    pub fn new(fractal: &Fractal, (centre, reach): (f64, f64), band_limit: f64) -> Self {
        let mut start = 0.0;
        let octaves = fractal.octaves.iter().map(|octave| {
            let (fold, constant) =
                octave_fold(fractal, octave, (centre, reach), octave.band_weight(band_limit));
            start += constant;
            fold
        });
        let octaves = octaves.collect();
        Self { octaves, start: start as f32 }
    }
}

/// One octave's fold, and what it adds to every sample. The signal is w·shape(n) + (1 − w)·mean, as
/// in [`Fractal::sum`].
fn octave_fold(
    fractal: &Fractal,
    octave: &Octave,
    (centre, reach): (f64, f64),
    weight: f64,
) -> (OctaveFold, f64) {
    let Fractal { kind, offset, divisor, octave_mean: mean, .. } = *fractal;
    let share = octave.amplitude / divisor;
    let centre = centre / reach;
    let (scale, shift, fold, constant) = match kind {
        FractalKind::None | FractalKind::Fbm => {
            (weight * share, 0.0, Fold::Add, share * ((1.0 - weight) * mean - weight * centre))
        }
        FractalKind::Turbulence => {
            let factor = weight * share;
            (factor, -factor * centre, Fold::AddMagnitude, share * (1.0 - weight) * mean)
        }
        FractalKind::Billow => {
            let factor = 2.0 * weight * share;
            (factor, -factor * centre, Fold::AddMagnitude, share * ((1.0 - weight) * mean - weight))
        }
        FractalKind::Ridged => {
            // What is fed back is F ridges: F·w·(o − |n|)² = (r·o − |r·n|)² with r² = F·w. The mean
            // of squares is no less than 0.
            let root = (RIDGE_FEEDBACK * weight).sqrt();
            let ridge = Fold::Ridge {
                offset: (root * offset) as f32,
                mean: f64::max(RIDGE_FEEDBACK * (1.0 - weight) * mean, 0.0) as f32,
                amplitude: (share / RIDGE_FEEDBACK) as f32,
            };
            (root, -root * centre, ridge, 0.0)
        }
        FractalKind::Hybrid => {
            let factor = weight * octave.amplitude;
            let shift = factor * (offset - centre) + (1.0 - weight) * mean * octave.amplitude;
            (factor, shift, Fold::Hybrid { amplitude: (1.0 / divisor) as f32 }, 0.0)
        }
    };
    (OctaveFold { scale: scale / reach, centre: shift as f32, fold }, constant)
}

/// A [`Fold`] in lanes, fixed at compile time.
pub(super) trait FoldLanes: Copy {
    /// Whether there is feedback from octave to octave.
    const FEEDBACK: bool;
    /// Whether octaves are recentred.
    const CENTRED: bool;

    /// The sum and the feedback after an octave of this value.
    fn fold<S: Simd>(self, simd: S, value: S::F, sum: S::F, feedback: S::F) -> [S::F; 2];
}

/// Any of them, where an octave costs so much that choosing again for every vector costs little.
impl FoldLanes for Fold {
    const FEEDBACK: bool = true;
    const CENTRED: bool = true;

    #[inline(always)]
    fn fold<S: Simd>(self, simd: S, value: S::F, sum: S::F, feedback: S::F) -> [S::F; 2] {
        match self {
            Self::Add => Add.fold(simd, value, sum, feedback),
            Self::AddMagnitude => AddMagnitude.fold(simd, value, sum, feedback),
            Self::Ridge { offset, mean, amplitude } => {
                Ridge { offset, mean, amplitude }.fold(simd, value, sum, feedback)
            }
            Self::Hybrid { amplitude } => Hybrid { amplitude }.fold(simd, value, sum, feedback),
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Add;

impl FoldLanes for Add {
    const FEEDBACK: bool = false;
    const CENTRED: bool = false;

    #[inline(always)]
    fn fold<S: Simd>(self, _: S, value: S::F, sum: S::F, feedback: S::F) -> [S::F; 2] {
        [sum + value, feedback]
    }
}

#[derive(Clone, Copy)]
pub(super) struct AddMagnitude;

impl FoldLanes for AddMagnitude {
    const FEEDBACK: bool = false;
    const CENTRED: bool = true;

    #[inline(always)]
    fn fold<S: Simd>(self, _: S, value: S::F, sum: S::F, feedback: S::F) -> [S::F; 2] {
        [sum + value.abs(), feedback]
    }
}

#[derive(Clone, Copy)]
pub(super) struct Ridge {
    pub offset: f32,
    pub mean: f32,
    pub amplitude: f32,
}

impl FoldLanes for Ridge {
    const FEEDBACK: bool = true;
    const CENTRED: bool = true;

    #[inline(always)]
    fn fold<S: Simd>(self, simd: S, value: S::F, sum: S::F, feedback: S::F) -> [S::F; 2] {
        let height = simd.f32(self.offset) - value.abs();
        let ridge = (height * height + simd.f32(self.mean)) * feedback;
        [sum + ridge * simd.f32(self.amplitude), ridge.min(simd.f32(1.0))]
    }
}

#[derive(Clone, Copy)]
pub(super) struct Hybrid {
    pub amplitude: f32,
}

impl FoldLanes for Hybrid {
    const FEEDBACK: bool = true;
    const CENTRED: bool = true;

    #[inline(always)]
    fn fold<S: Simd>(self, simd: S, value: S::F, sum: S::F, feedback: S::F) -> [S::F; 2] {
        let weighted = value * feedback;
        [sum + weighted * simd.f32(self.amplitude), weighted.min(simd.f32(1.0))]
    }
}
