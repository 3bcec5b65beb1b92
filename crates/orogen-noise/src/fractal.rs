//! Fractals: sums of octaves of a basis.
//!
//! Octave i samples the basis at p·Lⁱ (lacunarity L) and weighs it by Gⁱ (gain G). The kinds of
//! fractal turn a basis value n into an octave as follows:
//!
//! | kind | octave | range of the normalised sum |
//! |---|---|---|
//! | fBm | n | about [−1, 1] |
//! | turbulence | \|n\| | [0, 1] |
//! | billow | 2\|n\| − 1 | [−1, 1] |
//! | ridged | (offset − \|n\|)² × feedback | [0, 1] |
//! | hybrid | (n + offset) × feedback | [0, 1] if offset ≥ 1 |
//!
//! The feedback is 1 for the first octave, then comes from the previous octave. In the ridged kind
//! it is twice that octave's value, clamped to [0, 1]. In the hybrid kind it is that octave's value
//! times its amplitude, at most 1.
//!
//! The sum is divided by the sum of the amplitudes. In the ridged and hybrid kinds it is also
//! divided by the largest octave that a basis in ±1 gives: max(offset², (offset − 1)²), or 1 +
//! |offset|. Over 2²⁰ points, the sums of six octaves of Perlin noise in two dimensions measure: fBm
//! −0.64 to 0.65 (deviation 0.16), turbulence 0.01 to 0.69 (mean 0.21), billow −0.98 to 0.38 (mean
//! −0.57), ridged 0 to 0.98 (mean 0.61), hybrid 0 to 0.75 (mean 0.40). Simplex noise gives fBm −0.84
//! to 0.85 (0.26), turbulence 0.02 to 0.88 (0.38), billow −0.96 to 0.76 (−0.25), ridged 0 to 0.97
//! (0.35), hybrid 0 to 0.86 (0.39).
//!
//! Under a band limit, an octave too fine for the samples fades to its mean over all points, which
//! keeps the mean of fBm, turbulence and billow. The ridged kind clamps its feedback, and the mean
//! of a clamped signal is not the clamped mean. So the mean of six octaves of ridged Perlin noise
//! (offset 1, deviation 0.17) rises by 0.002, 0.006, 0.013 and 0.028 when the finest two, three,
//! four and five octaves have faded. The mean of the hybrid kind stays within 0.005 until its first
//! octave fades.
//!
//! Magnitudes and clamps leave creases, unless [`super::NoiseSpec::rounding`] rounds them.

use super::choice::choices;
use super::field::Field;
use super::moments::Moments;
use super::octave::Octave;
use super::warp::Displacement;
use serde::Serialize;

choices! {
    /// The kind of fractal: how octaves are shaped and added.
    #[derive(Default)]
    pub enum FractalKind: "fractal" {
        /// One octave of the basis.
        #[default]
        None = "none",
        /// Fractional Brownian motion: the sum of the octaves.
        Fbm = "fbm",
        /// The sum of the octaves' magnitudes: creases where the noise crosses zero (Perlin 1985).
        Turbulence = "turbulence",
        /// Turbulence with each octave recentred: puffy clouds, round hills.
        Billow = "billow",
        /// Ridged multifractal (Musgrave 1994): sharp crests, with more detail on high ground.
        Ridged = "ridged",
        /// Hybrid multifractal (Musgrave 1994): smooth valleys, rough heights.
        Hybrid = "hybrid",
    }
}

choices! {
    /// The number that divides the sum of octaves.
    #[derive(Default)]
    pub enum Normalise: "normalisation" {
        /// Leaves the sum as it is.
        Off = "off",
        /// Divides the sum by its largest possible value for a basis in [−1, 1].
        ///
        /// That value is the sum of the amplitudes; the ridged and hybrid kinds multiply it by the
        /// largest octave.
        #[default]
        Amplitude = "on",
        /// Divides as `on` does, but first scales the basis to [−1, 1] by its measured range.
        ///
        /// The measured mean becomes 0.
        Measured = "measured",
    }
}

/// The factor from a ridged octave to the feedback for the next octave.
///
/// Musgrave calls this the gain of the ridged multifractal and sets it to 2.
pub const RIDGE_FEEDBACK: f64 = 2.0;

impl FractalKind {
    /// Returns true if the kind takes the magnitude of each octave.
    ///
    /// A magnitude has a crease where the noise crosses zero.
    pub const fn takes_magnitudes(self) -> bool {
        matches!(self, Self::Turbulence | Self::Billow | Self::Ridged)
    }

    /// Returns true if each octave is multiplied by feedback from the octave before.
    pub const fn has_feedback(self) -> bool {
        matches!(self, Self::Ridged | Self::Hybrid)
    }

    /// Turns a basis value into the value of an octave, before feedback and amplitude.
    #[inline]
    pub(super) fn shape<const N: usize, F: Field<N>>(self, n: F, offset: f64, rounding: f64) -> F {
        let magnitude = || if rounding > 0.0 { n.rounded_abs(rounding) } else { n.abs() };
        match self {
            Self::None | Self::Fbm => n,
            Self::Turbulence => magnitude(),
            Self::Billow => magnitude() * 2.0 - F::constant(1.0),
            Self::Ridged => {
                let ridge = F::constant(offset) - magnitude();
                ridge * ridge
            }
            Self::Hybrid => n + F::constant(offset),
        }
    }

    /// The mean of a shaped octave without rounding, for a basis with these moments.
    pub fn octave_mean(self, basis: &Moments, offset: f64) -> f64 {
        match self {
            Self::None | Self::Fbm => basis.mean,
            Self::Turbulence => basis.mean_abs,
            Self::Billow => 2.0 * basis.mean_abs - 1.0,
            Self::Ridged => offset * offset - 2.0 * offset * basis.mean_abs + basis.mean_square,
            Self::Hybrid => basis.mean + offset,
        }
    }

