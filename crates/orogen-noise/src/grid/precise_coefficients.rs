//! The coefficients of lattice points from their pseudo-random numbers, in vector lanes of f64.

use super::corner::coefficient_count;
use super::lane_hash::{Vectors, further_words};
use super::simd::{Double, Int, MAX_LANES, Simd};
use crate::gradient::{CIRCLE_16, GradientSet};
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

/// The coefficients that the hash gives four lattice points with these numbers. `vectors` are those
/// of the gradient set.
#[inline(always)]
pub(super) fn hash_coefficients<S: Simd, const ORDER: usize>(
    simd: S,
    gradients: GradientSet,
    vectors: &Vectors,
    numbers: [S::I; 4],
) -> [[S::D; 5]; 4] {
    let mut out = [[simd.f64(0.0); 5]; 4];
    if ORDER == 0 {
        for (out, number) in out.iter_mut().zip(numbers) {
            out[0] = centred(simd, number);
        }
        return out;
    }
    for (out, [x, y]) in out.iter_mut().zip(gradient(simd, gradients, vectors, numbers)) {
        [out[0], out[1]] = [x, y];
    }
    if ORDER == 2 {
        for (out, number) in out.iter_mut().zip(numbers) {
            for term in 0..3 {
                out[2 + term] = centred(simd, further_words(simd, number, term as u32));
            }
        }
    }
    out
}

/// The coefficients of four lattice points with these numbers, from a table for all numbers.
#[inline(always)]
pub(super) fn look_up_coefficients<S: Simd, const ORDER: usize>(
    simd: S,
    coefficient_table: &[[f64; 5]],
    numbers: [S::I; 4],
) -> [[S::D; 5]; 4] {
    let mut out = [[simd.f64(0.0); 5]; 4];
    for (out, number) in out.iter_mut().zip(numbers) {
        let mut numbers = [0; MAX_LANES];
        number.store(&mut numbers);
        for (c, out) in out.iter_mut().enumerate().take(coefficient_count(ORDER)) {
            let mut values = [0.0; MAX_LANES];
            for (value, &number) in values.iter_mut().zip(&numbers).take(S::LANES) {
                *value = coefficient_table[number as usize][c];
            }
            *out = simd.load_f64(&values);
        }
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

/// The gradients that the hash picks for four lattice points with these numbers.
#[inline(always)]
fn gradient<S: Simd>(
    simd: S,
    set: GradientSet,
    vectors: &Vectors,
    numbers: [S::I; 4],
) -> [[S::D; 2]; 4] {
    let one_of_16 = |number| one_of(simd, const { &halves(&CIRCLE_16) }, number);
    let [a, b, c, d] = numbers;
    match set {
        GradientSet::Four | GradientSet::Eight | GradientSet::Twelve => {
            whole_vectors(simd, vectors, numbers)
        }
        GradientSet::Sixteen => [one_of_16(a), one_of_16(b), one_of_16(c), one_of_16(d)],
        GradientSet::Continuous => {
            [direction(simd, a), direction(simd, b), direction(simd, c), direction(simd, d)]
        }
    }
}

/// The vectors that the hash picks for four lattice points with these numbers.
///
/// The components must be whole numbers, because they are exact in f32.
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
    let quarter_cos =
        S::D::from_f32(simd.pick8(&[1.0, 0.0, -1.0, 0.0, 1.0, 0.0, -1.0, 0.0], quarter));
    let quarter_sin =
        S::D::from_f32(simd.pick8(&[0.0, 1.0, 0.0, -1.0, 0.0, 1.0, 0.0, -1.0], quarter));
    [cosine * quarter_cos - sine * quarter_sin, sine * quarter_cos + cosine * quarter_sin]
}
