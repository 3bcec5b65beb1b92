//! The choice between f32 and f64 for a warp.
//!
//! A warp adds the noise's own error to the position at which the noise is sampled. The value is
//! then off by the noise's slope times that error, and every further warp multiplies the error by
//! strength × slope. Many octaves with high gain, or a strong warp, soon exceed the precision of
//! f32.

use super::{GridNoise, Route};
use crate::worley::Output;
use crate::{Fade, FractalKind};

/// The error of a sum of octaves in f32, as a share of its magnitude.
const ERROR: f64 = 1e-7;

/// The allowed error as a share of the noise's magnitude. The tests allow 10⁻⁵ of the range, which
/// is ten times as much.
const ALLOWED: f64 = 2e-6;

/// The worst error of position among 30,000 random warps, as a multiple of the estimate.
#[cfg(test)]
pub(super) const MOST_ASTRAY: f64 = 7.0;

impl GridNoise {
    /// Returns true if f32 is precise enough for the noise's warp, or if it has none. The band
    /// limit is in units of the noise.
    pub(super) fn warps_in_f32(&self, band_limit: f64) -> bool {
        self.slope(band_limit) * self.position_error(band_limit) <= ALLOWED
    }

    /// The approximate error of the sample position in f32, in units of the noise.
    pub(super) fn position_error(&self, band_limit: f64) -> f64 {
        let warp = self.warp;
        let strength = warp.strength.abs();
        let displacing_slope = self.slope(band_limit * warp.frequency) * warp.frequency;
        let step = |aside: f64, _| strength * (ERROR + displacing_slope * aside);
        (0..warp.times).fold(0.0, step)
    }

    /// The approximate steepest slope of the noise, as a share of its magnitude per unit.
    fn slope(&self, band_limit: f64) -> f64 {
        let fractal = self.noise.fractal();
        let (_, reach) = self.noise.recentring();
        let offset = fractal.offset;
        let of_kind = match fractal.kind {
            FractalKind::None | FractalKind::Fbm | FractalKind::Turbulence => 1.0,
            FractalKind::Billow => 3.0,
            // The slope of the square, and that of the feedback
            FractalKind::Ridged => 4.0 * f64::max(offset.abs(), (offset - 1.0).abs()),
            FractalKind::Hybrid => 2.0 * (1.0 + offset.abs()),
        };
        let of_fade = match self.fade() {
            // Relative to the quintic fade, for which the factors below hold
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
