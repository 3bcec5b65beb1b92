//! Lattice noise in vector lanes of f64.
//!
//! It takes the steps of [`crate::cell::blend_corners`] over [`crate::lattice::corner_polynomial`].

use super::super::axis::fade_lanes;
use super::super::corner::coefficient_count;
use super::super::jets::blend;
use super::super::lane_hash::{Vectors, further_words};
use super::super::lane_permutation::LaneCells;
use super::super::precise_coefficients::{centred, look_up_coefficients, series};
use super::super::simd::{Double, Int, MAX_LANES, Simd};
use super::super::weighted::WeightedOctave;
use super::basis::{BasisChoices, ExactBasis};
use crate::fade::Fade;
use crate::gradient::{CIRCLE_16, GradientSet};
use crate::trig::{COS, SIN};

/// Lattice noise of an order, with `COUNT` coefficients of each lattice point.
pub(super) struct ExactLattice<const ORDER: usize, const COUNT: usize> {
    gradients: GradientSet,
    /// The vectors that the hash's numbers pick.
    vectors: Vectors,
}

/// The cells in which the last vector of samples lay, and the coefficients of their corners: two
/// above, two below.
#[derive(Clone, Copy)]
pub(super) struct LastCells<S: Simd, const COUNT: usize> {
    cell: [S::D; 2],
    corners: [[S::D; COUNT]; 4],
}

impl<const ORDER: usize, const COUNT: usize> ExactBasis for ExactLattice<ORDER, COUNT> {
    const FIRST_AXIS: usize = 0;
    type Last<S: Simd> = LastCells<S, COUNT>;

    /// No sample's cell is equal to NaN.
    #[inline(always)]
    fn before_first<S: Simd>(simd: S) -> Self::Last<S> {
        LastCells { cell: [simd.f64(f64::NAN); 2], corners: [[simd.f64(0.0); COUNT]; 4] }
    }

    #[inline(always)]
    fn sample<S: Simd, const N: usize>(
        &self,
        simd: S,
        BasisChoices { octave, fade }: BasisChoices<'_>,
        last: &mut Self::Last<S>,
        [x, y]: [S::D; 2],
    ) -> [S::D; N] {
        let cell = [x.floor(), y.floor()];
        if cell[0].any_ne(last.cell[0]) || cell[1].any_ne(last.cell[1]) {
            last.cell = cell;
            self.find_corners(simd, octave, cell, &mut last.corners);
        }
        let corners = &last.corners;
        let (u, v) = (x - cell[0], y - cell[1]);
        let one = simd.f64(1.0);
        let (u_from_right, v_from_below) = (u - one, v - one);
        let values = [
            corner_polynomial::<S, ORDER, COUNT, N>(simd, &corners[0], [u, v]),
            corner_polynomial::<S, ORDER, COUNT, N>(simd, &corners[1], [u_from_right, v]),
            corner_polynomial::<S, ORDER, COUNT, N>(simd, &corners[2], [u, v_from_below]),
            corner_polynomial::<S, ORDER, COUNT, N>(
                simd,
                &corners[3],
                [u_from_right, v_from_below],
            ),
        ];
        let (fade_x, fade_y) = (faded::<S, N>(simd, fade, u), faded::<S, N>(simd, fade, v));
        let above = blend::<S, N>([values[0], values[1]], 0, fade_x);
        let below = blend::<S, N>([values[2], values[3]], 0, fade_x);
        blend::<S, N>([above, below], 1, fade_y)
    }
}

impl<const ORDER: usize, const COUNT: usize> ExactLattice<ORDER, COUNT> {
    pub fn new(gradients: GradientSet) -> Self {
        const { assert!(COUNT == coefficient_count(ORDER)) };
        Self { gradients, vectors: Vectors::new(gradients, 1.0) }
    }

    /// Finds the coefficients of the corners of cells.
    ///
    /// Loops by index write each vector in its place. Iterators over arrays of vectors would copy
    /// the arrays several times.
    #[inline(always)]
    fn find_corners<S: Simd>(
        &self,
        simd: S,
        octave: &WeightedOctave,
        cell: [S::D; 2],
        corners: &mut [[S::D; COUNT]; 4],
    ) {
        let numbers = octave.permutation.corner_numbers(simd, &LaneCells::from_whole(simd, cell));
        if !octave.coefficient_table.is_empty() {
            let found = look_up_coefficients::<S, ORDER>(simd, octave.coefficient_table, numbers);
            for i in 0..4 {
                for c in 0..COUNT {
                    corners[i][c] = found[i][c];
                }
            }
            return;
        }
        if ORDER == 0 {
            for i in 0..4 {
                corners[i][0] = centred(simd, numbers[i]);
            }
            return;
        }
        match self.gradients {
            GradientSet::Four | GradientSet::Eight | GradientSet::Twelve => {
                // The components are whole numbers, which are exact in f32.
                let vectors = self.vectors.lanes(simd, numbers);
                for i in 0..4 {
                    corners[i][0] = S::D::from_f32(vectors[i][0]);
                    corners[i][1] = S::D::from_f32(vectors[i][1]);
                }
            }
            GradientSet::Sixteen => {
                for i in 0..4 {
                    [corners[i][0], corners[i][1]] = one_of_16(simd, numbers[i]);
                }
            }
            GradientSet::Continuous => {
                for i in 0..4 {
                    [corners[i][0], corners[i][1]] = direction(simd, numbers[i]);
                }
            }
        }
        if ORDER == 2 {
            for i in 0..4 {
                for term in 0..3 {
                    corners[i][2 + term] =
                        centred(simd, further_words(simd, numbers[i], term as u32));
                }
            }
        }
    }
}

