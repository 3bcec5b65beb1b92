//! The pseudo-random numbers of any lattice points, in vector lanes.

use super::axis::{combine, key};
use super::lane_hash::avalanche;
use super::simd::{Double, Float, Int, MAX_LANES, Mask, Simd};
use crate::permutation::Permutation;

/// The lattice cells of a vector of samples, in x and y.
#[derive(Clone, Copy)]
pub(super) enum LaneCells<S: Simd> {
    /// Cells below 2³⁰ in magnitude, with neighbours below 2³⁰, too.
    Near([S::I; 2]),
    /// Any cells, as whole numbers in f64.
    Far([S::D; 2]),
}

/// The largest magnitude of near cells, 2²⁹. Larger whole numbers are split into two words.
const MAX_NEAR: f32 = 536_870_912.0;

impl<S: Simd> LaneCells<S> {
    /// Makes cells from whole numbers.
    #[inline(always)]
    pub fn from_whole(simd: S, [x, y]: [S::D; 2]) -> Self {
        let limit = simd.f32(MAX_NEAR);
        match limit.lt(x.abs().to_f32()).any() || limit.lt(y.abs().to_f32()).any() {
            true => Self::Far([x, y]),
            false => Self::Near([x.to_i32(), y.to_i32()]),
        }
    }

    /// Returns true if any lane differs.
    #[inline(always)]
    pub fn any_ne(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Near([ax, ay]), Self::Near([bx, by])) => ax.any_ne(*bx) || ay.any_ne(*by),
            (Self::Far([ax, ay]), Self::Far([bx, by])) => ax.any_ne(*bx) || ay.any_ne(*by),
            _ => true,
        }
    }
}

/// A permutation in vector lanes. The hash is computed in vectors, other permutations lane by lane.
pub(super) struct LanePermutation<'a> {
    permutation: &'a Permutation,
    /// The axis where look-ups start.
    first_axis: usize,
    /// The axis words of the hash; `None` for other permutations and for wrapped cells.
    axis_words: Option<[u32; 2]>,
    /// True if keys are combined by the hash.
    is_hashed: bool,
}

impl<'a> LanePermutation<'a> {
    /// Gives the numbers of [`Permutation::forward`] if `first_axis` is 0, of
    /// [`Permutation::backward`] if it is 1.
    pub fn new(permutation: &'a Permutation, first_axis: usize) -> Self {
        let axis_words = match permutation {
            Permutation::Hash(seed) => Some([0, 1].map(|axis| seed.axis_word(axis))),
            _ => None,
        };
        Self { permutation, first_axis, axis_words, is_hashed: is_hash(permutation) }
    }

    /// The numbers of the four corners of each cell: two above, two below.
    #[inline(always)]
    pub fn corner_numbers<S: Simd>(&self, simd: S, cell: &LaneCells<S>) -> [S::I; 4] {
        let (left, right) = (self.keys(simd, 0, cell, 0), self.keys(simd, 0, cell, 1));
        let (above, below) = (self.keys(simd, 1, cell, 0), self.keys(simd, 1, cell, 1));
        [
            self.combine(simd, left, above),
            self.combine(simd, right, above),
            self.combine(simd, left, below),
            self.combine(simd, right, below),
        ]
    }

    /// The keys of the cells that lie `step` cells after `cell` on an axis.
    #[inline(always)]
    pub fn keys<S: Simd>(&self, simd: S, axis: usize, cell: &LaneCells<S>, step: i32) -> S::I {
        let Some(words) = self.axis_words else { return self.keys_by_lane(simd, axis, cell, step) };
        let [low, high] = match cell {
            LaneCells::Near(low) => {
                let low = low[axis] + simd.u32(step as u32);
                [low, low.sign()]
            }
            LaneCells::Far(whole) => split(simd, whole[axis] + simd.f64(f64::from(step))),
        };
        avalanche(simd, avalanche(simd, simd.u32(words[axis]) ^ low) ^ high)
    }

    #[inline(always)]
    fn keys_by_lane<S: Simd>(&self, simd: S, axis: usize, cell: &LaneCells<S>, step: i32) -> S::I {
        let mut keys = [0; MAX_LANES];
        match cell {
            LaneCells::Near(low) => {
                let mut lanes = [0; MAX_LANES];
                low[axis].store(&mut lanes);
                for (key, &low) in keys.iter_mut().zip(&lanes).take(S::LANES) {
                    *key = self.key(axis, i64::from(low as i32) + i64::from(step));
                }
            }
            LaneCells::Far(whole) => {
                let mut lanes = [0.0; MAX_LANES];
                whole[axis].store(&mut lanes);
                for (key, &whole) in keys.iter_mut().zip(&lanes).take(S::LANES) {
                    *key = self.key(axis, (whole as i64).wrapping_add(i64::from(step)));
                }
            }
        }
        simd.load_u32(&keys)
    }

    fn key(&self, axis: usize, cell: i64) -> u32 {
        key(self.permutation, axis, self.first_axis, cell)
    }

    /// The numbers of the lattice points with these keys.
    #[inline(always)]
    pub fn combine<S: Simd>(&self, simd: S, column: S::I, row: S::I) -> S::I {
        if self.is_hashed {
            return avalanche(simd, column + row);
        }
        let [mut columns, mut rows] = [[0; MAX_LANES]; 2];
        column.store(&mut columns);
        row.store(&mut rows);
        for lane in 0..S::LANES {
            columns[lane] = combine(self.permutation, [columns[lane], rows[lane]]);
        }
        simd.load_u32(&columns)
    }
}

fn is_hash(permutation: &Permutation) -> bool {
    match permutation {
        Permutation::Periodic(inner, _) => is_hash(inner),
        Permutation::Hash(_) => true,
        _ => false,
    }
}

/// Looks up the coefficients of lattice points with these numbers, times `scale`.
///
/// Each vector of `out` receives one coefficient.
#[inline(always)]
pub(super) fn look_up<S: Simd>(
    simd: S,
    coefficient_table: &[[f64; 5]],
    scale: f64,
    number: S::I,
    out: &mut [S::F],
) {
    let mut numbers = [0; MAX_LANES];
    number.store(&mut numbers);
    for (c, out) in out.iter_mut().enumerate() {
        let mut values = [0.0; MAX_LANES];
        for (value, &number) in values.iter_mut().zip(&numbers) {
            *value = (coefficient_table[number as usize][c] * scale) as f32;
        }
        *out = simd.load(&values);
    }
}

/// Splits whole numbers below 2⁶² in magnitude into low and high words.
#[inline(always)]
fn split<S: Simd>(simd: S, whole: S::D) -> [S::I; 2] {
    let high = (whole * simd.f64(1.0 / 4_294_967_296.0)).floor();
    // The low word minus 2³¹, so that it fits an i32; the exclusive or below adds 2³¹ again
    let low = (whole - high * simd.f64(4_294_967_296.0)) - simd.f64(2_147_483_648.0);
    [low.to_i32() ^ simd.u32(1 << 31), high.to_i32()]
}
