//! The integer hash in vector lanes, and the gradients and values that its numbers pick.

use super::simd::{Int, Simd};
use crate::gradient::{CIRCLE_16, CUBE_EDGES, DIAGONALS_AND_AXES, GradientSet};
use crate::hash::GOLDEN;

/// Mixes all bits of each lane, as [`crate::hash::avalanche`] does.
#[inline(always)]
pub(super) fn avalanche<S: Simd>(simd: S, x: S::I) -> S::I {
    let x = x ^ x.shr::<16>();
    let x = x * simd.u32(0x7feb_352d);
    let x = x ^ x.shr::<15>();
    let x = x * simd.u32(0x846c_a68b);
    x ^ x.shr::<16>()
}

/// One more word for each lattice point's number, as [`crate::hash::further_word`] gives it.
#[inline(always)]
pub(super) fn further_words<S: Simd>(simd: S, number: S::I, index: u32) -> S::I {
    avalanche(simd, number + simd.u32((index + 1).wrapping_mul(GOLDEN)))
}

/// number mod 12.
#[inline(always)]
pub(super) fn modulo_12<S: Simd>(simd: S, number: S::I) -> S::I {
    // number / 12 as a product with 2³⁵/12 rounded up, which is exact for all 32-bit numbers.
    let quotient = number.mul_high(simd.u32(0xaaaa_aaab)).shr::<3>();
    number - quotient * simd.u32(12)
}

/// Maps words evenly to [0, 1].
#[inline(always)]
pub(super) fn fractions<S: Simd>(simd: S, word: S::I) -> S::F {
    (word ^ simd.u32(1 << 31)).to_f32() * simd.f32(1.0 / 4_294_967_296.0) + simd.f32(0.5)
}

/// The vectors of a gradient set, multiplied by a scale.
pub(super) enum Vectors {
    Eight(VectorTable<8>),
    Twelve(VectorTable<16>),
    Sixteen(VectorTable<16>),
    Circle(Circle),
}

impl Vectors {
    pub fn new(set: GradientSet, scale: f64) -> Self {
        match set {
            // A table of eight that holds the four vectors twice
            GradientSet::Four => Self::Eight(VectorTable::new(&FOUR, scale)),
            GradientSet::Eight => Self::Eight(VectorTable::new(&EIGHT, scale)),
            GradientSet::Twelve => Self::Twelve(VectorTable::new(&TWELVE, scale)),
            GradientSet::Sixteen => Self::Sixteen(VectorTable::new(&SIXTEEN, scale)),
            GradientSet::Continuous => Self::Circle(Circle::new(scale)),
        }
    }

    /// The vectors that the hash picks for four lattice points with these numbers.
    #[inline(always)]
    pub fn lanes<S: Simd>(&self, simd: S, [a, b, c, d]: [S::I; 4]) -> [[S::F; 2]; 4] {
        match self {
            Self::Eight(v) => {
                [v.lanes(simd, a), v.lanes(simd, b), v.lanes(simd, c), v.lanes(simd, d)]
            }
            Self::Twelve(v) => {
                let [a, b] = [modulo_12(simd, a), modulo_12(simd, b)];
                let [c, d] = [modulo_12(simd, c), modulo_12(simd, d)];
                [v.lanes(simd, a), v.lanes(simd, b), v.lanes(simd, c), v.lanes(simd, d)]
            }
            Self::Sixteen(v) => {
                [v.lanes(simd, a), v.lanes(simd, b), v.lanes(simd, c), v.lanes(simd, d)]
            }
            Self::Circle(v) => {
                [v.lanes(simd, a), v.lanes(simd, b), v.lanes(simd, c), v.lanes(simd, d)]
            }
        }
    }
}

impl Vectors {
    /// The vectors that the hash picks for two lattice points with these numbers.
    #[inline(always)]
    pub fn pair<S: Simd>(&self, simd: S, [a, b]: [S::I; 2]) -> [[S::F; 2]; 2] {
        match self {
            Self::Eight(v) => [v.lanes(simd, a), v.lanes(simd, b)],
            Self::Twelve(v) => {
                [v.lanes(simd, modulo_12(simd, a)), v.lanes(simd, modulo_12(simd, b))]
            }
            Self::Sixteen(v) => [v.lanes(simd, a), v.lanes(simd, b)],
            Self::Circle(v) => [v.lanes(simd, a), v.lanes(simd, b)],
        }
    }

    /// Returns true if the set is finite: vectors then have small indices.
    pub fn is_table(&self) -> bool {
        !matches!(self, Self::Circle(_))
    }

    /// The indices, below 16, of the vectors that numbers pick in a finite set.
    #[inline(always)]
    pub fn index<S: Simd>(&self, simd: S, number: S::I) -> S::I {
        match self {
            Self::Twelve(_) => modulo_12(simd, number),
            _ => number & simd.u32(15),
        }
    }

