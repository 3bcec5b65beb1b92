//! Lattice noise in 2D: value noise, Perlin noise and a second order in one scheme.
//!
//! Each corner of a cell has a polynomial of the offset (u, v) from the corner to the sample. (The
//! lab calls it the *proximity*.) If fade(t) + fade(1 − t) = 1, the noise is the sum over the four
//! corners of polynomial(u, v) · fade(1 − |u|) · fade(1 − |v|):
//!
//! | order | polynomial | with | is |
//! |---|---|---|---|
//! | 0 | a | the cubic fade | value noise |
//! | 1 | a·u + b·v | the quintic fade | Perlin noise |
//! | 2 | a·u + b·v + c·u² + d·u·v + e·v² | | Perlin noise with curved ramps |
//!
//! Octaves of order 0 with the linear fade add up to midpoint subdivision. Each of its steps halves
//! the lattice spacing, sets new points to the mean of their neighbours, and displaces all points
//! at random by half as much as the previous step.

use super::cell::blend_corners;
use super::choice::choices;
use super::fade::Fade;
use super::field::Field;
use super::gradient::GradientSet;
use super::hash::further_word;
use super::lookup::Pick;
use super::observer::{Corner, Observer};
use super::permutation::Permutation;

choices! {
    /// The degree of the polynomial at each corner.
    pub enum Order: "lattice order" {
        /// A constant: value noise.
        Zero = "0",
        /// A linear ramp: Perlin noise.
        One = "1",
        /// A ramp with curvature.
        Two = "2",
    }
}

/// Lattice noise at `p`, in two dimensions.
///
/// Order 0 lies in [−1, 1], order 1 within about ±1. Order 2 reaches about ±1.4, and ±1.7 with the
/// step fade. Orders 1 and 2 are zero at lattice points.
///
/// The constant of order 0 is the lattice point's value in [`super::value::value`]. The terms a and
/// b of orders 1 and 2 are the gradient of [`super::perlin::perlin2`]; c, d and e are uniform in
/// [−1, 1].
///
/// ```
/// use orogen_noise::lattice::{Order, lattice2};
/// use orogen_noise::perlin::perlin2;
/// use orogen_noise::{Fade, GradientSet, Permutation};
///
/// let (permutation, set, p) = (Permutation::reference(), GradientSet::Eight, [1.7, 2.3]);
/// let lattice: f64 = lattice2(&permutation, Order::One, set, Fade::Quintic, p, &mut ());
/// let perlin: f64 = perlin2(&permutation, set, Fade::Quintic, p, &mut ());
/// assert_eq!(lattice, perlin);
/// ```
#[inline]
pub fn lattice2<F: Field<2>>(
    permutation: &Permutation,
    order: Order,
    gradients: GradientSet,
    fade: Fade,
    p: [f64; 2],
    observer: &mut (impl Observer + ?Sized),
) -> F {
    let polynomial =
        |_: &[i64; 2], hash| coefficients_and_pick(permutation, order, gradients, hash);
    lattice2_by(permutation, order, fade, p, observer, polynomial)
}

/// Lattice noise from a function that gives each lattice point and its hash a polynomial.
#[inline]
pub(super) fn lattice2_by<F: Field<2>>(
    permutation: &Permutation,
    order: Order,
    fade: Fade,
    p: [f64; 2],
    observer: &mut (impl Observer + ?Sized),
    coefficients: impl Fn(&[i64; 2], u32) -> ([f64; 6], Pick),
) -> F {
    blend_corners(&p, fade, observer, |cell, offset, observer| {
        let hash = permutation.forward_observed(cell, observer);
        let (coefficients, pick) = coefficients(cell, hash);
        let contribution: F = corner_polynomial(&coefficients, offset);
        let influence = contribution.value();
        let corner = Corner::blended(cell, (hash, pick), offset, influence);
        observer.corner(Corner { gradient: &coefficients[order.terms()], ..corner });
        contribution
    })
}

/// The polynomial of a corner with this `hash`, and the choice that the hash makes.
#[inline]
pub(super) fn coefficients_and_pick(
    permutation: &Permutation,
    order: Order,
    gradients: GradientSet,
    hash: u32,
) -> ([f64; 6], Pick) {
    let coefficients = coefficients(permutation, order, gradients, hash);
    let pick = match order {
        Order::Zero => Pick::Number { of: permutation.count(), number: coefficients[0] },
        Order::One | Order::Two => gradients.pick(permutation, hash),
    };
    (coefficients, pick)
}

impl Order {
    /// The range of the terms of this order in [constant, a, b, c, d, e].
    const fn terms(self) -> std::ops::Range<usize> {
        match self {
            Self::Zero => 0..1,
            Self::One => 1..3,
            Self::Two => 1..6,
        }
    }
}

/// The polynomial of a corner with this `hash`, as [constant, a, b, c, d, e]. Terms that the order
/// lacks are 0.
pub(super) fn coefficients(
    permutation: &Permutation,
    order: Order,
    gradients: GradientSet,
    hash: u32,
) -> [f64; 6] {
    if order == Order::Zero {
        return [permutation.centred(hash), 0.0, 0.0, 0.0, 0.0, 0.0];
    }
    let [a, b] = gradients.gradient(permutation, hash);
    let curvature = |term: u32| match order {
        Order::Two => 2.0 * f64::from(further_word(hash, term)) / f64::from(u32::MAX) - 1.0,
        _ => 0.0,
    };
    [0.0, a, b, curvature(0), curvature(1), curvature(2)]
}

