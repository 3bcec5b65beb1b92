//! Perlin noise: lattice points have gradients, whose ramps are blended in a cell.
//!
//! The noise is zero at every lattice point. In two dimensions it lies within about ±0.7 with unit
//! gradients, and within ±1 with longer ones; [`super::measured`] has measured ranges.

use super::cell::blend_corners;
use super::cell_numbers::{CellNumbers, LookupOrder};
use super::fade::Fade;
use super::field::Field;
use super::gradient::{GradientSet, cube_edge, hypercube_edge, improved_edge};
use super::lookup::Pick;
use super::observer::{Corner, Observer};
use super::permutation::Permutation;

/// Perlin noise in one dimension: the line y = 0 of [`perlin2`].
///
/// Its slope at a lattice point is the x of the gradient there. The gradient is hashed as for the
/// point (x, 0).
#[inline]
pub fn perlin1<F: Field<1>>(
    permutation: &Permutation,
    gradients: GradientSet,
    fade: Fade,
    p: [f64; 1],
    observer: &mut (impl Observer + ?Sized),
) -> F {
    let gradient = |_: [i64; 2], hash| gradients.gradient_and_pick(permutation, hash);
    perlin1_by(permutation, fade, p, observer, gradient)
}

/// One-dimensional noise from a function that gives each lattice point and its hash a gradient.
#[inline]
pub(super) fn perlin1_by<F: Field<1>>(
    permutation: &Permutation,
    fade: Fade,
    p: [f64; 1],
    observer: &mut (impl Observer + ?Sized),
    gradient: impl Fn([i64; 2], u32) -> ([f64; 2], Pick),
) -> F {
    blend_corners(&p, fade, observer, |&[x], offset, observer| {
        let hash = permutation.forward_observed(&[x, 0], observer);
        let ([slope, _], pick) = gradient([x, 0], hash);
        ramp(&[x], (hash, pick), [slope], offset, observer)
    })
}

/// Perlin noise in two dimensions (Perlin 1985).
///
/// The numbers of lattice points are chained as `p[p[x] + y]`.
///
/// ```
/// use orogen_noise::perlin::perlin2;
/// use orogen_noise::{Fade, GradientSet, Permutation};
///
/// let permutation = Permutation::reference();
/// let at = |p| -> f64 { perlin2(&permutation, GradientSet::Eight, Fade::Quintic, p, &mut ()) };
/// assert_eq!(at([3.0, 4.0]), 0.0); // a lattice point
/// assert!((at([1.7, 2.3]) - 0.479388).abs() < 1e-6);
/// ```
#[inline]
pub fn perlin2<F: Field<2>>(
    permutation: &Permutation,
    gradients: GradientSet,
    fade: Fade,
    p: [f64; 2],
    observer: &mut (impl Observer + ?Sized),
) -> F {
    let gradient = |_: &[i64; 2], hash| gradients.gradient_and_pick(permutation, hash);
    perlin2_by(permutation, fade, p, observer, gradient)
}

/// Perlin noise from a function that gives each lattice point and its hash a gradient.
#[inline]
pub(super) fn perlin2_by<F: Field<2>>(
    permutation: &Permutation,
    fade: Fade,
    p: [f64; 2],
    observer: &mut (impl Observer + ?Sized),
    gradient: impl Fn(&[i64; 2], u32) -> ([f64; 2], Pick),
) -> F {
    blend_corners(&p, fade, observer, |cell, offset, observer| {
        let hash = permutation.forward_observed(cell, observer);
        let (gradient, pick) = gradient(cell, hash);
        ramp(cell, (hash, pick), gradient, offset, observer)
    })
}

/// Classic Perlin noise in three dimensions.
///
/// It follows "Simplex noise demystified" (Gustavson 2005): the gradients are the 12 edges of a
/// cube, and numbers are chained as `p[x + p[y + p[z]]]`.
#[inline]
pub fn perlin3<F: Field<3>>(
    permutation: &Permutation,
    fade: Fade,
    p: [f64; 3],
    observer: &mut (impl Observer + ?Sized),
) -> F {
    let numbers = CellNumbers::around(permutation, LookupOrder::Backward, &p, observer);
    blend_corners(&p, fade, observer, |cell, offset, observer| {
        let hash = numbers.number(cell, observer);
        ramp(cell, (hash, Pick::one_of(12, hash)), cube_edge(hash), offset, observer)
    })
}

/// Classic Perlin noise in four dimensions.
///
/// The gradients are the 32 vectors with one 0 and three ±1.
#[inline]
pub fn perlin4<F: Field<4>>(
    permutation: &Permutation,
    fade: Fade,
    p: [f64; 4],
    observer: &mut (impl Observer + ?Sized),
) -> F {
    let numbers = CellNumbers::around(permutation, LookupOrder::Backward, &p, observer);
    blend_corners(&p, fade, observer, |cell, offset, observer| {
        let hash = numbers.number(cell, observer);
        ramp(cell, (hash, Pick::one_of(32, hash)), hypercube_edge(hash), offset, observer)
    })
}

/// Perlin's improved noise in three dimensions ("Improving Noise", 2002).
///
/// The low four bits of the hash `p[p[p[x] + y] + z]` pick one of sixteen gradients. The noise is
/// as published if the permutation is the reference table and the fade is the quintic.
#[inline]
pub fn improved_perlin3<F: Field<3>>(
    permutation: &Permutation,
    fade: Fade,
    p: [f64; 3],
    observer: &mut (impl Observer + ?Sized),
) -> F {
    let numbers = CellNumbers::around(permutation, LookupOrder::Forward, &p, observer);
    blend_corners(&p, fade, observer, |cell, offset, observer| {
        let hash = numbers.number(cell, observer);
        ramp(cell, (hash, Pick::one_of(16, hash)), improved_edge(hash), offset, observer)
    })
}

/// The ramp of one lattice point: gradient · offset. It is zero at the point and rises along the
/// gradient.
#[inline]
fn ramp<const N: usize, F: Field<N>>(
    cell: &[i64; N],
    number: (u32, Pick),
    gradient: [f64; N],
    offset: &[f64; N],
    observer: &mut (impl Observer + ?Sized),
) -> F {
    let mut influence = gradient[0] * offset[0];
    for axis in 1..N {
        influence += gradient[axis] * offset[axis];
    }
    let corner = Corner::blended(cell, number, offset, influence);
    observer.corner(Corner { gradient: &gradient, ..corner });
    F::new(influence, gradient)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn improved_noise_has_the_published_value() {
        let n: f64 = improved_perlin3(
            &Permutation::reference(),
            Fade::Quintic,
            [157.0 / 50.0, 42.0, 7.0],
            &mut (),
        );
        assert_eq!(n, 0.136_919_958_784_000_12);
    }

    #[test]
    fn one_dimensional_noise_is_a_line_through_two_dimensional_noise() {
        for i in 0..200 {
            let x = f64::from(i) * 0.37 - 31.0;
            for permutation in [Permutation::P289, Permutation::Hash(Default::default())] {
                let line: f64 =
                    perlin1(&permutation, GradientSet::Twelve, Fade::Quintic, [x], &mut ());
                let plane: f64 =
                    perlin2(&permutation, GradientSet::Twelve, Fade::Quintic, [x, 0.0], &mut ());
                assert_eq!(line, plane);
            }
        }
    }
}
