//! The coefficients of lattice points.
//!
//! Each lattice point has a polynomial of the offset (u, v) from the point.
//!
//! | basis | order | polynomial |
//! |---|---|---|
//! | value, lattice 0 | 0 | a constant |
//! | Perlin, lattice 1 | 1 | a·u + b·v |
//! | lattice 2 | 2 | a·u + b·v + c·u² + d·u·v + e·v² |
//!
//! A plane holds one coefficient of all lattice points that a tile needs, row by row.

use super::axis::combine;
use super::lane_hash::{Centred, Vectors, avalanche, further_words, modulo_12};
use super::simd::{Float, Kernel, Simd};
use crate::gradient::GradientSet;
use crate::hash::further_word;
use crate::permutation::Permutation;

/// The number of coefficients of a corner polynomial of this order.
pub(super) const fn coefficient_count(order: usize) -> usize {
    [1, 2, 5][order]
}

/// The kind of polynomial that a basis has at lattice points, the corners of cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct CornerPolynomial {
    /// The degree of the polynomial, 0 to 2.
    pub order: usize,
    /// The set from which the linear terms a and b are picked.
    pub gradients: GradientSet,
}

impl CornerPolynomial {
    /// The coefficients for each number of a permutation; empty for the hash, which has 2³²
    /// numbers.
    pub fn coefficient_table(self, permutation: &Permutation) -> Vec<[f64; 5]> {
        match permutation {
            Permutation::Hash(_) => vec![],
            Permutation::Periodic(inner, _) => self.coefficient_table(inner),
            _ => (0..permutation.count() as u32)
                .map(|number| self.coefficients(permutation, number))
                .collect(),
        }
    }

    /// The coefficients of a lattice point with this pseudo-random number.
    fn coefficients(self, permutation: &Permutation, number: u32) -> [f64; 5] {
        if self.order == 0 {
            return [permutation.centred(number), 0.0, 0.0, 0.0, 0.0];
        }
        let [a, b] = self.gradients.gradient(permutation, number);
        let curvature =
            |term| 2.0 * f64::from(further_word(number, term)) / f64::from(u32::MAX) - 1.0;
        [a, b, curvature(0), curvature(1), curvature(2)]
    }
}

/// Fills the planes of a tile with coefficients.
pub(super) struct CornerKernel<'a> {
    pub polynomial: CornerPolynomial,
    /// The permutation without a period, because the keys are already wrapped.
    pub permutation: &'a Permutation,
    /// The coefficients for each number of the permutation; empty for the hash.
    pub coefficient_table: &'a [[f64; 5]],
    /// The factor of every coefficient.
    pub scale: f64,
    /// The keys of the columns of a plane, in whole vectors.
    pub column_keys: &'a [u32],
    pub row_keys: &'a [u32],
    /// One plane per coefficient.
    pub planes: &'a mut [f32],
}

impl Kernel for CornerKernel<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let CornerPolynomial { order, gradients } = self.polynomial;
        let scale = self.scale;
        if !matches!(self.permutation, Permutation::Hash(_)) {
            return self.look_up();
        }
        if order == 0 {
            let centred = Centred::new(scale);
            return self.hash(simd, |number| [centred.lanes(simd, number)]);
        }
        match Vectors::new(gradients, scale) {
            Vectors::Eight(vectors) => self.ramps(simd, |number| vectors.lanes(simd, number)),
            Vectors::Twelve(vectors) => {
                self.ramps(simd, |number| vectors.lanes(simd, modulo_12(simd, number)))
            }
            Vectors::Sixteen(vectors) => self.ramps(simd, |number| vectors.lanes(simd, number)),
            Vectors::Circle(circle) => self.ramps(simd, |number| circle.lanes(simd, number)),
        }
    }
}

impl CornerKernel<'_> {
    /// Fills the planes for orders 1 and 2. `gradient` makes the linear terms from a number.
    #[inline(always)]
    fn ramps<S: Simd>(self, simd: S, gradient: impl Fn(S::I) -> [S::F; 2]) {
        if self.polynomial.order == 1 {
            return self.hash(simd, gradient);
        }
        let centred = Centred::new(self.scale);
        self.hash(simd, |number| {
            let [a, b] = gradient(number);
            let curvature = |term: u32| centred.lanes(simd, further_words(simd, number, term));
            [a, b, curvature(0), curvature(1), curvature(2)]
        });
    }

    /// Fills the planes by hashing, one vector of a lattice row at a time.
    #[inline(always)]
    fn hash<S: Simd, const C: usize>(self, simd: S, coefficients: impl Fn(S::I) -> [S::F; C]) {
        let width = self.column_keys.len();
        let plane = width * self.row_keys.len();
        let length = width.checked_mul(C * self.row_keys.len());
        assert!(
            width.is_multiple_of(S::LANES)
                && length.is_some_and(|length| self.planes.len() >= length)
        );
        for (row, &row_key) in self.row_keys.iter().enumerate() {
            let row_key = simd.u32(row_key);
            for (vector, column_keys) in self.column_keys.chunks_exact(S::LANES).enumerate() {
                let number = avalanche(simd, simd.load_u32(column_keys) + row_key);
                let values = coefficients(number);
                let start = row * width + vector * S::LANES;
                for (c, value) in values.into_iter().enumerate() {
                    // SAFETY: the vector lies in a row of plane c, because rows are whole vectors
                    // and `planes` has room for C planes, as asserted. Bounds checks in this loop
                    // cost half as much as the hash.
                    unsafe { value.store_at(self.planes.as_mut_ptr().add(c * plane + start)) };
                }
            }
        }
    }

    /// Fills the planes from `coefficient_table`, one lattice point at a time.
    #[inline(always)]
    fn look_up(self) {
        let width = self.column_keys.len();
        let plane = width * self.row_keys.len();
        for (row, &row_key) in self.row_keys.iter().enumerate() {
            for (column, &column_key) in self.column_keys.iter().enumerate() {
                let number = combine(self.permutation, [column_key, row_key]);
                let values = self.coefficient_table[number as usize];
                for (c, value) in
                    values.into_iter().enumerate().take(coefficient_count(self.polynomial.order))
                {
                    self.planes[c * plane + row * width + column] = (value * self.scale) as f32;
                }
            }
        }
    }
}