/// The value of a corner's polynomial at (u, v), with its derivatives.
#[inline]
pub(super) fn corner_polynomial<F: Field<2>>(
    [constant, a, b, c, d, e]: &[f64; 6],
    &[u, v]: &[f64; 2],
) -> F {
    let value = constant + (a * u + b * v) + (c * u * u + d * u * v + e * v * v);
    F::new(value, [a + 2.0 * c * u + d * v, b + d * u + 2.0 * e * v])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Jet;
    use crate::hash::{Seed, hash_cell};
    use crate::perlin::perlin2;
    use crate::value::value;

    fn points() -> impl Iterator<Item = [f64; 2]> {
        (0..2000).map(|i| {
            [0, 1].map(|axis| {
                f64::from(hash_cell(Seed(1), &[i, axis])) / 4_294_967_296.0 * 2000.0 - 1000.0
            })
        })
    }

    fn permutations() -> [Permutation; 4] {
        let hash = Permutation::Hash(Seed(5));
        [Permutation::reference(), Permutation::P289, hash.clone(), hash.periodic([7, 5])]
    }

    #[test]
    fn order_1_with_the_quintic_fade_is_perlin_noise() {
        for permutation in permutations() {
            for p in points() {
                for set in GradientSet::ALL {
                    let noise: Jet<2> =
                        lattice2(&permutation, Order::One, set.value, Fade::Quintic, p, &mut ());
                    let perlin: Jet<2> =
                        perlin2(&permutation, set.value, Fade::Quintic, p, &mut ());
                    assert_eq!(noise, perlin, "{p:?} {set:?}");
                }
            }
        }
    }

    #[test]
    fn order_0_with_the_cubic_fade_is_value_noise() {
        for permutation in permutations() {
            for p in points() {
                let noise: Jet<2> = lattice2(
                    &permutation,
                    Order::Zero,
                    GradientSet::Eight,
                    Fade::Cubic,
                    p,
                    &mut (),
                );
                let value: Jet<2> = value(&permutation, Fade::Cubic, p, &mut ());
                assert_eq!(noise, value, "{p:?}");
            }
        }
    }

    /// Subdivides a square grid of `side`² points: new points get the mean of their neighbours.
    /// Returns the finer grid and its side.
    fn subdivide(grid: &[f64], side: usize) -> (Vec<f64>, usize) {
        let fine = 2 * side - 1;
        let mut finer = vec![0.0; fine * fine];
        for row in 0..fine {
            for column in 0..fine {
                let old = |up: usize, left: usize| {
                    grid[(row.div_ceil(2) - up) * side + column.div_ceil(2) - left]
                };
                finer[row * fine + column] = match (row % 2, column % 2) {
                    (0, 0) => old(0, 0),
                    (0, _) => (old(0, 0) + old(0, 1)) / 2.0,
                    (_, 0) => (old(0, 0) + old(1, 0)) / 2.0,
                    _ => (old(0, 0) + old(0, 1) + old(1, 0) + old(1, 1)) / 4.0,
                };
            }
        }
        (finer, fine)
    }

    /// Adds to each height the number of its lattice point times `amplitude`. The grid starts at
    /// the lattice point (`first`, `first`).
    fn displace(
        grid: &mut [f64],
        side: usize,
        permutation: &Permutation,
        first: i64,
        amplitude: f64,
    ) {
        for (index, height) in grid.iter_mut().enumerate() {
            let cell = [first + (index % side) as i64, first + (index / side) as i64];
            *height += amplitude * permutation.centred(permutation.forward(&cell));
        }
    }

    #[test]
    fn octaves_of_order_0_with_the_linear_fade_are_midpoint_subdivision() {
        let gain = 0.5;
        for permutation in permutations() {
            for octaves in 1..=6 {
                // Subdivision, from flat land over [−2, 3]².
                let (mut side, mut first, mut amplitude) = (6, -2, 1.0);
                let mut grid = vec![0.0; side * side];
                displace(&mut grid, side, &permutation, first, amplitude);
                for _ in 1..octaves {
                    (grid, side) = subdivide(&grid, side);
                    first *= 2;
                    amplitude *= gain;
                    displace(&mut grid, side, &permutation, first, amplitude);
                }

                // The sum of octaves at the same points.
                let finest = f64::from(1 << (octaves - 1));
                for (index, height) in grid.iter().enumerate() {
                    let point =
                        [index % side, index / side].map(|i| (first as f64 + i as f64) / finest);
                    let sum: f64 = (0..octaves)
                        .map(|octave| {
                            let frequency = f64::from(1 << octave);
                            let p = point.map(|x| x * frequency);
                            let noise: f64 = lattice2(
                                &permutation,
                                Order::Zero,
                                GradientSet::Eight,
                                Fade::Linear,
                                p,
                                &mut (),
                            );
                            f64::powi(gain, octave) * noise
                        })
                        .sum();
                    assert!((sum - height).abs() < 1e-12, "{point:?}: {sum} is not {height}");
                }
            }
        }
    }
}
