//! Lattice noise in rows and columns: polynomials of degree 0 (value noise), 1 (Perlin noise) or 2 at
//! lattice points.

use super::axis::{ColumnCells, Columns, RowBand, Rows};
use super::corner::{CornerKernel, CornerPolynomial, coefficient_count};
use super::fold::{Add, AddMagnitude, Fold, FoldLanes, Hybrid, OctaveFold, Ridge, UnroundedFold};
use super::formula::{Formula, PointFormula, Polynomials};
use super::lane_hash::Vectors;
use super::rows::{BandOctave, HashedPoints, RowsKernel};
use super::simd::{Level, MAX_LANES};
use super::tile::{OctaveRole, Sums, Tile};
use crate::fade::Fade;
use crate::permutation::Permutation;

/// An octave of lattice noise, as it is added to a grid.
#[derive(Clone, Copy)]
pub(super) struct LatticeOctave<'a> {
    pub polynomial: CornerPolynomial,
    /// The permutation without a period, because the keys of the axes are already wrapped.
    pub permutation: &'a Permutation,
    /// The coefficients for each number of the permutation; empty for the hash.
    pub coefficient_table: &'a [[f64; 5]],
    pub fold: OctaveFold,
    pub columns: &'a Columns,
    pub rows: &'a Rows,
    pub fade: Fade,
    /// The factor that turns slopes per cell of the octave into slopes of the samples.
    pub slope_scale: f32,
    /// True if samples must be equal to those of the point kernels, bit for bit.
    pub matches_points: bool,
}

/// Scratch memory for the lattice points around a tile.
#[derive(Default)]
pub(super) struct CornerScratch {
    planes: Vec<f32>,
    column_keys: Vec<u32>,
}

impl LatticeOctave<'_> {
    /// Adds the octave to a tile.
    pub fn add<const N: usize>(
        self,
        level: Level,
        tile: &mut Tile<N>,
        role: OctaveRole,
        sums: &mut Sums,
        corners: &mut CornerScratch,
    ) {
        let hashed = self.hashed_points(tile);
        for band in &self.rows.tiles[tile.index] {
            let hashed = hashed.as_ref();
            let stride = match hashed {
                Some(_) => 0,
                None => self.find_corners(level, tile, band, corners),
            };
            let planes = &corners.planes;
            LatticeKernel { level, octave: self, tile, sums, band, planes, hashed, stride, role }
                .add();
        }
    }

    /// The lattice points left and right of the tile's columns, if hardly any samples share a
    /// point.
    ///
    /// The kernel then hashes each point when it needs it, without a table in memory. `None` if the
    /// points are tabulated instead.
    fn hashed_points<const N: usize>(&self, tile: &Tile<N>) -> Option<HashedPoints<'_>> {
        match (&self.columns.cells, self.permutation, self.polynomial.order) {
            (ColumnCells::Sparse { left, right }, Permutation::Hash(_), 1) => Some(HashedPoints {
                vectors: Vectors::new(self.polynomial.gradients, self.fold.scale),
                keys: [&left[tile.first[0]..], &right[tile.first[0]..]],
            }),
            _ => None,
        }
    }

    /// Computes the coefficients of the lattice points around a band of a tile. Returns the number
    /// of points in a row of a plane.
    fn find_corners<const N: usize>(
        self,
        level: Level,
        tile: &Tile<N>,
        band: &RowBand,
        corners: &mut CornerScratch,
    ) -> usize {
        let Self { polynomial, permutation, coefficient_table, fold, columns, .. } = self;
        let CornerScratch { planes, column_keys } = corners;
        let lanes = level.lanes();
        let [start, end] = [tile.first[0], tile.first[0] + tile.size[0].next_multiple_of(lanes)];
        let column_keys = match &columns.cells {
            ColumnCells::Dense { cell, keys } => {
                let [first, last] =
                    [cell[start], cell[start + tile.size[0] - 1]].map(|cell| cell as usize);
                &keys[first..first + (last - first + 2).next_multiple_of(lanes)]
            }
            ColumnCells::Sparse { left, right } => {
                column_keys.clear();
                column_keys.extend_from_slice(&left[start..end]);
                column_keys.extend_from_slice(&right[start..end]);
                column_keys
            }
        };
        let stride = column_keys.len();
        // The kernel may load a whole vector from any point on, so the last plane needs padding.
        let length = coefficient_count(polynomial.order) * stride * band.keys.len() + MAX_LANES;
        if planes.len() < length {
            planes.resize(length, 0.0);
        }
        let (scale, row_keys) = (fold.scale, &band.keys);
        level.run(CornerKernel {
            polynomial,
            permutation,
            coefficient_table,
            scale,
            column_keys,
            row_keys,
            planes,
        });
        stride
    }
}

/// An octave that is being added to a band of a tile.
struct LatticeKernel<'a, 't, const N: usize> {
    level: Level,
    octave: LatticeOctave<'a>,
    tile: &'a mut Tile<'t, N>,
    sums: &'a mut Sums,
    band: &'a RowBand,
    planes: &'a [f32],
    hashed: Option<&'a HashedPoints<'a>>,
    stride: usize,
    role: OctaveRole,
}

impl<const N: usize> LatticeKernel<'_, '_, N> {
    /// Runs the kernel. For values alone (N is 1), each fold has a kernel. With slopes, only the
    /// commonest folds have a kernel. The others share a kernel that chooses the fold for every
    /// vector, because too many kernels would be compiled otherwise.
    fn add(self) {
        let scale = self.octave.slope_scale;
        let polynomials = Polynomials { slope_scale: scale };
        // The factors of the point kernels' slopes for an octave that is not rotated
        let point_formula = PointFormula { slopes: [[scale, 0.0], [-0.0, scale]] };
        let matches_points = self.octave.matches_points;
        match self.octave.fold.fold {
            Fold::Add if matches_points => self.add_with_fold(point_formula, Add),
            fold if const { N == 1 } && matches_points => self.add_with_fold(point_formula, fold),
            Fold::Add => self.add_with_fold(polynomials, Add),
            Fold::Rounded(rounded) => self.add_with_fold(polynomials, rounded),
            fold if const { N > 1 } => self.add_with_fold(polynomials, UnroundedFold(fold)),
            Fold::AddMagnitude => self.add_with_fold(polynomials, AddMagnitude),
            Fold::Ridge { offset, mean, amplitude } => {
                self.add_with_fold(polynomials, Ridge { offset, mean, amplitude })
            }
            Fold::Hybrid { amplitude } => self.add_with_fold(polynomials, Hybrid { amplitude }),
        }
    }

    fn add_with_fold<M: Formula<N>, F: FoldLanes>(self, formula: M, fold: F) {
        match self.octave.polynomial.order {
            0 => self.add_of_order::<_, _, 0>(formula, fold),
            1 => self.add_of_order::<_, _, 1>(formula, fold),
            _ => self.add_of_order::<_, _, 2>(formula, fold),
        }
    }

    fn add_of_order<M: Formula<N>, F: FoldLanes, const ORDER: usize>(self, formula: M, fold: F) {
        let Self { level, octave, tile, sums, band, planes, hashed, stride, role } = self;
        let LatticeOctave { columns, rows, fade, .. } = octave;
        let OctaveFold { addend, .. } = octave.fold;
        let rows = &rows.offsets;
        let first = tile.first;
        let octave = BandOctave::<_, _, ORDER> {
            formula,
            fold,
            fade,
            fade_scale: formula.fade_scale(),
            addend,
            columns,
            rows,
            first,
            band,
            planes,
            hashed,
            stride,
        };
        level.run(RowsKernel { octave, tile, sums, role });
    }
}
