//! Value noise: a number at every lattice point, blended across the cell.

use super::cell::blend_corners;
use super::fade::Fade;
use super::field::Field;
use super::lookup::Pick;
use super::observe::{Corner, Observer};
use super::permutation::Permutation;

/// Value noise in one to four dimensions, in [−1, 1]: lattice points hold numbers spread evenly
/// over that range, chained as `p[p[x] + y]`.
#[inline]
pub fn value<const N: usize, F: Field<N>>(
    permutation: &Permutation,
    fade: Fade,
    p: [f64; N],
    observer: &mut (impl Observer + ?Sized),
) -> F {
    blend_corners(&p, fade, observer, |cell, distance, observer| {
        let hash = permutation.forward_watched(cell, observer);
        let influence = permutation.centred(hash);
        let pick = Pick::Number { of: permutation.count(), number: influence };
        observer.corner(Corner::blended(cell, (hash, pick), distance, influence));
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
            let at: f64 = value(&table, Fade::Quintic, [x as f64, 7.0], &mut ());
            assert_eq!(at, table.centred(table.forward(&[x, 7])));
            assert!(at.abs() <= 1.0);
        }
    }
}
