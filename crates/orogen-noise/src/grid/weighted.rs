//! Octaves for the kernels in f64, with their band weights.

use super::lane_permutation::LanePermutation;
use super::simd::{Double, Simd};
use super::{GridNoise, GridOctave};
use crate::octave::Octave;

/// An octave and its two weights under the band limit: in the displacing noise of a warp, and in
/// the noise itself.
pub(super) struct WeightedOctave<'a> {
    pub octave: &'a Octave,
    pub permutation: LanePermutation<'a>,
    /// The coefficients for each number of the permutation. Empty if the permutation is a hash.
    pub coefficient_table: &'a [[f64; 5]],
    pub weights: [f64; 2],
}

/// The indices of [`WeightedOctave::weights`].
pub(super) const DISPLACING_NOISE: usize = 0;
pub(super) const DISPLACED_NOISE: usize = 1;

impl GridNoise {
    /// All octaves, weighted for a band limit in units of the noise. Look-ups in their permutations
    /// start with `first_axis`.
    pub(super) fn weighted_octaves<'a>(
        &'a self,
        limit: f64,
        first_axis: usize,
    ) -> Vec<WeightedOctave<'a>> {
        let displacing_limit = limit * self.warp.frequency;
        let to_weighted = |grid_octave: &'a GridOctave| {
            let GridOctave { octave, permutations: [_, periodic], coefficient_table } = grid_octave;
            let permutation = LanePermutation::new(periodic, first_axis);
            let weights = [displacing_limit, limit].map(|limit| octave.band_weight(limit));
            WeightedOctave { octave, permutation, coefficient_table, weights }
        };
        self.octaves.iter().map(to_weighted).collect()
    }

    /// Wraps positions, in units of the noise, into the first period if the noise has a period.
    #[inline(always)]
    pub(super) fn within_period<S: Simd>(&self, simd: S, [x, y]: [S::D; 2]) -> [S::D; 2] {
        let Some([width, height]) = self.period() else { return [x, y] };
        let (width, height) = (simd.f64(width), simd.f64(height));
        [x - width * (x / width).floor(), y - height * (y / height).floor()]
    }
}

impl WeightedOctave<'_> {
    /// Transforms positions as [`Octave::place`] does.
    #[inline(always)]
    pub fn place<S: Simd>(&self, simd: S, position: [S::D; 2]) -> [S::D; 2] {
        let &Octave { frequency, rotation, shift, .. } = self.octave;
        let [mut x, mut y] = [position[0] * simd.f64(frequency), position[1] * simd.f64(frequency)];
        if let Some([cos, sin]) = rotation {
            let (cos, sin) = (simd.f64(cos), simd.f64(sin));
            [x, y] = [cos * x - sin * y, sin * x + cos * y];
        }
        [x + simd.f64(shift[0]), y + simd.f64(shift[1])]
    }
}
