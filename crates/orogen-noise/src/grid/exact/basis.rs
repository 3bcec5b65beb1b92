//! Bases in vector lanes of f64, and the positions at which octaves sample them.

use super::super::simd::Simd;
use super::super::weighted::WeightedOctave;
use super::ExactKernel;
use crate::fade::Fade;
use crate::octave::Octave;

/// A basis that is sampled in vector lanes of f64.
pub(super) trait ExactBasis {
    /// The axis where look-ups start: see [`super::super::lane_permutation::LanePermutation::new`].
    const FIRST_AXIS: usize;

    /// The numbers that an octave keeps for the next vector of samples.
    type Last<S: Simd>: Copy;

    /// The numbers before the first vector of samples.
    fn before_first<S: Simd>(simd: S) -> Self::Last<S>;

    /// Samples the basis at a position in its own cells.
    fn sample<S: Simd, const N: usize>(
        &self,
        simd: S,
        choices: BasisChoices<'_>,
        last: &mut Self::Last<S>,
        place: [S::D; 2],
    ) -> [S::D; N];
}

/// The octave, and the choices of the noise, that a basis needs.
#[derive(Clone, Copy)]
pub(super) struct BasisChoices<'a> {
    pub octave: &'a WeightedOctave<'a>,
    pub fade: Fade,
}

impl<B: ExactBasis, const N: usize> ExactKernel<'_, '_, B, N> {
    /// Samples the basis of an octave for `point`, with the steps of [`Octave::place`] and
    /// [`Octave::pull_back`].
    #[inline(always)]
    pub(super) fn basis<S: Simd>(
        &self,
        simd: S,
        octave: &WeightedOctave,
        last: &mut B::Last<S>,
        point: [S::D; 2],
    ) -> [S::D; N] {
        let &Octave { frequency, rotation, .. } = octave.octave;
        let place = octave.place(simd, point);
        let choices = BasisChoices { octave, fade: self.noise.fade() };
        let mut sample = self.basis.sample::<S, N>(simd, choices, last, place);
        if N > 1 {
            if let Some([cos, sin]) = rotation {
                let (cos, sin) = (simd.f64(cos), simd.f64(sin));
                [sample[1], sample[2]] =
                    [cos * sample[1] + sin * sample[2], cos * sample[2] - sin * sample[1]];
            }
            for slope in sample.iter_mut().skip(1) {
                *slope = *slope * simd.f64(frequency);
            }
        }
        sample
    }
}