    /// The largest magnitude of a shaped octave for a basis in [−1, 1].
    fn octave_reach(self, offset: f64) -> f64 {
        match self {
            Self::Ridged => f64::max(offset * offset, (offset - 1.0) * (offset - 1.0)),
            Self::Hybrid => 1.0 + offset.abs(),
            _ => 1.0,
        }
    }
}

/// A sum of octaves, ready to be evaluated.
#[derive(Clone, Debug)]
pub struct Fractal {
    /// The kind of fractal.
    pub kind: FractalKind,
    /// The octaves, from the coarsest to the finest.
    pub octaves: Vec<Octave>,
    /// The offset of the ridged and hybrid kinds.
    pub offset: f64,
    /// The width within which creases are rounded: see [`super::NoiseSpec::rounding`].
    pub rounding: f64,
    /// The divisor of the sum.
    ///
    /// It counts all octaves, including those that have faded.
    pub divisor: f64,
    /// The value to which octaves fade under a band limit.
    pub octave_mean: f64,
}

/// The contribution of one octave to the sum, for observers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OctaveTerm {
    /// The value of the basis.
    pub basis: f64,
    /// The value after shaping by the fractal kind.
    pub shaped: f64,
    /// The octave's weight under the band limit: 1 is the full octave, 0 only its mean.
    pub band_weight: f64,
    /// The feedback from the octave before; 1 in kinds without feedback.
    pub feedback: f64,
    /// The contribution to the sum.
    pub contribution: f64,
    /// The sum up to this octave, not yet normalised.
    pub sum: f64,
}

/// Evaluates the basis for a fractal, with or without derivatives and observer.
pub trait Evaluate<const N: usize, F: Field<N>> {
    /// Samples the basis of an octave for the input point `p`.
    fn basis(&mut self, octave: &Octave, p: &[f64; N]) -> F;

    /// The weight of an octave under a band limit: [`Octave::band_weight`]. An implementation may
    /// cache it.
    #[inline]
    fn band_weight(&mut self, octave: &Octave, band_limit: f64) -> f64 {
        octave.band_weight(band_limit)
    }

    /// Called after an octave has been added to the sum.
    #[inline]
    fn added(&mut self, _octave: &Octave, _term: impl FnOnce() -> OctaveTerm) {}

    /// Called after a sample of the displacing noise of a warp, with its value `noise`.
    ///
    /// The octaves reported since the previous call belong to this sample.
    #[inline]
    fn displaced(&mut self, _displacement: &Displacement<N>, _noise: f64) {}
}

impl Fractal {
    /// Makes a fractal of the given octaves.
    ///
    /// Under a band limit they fade to `octave_mean`. `normalise` is false for a divisor of 1.
    pub fn new(
        (kind, [offset, rounding]): (FractalKind, [f64; 2]),
        octaves: Vec<Octave>,
        normalise: bool,
        octave_mean: f64,
    ) -> Self {
        let amplitudes: f64 = octaves.iter().fold(0.0, |sum, octave| sum + octave.amplitude);
        let divisor = if normalise { amplitudes * kind.octave_reach(offset) } else { 1.0 };
        Self { kind, octaves, offset, rounding, divisor, octave_mean }
    }

    /// The feedback to the next octave: the octave clamped between `low` and 1. With rounding, a
    /// parabola replaces the kink at 1.
    #[inline]
    fn clamp_feedback<const N: usize, F: Field<N>>(&self, octave: F, low: f64) -> F {
        match self.rounding {
            0.0 => octave.clamp(low, 1.0),
            width => octave.clamp(low, f64::INFINITY).rounded_to_one(width),
        }
    }

    /// Samples the fractal at `p`.
    ///
    /// `band_limit` is the distance between neighbouring samples in units of `p`, or 0 for no
    /// limit. Octaves too fine for it fade to their mean.
    #[inline]
    pub fn sum<const N: usize, F: Field<N>>(
        &self,
        p: &[f64; N],
        band_limit: f64,
        evaluator: &mut impl Evaluate<N, F>,
    ) -> F {
        let mean = F::constant(self.octave_mean);
        let mut sum = F::constant(0.0);
        let mut feedback = F::constant(1.0);
        for octave in &self.octaves {
            // The octave's signal, faded to its mean
            let band_weight = evaluator.band_weight(octave, band_limit);
            let basis =
                if band_weight > 0.0 { evaluator.basis(octave, p) } else { F::constant(0.0) };
            let shaped = self.kind.shape(basis, self.offset, self.rounding);
            let signal = match band_weight {
                1.0 => shaped,
                0.0 => mean,
                weight => mean + (shaped - mean) * weight,
            };

            // The octave's contribution, and the feedback to the next octave
            let octave_feedback = feedback;
            let contribution = match self.kind {
                FractalKind::Ridged => {
                    let ridge = signal * feedback;
                    feedback = self.clamp_feedback(ridge * RIDGE_FEEDBACK, 0.0);
                    ridge * octave.amplitude
                }
                FractalKind::Hybrid => {
                    let weighted = signal * octave.amplitude * feedback;
                    feedback = self.clamp_feedback(weighted, f64::NEG_INFINITY);
                    weighted
                }
                _ => signal * octave.amplitude,
            };
            sum = sum + contribution;
            evaluator.added(octave, || OctaveTerm {
                basis: basis.value(),
                shaped: shaped.value(),
                band_weight,
                feedback: octave_feedback.value(),
                contribution: contribution.value(),
                sum: sum.value(),
            });
        }
        sum.divide_by(self.divisor)
    }
}
