//! Adding octaves to a sum (folding), with all constants of a grid precomputed.
//!
//! Band weight, amplitude, normalisation and recentring of an octave are combined into one factor
//! of its lattice coefficients and at most three more numbers. Terms that are the same for every
//! sample go into the value from which sums start.

use super::rounded::RoundingWidth;
use super::simd::{Float, Mask, Simd};
use crate::fractal::{Fractal, FractalKind, RIDGE_FEEDBACK};
use crate::octave::Octave;

/// The operation that adds an octave's scaled and recentred basis value to a sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Fold {
    /// Adds the value.
    Add,
    /// Adds the value's magnitude.
    AddMagnitude,
    /// Adds `amplitude` times the ridge ((offset − |value|)² + mean) × feedback. The ridge, clamped
    /// to at most 1, is the next feedback.
    Ridge { offset: f32, mean: f32, amplitude: f32 },
    /// Adds `amplitude` times the product value × feedback. The product, clamped to at most 1, is
    /// the next feedback.
    Hybrid { amplitude: f32 },
    /// A magnitude, ridge or hybrid operation with rounded creases.
    Rounded(RoundedFold),
}

/// A fold with rounded creases.
///
/// `crease` is the width of rounding of magnitudes near 0, `limit` of feedback near 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum RoundedFold {
    AddMagnitude { crease: RoundingWidth },
    Ridge { ridge: Ridge, crease: RoundingWidth, limit: RoundingWidth },
    Hybrid { amplitude: f32, limit: RoundingWidth },
}

impl Fold {
    /// Returns true if the feedback of the octave before is a factor of this octave.
    pub const fn has_feedback(self) -> bool {
        match self {
            Self::Ridge { .. } | Self::Hybrid { .. } => true,
            Self::Rounded(rounded) => !matches!(rounded, RoundedFold::AddMagnitude { .. }),
            _ => false,
        }
    }
}

/// The operation for an octave under a band limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct OctaveFold {
    /// The factor of the basis value; 0 if the octave has faded out.
    pub scale: f64,
    /// The number added to the scaled basis value; zero for [`Fold::Add`].
    pub addend: f32,
    pub fold: Fold,
}

/// The operations for all octaves under a band limit.
pub(super) struct Folds {
    /// One fold per octave.
    pub octaves: Vec<OctaveFold>,
    /// The value from which sums start: all terms that are the same for every sample.
    pub start: f32,
}

impl Folds {
    /// Prepares the operations for a fractal.
    ///
    /// The basis value n is first recentred to (n − centre) ÷ reach. `band_limit` is in units of
    /// the noise.
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

/// The operation for one octave, and the constant that the octave adds to every sample.
///
/// The octave's value is w·shape(n) + (1 − w)·mean, where w is the band weight, as in
/// [`Fractal::sum`].
fn octave_fold(
    fractal: &Fractal,
    octave: &Octave,
    (centre, reach): (f64, f64),
    weight: f64,
) -> (OctaveFold, f64) {
    let Fractal { kind, offset, rounding, divisor, octave_mean: mean, .. } = *fractal;
    let amplitude_share = octave.amplitude / divisor;
    let centre = centre / reach;
    let (scale, addend, fold, constant) = match kind {
        FractalKind::None | FractalKind::Fbm => (
            weight * amplitude_share,
            0.0,
            Fold::Add,
            amplitude_share * ((1.0 - weight) * mean - weight * centre),
        ),
        FractalKind::Turbulence => {
            let factor = weight * amplitude_share;
            (factor, -factor * centre, Fold::AddMagnitude, amplitude_share * (1.0 - weight) * mean)
        }
        FractalKind::Billow => {
            let factor = 2.0 * weight * amplitude_share;
            (
                factor,
                -factor * centre,
                Fold::AddMagnitude,
                amplitude_share * ((1.0 - weight) * mean - weight),
            )
        }
        FractalKind::Ridged => {
            // The feedback is F times the ridge: F·w·(o − |n|)² = (r·o − |r·n|)², with offset o and
            // r² = F·w. A mean of squares is at least 0.
            let root = (RIDGE_FEEDBACK * weight).sqrt();
            let ridge = Fold::Ridge {
                offset: (root * offset) as f32,
                mean: f64::max(RIDGE_FEEDBACK * (1.0 - weight) * mean, 0.0) as f32,
                amplitude: (amplitude_share / RIDGE_FEEDBACK) as f32,
            };
            (root, -root * centre, ridge, 0.0)
        }
        FractalKind::Hybrid => {
            let factor = weight * octave.amplitude;
            let addend = factor * (offset - centre) + (1.0 - weight) * mean * octave.amplitude;
            (factor, addend, Fold::Hybrid { amplitude: (1.0 / divisor) as f32 }, 0.0)
        }
    };
    let fold = if rounding > 0.0 {
        rounded(fold, [scale, 1.0].map(|factor| factor * rounding))
    } else {
        fold
    };
    (OctaveFold { scale: scale / reach, addend: addend as f32, fold }, constant)
}

/// Rounds the creases of magnitudes (within `crease`) and of feedback (within `limit`).
fn rounded(fold: Fold, [crease, limit]: [f64; 2]) -> Fold {
    let [crease, limit] = [crease, limit].map(RoundingWidth::new);
    Fold::Rounded(match fold {
        Fold::AddMagnitude => RoundedFold::AddMagnitude { crease },
        Fold::Ridge { offset, mean, amplitude } => {
            RoundedFold::Ridge { ridge: Ridge { offset, mean, amplitude }, crease, limit }
        }
        Fold::Hybrid { amplitude } => RoundedFold::Hybrid { amplitude, limit },
        smooth => return smooth,
    })
}

/// An operation on vector lanes that adds an octave to a sum.
pub(super) trait FoldLanes: Copy {
    /// True if an octave gives feedback to the next one.
    const FEEDBACK: bool = true;
    /// True if [`OctaveFold::addend`] must be added to the scaled basis value first.
    const HAS_ADDEND: bool = true;

