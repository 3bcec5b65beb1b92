//! Bases in lanes of f64, and the positions at which octaves sample them.

use super::super::lane_hash::Vectors;
use super::super::lane_permutation::LaneCells;
use super::super::simd::{Double, Float, Mask, Simd};
use super::super::weighted::WeightedOctave;
use super::ExactKernel;
use crate::fade::Fade;
use crate::octave::Octave;

/// A basis.
pub(super) trait Basis {
    /// The axis that is looked up first: see [`super::super::lane_permutation::Numbers::new`].
    const FIRST_AXIS: usize;

    /// Samples the basis, in its own coordinates.
    fn sample<S: Simd, const N: usize>(
        &self,
        simd: S,
        octave: BasisChoices<'_>,
        last: &mut LastCell,
        place: [S::D; 2],
    ) -> [S::D; N];
}

/// The octave and the choices of the noise that a basis needs.
#[derive(Clone, Copy)]
pub(super) struct BasisChoices<'a> {
    pub octave: &'a WeightedOctave<'a>,
    pub fade: Fade,
}

/// The cell in which all samples of a vector lay, and the coefficients of its corners.
#[derive(Clone)]
pub(super) struct LastCell {
    pub cell: [f64; 2],
    pub corners: [[f64; 5]; 4],
}

impl Default for LastCell {
    /// No cell yet: no sample lies in a NaN cell.
    fn default() -> Self {
        Self { cell: [f64::NAN; 2], corners: [[0.0; 5]; 4] }
    }
}

impl<B: Basis, const N: usize> ExactKernel<'_, '_, B, N> {
    /// Samples the basis of an octave at the octave's position for the point: [`Octave::place`] and
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

/// Whole numbers as cells.
#[inline(always)]
pub(super) fn cells<S: Simd>(simd: S, [x, y]: [S::D; 2]) -> LaneCells<S> {
    let far = simd.f32(FAR);
    match far.lt(x.abs().to_f32()).any() || far.lt(y.abs().to_f32()).any() {
        true => LaneCells::Far([x, y]),
        false => LaneCells::Near([x.to_i32(), y.to_i32()]),
    }
}

/// The limit above which whole numbers are split into words: 2²⁹.
const FAR: f32 = 536_870_912.0;

/// The vectors of four lattice points with these numbers by the hash. Their components must be
/// whole numbers.
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
