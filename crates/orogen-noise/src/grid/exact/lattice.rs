//! Lattice noise in vector lanes of f64.
//!
//! It takes the steps of [`crate::cell::blend_corners`] over [`crate::lattice::corner_polynomial`].

use super::super::axis::fade_lanes;
use super::super::corner::coefficient_count;
use super::super::jets::blend;
use super::super::lane_hash::{Vectors, further_words};
use super::super::lane_permutation::LaneCells;
use super::super::precise_coefficients::{centred, look_up_coefficients, series, whole_vectors};
use super::super::simd::{Double, Int, MAX_LANES, Simd};
use super::super::weighted::WeightedOctave;
use super::basis::{BasisChoices, ExactBasis, LastCells};
use crate::fade::Fade;
use crate::gradient::{CIRCLE_16, GradientSet};
use crate::trig::{COS, SIN};

/// Lattice noise of an order that is a constant at compile time.
pub(super) struct ExactLattice<const ORDER: usize> {
    gradients: GradientSet,
    /// The vectors that the hash's numbers pick.
    vectors: Vectors,
}

/// The coefficients of a cell's corners: two above, two below.
type CornerCoefficients<S> = [[<S as Simd>::D; 5]; 4];

impl<const ORDER: usize> ExactBasis for ExactLattice<ORDER> {
    const FIRST_AXIS: usize = 0;

    #[inline(always)]
    fn sample<S: Simd, const N: usize>(
        &self,
        simd: S,
        BasisChoices { octave, fade }: BasisChoices<'_>,
        last: &mut LastCells<S>,
        [x, y]: [S::D; 2],
    ) -> [S::D; N] {
        let cell = [x.floor(), y.floor()];
        if cell[0].any_ne(last.cell[0]) || cell[1].any_ne(last.cell[1]) {
            last.cell = cell;
            // The blend below reads only the first `count` coefficients, so the others need no copy.
            let count = coefficient_count(ORDER);
            let corners = self.corner_coefficients(simd, octave, cell);
            for (last_corner, corner) in last.corners.iter_mut().zip(corners) {
                last_corner[..count].copy_from_slice(&corner[..count]);
            }
        }
        let corners = &last.corners;
        let (u, v) = (x - cell[0], y - cell[1]);
        let one = simd.f64(1.0);
        let (u_from_right, v_from_below) = (u - one, v - one);
        let values = [
            corner_polynomial::<S, ORDER, N>(simd, corners[0], [u, v]),
            corner_polynomial::<S, ORDER, N>(simd, corners[1], [u_from_right, v]),
            corner_polynomial::<S, ORDER, N>(simd, corners[2], [u, v_from_below]),
            corner_polynomial::<S, ORDER, N>(simd, corners[3], [u_from_right, v_from_below]),
        ];
        let (fade_x, fade_y) = (faded::<S, N>(simd, fade, u), faded::<S, N>(simd, fade, v));
        let above = blend::<S, N>([values[0], values[1]], 0, fade_x);
        let below = blend::<S, N>([values[2], values[3]], 0, fade_x);
        blend::<S, N>([above, below], 1, fade_y)
    }
}

impl<const ORDER: usize> ExactLattice<ORDER> {
    pub fn new(gradients: GradientSet) -> Self {
        Self { gradients, vectors: Vectors::new(gradients, 1.0) }
    }

    /// The coefficients of the corners of cells.
    #[inline(always)]
    fn corner_coefficients<S: Simd>(
        &self,
        simd: S,
        octave: &WeightedOctave,
        cell: [S::D; 2],
    ) -> CornerCoefficients<S> {
        let numbers = octave.permutation.corner_numbers(simd, &LaneCells::from_whole(simd, cell));
        let mut corners = [[simd.f64(0.0); 5]; 4];
        if !octave.coefficient_table.is_empty() {
            return look_up_coefficients::<S, ORDER>(simd, octave.coefficient_table, numbers);
        }
        if ORDER == 0 {
            for (corner, number) in corners.iter_mut().zip(numbers) {
                corner[0] = centred(simd, number);
            }
            return corners;
        }
        match self.gradients {
            GradientSet::Four | GradientSet::Eight | GradientSet::Twelve => {
                let vectors = whole_vectors(simd, &self.vectors, numbers);
                for (corner, vector) in corners.iter_mut().zip(vectors) {
                    [corner[0], corner[1]] = vector;
                }
            }
            GradientSet::Sixteen => {
                for (corner, number) in corners.iter_mut().zip(numbers) {
                    [corner[0], corner[1]] = one_of_16(simd, number);
                }
            }
            GradientSet::Continuous => {
                for (corner, number) in corners.iter_mut().zip(numbers) {
                    [corner[0], corner[1]] = direction(simd, number);
                }
            }
        }
        if ORDER == 2 {
            for (corner, number) in corners.iter_mut().zip(numbers) {
                for term in 0..3 {
                    corner[2 + term] = centred(simd, further_words(simd, number, term as u32));
                }
            }
        }
        corners
    }
}

/// The polynomial of a corner at the offset (u, v) from it, with its slopes.
#[inline(always)]
fn corner_polynomial<S: Simd, const ORDER: usize, const N: usize>(
    simd: S,
    [a, b, c, d, e]: [S::D; 5],
    [u, v]: [S::D; 2],
) -> [S::D; N] {
    let mut out = [simd.f64(0.0); N];
    out[0] = match ORDER {
        0 => a,
        1 => a * u + b * v,
        _ => (a * u + b * v) + (c * u * u + d * u * v + e * v * v),
    };
    if N > 1 && ORDER > 0 {
        [out[1], out[2]] = [a, b];
    }
    if N > 1 && ORDER > 1 {
        let two = simd.f64(2.0);
        [out[1], out[2]] = [a + two * c * u + d * v, b + d * u + two * e * v];
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