/// The polynomial of a corner at the offset (u, v) from it, with its slopes.
#[inline(always)]
fn corner_polynomial<S: Simd, const ORDER: usize, const COUNT: usize, const N: usize>(
    simd: S,
    corner: &[S::D; COUNT],
    [u, v]: [S::D; 2],
) -> [S::D; N] {
    let mut out = [simd.f64(0.0); N];
    let a = corner[0];
    if ORDER == 0 {
        out[0] = a;
        return out;
    }
    let b = corner[1];
    out[0] = a * u + b * v;
    if N > 1 {
        [out[1], out[2]] = [a, b];
    }
    if ORDER > 1 {
        let (c, d, e) = (corner[2], corner[3], corner[4]);
        out[0] = out[0] + (c * u * u + d * u * v + e * v * v);
        if N > 1 {
            let two = simd.f64(2.0);
            [out[1], out[2]] = [a + two * c * u + d * v, b + d * u + two * e * v];
        }
    }
    out
}

/// The fade at t, and its slope if the samples have slopes.
#[inline(always)]
fn faded<S: Simd, const N: usize>(simd: S, fade: Fade, t: S::D) -> [S::D; 2] {
    let (zero, one) = (simd.f64(0.0), simd.f64(1.0));
    match fade {
        Fade::Linear => [t, one],
        Fade::Cubic => [fade_lanes(simd, fade, t), simd.f64(6.0) * t * (one - t)],
        Fade::Quintic => {
            let slope = simd.f64(30.0) * t * t * (t * (t - simd.f64(2.0)) + one);
            [fade_lanes(simd, fade, t), slope]
        }
        _ => {
            let (mut lanes, mut slopes) = ([0.0; MAX_LANES], [0.0; MAX_LANES]);
            t.store(&mut lanes);
            for (t, slope) in lanes.iter_mut().zip(&mut slopes).take(S::LANES) {
                (*t, *slope) = (fade.value(*t), if N > 1 { fade.slope(*t) } else { 0.0 });
            }
            [simd.load_f64(&lanes), if N > 1 { simd.load_f64(&slopes) } else { zero }]
        }
    }
}

/// The vector that a number picks among 16 directions.
#[inline(always)]
fn one_of_16<S: Simd>(simd: S, number: S::I) -> [S::D; 2] {
    let mut numbers = [0; MAX_LANES];
    number.store(&mut numbers);
    let mut vectors = [[0.0; MAX_LANES]; 2];
    for (lane, number) in numbers.iter().enumerate().take(S::LANES) {
        let [x, y] = CIRCLE_16[*number as usize & 15];
        (vectors[0][lane], vectors[1][lane]) = (x, y);
    }
    [simd.load_f64(&vectors[0]), simd.load_f64(&vectors[1])]
}

/// The unit vector at word ÷ 2³² turns, with the steps of [`crate::trig::sin_cos_turns`].
#[inline(always)]
fn direction<S: Simd>(simd: S, word: S::I) -> [S::D; 2] {
    let (high, low) = (word.shr::<16>().to_f32(), (word & simd.u32(0xffff)).to_f32());
    let word = S::D::from_f32(high) * simd.f64(65536.0) + S::D::from_f32(low);
    let turn = word / simd.f64(4_294_967_296.0);
    let quarter = (simd.f64(4.0) * turn + simd.f64(0.5)).floor();
    let x = (turn - simd.f64(0.25) * quarter) * simd.f64(std::f64::consts::TAU);
    let z = x * x;
    let sine = x + x * z * series(simd, z, &SIN);
    let cosine = simd.f64(1.0) + z * series(simd, z, &COS);
    let quarter = quarter.to_i32();
    let quarter_cos =
        S::D::from_f32(simd.pick8(&[1.0, 0.0, -1.0, 0.0, 1.0, 0.0, -1.0, 0.0], quarter));
    let quarter_sin =
        S::D::from_f32(simd.pick8(&[0.0, 1.0, 0.0, -1.0, 0.0, 1.0, 0.0, -1.0], quarter));
    [cosine * quarter_cos - sine * quarter_sin, sine * quarter_cos + cosine * quarter_sin]
}
