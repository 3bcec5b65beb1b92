//! The choice between f32 and f64 for a noise with a warp.
//!
//! A warp adds the error of the displacing noise to the position at which the noise is sampled. The
//! value is then off by that error times the noise's slope. Every further iteration of the warp
//! multiplies the error of position by strength × slope. With many octaves of high gain, or with a
//! strong warp, f32 is soon too coarse.

use super::{GridNoise, Method};
use crate::worley::Output;
use crate::{Fade, FractalKind};

/// The error of a sum of octaves in f32, as a fraction of the sum's magnitude.
const F32_ERROR: f64 = 1e-7;

/// The allowed error as a fraction of the noise's magnitude.
///
/// The tests allow 10⁻⁵ of the range, which is ten times as much.
const ALLOWED_ERROR: f64 = 2e-6;

/// The worst error of position among 30,000 random warps, as a multiple of the estimate.
#[cfg(test)]
pub(super) const MAX_ERROR_RATIO: f64 = 7.0;

impl GridNoise {
    /// Returns true if the noise has no warp, or f32 is precise enough for its warp.
    ///
    /// The band limit is in units of the noise.
    pub(super) fn warps_in_f32(&self, band_limit: f64) -> bool {
        self.slope(band_limit) * self.position_error(band_limit) <= ALLOWED_ERROR
    }

    /// The approximate error of the sample position in f32, in units of the noise.
    pub(super) fn position_error(&self, band_limit: f64) -> f64 {
        let warp = self.warp;
        let strength = warp.strength.abs();
        let displacing_slope = self.slope(band_limit * warp.frequency) * warp.frequency;
        let step = |error: f64, _| strength * (F32_ERROR + displacing_slope * error);
        (0..warp.times).fold(0.0, step)
    }

    /// The approximate steepest slope of the noise per unit, as a fraction of the noise's
    /// magnitude.
    fn slope(&self, band_limit: f64) -> f64 {
        let fractal = self.noise.fractal();
        let (_, reach) = self.noise.recentring();
        let offset = fractal.offset;
        let kind_factor = match fractal.kind {
            FractalKind::None | FractalKind::Fbm | FractalKind::Turbulence => 1.0,
            FractalKind::Billow => 3.0,
            // A factor for the square, and one for the feedback
            FractalKind::Ridged => 4.0 * f64::max(offset.abs(), (offset - 1.0).abs()),
            FractalKind::Hybrid => 2.0 * (1.0 + offset.abs()),
        };
        let fade_factor = match self.fade() {
            // The factors below are for the quintic fade, whose steepest slope is 1.875
            Fade::Custom(curve) => f64::max(curve.steepest() / 1.875, 1.0),
            _ => 1.0,
        };
        let basis_slope = match self.method {
            Method::Lattice(polynomial) => [3.0, 2.0, 4.0][polynomial.order] * fade_factor,
            Method::Simplex | Method::OpenSimplex(_) => 8.0,
            Method::Worley(_, Output::F2MinusF1) => 8.0,
            Method::Worley(..) => 2.0,
            Method::Scalar => 0.0,
        };
        let octaves = fractal.octaves.iter();
        let octave_slopes = octaves
            .clone()
            .map(|o| o.amplitude * o.frequency * o.band_weight(band_limit))
            .sum::<f64>();
        let amplitudes = octaves.map(|octave| octave.amplitude).sum::<f64>();
        kind_factor * basis_slope * octave_slopes / (amplitudes * reach)
    }
}
