//! Whether f32 is enough for a warp.
//!
//! A warp adds the noise's own error to where the noise is sampled, and sampled a little aside a
//! noise differs by its slope times that; every further warp multiplies the error by strength ×
//! slope. Many octaves of much gain, or a strong warp, soon need more than f32 has.

use super::{GridNoise, Route};
use crate::worley::Output;
use crate::{Fade, FractalKind};

/// The error of a sum of octaves in f32, as a share of its magnitude.
const ERROR: f64 = 1e-7;

/// What is allowed, as a share of the noise's magnitude. 10⁻⁵ of the range is ten times that.
const ALLOWED: f64 = 2e-6;

/// Among 30,000 random warps the worst strays so many times as far as estimated.
#[cfg(test)]
pub(super) const MOST_ASTRAY: f64 = 7.0;

impl GridNoise {
    /// Whether f32 is enough for the noise's warp, if it has any, under a band limit in units of
    /// the noise.
    pub(super) fn warps_in_f32(&self, band_limit: f64) -> bool {
        self.slope(band_limit) * self.aside(band_limit) <= ALLOWED
    }

    /// About how far aside of where its warp points the noise is sampled in f32, in its units.
    pub(super) fn aside(&self, band_limit: f64) -> f64 {
        let warp = self.warp;
        let strength = warp.strength.abs();
        let displacing_slope = self.slope(band_limit * warp.frequency) * warp.frequency;
        let step = |aside: f64, _| strength * (ERROR + displacing_slope * aside);
        (0..warp.times).fold(0.0, step)
    }

    /// About the steepest slope of the noise, as a share of its magnitude for each of its units.
    fn slope(&self, band_limit: f64) -> f64 {
        let fractal = self.noise.fractal();
        let (_, reach) = self.noise.recentring();
        let offset = fractal.offset;
        let of_kind = match fractal.kind {
            FractalKind::None | FractalKind::Fbm | FractalKind::Turbulence => 1.0,
            FractalKind::Billow => 3.0,
            // Of the square, and of the feedback
            FractalKind::Ridged => 4.0 * f64::max(offset.abs(), (offset - 1.0).abs()),
            FractalKind::Hybrid => 2.0 * (1.0 + offset.abs()),
        };
        let of_fade = match self.fade() {
            // Beside the quintic, for which the others are
            Fade::Custom(curve) => f64::max(curve.steepest() / 1.875, 1.0),
            _ => 1.0,
        };
        let of_basis = match self.route {
            Route::Lattice(proximity) => [3.0, 2.0, 4.0][proximity.order] * of_fade,
            Route::Simplex | Route::OpenSimplex(_) => 8.0,
            Route::Worley(_, Output::F2MinusF1) => 8.0,
            Route::Worley(..) => 2.0,
            Route::Scalar => 0.0,
        };
        let octaves = fractal.octaves.iter();
        let left = octaves
            .clone()
            .map(|o| o.amplitude * o.frequency * o.band_weight(band_limit))
            .sum::<f64>();
        let amplitudes = octaves.map(|octave| octave.amplitude).sum::<f64>();
        of_kind * of_basis * left / (amplitudes * reach)
    }
}
