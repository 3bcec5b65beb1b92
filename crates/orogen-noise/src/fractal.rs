//! Fractals: sums of octaves of a basis.
//!
//! Octave i samples the basis at p·Lⁱ (lacunarity L) and weighs it by Gⁱ (gain G). What the kinds
//! make of a sample n:
//!
//! | kind | octave | sum, normalised |
//! |---|---|---|
//! | fBm | n | about [−1, 1] |
//! | turbulence | \|n\| | [0, 1] |
//! | billow | 2\|n\| − 1 | [−1, 1] |
//! | ridged | (offset − \|n\|)², times the octave before | [0, 1] |
//! | hybrid | n + offset, times the product of the octaves before | [0, 1] |
//!
//! The sum is divided by the sum of the amplitudes, and in the ridged and hybrid kinds also by the
//! largest octave for a basis in ±1: max(offset², (offset − 1)²), or 1 + |offset|. What is really
//! used of the range, measured over 2²⁰ points for six octaves of Perlin noise in two dimensions:
//! fBm −0.64 to 0.65 (deviation 0.16), turbulence 0.01 to 0.69 (mean 0.21), billow −0.98 to 0.38
//! (mean −0.57), ridged 0 to 0.98 (mean 0.61), hybrid 0 to 0.75 (mean 0.40); of simplex noise fBm
//! −0.84 to 0.85 (0.26), turbulence 0.02 to 0.88 (0.38), billow −0.96 to 0.76 (−0.25), ridged 0 to
//! 0.97 (0.35), hybrid 0 to 0.86 (0.39).
//!
//! An octave too fine for a band limit fades to its own mean over all points. That leaves the mean
//! of fBm, turbulence and billow where it was. In the ridged kind what an octave lets through is
//! clamped, and the mean of a clamped signal isn't the clamped mean: measured, six octaves of
//! ridged Perlin noise with offset 1 rise by 0.002, 0.006, 0.013 and 0.028 when the last two,
//! three, four and five have faded (their deviation is 0.17); the hybrid kind stays within 0.005
//! until its first octave fades.
//!
//! Magnitudes and clamps crease, unless they are rounded: [`super::NoiseSpec::rounding`].

use super::choice::choices;
use super::field::Field;
use super::moments::Moments;
use super::octave::Octave;
use super::warp::Displacement;
use serde::Serialize;

choices! {
    /// How octaves are made and added.
    #[derive(Default)]
    pub enum FractalKind: "fractal" {
        /// The basis alone, one octave.
        #[default]
        None = "none",
        /// Fractional Brownian motion: the sum of the octaves.
        Fbm = "fbm",
        /// The sum of the octaves' magnitudes: creases where the noise crosses zero (Perlin 1985).
        Turbulence = "turbulence",
        /// Turbulence with each octave recentred: puffy clouds, round hills.
        Billow = "billow",
        /// Ridged multifractal (Musgrave 1994): sharp crests, detail where it is high.
        Ridged = "ridged",
        /// Hybrid multifractal (Musgrave 1994): smooth valleys, rough heights.
        Hybrid = "hybrid",
    }
}

choices! {
    /// What the sum of the octaves is divided by.
    #[derive(Default)]
    pub enum Normalise: "normalisation" {
        /// The sum as it is.
        Off = "off",
        /// Divided by the sum of the amplitudes (times the largest octave of the ridged and hybrid
        /// kinds).
        #[default]
        Amplitude = "on",
        /// As on, with the basis itself first recentred and scaled to [−1, 1] by its measured mean
        /// and range.
        Measured = "measured",
    }
}

/// How strongly a ridge lets the next octave in: Musgrave's "gain" of the ridged multifractal,
/// which he sets to 2.
pub const RIDGE_FEEDBACK: f64 = 2.0;

impl FractalKind {
    /// Whether it takes the magnitude of each octave, which creases where the noise crosses zero.
    pub const fn takes_magnitudes(self) -> bool {
        matches!(self, Self::Turbulence | Self::Billow | Self::Ridged)
    }

    /// Whether octaves weigh the next ones, at most once.
    pub const fn has_feedback(self) -> bool {
        matches!(self, Self::Ridged | Self::Hybrid)
    }

    /// What one octave makes of the basis' value.
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

