//! Value noise: a random value at every lattice point, blended across the cell.

use super::cell::blend_corners;
use super::fade::Fade;
use super::field::Field;
use super::lookup::Pick;
use super::observer::{Corner, Observer};
use super::permutation::Permutation;

/// Value noise in one to four dimensions, in [−1, 1].
///
/// The numbers of lattice points are chained as `p[p[x] + y]`, and mapped evenly to [−1, 1].
///
/// ```
/// use orogen_noise::value::value;
/// use orogen_noise::{Fade, Permutation};
///
/// let permutation = Permutation::reference();
/// let at_lattice_point: f64 = value(&permutation, Fade::Quintic, [3.0, 7.0], &mut ());
/// assert_eq!(at_lattice_point, permutation.centred(permutation.forward(&[3, 7])));
/// ```
#[inline]
pub fn value<const N: usize, F: Field<N>>(
    permutation: &Permutation,
    fade: Fade,
    p: [f64; N],
    observer: &mut (impl Observer + ?Sized),
) -> F {
    let number = |_: &[i64; N], hash| {
        let number = permutation.centred(hash);
        (number, Pick::Number { of: permutation.count(), number })
    };
    value_by(permutation, fade, p, observer, number)
}

/// Value noise from a function that gives each lattice point and its hash a number.
#[inline]
pub(super) fn value_by<const N: usize, F: Field<N>>(
    permutation: &Permutation,
    fade: Fade,
    p: [f64; N],
    observer: &mut (impl Observer + ?Sized),
    number: impl Fn(&[i64; N], u32) -> (f64, Pick),
) -> F {
    blend_corners(&p, fade, observer, |cell, offset, observer| {
        let hash = permutation.forward_observed(cell, observer);
        let (influence, pick) = number(cell, hash);
        observer.corner(Corner::blended(cell, (hash, pick), offset, influence));
        F::constant(influence)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lattice_points_hold_their_own_number() {
        let table = Permutation::reference();
        for x in -300..300i64 {
            let sample: f64 = value(&table, Fade::Quintic, [x as f64, 7.0], &mut ());
            assert_eq!(sample, table.centred(table.forward(&[x, 7])));
            assert!(sample.abs() <= 1.0);
        }
    }
}
