//! Domain warp: the noise displaces the points at which it is sampled.

use super::field::Field;

/// Displaces the points at which a noise is sampled by the noise itself.
///
/// n is the noise without warp, s the strength, f the frequency, and o the offset (5.2, 1.3) of the
/// first two coordinates. Then q₀ = p, and coordinate a of qₖ₊₁ is pₐ + s·n(f·qₖ + a·o), for each
/// axis a from 0. After the given number of iterations, the warped noise is n at the last q.
///
/// The displacing noise gets f times the band limit. So both noises lose octaves of the same
/// wavelength, in units of p.
///
/// ```
/// use orogen_noise::{FractalKind, NoiseSpec, Warp};
///
/// let warp = Warp { strength: 0.5, frequency: 1.0, times: 1 };
/// let noise = NoiseSpec { fractal: FractalKind::Fbm, warp, ..NoiseSpec::default() }.build(2)?;
/// assert_eq!(noise.trace(&[0.3, 0.7]).warps.len(), 2); // one displacement along each axis
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Warp {
    /// The displacement by a noise of 1, in units of the input, from −10⁶ to 10⁶.
    pub strength: f64,
    /// The displacing noise's frequency relative to the noise, above 0, at most 10⁶.
    pub frequency: f64,
    /// The number of iterations: 0 (no warp) to 3.
    pub times: u32,
}

impl Default for Warp {
    fn default() -> Self {
        Self { strength: 0.0, frequency: 1.0, times: 0 }
    }
}

/// The offset between the points at which the displacing noise is sampled for successive axes.
pub(super) const OFFSET: [f64; 2] = [5.2, 1.3];

impl Warp {
    /// Returns true if the warp displaces anything.
    pub fn is_active(&self) -> bool {
        self.times > 0 && self.strength != 0.0
    }

    /// Displaces `p`. If `F` has derivatives, they are with respect to `p`.
    ///
    /// `noise` must sample the noise without warp.
    pub fn displace<const N: usize, F: Field<N>>(
        &self,
        p: &[f64; N],
        mut noise: impl FnMut(Displacement<N>) -> F,
    ) -> [F; N] {
        let start: [F; N] = std::array::from_fn(|axis| F::coordinate(p[axis], axis));
        let mut position = start;
        for step in 0..self.times {
            let scaled = position.map(|x| x * self.frequency);
            position = std::array::from_fn(|axis| {
                let mut point = scaled.map(F::value);
                for (x, offset) in point.iter_mut().zip(OFFSET) {
                    *x += axis as f64 * offset;
                }
                start[axis]
                    + noise(Displacement { step, axis, point }).compose(&scaled) * self.strength
            });
        }
        position
    }
}

/// One sample of the displacing noise.
#[derive(Clone, Copy, Debug)]
pub struct Displacement<const N: usize> {
    /// The iteration, from 0.
    pub step: u32,
    /// The axis along which this sample displaces the point.
    pub axis: usize,
    /// The point at which the noise must be sampled.
    pub point: [f64; N],
}
