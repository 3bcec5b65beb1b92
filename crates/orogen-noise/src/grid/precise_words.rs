//! The coefficients of lattice points from their pseudo-random numbers, in vector lanes of f64.

use super::corner::coefficient_count;
use super::lane_hash::{further_words, modulo_12};
use super::simd::{Double, Int, MAX_LANES, Simd};
use crate::gradient::{CIRCLE_16, CUBE_EDGES, DIAGONALS_AND_AXES, GradientSet};
use crate::trig::{COS, SIN};

/// sin x to within 10⁻¹¹ for x up to π/2.
#[inline(always)]
pub(super) fn sine<S: Simd>(simd: S, x: S::D) -> S::D {
    let z = x * x;
    x + x * z * series(simd, z, &SIN)
}

#[inline(always)]
pub(super) fn series<S: Simd>(simd: S, z: S::D, terms: &[f64]) -> S::D {
    let mut sum = simd.f64(0.0);
    for &term in terms {
        sum = sum * z + simd.f64(term);
    }
    sum
}

/// The coefficients that the hash gives lattice points with these numbers.
#[inline(always)]
pub(super) fn hashed<S: Simd, const ORDER: usize>(
    simd: S,
    gradients: GradientSet,
    number: S::I,
) -> [S::D; 5] {
    let mut out = [simd.f64(0.0); 5];
    if ORDER == 0 {
        out[0] = centred(simd, number);
        return out;
    }
    [out[0], out[1]] = gradient(simd, gradients, number);
    if ORDER == 2 {
        for term in 0..3 {
            out[2 + term] = centred(simd, further_words(simd, number, term as u32));
        }
    }
    out
}

/// The coefficients of lattice points with these numbers, from a table for all numbers.
#[inline(always)]
pub(super) fn looked_up<S: Simd, const ORDER: usize>(
    simd: S,
    coefficient_table: &[[f64; 5]],
    number: S::I,
) -> [S::D; 5] {
    let mut numbers = [0; MAX_LANES];
    number.store(&mut numbers);
    let mut out = [simd.f64(0.0); 5];
    for (c, out) in out.iter_mut().enumerate().take(coefficient_count(ORDER)) {
        let mut values = [0.0; MAX_LANES];
        for (value, &number) in values.iter_mut().zip(&numbers).take(S::LANES) {
            *value = coefficient_table[number as usize][c];
        }
        *out = simd.load_f64(&values);
    }
    out
}

/// Converts words to numbers.
#[inline(always)]
fn to_f64<S: Simd>(simd: S, word: S::I) -> S::D {
    // Halves of a word fit f32.
    let (high, low) = (word.shr::<16>().to_f32(), (word & simd.u32(0xffff)).to_f32());
    S::D::from_f32(high) * simd.f64(65536.0) + S::D::from_f32(low)
}

/// Maps words evenly to [−1, 1].
#[inline(always)]
pub(super) fn centred<S: Simd>(simd: S, word: S::I) -> S::D {
    to_f64(simd, word) * simd.f64(2.0) / simd.f64(f64::from(u32::MAX)) - simd.f64(1.0)
}

/// The gradients that numbers pick, as [`GradientSet::gradient`] gives them.
#[inline(always)]
fn gradient<S: Simd>(simd: S, set: GradientSet, number: S::I) -> [S::D; 2] {
    match set {
        GradientSet::Four => {
            one_of(simd, const { &halves(&DIAGONALS_AND_AXES) }, number & simd.u32(3))
        }
        GradientSet::Eight => {
            one_of(simd, const { &halves(&DIAGONALS_AND_AXES) }, number & simd.u32(7))
        }
        GradientSet::Twelve => {
            one_of(simd, const { &halves(&CUBE_EDGES) }, modulo_12(simd, number))
        }
        GradientSet::Sixteen => one_of(simd, const { &halves(&CIRCLE_16) }, number),
        GradientSet::Continuous => direction(simd, number),
    }
}

/// The x and y of up to sixteen vectors; each number is the sum of two f32.
const fn halves<const N: usize, const M: usize>(vectors: &[[f64; N]; M]) -> [[[f32; 16]; 2]; 2] {
    let mut halves = [[[0.0; 16]; 2]; 2];
    let mut i = 0;
    while i < M {
        let mut axis = 0;
        while axis < 2 {
            let x = vectors[i][axis];
            halves[axis][0][i] = x as f32;
            halves[axis][1][i] = (x - x as f32 as f64) as f32;
            axis += 1;
        }
        i += 1;
    }
    halves
}

#[inline(always)]
fn one_of<S: Simd>(simd: S, [x, y]: &[[[f32; 16]; 2]; 2], number: S::I) -> [S::D; 2] {
    let (x0, x1) = (simd.pick16(&x[0], number), simd.pick16(&x[1], number));
    let (y0, y1) = (simd.pick16(&y[0], number), simd.pick16(&y[1], number));
    [S::D::from_f32(x0) + S::D::from_f32(x1), S::D::from_f32(y0) + S::D::from_f32(y1)]
}

/// The unit vector at word ÷ 2³² turns.
///
/// The nearest quarter turn is subtracted in integers. Taylor series compute the rest.
#[inline(always)]
fn direction<S: Simd>(simd: S, word: S::I) -> [S::D; 2] {
    let quarter = (word + simd.u32(1 << 29)).shr::<30>();
    let rest = word - quarter.shl::<30>();
    let low = rest & simd.u32(0xffff);
    let rest = S::D::from_f32((rest - low).to_f32()) + S::D::from_f32(low.to_f32());
    let x = rest * simd.f64(std::f64::consts::TAU / 4_294_967_296.0);
    let z = x * x;
    let (sine, cosine) = (sine(simd, x), simd.f64(1.0) + z * series(simd, z, &COS));
    let along = S::D::from_f32(simd.pick8(&[1.0, 0.0, -1.0, 0.0, 1.0, 0.0, -1.0, 0.0], quarter));
    let across = S::D::from_f32(simd.pick8(&[0.0, 1.0, 0.0, -1.0, 0.0, 1.0, 0.0, -1.0], quarter));
    [cosine * along - sine * across, sine * along + cosine * across]
}
