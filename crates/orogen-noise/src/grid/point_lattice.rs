//! Lattice noise at any positions, in vector lanes of f32.

use super::corner::{CornerPolynomial, coefficient_count};
use super::fade::{FadedPosition, fade, fade_slope};
use super::lane_hash::{Centred, Vectors, further_words};
use super::lane_permutation::{LaneCells, LanePermutation, look_up};
use super::point_basis::PointBasis;
use super::points::{CORNERS, fields};
use super::simd::Simd;
use crate::fade::Fade;
use crate::permutation::Permutation;

/// Lattice noise that is sampled at any positions.
pub(super) struct PointLattice<'a> {
    fade: Fade,
    permutation: LanePermutation<'a>,
    vectors: Vectors,
    centred: Centred,
    /// The coefficients for each number of the permutation (empty for the hash), not yet scaled.
    coefficient_table: &'a [[f64; 5]],
    scale: f64,
}

/// Lattice noise of an order that is a constant at compile time.
pub(super) struct PointLatticeOfOrder<'a, const ORDER: usize>(pub PointLattice<'a>);

impl<'a> PointLattice<'a> {
    /// Makes the basis, with all coefficients multiplied by `scale`. `coefficient_table` has the
    /// coefficients for each number of the permutation.
    pub fn new(
        polynomial: CornerPolynomial,
        permutation: &'a Permutation,
        coefficient_table: &'a [[f64; 5]],
        fade: Fade,
        scale: f64,
    ) -> Self {
        let vectors = Vectors::new(polynomial.gradients, scale);
        let permutation = LanePermutation::new(permutation, 0);
        Self { fade, permutation, vectors, centred: Centred::new(scale), coefficient_table, scale }
    }

    /// The coefficients of four lattice points with these numbers.
    #[inline(always)]
    fn coefficients<S: Simd, const ORDER: usize>(
        &self,
        simd: S,
        numbers: [S::I; 4],
    ) -> [[S::F; 5]; 4] {
        let mut out = [[simd.f32(0.0); 5]; 4];
        if !self.coefficient_table.is_empty() {
            for (out, number) in out.iter_mut().zip(numbers) {
                look_up(
                    simd,
                    self.coefficient_table,
                    self.scale,
                    number,
                    &mut out[..coefficient_count(ORDER)],
                );
            }
        } else if ORDER == 0 {
            for (out, number) in out.iter_mut().zip(numbers) {
                out[0] = self.centred.lanes(simd, number);
            }
        } else {
            for (out, [a, b]) in out.iter_mut().zip(self.vectors.lanes(simd, numbers)) {
                [out[0], out[1]] = [a, b];
            }
            if ORDER == 2 {
                for (out, number) in out.iter_mut().zip(numbers) {
                    for term in 0..3 {
                        out[2 + term] =
                            self.centred.lanes(simd, further_words(simd, number, term as u32));
                    }
                }
            }
        }
        out
    }
}

