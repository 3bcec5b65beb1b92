//! Hills: the contribution of one lattice point to lattice noise.
//!
//! A lattice point contributes to the four cells around it.
//!
//! [`super::lattice::lattice2`] blends the contributions of the four corners of a cell. The same
//! noise is also the sum of one hill per lattice point: its polynomial times a fade that is 0 from
//! the neighbouring points on. The two sums are equal where fade(t) + fade(1 − t) = 1, because the
//! fades of all hills then add up to 1.

use super::fade::Fade;
use super::gradient::GradientSet;
use super::lattice::{Order, coefficients, corner_polynomial};
use super::permutation::Permutation;

/// The hill of a lattice point.
///
/// ```
/// use orogen_noise::hill::Hill;
/// use orogen_noise::lattice::Order;
/// use orogen_noise::{Fade, GradientSet, Permutation};
///
/// let kind = (Order::One, GradientSet::Eight);
/// let hill = Hill::of_cell(&Permutation::reference(), kind, Fade::Quintic, [3, -2]);
/// assert_eq!(hill.height([0.0, 0.0]), 0.0); // Perlin noise is 0 at lattice points
/// assert_eq!(hill.height([1.0, 0.5]), 0.0); // the hill ends at the neighbouring points
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hill {
    /// The coefficients [constant, a, b, c, d, e] of the polynomial.
    ///
    /// The polynomial is constant + a·u + b·v + c·u² + d·u·v + e·v².
    pub coefficients: [f64; 6],
    /// The fade that takes the hill down to 0 at the neighbouring points.
    pub fade: Fade,
}

impl Hill {
    /// The hill of one lattice point of a noise.
    pub fn of_cell(
        permutation: &Permutation,
        (order, gradients): (Order, GradientSet),
        fade: Fade,
        cell: [i64; 2],
    ) -> Self {
        let hash = permutation.forward(&cell);
        Self { coefficients: coefficients(permutation, order, gradients, hash), fade }
    }

    /// The polynomial's value at the offset (u, v) from the lattice point, in cells.
    pub fn proximity(&self, offset: [f64; 2]) -> f64 {
        corner_polynomial(&self.coefficients, &offset)
    }

    /// The fade's weight at a distance along one axis, in cells.
    ///
    /// It is 1 at the lattice point, and 0 at its neighbours and beyond them.
    pub fn weight_along(&self, distance: f64) -> f64 {
        let t = 1.0 - distance.abs();
        if t > 0.0 { self.fade.value(t) } else { 0.0 }
    }

    /// The product of the weights along both axes.
    pub fn weight(&self, [u, v]: [f64; 2]) -> f64 {
        self.weight_along(u) * self.weight_along(v)
    }

    /// The height of the hill: polynomial × weight.
    pub fn height(&self, offset: [f64; 2]) -> f64 {
        self.proximity(offset) * self.weight(offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::lattice2;

    #[test]
    fn hills_add_up_to_lattice_noise_and_their_fades_to_1() {
        let permutation = Permutation::reference();
        for order in Order::ALL.iter().map(|row| row.value) {
            for fade in [Fade::Linear, Fade::Cubic, Fade::Quintic, Fade::Cosine] {
                for i in 0..500 {
                    let p = [f64::from(i) * 0.137 - 20.0, f64::from(i) * 0.071 - 5.0];
                    let (mut sum, mut weights) = (0.0, 0.0);
                    for (dx, dy) in (-1..=2).flat_map(|y| (-1..=2).map(move |x| (x, y))) {
                        let cell = [p[0].floor() as i64 + dx, p[1].floor() as i64 + dy];
                        let kind = (order, GradientSet::Eight);
                        let hill = Hill::of_cell(&permutation, kind, fade, cell);
                        let offset = [p[0] - cell[0] as f64, p[1] - cell[1] as f64];
                        sum += hill.height(offset);
                        weights += hill.weight(offset);
                    }
                    let noise: f64 =
                        lattice2(&permutation, order, GradientSet::Eight, fade, p, &mut ());
                    assert!((sum - noise).abs() < 1e-12, "{order} {fade} {p:?}: {sum} {noise}");
                    assert!((weights - 1.0).abs() < 1e-12, "{fade} {p:?}: {weights}");
                }
            }
        }
    }
}