    /// Returns the sum and the feedback after an octave with this value. Each has slopes if N is 3.
    fn fold<S: Simd, const N: usize>(
        self,
        simd: S,
        value: [S::F; N],
        sum: [S::F; N],
        feedback: [S::F; N],
    ) -> [[S::F; N]; 2];
}

/// Branches to the operation for each vector, which costs little next to an expensive octave.
impl FoldLanes for Fold {
    #[inline(always)]
    fn fold<S: Simd, const N: usize>(
        self,
        simd: S,
        value: [S::F; N],
        sum: [S::F; N],
        feedback: [S::F; N],
    ) -> [[S::F; N]; 2] {
        match self {
            Self::Rounded(rounded) => rounded.fold(simd, value, sum, feedback),
            unrounded => UnroundedFold(unrounded).fold(simd, value, sum, feedback),
        }
    }
}

/// A fold without rounding, chosen by a branch for each vector.
///
/// Octaves in rows and columns are so cheap that a check for rounding would cost time.
#[derive(Clone, Copy)]
pub(super) struct UnroundedFold(pub Fold);

impl FoldLanes for UnroundedFold {
    #[inline(always)]
    fn fold<S: Simd, const N: usize>(
        self,
        simd: S,
        value: [S::F; N],
        sum: [S::F; N],
        feedback: [S::F; N],
    ) -> [[S::F; N]; 2] {
        match self.0 {
            Fold::Add => Add.fold(simd, value, sum, feedback),
            Fold::AddMagnitude => AddMagnitude.fold(simd, value, sum, feedback),
            Fold::Ridge { offset, mean, amplitude } => {
                Ridge { offset, mean, amplitude }.fold(simd, value, sum, feedback)
            }
            Fold::Hybrid { amplitude } => Hybrid { amplitude }.fold(simd, value, sum, feedback),
            Fold::Rounded(_) => unreachable!("rounded folds have kernels of their own"),
        }
    }
}

impl FoldLanes for RoundedFold {
    #[inline(always)]
    fn fold<S: Simd, const N: usize>(
        self,
        simd: S,
        value: [S::F; N],
        sum: [S::F; N],
        feedback: [S::F; N],
    ) -> [[S::F; N]; 2] {
        match self {
            Self::AddMagnitude { crease } => {
                let magnitude = crease.round_magnitude(simd, magnitude(simd, value));
                [add::<S, N>(sum, magnitude), feedback]
            }
            Self::Ridge { ridge: fold, crease, limit } => {
                let magnitude = crease.round_magnitude(simd, magnitude(simd, value));
                let ridge = fold.ridge(simd, magnitude, feedback);
                [add_times(simd, sum, ridge, fold.amplitude), limit.at_most_one(simd, ridge)]
            }
            Self::Hybrid { amplitude, limit } => {
                let weighted = weighted::<S, N>(value, feedback);
                [add_times(simd, sum, weighted, amplitude), limit.at_most_one(simd, weighted)]
            }
        }
    }
}

#[inline(always)]
fn add<S: Simd, const N: usize>(mut sum: [S::F; N], value: [S::F; N]) -> [S::F; N] {
    for i in 0..N {
        sum[i] = sum[i] + value[i];
    }
    sum
}

#[inline(always)]
fn add_times<S: Simd, const N: usize>(
    simd: S,
    mut sum: [S::F; N],
    value: [S::F; N],
    factor: f32,
) -> [S::F; N] {
    for i in 0..N {
        sum[i] = sum[i] + value[i] * simd.f32(factor);
    }
    sum
}

/// The magnitude |value|, with its slopes.
#[inline(always)]
fn magnitude<S: Simd, const N: usize>(simd: S, value: [S::F; N]) -> [S::F; N] {
    let zero = simd.f32(0.0);
    let negative = value[0].lt(zero);
    let mut out = [value[0].abs(); N];
    for i in 1..N {
        out[i] = negative.select(zero - value[i], value[i]);
    }
    out
}

/// min(value, 1), with its slopes.
#[inline(always)]
fn at_most_one<S: Simd, const N: usize>(simd: S, value: [S::F; N]) -> [S::F; N] {
    let one = simd.f32(1.0);
    let is_above = one.lt(value[0]);
    let mut out = [value[0].min(one); N];
    for i in 1..N {
        out[i] = is_above.select(simd.f32(0.0), value[i]);
    }
    out
}

#[derive(Clone, Copy)]
pub(super) struct Add;

impl FoldLanes for Add {
    const FEEDBACK: bool = false;
    const HAS_ADDEND: bool = false;

