//! What lattice points hold: the coefficients of their proximity, a polynomial of the way (u, v) from the point.
//!
//! | basis | order | coefficients |
//! |---|---|---|
//! | value, lattice 0 | 0 | a constant |
//! | Perlin, lattice 1 | 1 | a·u + b·v |
//! | lattice 2 | 2 | a·u + b·v + c·u² + d·u·v + e·v² |
//!
//! A plane is one coefficient of every lattice point that a tile needs, row by row.

use super::axis::combine;
use super::simd::{Float, Int, Kernel, Simd};
use crate::noise::gradient::GradientSet;
use crate::noise::hash::{GOLDEN, further_word};
use crate::noise::permutation::Permutation;

/// Coefficients of a proximity of this order.
pub(super) const fn coefficients(order: usize) -> usize {
    [1, 2, 5][order]
}

/// What a basis puts on lattice points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proximity {
    /// Degree of the polynomial, 0 to 2.
    pub order: usize,
    /// Of the linear terms.
    pub gradients: GradientSet,
}

impl Proximity {
    /// The coefficients of a lattice point with this number, times `scale`, in f64.
    fn of_number(self, permutation: &Permutation, number: u32, scale: f64) -> [f32; 5] {
        if self.order == 0 {
            return [(permutation.centred(number) * scale) as f32, 0.0, 0.0, 0.0, 0.0];
        }
        let [a, b] = self.gradients.gradient(permutation, number);
        let curvature = |term| 2.0 * f64::from(further_word(number, term)) / f64::from(u32::MAX) - 1.0;
        [a, b, curvature(0), curvature(1), curvature(2)].map(|x| (x * scale) as f32)
    }
}

/// Fills the planes of a tile.
pub(super) struct CornerKernel<'a> {
    pub proximity: Proximity,
    /// Not periodic: the keys are wrapped already.
    pub permutation: &'a Permutation,
    /// Multiplies every coefficient.
    pub scale: f64,
    /// Whole vectors of them: as many as a plane is wide.
    pub column_keys: &'a [u32],
    pub row_keys: &'a [u32],
    /// As many planes as the order has coefficients.
    pub planes: &'a mut [f32],
}

impl Kernel for CornerKernel<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Proximity { order, gradients } = self.proximity;
        if !matches!(self.permutation, Permutation::Hash(_)) {
            return self.look_up();
        }
        if order == 0 {
            let centred = Centred::new(self.scale);
            return self.hash(simd, |number| [centred.lanes(simd, number)]);
        }
        let set = |n: usize| -> Vec<[f64; 2]> {
            (0..n).map(|i| gradients.gradient(self.permutation, i as u32).map(|x| x * self.scale)).collect()
        };
        match gradients {
            GradientSet::Four | GradientSet::Eight => {
                let [x, y] = columns::<8>(&set(8));
                self.ramps(simd, |number| [simd.pick8(&x, number), simd.pick8(&y, number)]);
            }
            GradientSet::Twelve => {
                let [x, y] = columns::<16>(&set(12));
                self.ramps(simd, |number| {
                    // number / 12, by the inverse of 12 times 2³⁵, rounded up: exact for all 32 bits.
                    let quotient = number.mul_high(simd.u32(0xaaaa_aaab)).shr::<3>();
                    let index = number - quotient * simd.u32(12);
                    [simd.pick16(&x, index), simd.pick16(&y, index)]
                });
            }
            GradientSet::Sixteen => {
                let [x, y] = columns::<16>(&set(16));
                self.ramps(simd, |number| [simd.pick16(&x, number), simd.pick16(&y, number)]);
            }
            GradientSet::Continuous => {
                let circle = Circle::new(self.scale);
                self.ramps(simd, |number| circle.lanes(simd, number));
            }
        }
    }
}

