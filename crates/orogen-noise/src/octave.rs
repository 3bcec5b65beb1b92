//! One octave of a fractal: its position, its amplitude, and how it fades out.

use super::hash::{Seed, avalanche};
use super::trig::sin_cos_turns;
use serde::Serialize;

/// The golden angle in turns, (3 − √5)/2.
///
/// Octaves turned by multiples of it never line up again.
pub const GOLDEN_ANGLE_TURNS: f64 = 0.381_966_011_250_105_15;

/// One octave: frequency, rotation, shift and amplitude of a sample of the basis.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Octave {
    /// The octave's index, from 0.
    pub index: u32,
    /// The number of the basis's cells per unit of the input.
    pub frequency: f64,
    /// The factor of this octave in the sum.
    ///
    /// With a fractional number of octaves, the last octave's amplitude is scaled by the fraction.
    pub amplitude: f64,
    /// The seed of the octave's permutation.
    pub seed: Seed,
    /// The shift of the scaled and rotated point along each axis.
    ///
    /// It is zero unless octaves have their own seeds.
    pub shift: [f64; SHIFTED_AXES],
    /// Cosine and sine of the rotation of the first two axes; `None` for no rotation.
    pub rotation: Option<[f64; 2]>,
}

/// The number of axes along which octaves are shifted.
pub const SHIFTED_AXES: usize = 4;

impl Octave {
    /// The point at which the octave samples its basis for the input point `p`.
    ///
    /// The octave scales `p`, then rotates it, then shifts it.
    #[inline]
    pub fn place<const N: usize>(&self, p: &[f64; N]) -> [f64; N] {
        let mut q = *p;
        for x in &mut q {
            *x *= self.frequency;
        }
        if let (Some([cos, sin]), true) = (self.rotation, N >= 2) {
            (q[0], q[1]) = (cos * q[0] - sin * q[1], sin * q[0] + cos * q[1]);
        }
        for (x, shift) in q.iter_mut().zip(self.shift) {
            *x += shift;
        }
        q
    }

    /// Transforms a gradient from the basis's coordinates to the input's.
    ///
    /// It multiplies by the transposed matrix of [`Octave::place`].
    #[inline]
    pub fn pull_back<const N: usize>(&self, gradient: [f64; N]) -> [f64; N] {
        let mut g = gradient;
        if let (Some([cos, sin]), true) = (self.rotation, N >= 2) {
            (g[0], g[1]) = (cos * g[0] + sin * g[1], cos * g[1] - sin * g[0]);
        }
        g.map(|x| x * self.frequency)
    }

    /// The octave's weight under a band limit, in [0, 1].
    ///
    /// `band_limit` is the distance between neighbouring samples. The weight is 1 if the octave's
    /// wavelength is at least four times the limit, and 0 from two times down (Nyquist), with a
    /// smooth transition between. A limit of 0 keeps every octave.
    #[inline]
    pub fn band_weight(&self, band_limit: f64) -> f64 {
        if band_limit <= 0.0 {
            return 1.0;
        }
        let wavelength = 1.0 / self.frequency;
        let t = ((wavelength / band_limit - 2.0) / 2.0).clamp(0.0, 1.0);
        t * t * (3.0 - 2.0 * t)
    }
}

/// The shift of an octave with this seed, in cells.
///
/// Along each axis it is an odd multiple of 1/512. The multiple is odd so that the lattice points
/// of two octaves, where gradient noise is zero, never coincide if the lacunarity is even. It has
/// few bits, so that adding it to a whole number is exact up to 2⁴⁴ cells.
pub fn shift(seed: Seed) -> [f64; SHIFTED_AXES] {
    std::array::from_fn(|axis| {
        let word = avalanche(seed.axis_word(axis as u32) ^ 0x5eed_0c7a);
        f64::from(2 * (word >> 24) + 1) / 512.0
    })
}

/// Cosine and sine of `index` times the golden angle.
pub fn golden_rotation(index: u32) -> [f64; 2] {
    let (sin, cos) = sin_cos_turns(f64::from(index) * GOLDEN_ANGLE_TURNS);
    [cos, sin]
}