    /// The mean of `FractalKind::shape` over a basis with these moments, without rounding.
    pub fn octave_mean(self, basis: &Moments, offset: f64) -> f64 {
        match self {
            Self::None | Self::Fbm => basis.mean,
            Self::Turbulence => basis.mean_abs,
            Self::Billow => 2.0 * basis.mean_abs - 1.0,
            Self::Ridged => offset * offset - 2.0 * offset * basis.mean_abs + basis.mean_square,
            Self::Hybrid => basis.mean + offset,
        }
    }

    /// The largest shaped octave for a basis in [−1, 1].
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
    /// How octaves are put together.
    pub kind: FractalKind,
    /// From the coarsest to the finest.
    pub octaves: Vec<Octave>,
    /// Of the ridged and hybrid kinds.
    pub offset: f64,
    /// How far creases are rounded: see [`super::NoiseSpec::rounding`].
    pub rounding: f64,
    /// What the sum is divided by; it counts every octave, faded or not.
    pub divisor: f64,
    /// What a faded octave fades to.
    pub octave_mean: f64,
}

/// One octave's way into the sum, for those who watch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Term {
    /// The basis' value.
    pub basis: f64,
    /// What the kind makes of it.
    pub shaped: f64,
    /// What the band limit leaves: 1 all, 0 only the mean.
    pub band_weight: f64,
    /// The factor from the octaves before (ridged and hybrid kinds; else 1).
    pub feedback: f64,
    /// What is added to the sum.
    pub contribution: f64,
    /// The sum so far, not yet normalised.
    pub sum: f64,
}

/// Evaluates the basis for a fractal, as values or as jets, watched or not.
pub trait Evaluate<const N: usize, F: Field<N>> {
    /// The basis in this octave for the input point `p`.
    fn basis(&mut self, octave: &Octave, p: &[f64; N]) -> F;

    /// What a band limit leaves of an octave: [`Octave::band_weight`], which those may remember who
    /// ask again and again.
    #[inline]
    fn band_weight(&mut self, octave: &Octave, band_limit: f64) -> f64 {
        octave.band_weight(band_limit)
    }

    /// An octave has been added.
    #[inline]
    fn added(&mut self, _octave: &Octave, _term: impl FnOnce() -> Term) {}

    /// The octaves since the last call made this displacement of a warp; its noise is `noise`.
    #[inline]
    fn displaced(&mut self, _displacement: &Displacement<N>, _noise: f64) {}
}

impl Fractal {
    /// Sums the octaves given; their frequencies and amplitudes are theirs, and each fades to
    /// `octave_mean`.
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

    /// What an octave lets the next one add: at least `low`, at most 1.
    #[inline]
    fn fed_back<const N: usize, F: Field<N>>(&self, octave: F, low: f64) -> F {
        match self.rounding {
            0.0 => octave.clamp(low, 1.0),
            width => octave.clamp(low, f64::INFINITY).rounded_to_one(width),
        }
    }

    /// The fractal at `p`. `band_limit` is the distance of samples in units of `p` (0: none):
    /// octaves too fine for it fade to their mean.
    #[inline]
    pub fn sum<const N: usize, F: Field<N>>(
        &self,
        p: &[f64; N],
        band_limit: f64,
        evaluate: &mut impl Evaluate<N, F>,
    ) -> F {
        let mean = F::constant(self.octave_mean);
        let mut sum = F::constant(0.0);
        let mut feedback = F::constant(1.0);
        for octave in &self.octaves {
            // The octave's signal, faded to its mean
            let band_weight = evaluate.band_weight(octave, band_limit);
            let basis =
                if band_weight > 0.0 { evaluate.basis(octave, p) } else { F::constant(0.0) };
            let shaped = self.kind.shape(basis, self.offset, self.rounding);
            let signal = match band_weight {
                1.0 => shaped,
                0.0 => mean,
                weight => mean + (shaped - mean) * weight,
            };

            // Its contribution, and what it lets the next octave add
            let before = feedback;
            let contribution = match self.kind {
                FractalKind::Ridged => {
                    let ridge = signal * feedback;
                    feedback = self.fed_back(ridge * RIDGE_FEEDBACK, 0.0);
                    ridge * octave.amplitude
                }
                FractalKind::Hybrid => {
                    let weighted = signal * octave.amplitude * feedback;
                    feedback = self.fed_back(weighted, f64::NEG_INFINITY);
                    weighted
                }
                _ => signal * octave.amplitude,
            };
            sum = sum + contribution;
            evaluate.added(octave, || Term {
                basis: basis.value(),
                shaped: shaped.value(),
                band_weight,
                feedback: before.value(),
                contribution: contribution.value(),
                sum: sum.value(),
            });
        }
        sum.over(self.divisor)
    }
}