impl<const ORDER: usize> PointBasis for PointLatticeOfOrder<'_, ORDER> {
    const POINTS: &'static [[i32; 2]] = &CORNERS;

    fn can_pack(&self) -> bool {
        ORDER == 1 && self.0.vectors.is_table()
    }

    #[inline(always)]
    fn point_keys<S: Simd>(&self, simd: S, axis: usize, cell: S::I) -> [S::I; 2] {
        [self.0.permutation.keys(simd, axis, &LaneCells::Near([cell; 2]), 0), simd.u32(0)]
    }

    #[inline(always)]
    fn point_number<S: Simd>(&self, simd: S, [column, _]: [S::I; 2], [row, _]: [S::I; 2]) -> S::I {
        self.0.vectors.index(simd, self.0.permutation.combine(simd, column, row))
    }

    #[inline(always)]
    fn unpack<S: Simd>(&self, simd: S, [word, _]: [S::I; 2]) -> Self::CellData<S> {
        let mut cell_data = [[simd.f32(0.0); 5]; 4];
        for (cell_data, [a, b]) in
            cell_data.iter_mut().zip(self.0.vectors.by_index(simd, fields::<S>(word)))
        {
            [cell_data[0], cell_data[1]] = [a, b];
        }
        cell_data
    }

    /// The coefficients at the corners of the cell: two above, two below.
    type CellData<S: Simd> = [[S::F; 5]; 4];

    #[inline(always)]
    fn empty<S: Simd>(&self, simd: S) -> Self::CellData<S> {
        [[simd.f32(0.0); 5]; 4]
    }

    #[inline(always)]
    fn enter<S: Simd>(&self, simd: S, cell: &LaneCells<S>, cell_data: &mut Self::CellData<S>) {
        *cell_data =
            self.0.coefficients::<S, ORDER>(simd, self.0.permutation.corner_numbers(simd, cell));
    }

    #[inline(always)]
    fn sample<S: Simd, const N: usize>(
        &self,
        simd: S,
        [u, v]: [S::F; 2],
        _: &LaneCells<S>,
        cell_data: &mut Self::CellData<S>,
    ) -> [S::F; N] {
        // Blend the polynomials of the four corners horizontally, then vertically
        let (u_from_right, v_from_below) = (u - simd.f32(1.0), v - simd.f32(1.0));
        let position_x = faded_position(simd, self.0.fade, u, N > 1);
        let above = blend_along::<S, N>(
            0,
            corner_polynomial::<S, ORDER, N>(simd, cell_data[0], u, v),
            corner_polynomial::<S, ORDER, N>(simd, cell_data[1], u_from_right, v),
            position_x,
        );
        let below = blend_along::<S, N>(
            0,
            corner_polynomial::<S, ORDER, N>(simd, cell_data[2], u, v_from_below),
            corner_polynomial::<S, ORDER, N>(simd, cell_data[3], u_from_right, v_from_below),
            position_x,
        );
        blend_along::<S, N>(1, above, below, faded_position(simd, self.0.fade, v, N > 1))
    }
}

/// The position t with its fade, and with the slope of the fade if `with_slope` is true.
#[inline(always)]
fn faded_position<S: Simd>(simd: S, curve: Fade, t: S::F, with_slope: bool) -> FadedPosition<S> {
    let fade = fade(simd, curve, t);
    FadedPosition { t, fade, slope: if with_slope { fade_slope(simd, curve, t) } else { fade } }
}

/// Blends samples along an axis by a fade; slopes include the slope of the fade.
#[inline(always)]
pub(super) fn blend_along<S: Simd, const N: usize>(
    axis: usize,
    low: [S::F; N],
    high: [S::F; N],
    FadedPosition { fade, slope, .. }: FadedPosition<S>,
) -> [S::F; N] {
    let mut out = low;
    for i in 0..N {
        out[i] = blend::<S>(low[i], high[i], fade);
    }
    if N > 1 {
        out[1 + axis] = out[1 + axis] + slope * (high[0] - low[0]);
    }
    out
}

#[inline(always)]
fn blend<S: Simd>(low: S::F, high: S::F, fade: S::F) -> S::F {
    low + fade * (high - low)
}

#[inline(always)]
fn corner_polynomial<S: Simd, const ORDER: usize, const N: usize>(
    simd: S,
    [a, b, c, d, e]: [S::F; 5],
    u: S::F,
    v: S::F,
) -> [S::F; N] {
    let mut out = [simd.f32(0.0); N];
    out[0] = match ORDER {
        0 => a,
        1 => a * u + b * v,
        _ => (a + c * u + d * v) * u + (b + e * v) * v,
    };
    if N > 1 && ORDER > 0 {
        [out[1], out[2]] = [a, b];
    }
    if N > 1 && ORDER > 1 {
        let two = simd.f32(2.0);
        out[1] = out[1] + (two * c * u + d * v);
        out[2] = out[2] + (d * u + two * e * v);
    }
    out
}