    /// The vectors with these indices (from [`Self::index`], taken modulo 16) in a finite set.
    #[inline(always)]
    pub fn by_index<S: Simd>(&self, simd: S, [a, b, c, d]: [S::I; 4]) -> [[S::F; 2]; 4] {
        match self {
            Self::Eight(v) => {
                [v.lanes(simd, a), v.lanes(simd, b), v.lanes(simd, c), v.lanes(simd, d)]
            }
            Self::Twelve(v) | Self::Sixteen(v) => {
                [v.lanes(simd, a), v.lanes(simd, b), v.lanes(simd, c), v.lanes(simd, d)]
            }
            Self::Circle(_) => [[simd.f32(0.0); 2]; 4],
        }
    }
}

/// A table of N vectors: their x, then their y.
pub(super) struct VectorTable<const N: usize>([[f32; N]; 2]);

const FOUR: [[f64; 8]; 2] = columns(&DIAGONALS_AND_AXES, 4);
const EIGHT: [[f64; 8]; 2] = columns(&DIAGONALS_AND_AXES, 8);
const TWELVE: [[f64; 16]; 2] = columns(&CUBE_EDGES, 12);
const SIXTEEN: [[f64; 16]; 2] = columns(&CIRCLE_16, 16);

/// The x and y of the first `count` vectors, repeated to N vectors.
const fn columns<const D: usize, const M: usize, const N: usize>(
    vectors: &[[f64; D]; M],
    count: usize,
) -> [[f64; N]; 2] {
    let mut columns = [[0.0; N]; 2];
    let mut i = 0;
    while i < N {
        columns[0][i] = vectors[i % count][0];
        columns[1][i] = vectors[i % count][1];
        i += 1;
    }
    columns
}

impl<const N: usize> VectorTable<N> {
    fn new(vectors: &[[f64; N]; 2], scale: f64) -> Self {
        let mut table = [[0.0; N]; 2];
        for (out, x) in table.as_flattened_mut().iter_mut().zip(vectors.as_flattened()) {
            *out = (x * scale) as f32;
        }
        Self(table)
    }
}

impl VectorTable<8> {
    #[inline(always)]
    pub fn lanes<S: Simd>(&self, simd: S, number: S::I) -> [S::F; 2] {
        [simd.pick8(&self.0[0], number), simd.pick8(&self.0[1], number)]
    }
}

impl VectorTable<16> {
    #[inline(always)]
    pub fn lanes<S: Simd>(&self, simd: S, number: S::I) -> [S::F; 2] {
        [simd.pick16(&self.0[0], number), simd.pick16(&self.0[1], number)]
    }
}

/// Maps words evenly to [−scale, scale].
#[derive(Clone, Copy)]
pub(super) struct Centred {
    factor: f32,
}

impl Centred {
    pub fn new(scale: f64) -> Self {
        Self { factor: (2.0 * scale / f64::from(u32::MAX)) as f32 }
    }

    #[inline(always)]
    pub fn lanes<S: Simd>(self, simd: S, word: S::I) -> S::F {
        // (word − 2³¹ + ½) × 2 / (2³² − 1), where the factor includes the scale
        let signed = (word ^ simd.u32(1 << 31)).to_f32();
        (signed + simd.f32(0.5)) * simd.f32(self.factor)
    }
}

/// Unit vectors in any direction, multiplied by a scale.
pub(super) struct Circle {
    /// For each quarter turn three factors: of the cosine in x and the sine in y, of the sine in x,
    /// of the cosine in y.
    straight: [f32; 8],
    sine_in_x: [f32; 8],
    cosine_in_y: [f32; 8],
}

impl Circle {
    pub fn new(scale: f64) -> Self {
        let by_quarter =
            |factors: [f64; 4]| std::array::from_fn(|i| (factors[i & 3] * scale) as f32);
        Self {
            straight: by_quarter([1.0, 0.0, -1.0, 0.0]),
            sine_in_x: by_quarter([0.0, -1.0, 0.0, 1.0]),
            cosine_in_y: by_quarter([0.0, 1.0, 0.0, -1.0]),
        }
    }

    /// The cosine and sine of word ÷ 2³² turns.
    ///
    /// The nearest quarter turn is subtracted in integers. Taylor series compute the rest.
    #[inline(always)]
    pub fn lanes<S: Simd>(&self, simd: S, word: S::I) -> [S::F; 2] {
        let number = |x: f64| simd.f32(x as f32);
        let quarter = (word + simd.u32(1 << 29)).shr::<30>();
        let rest = word - quarter.shl::<30>();
        let x = rest.to_f32() * number(std::f64::consts::TAU / 4_294_967_296.0);
        let z = x * x;
        let sine = x + x
            * z
            * (number(-1.0 / 6.0) + z * (number(1.0 / 120.0) + z * number(-1.0 / 5040.0)));
        let cosine = number(1.0)
            + z * (number(-0.5)
                + z * (number(1.0 / 24.0)
                    + z * (number(-1.0 / 720.0) + z * number(1.0 / 40320.0))));
        let pick = |table| simd.pick8(table, quarter);
        let straight = pick(&self.straight);
        [
            cosine * straight + sine * pick(&self.sine_in_x),
            sine * straight + cosine * pick(&self.cosine_in_y),
        ]
    }
}
