//! What a basis has to say to be sampled at points, many lanes at once.

use super::numbers::Cell;
use super::simd::Simd;

/// A basis in lanes.
pub(super) trait PointBasis {
    /// What is kept from sample to sample.
    type Kept<S: Simd>;

    /// Steps from a cell to lattice points around it, fours of them, if [`PointBasis::packs`].
    const POINTS: &'static [[i32; 2]] = &[];

    /// Whether what a lattice point holds follows from a number below 2⁸.
    fn packs(&self) -> bool {
        false
    }

    /// From which the numbers of lattice points on these columns (axis 0) or rows (1) follow, if it
    /// packs.
    #[inline(always)]
    fn point_keys<S: Simd>(&self, simd: S, _axis: usize, _cell: S::I) -> [S::I; 2] {
        [simd.u32(0); 2]
    }

    /// The number of the lattice points whose columns and rows have these keys, if it packs.
    #[inline(always)]
    fn point_number<S: Simd>(&self, simd: S, _column: [S::I; 2], _row: [S::I; 2]) -> S::I {
        simd.u32(0)
    }

    /// As [`PointBasis::enter`], from the numbers of the cell's lattice points, [`super::packed::FIELD`] bits each,
    /// if it packs.
    #[inline(always)]
    fn unpack<S: Simd>(&self, simd: S, _words: [S::I; 2]) -> Self::Kept<S> {
        self.nothing(simd)
    }

    /// For no cell yet.
    fn nothing<S: Simd>(&self, simd: S) -> Self::Kept<S>;

    /// For another cell.
    fn enter<S: Simd>(&self, simd: S, cell: &Cell<S>, kept: &mut Self::Kept<S>);

    /// The basis at these fractions of the cell, in [0, 1]; with its slopes along the axes of the
    /// octave, neither skewed nor scaled, if N is 3.
    fn sample<S: Simd, const N: usize>(
        &self,
        simd: S,
        at: [S::F; 2],
        cell: &Cell<S>,
        kept: &mut Self::Kept<S>,
    ) -> [S::F; N];
}