    #[inline(always)]
    fn fold<S: Simd, const N: usize>(
        self,
        _: S,
        value: [S::F; N],
        sum: [S::F; N],
        feedback: [S::F; N],
    ) -> [[S::F; N]; 2] {
        [add::<S, N>(sum, value), feedback]
    }
}

#[derive(Clone, Copy)]
pub(super) struct AddMagnitude;

impl FoldLanes for AddMagnitude {
    const FEEDBACK: bool = false;

    #[inline(always)]
    fn fold<S: Simd, const N: usize>(
        self,
        simd: S,
        value: [S::F; N],
        sum: [S::F; N],
        feedback: [S::F; N],
    ) -> [[S::F; N]; 2] {
        [add::<S, N>(sum, magnitude(simd, value)), feedback]
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ridge {
    pub offset: f32,
    pub mean: f32,
    pub amplitude: f32,
}

impl FoldLanes for Ridge {
    #[inline(always)]
    fn fold<S: Simd, const N: usize>(
        self,
        simd: S,
        value: [S::F; N],
        sum: [S::F; N],
        feedback: [S::F; N],
    ) -> [[S::F; N]; 2] {
        let ridge = self.ridge(simd, magnitude(simd, value), feedback);
        [add_times(simd, sum, ridge, self.amplitude), at_most_one(simd, ridge)]
    }
}

impl Ridge {
    /// The ridge ((offset − magnitude)² + mean) × feedback, with its slopes. `magnitude` is |value| with
    /// its slopes.
    #[inline(always)]
    fn ridge<S: Simd, const N: usize>(
        self,
        simd: S,
        magnitude: [S::F; N],
        feedback: [S::F; N],
    ) -> [S::F; N] {
        let height = simd.f32(self.offset) - magnitude[0];
        let signal = height * height + simd.f32(self.mean);
        let mut ridge = [signal * feedback[0]; N];
        let steepness = simd.f32(-2.0) * height * feedback[0];
        for i in 1..N {
            ridge[i] = steepness * magnitude[i] + signal * feedback[i];
        }
        ridge
    }
}

#[derive(Clone, Copy)]
pub(super) struct Hybrid {
    pub amplitude: f32,
}

impl FoldLanes for Hybrid {
    #[inline(always)]
    fn fold<S: Simd, const N: usize>(
        self,
        simd: S,
        value: [S::F; N],
        sum: [S::F; N],
        feedback: [S::F; N],
    ) -> [[S::F; N]; 2] {
        let weighted = weighted::<S, N>(value, feedback);
        [add_times(simd, sum, weighted, self.amplitude), at_most_one(simd, weighted)]
    }
}

/// The product value × feedback, with its slopes.
#[inline(always)]
fn weighted<S: Simd, const N: usize>(value: [S::F; N], feedback: [S::F; N]) -> [S::F; N] {
    let mut weighted = [value[0] * feedback[0]; N];
    for i in 1..N {
        weighted[i] = value[i] * feedback[0] + value[0] * feedback[i];
    }
    weighted
}
