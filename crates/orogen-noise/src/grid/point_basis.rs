//! The interface of a basis that is sampled at any positions, in vector lanes.

use super::lane_permutation::LaneCells;
use super::simd::Simd;

/// A basis that is sampled at one position per vector lane.
pub(super) trait PointBasis {
    /// The data of a cell, which is reused while samples stay in the cell.
    type CellData<S: Simd>;

    /// The steps from a cell to the lattice points around it, in groups of four. Empty unless the
    /// basis supports packing ([`PointBasis::can_pack`]).
    const POINTS: &'static [[i32; 2]] = &[];

    /// Returns true if lattice points can be packed: a number below 2⁸ holds all data of a point.
    fn can_pack(&self) -> bool {
        false
    }

    /// The keys of lattice points on these columns (axis 0) or rows (axis 1), for packing.
    #[inline(always)]
    fn point_keys<S: Simd>(&self, simd: S, _axis: usize, _cell: S::I) -> [S::I; 2] {
        [simd.u32(0); 2]
    }

    /// The numbers of the lattice points whose columns and rows have these keys, for packing.
    #[inline(always)]
    fn point_number<S: Simd>(&self, simd: S, _column: [S::I; 2], _row: [S::I; 2]) -> S::I {
        simd.u32(0)
    }

    /// Makes the data of a cell from the packed numbers of its lattice points, which have
    /// [`super::packed::FIELD_BITS`] bits each.
    #[inline(always)]
    fn unpack<S: Simd>(&self, simd: S, _words: [S::I; 2]) -> Self::CellData<S> {
        self.empty(simd)
    }

    /// The data before any cell has been entered.
    fn empty<S: Simd>(&self, simd: S) -> Self::CellData<S>;

    /// Computes the data of a cell that samples have entered.
    fn enter<S: Simd>(&self, simd: S, cell: &LaneCells<S>, cell_data: &mut Self::CellData<S>);

    /// Samples the basis at these fractions of the cell, in [0, 1].
    ///
    /// If N is 3, two slopes follow, along the axes of the octave, neither skewed nor scaled.
    fn sample<S: Simd, const N: usize>(
        &self,
        simd: S,
        fraction: [S::F; 2],
        cell: &LaneCells<S>,
        cell_data: &mut Self::CellData<S>,
    ) -> [S::F; N];
}
