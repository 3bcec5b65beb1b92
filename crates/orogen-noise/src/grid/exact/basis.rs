//! Bases in vector lanes of f64, and the positions at which octaves sample them.

use super::super::lane_hash::Vectors;
use super::super::lane_permutation::LaneCells;
use super::super::simd::{Double, Float, Mask, Simd};
use super::super::weighted::WeightedOctave;
use super::ExactKernel;
use crate::fade::Fade;
use crate::octave::Octave;

/// A basis that is sampled in vector lanes of f64.
pub(super) trait Basis {
    /// The axis where look-ups start: see [`super::super::lane_permutation::LanePermutation::new`].
    const FIRST_AXIS: usize;

    /// Samples the basis at a position in its own cells.
    fn sample<S: Simd, const N: usize>(
        &self,
        simd: S,
        octave: BasisChoices<'_>,
        last: &mut LastCell,
        place: [S::D; 2],
    ) -> [S::D; N];
}

/// The octave, and the choices of the noise, that a basis needs.
#[derive(Clone, Copy)]
pub(super) struct BasisChoices<'a> {
    pub octave: &'a WeightedOctave<'a>,
    pub fade: Fade,
}

/// The cell in which the last vector of samples lay, and the coefficients of its corners.
///
/// It is used only if all samples of a vector lie in one cell.
#[derive(Clone)]
pub(super) struct LastCell {
    pub cell: [f64; 2],
    pub corners: [[f64; 5]; 4],
}

impl Default for LastCell {
    /// No cell yet: no sample's cell is equal to NaN.
    fn default() -> Self {
        Self { cell: [f64::NAN; 2], corners: [[0.0; 5]; 4] }
    }
}

impl<B: Basis, const N: usize> ExactKernel<'_, '_, B, N> {
    /// Samples the basis of an octave for the point `at`, with the steps of [`Octave::place`] and
    /// [`Octave::pull_back`].
    #[inline(always)]
    pub(super) fn basis<S: Simd>(
        &self,
        simd: S,
        octave: &WeightedOctave,
        last: &mut LastCell,
        at: [S::D; 2],
    ) -> [S::D; N] {
        let &Octave { frequency, rotation, .. } = octave.octave;
        let place = octave.place(simd, at);
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

/// Converts whole numbers to cells.
#[inline(always)]
pub(super) fn cells<S: Simd>(simd: S, [x, y]: [S::D; 2]) -> LaneCells<S> {
    let far = simd.f32(FAR);
    match far.lt(x.abs().to_f32()).any() || far.lt(y.abs().to_f32()).any() {
        true => LaneCells::Far([x, y]),
        false => LaneCells::Near([x.to_i32(), y.to_i32()]),
    }
}

/// The magnitude from which whole numbers are split into two words: 2²⁹.
const FAR: f32 = 536_870_912.0;

/// The vectors that the hash picks for four lattice points with these numbers.
///
/// The components must be whole numbers, because they are exact in f32.
#[inline(always)]
pub(super) fn whole_vectors<S: Simd>(
    simd: S,
    vectors: &Vectors,
    numbers: [S::I; 4],
) -> [[S::D; 2]; 4] {
    let found = vectors.lanes(simd, numbers);
    let mut out = [[simd.f64(0.0); 2]; 4];
    for (out, [x, y]) in out.iter_mut().zip(found) {
        *out = [S::D::from_f32(x), S::D::from_f32(y)];
    }
    out
}
