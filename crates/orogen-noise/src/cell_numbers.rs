//! The numbers of all corners of a cell, in less time than corner by corner: neighbouring corners
//! share most of their coordinates.

use super::cell::cell_and_fraction;
use super::hash::{avalanche, axis_key};
use super::observer::Observer;
use super::permutation::{Permutation, p289};

/// The pseudo-random numbers of the corners of a lattice cell.
///
/// An observer sees the look-ups of one corner after the other, so an observed cell has no numbers
/// in advance.
pub(super) struct CellNumbers<'a, const N: usize> {
    permutation: &'a Permutation,
    order: LookupOrder,
    cell: [i64; N],
    /// Bit `axis` of the index is 1 on the corner's upper side; `None` for an observer.
    numbers: Option<[u32; 16]>,
}

/// The order in which the coordinates of a corner are looked up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LookupOrder {
    /// From the first coordinate to the last: [`Permutation::forward`].
    Forward,
    /// From the last coordinate to the first: [`Permutation::backward`].
    Backward,
}

impl<'a, const N: usize> CellNumbers<'a, N> {
    /// The numbers of the corners of the cell around `p`, unless somebody observes them.
    #[inline]
    pub fn around(
        permutation: &'a Permutation,
        order: LookupOrder,
        p: &[f64; N],
        observer: &(impl Observer + ?Sized),
    ) -> Self {
        const { assert!(N >= 1 && N <= 4) };
        let mut cell = [0; N];
        for axis in 0..N {
            cell[axis] = cell_and_fraction(p[axis]).0;
        }
        let numbers = (!observer.is_watching()).then(|| numbers(permutation, order, &cell));
        Self { permutation, order, cell, numbers }
    }

    /// The number of a corner of the cell.
    #[inline]
    pub fn number(&self, corner: &[i64; N], observer: &mut (impl Observer + ?Sized)) -> u32 {
        match &self.numbers {
            Some(numbers) => {
                let mut index = 0;
                for (axis, (x, low)) in corner.iter().zip(&self.cell).enumerate() {
                    index |= usize::from(x != low) << axis;
                }
                numbers[index]
            }
            None if self.order == LookupOrder::Forward => {
                self.permutation.forward_observed(corner, observer)
            }
            None => self.permutation.backward_observed(corner, observer),
        }
    }
}

/// The numbers of a cell's 2ᴺ corners.
#[inline]
fn numbers<const N: usize>(
    permutation: &Permutation,
    order: LookupOrder,
    cell: &[i64; N],
) -> [u32; 16] {
    let mut sides = [[0; 2]; N];
    for axis in 0..N {
        sides[axis] = [cell[axis], cell[axis].wrapping_add(1)];
    }
    of_sides(permutation, order, &mut sides)
}

/// The numbers of corners with these coordinates on the lower and the upper side of each axis.
///
/// There is one copy of this function for all noises, because programs in browsers count bytes.
#[inline(never)]
fn of_sides(permutation: &Permutation, order: LookupOrder, sides: &mut [[i64; 2]]) -> [u32; 16] {
    match permutation {
        Permutation::Hash(seed) => {
            let mut sums = [0u32; 16];
            let corners = &mut sums[..1 << sides.len()];
            for (axis, sides) in sides.iter().enumerate() {
                let word = seed.axis_word(axis as u32);
                let keys = sides.map(|coordinate| axis_key(word, coordinate));
                for (index, sum) in corners.iter_mut().enumerate() {
                    *sum = sum.wrapping_add(keys[index >> axis & 1]);
                }
            }
            corners.iter_mut().for_each(|sum| *sum = avalanche(*sum));
            sums
        }
        Permutation::Table(table) => chained(order, sides, |from, coordinate| {
            u32::from(table[(from as usize + (coordinate & 255) as usize) & 255])
        }),
        Permutation::P289 => {
            chained(order, sides, |from, coordinate| p289(from + coordinate.rem_euclid(289) as u32))
        }
        Permutation::Periodic(inner, period) => {
            for (sides, period) in sides.iter_mut().zip(period) {
                *sides = sides.map(|coordinate| coordinate.rem_euclid(*period));
            }
            of_sides(inner, order, sides)
        }
    }
}

/// The numbers of corners by look-ups that each start from the number before.
#[inline]
fn chained(order: LookupOrder, sides: &[[i64; 2]], step: impl Fn(u32, i64) -> u32) -> [u32; 16] {
    let mut numbers = [0u32; 16];
    for count in 0..sides.len() {
        // Forward, the next axis gets the next higher bit of the index; backward, the lowest.
        let (axis, bit, stride) = match order {
            LookupOrder::Forward => (count, 1 << count, 1),
            LookupOrder::Backward => (sides.len() - 1 - count, 1, 2),
        };
        for i in (0..1usize << count).rev() {
            let from = numbers[i];
            for side in [1, 0] {
                numbers[i * stride + side * bit] = step(from, sides[axis][side]);
            }
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::Seed;

    /// Compares all corners of a cell with the numbers that are looked up one by one.
    fn compare<const N: usize>(permutation: &Permutation, p: [f64; N]) {
        for order in [LookupOrder::Forward, LookupOrder::Backward] {
            let numbers = CellNumbers::around(permutation, order, &p, &());
            let watched = CellNumbers::around(permutation, order, &p, &Watching);
            for index in 0..1usize << N {
                let corner: [i64; N] = std::array::from_fn(|axis| {
                    cell_and_fraction(p[axis]).0.wrapping_add((index >> axis & 1) as i64)
                });
                let wanted = match order {
                    LookupOrder::Forward => permutation.forward(&corner),
                    LookupOrder::Backward => permutation.backward(&corner),
                };
                assert_eq!(numbers.number(&corner, &mut ()), wanted, "{permutation:?} {corner:?}");
                assert_eq!(watched.number(&corner, &mut Watching), wanted);
            }
        }
    }

    struct Watching;

    impl Observer for Watching {}

    #[test]
    fn all_corners_have_the_numbers_of_single_look_ups() {
        let plain = [
            Permutation::reference(),
            Permutation::P289,
            Permutation::Hash(Seed(0x1234_5678_9abc)),
        ];
        let periodic = plain.clone().map(|permutation| permutation.periodic([5, 7]));
        for permutation in plain.iter().chain(&periodic) {
            for p in [[0.5, 1.5, -2.25, 7.0], [-0.1, 4e9, 288.5, -257.5], [1e19, -1e19, 4.9, 6.9]] {
                compare(permutation, [p[0]]);
                compare(permutation, [p[1], p[2]]);
                compare(permutation, [p[0], p[1], p[2]]);
                compare(permutation, p);
            }
        }
    }
}
