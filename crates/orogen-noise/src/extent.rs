//! The range of values that a noise can have.

use super::edited::range_increase;
use super::field::Field;
use super::measured;
use super::octave::Octave;
use super::{FractalKind, NoiseError, NoiseSpec, Normalise, Tiling};

/// A safety factor on measured extremes. They come from four million samples; another four million
/// exceed them by less than 5 %.
const MARGIN: f64 = 1.05;

/// The factor by which blended copies can exceed the range of one noise in two dimensions.
///
/// Two equal weights add up to √2 along each axis: see [`super::tile`].
const COPIES_FACTOR: f64 = 2.0;

impl NoiseSpec {
    /// The range of the noise in two dimensions, as [minimum, maximum].
    ///
    /// The range is an upper estimate: it assumes that all octaves reach the measured extremes of the
    /// basis at the same place.
    ///
    /// ```
    /// let spec = orogen_noise::NoiseSpec::default();
    /// let [low, high] = spec.bounds()?;
    /// let value = spec.build(2)?.sample2([0.3, 0.7], 0.0);
    /// assert!((low..=high).contains(&value));
    /// # Ok::<(), orogen_noise::NoiseError>(())
    /// ```
    ///
    /// # Errors
    /// In the cases of [`NoiseSpec::build`].
    pub fn bounds(&self) -> Result<[f64; 2], NoiseError> {
        let noise = self.build(2)?;
        // The largest magnitude of the basis as it enters the fractal
        let reach = match self.normalise {
            Normalise::Measured => MARGIN,
            _ => {
                let moments = measured::moments(self, 2);
                MARGIN * moments.max.max(-moments.min)
            }
        };
        let copies = self.copies_factor();
        let mean = measured::moments(self, 2).mean.abs();
        let reach = if copies > 1.0 { mean + copies * (reach + mean) } else { reach };
        let divisor = noise.fractal().divisor;
        let (_, basis_divisor) = noise.recentring();
        let octaves = &noise.fractal().octaves;
        let increase = |octave: &Octave| copies * self.range_increase(octave) / basis_divisor;
        let octaves = octaves.iter().map(|octave| (octave.amplitude, reach + increase(octave)));
        if self.fractal == FractalKind::Hybrid {
            return Ok(self.bounds_of_hybrid(octaves).map(|s| s / divisor));
        }
        // `bounds_of_reach` is for normalised noise. Without normalisation the divisor is 1, so the
        // sum is larger by the factor `scale`
        let normalised = NoiseSpec { normalise: Normalise::Amplitude, ..self.clone() };
        let scale = normalised.build(2)?.fractal().divisor / divisor;
        if self.edits.is_empty() {
            return Ok(self.bounds_of_reach(reach).map(|s| s * scale));
        }
        // Feedback is at most 1, so each octave counts with its amplitude
        let (mut bounds, mut amplitudes) = ([0.0; 2], 0.0);
        for (amplitude, reach) in octaves {
            amplitudes += amplitude;
            for (bound, octave_bound) in bounds.iter_mut().zip(self.bounds_of_reach(reach)) {
                *bound += amplitude * octave_bound;
            }
        }
        Ok(bounds.map(|s| s / amplitudes * scale))
    }

    /// The range of a hybrid sum, from the amplitude and the largest magnitude of each octave.
    ///
    /// Each octave is multiplied by the feedback of the octave before it, which is at most 1 and
    /// can be far below 0.
    fn bounds_of_hybrid(&self, octaves: impl Iterator<Item = (f64, f64)>) -> [f64; 2] {
        let (mut sum, mut feedback) = ([0.0; 2], [1.0; 2]);
        for (amplitude, reach) in octaves {
            let octave = [self.offset - reach, self.offset + reach].map(|s| s * amplitude);
            let products = octave.map(|s| feedback.map(|f| s * f));
            let products = products.as_flattened().iter();
            let low = products.clone().copied().fold(f64::INFINITY, f64::min);
            let high = products.copied().fold(f64::NEG_INFINITY, f64::max);
            sum = [sum[0] + low, sum[1] + high];
            feedback = [low, high].map(|f| f.min(1.0));
        }
        sum
    }

    /// The factor by which tiling by blended copies raises the largest magnitude of the noise.
    fn copies_factor(&self) -> f64 {
        let is_blended = self.period.is_some() && self.basis.row().tiling == Tiling::Blend;
        if is_blended { COPIES_FACTOR } else { 1.0 }
    }

    /// The amount by which edits raise the largest magnitude of an octave.
    fn range_increase(&self, octave: &Octave) -> f64 {
        let (permutation, edits) = (self.permutation_of(octave), self.edits_of(octave));
        range_increase(self.basis, &permutation, self.gradients, self.fade, &edits)
    }

    /// The range of the normalised noise if the basis of each octave lies in ±`reach`.
    fn bounds_of_reach(&self, reach: f64) -> [f64; 2] {
        let square = |x: f64| x * x;
        let offset = self.offset;
        // The smallest and the largest magnitude of an octave
        let [smallest, largest] = [0.0, reach].map(|n: f64| match self.rounding {
            0.0 => n,
            width => Field::<1>::rounded_abs(n, width),
        });
        match self.fractal {
            FractalKind::None | FractalKind::Fbm => [-reach, reach],
            FractalKind::Turbulence => [smallest, largest],
            FractalKind::Billow => [2.0 * smallest - 1.0, 2.0 * largest - 1.0],
            // Normalised by the largest value that a basis in [−1, 1] gives
            FractalKind::Ridged => [
                0.0,
                square(offset - smallest).max(square(offset - largest))
                    / square(offset).max(square(offset - 1.0)),
            ],
            FractalKind::Hybrid => unreachable!("hybrid noise has bounds_of_hybrid"),
        }
    }
}