impl CornerKernel<'_> {
    /// Orders 1 and 2: `gradient` makes the linear terms.
    #[inline(always)]
    fn ramps<S: Simd>(self, simd: S, gradient: impl Fn(S::I) -> [S::F; 2]) {
        if self.proximity.order == 1 {
            return self.hash(simd, gradient);
        }
        let centred = Centred::new(self.scale);
        self.hash(simd, |number| {
            let [a, b] = gradient(number);
            let curvature = |term: u32| {
                let word = avalanche(simd, number + simd.u32((term + 1).wrapping_mul(GOLDEN)));
                centred.lanes(simd, word)
            };
            [a, b, curvature(0), curvature(1), curvature(2)]
        });
    }

    /// Numbers by the hash, whole vectors of a lattice row at once.
    #[inline(always)]
    fn hash<S: Simd, const C: usize>(self, simd: S, coefficients: impl Fn(S::I) -> [S::F; C]) {
        let width = self.column_keys.len();
        let plane = width * self.row_keys.len();
        for (row, &row_key) in self.row_keys.iter().enumerate() {
            let row_key = simd.u32(row_key);
            for column in (0..width).step_by(S::LANES) {
                let number = avalanche(simd, simd.load_u32(&self.column_keys[column..]) + row_key);
                let values = coefficients(number);
                for (c, value) in values.into_iter().enumerate() {
                    value.store(&mut self.planes[c * plane + row * width + column..]);
                }
            }
        }
    }

    /// Numbers by table or arithmetic, one after another.
    #[inline(always)]
    fn look_up(self) {
        let width = self.column_keys.len();
        let plane = width * self.row_keys.len();
        // What each of the few numbers stands for
        let of_number: Vec<[f32; 5]> = (0..self.permutation.count() as u32)
            .map(|number| self.proximity.of_number(self.permutation, number, self.scale))
            .collect();
        for (row, &row_key) in self.row_keys.iter().enumerate() {
            for (column, &column_key) in self.column_keys.iter().enumerate() {
                let number = combine(self.permutation, [column_key, row_key]);
                let values = of_number[number as usize];
                for (c, value) in values.into_iter().enumerate().take(coefficients(self.proximity.order)) {
                    self.planes[c * plane + row * width + column] = value;
                }
            }
        }
    }
}

/// [`crate::noise::hash::avalanche`] in lanes.
#[inline(always)]
pub(super) fn avalanche<S: Simd>(simd: S, x: S::I) -> S::I {
    let x = x ^ x.shr::<16>();
    let x = x * simd.u32(0x7feb_352d);
    let x = x ^ x.shr::<15>();
    let x = x * simd.u32(0x846c_a68b);
    x ^ x.shr::<16>()
}

/// x and y of up to N vectors; the last ones repeat the first.
fn columns<const N: usize>(vectors: &[[f64; 2]]) -> [[f32; N]; 2] {
    [0, 1].map(|axis| std::array::from_fn(|i| vectors[i % vectors.len()][axis] as f32))
}

/// Words as numbers in [−scale, scale], evenly.
#[derive(Clone, Copy)]
struct Centred {
    factor: f32,
}

impl Centred {
    fn new(scale: f64) -> Self {
        Self { factor: (2.0 * scale / f64::from(u32::MAX)) as f32 }
    }

    #[inline(always)]
    fn lanes<S: Simd>(self, simd: S, word: S::I) -> S::F {
        // word − 2³¹ + ½, times 2 / (2³² − 1).
        let signed = (word ^ simd.u32(1 << 31)).to_f32();
        (signed + simd.f32(0.5)) * simd.f32(self.factor)
    }
}

/// Unit vectors in any direction, times a scale.
struct Circle {
    /// Of the cosine in x and the sine in y, the sine in x, the cosine in y, by quarter turn.
    straight: [f32; 8],
    sine_in_x: [f32; 8],
    cosine_in_y: [f32; 8],
}

impl Circle {
    fn new(scale: f64) -> Self {
        let by_quarter = |factors: [f64; 4]| std::array::from_fn(|i| (factors[i & 3] * scale) as f32);
        Self {
            straight: by_quarter([1.0, 0.0, -1.0, 0.0]),
            sine_in_x: by_quarter([0.0, -1.0, 0.0, 1.0]),
            cosine_in_y: by_quarter([0.0, 1.0, 0.0, -1.0]),
        }
    }

    /// Cosine and sine of a word's 2³²nds of a turn: the nearest quarter turn is taken off in integers, Taylor series do the rest.
    #[inline(always)]
    fn lanes<S: Simd>(&self, simd: S, word: S::I) -> [S::F; 2] {
        let number = |x: f64| simd.f32(x as f32);
        let quarter = (word + simd.u32(1 << 29)).shr::<30>();
        let rest = word - quarter.shl::<30>();
        let x = rest.to_f32() * number(std::f64::consts::TAU / 4_294_967_296.0);
        let z = x * x;
        let sine = x + x * z * (number(-1.0 / 6.0) + z * (number(1.0 / 120.0) + z * number(-1.0 / 5040.0)));
        let cosine = number(1.0)
            + z * (number(-0.5) + z * (number(1.0 / 24.0) + z * (number(-1.0 / 720.0) + z * number(1.0 / 40320.0))));
        let pick = |table| simd.pick8(table, quarter);
        let straight = pick(&self.straight);
        [cosine * straight + sine * pick(&self.sine_in_x), sine * straight + cosine * pick(&self.cosine_in_y)]
    }
}
