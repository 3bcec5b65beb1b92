//! The square lattice: finding a point's cell and blending the cell's corners.

use super::fade::Fade;
use super::field::Field;
use super::observer::Observer;

/// 2⁵³. From here on, f64 has no fractions.
const NO_FRACTIONS: f64 = 9_007_199_254_740_992.0;

/// The lattice cell of `x`, and the fraction of `x` within the cell, in [0, 1].
///
/// The fraction is x − cell, which is rounded if x is from −½ to 0, and is 1 just below 0. From
/// |x| = 2⁵³ on f64 has no fractions, and the fraction is 0.
///
/// ```
/// use orogen_noise::cell::cell_and_fraction;
///
/// assert_eq!(cell_and_fraction(2.75), (2, 0.75));
/// assert_eq!(cell_and_fraction(-0.25), (-1, 0.75));
/// ```
#[inline]
pub fn cell_and_fraction(x: f64) -> (i64, f64) {
    // `f64::floor` is a function call on platforms whose baseline has no instruction for it.
    let truncated = x as i64;
    let cell = if truncated as f64 > x { truncated.wrapping_sub(1) } else { truncated };
    let fraction = if x.abs() >= NO_FRACTIONS { 0.0 } else { x - cell as f64 };
    (cell, fraction)
}

/// Blends the 2ᴺ corners of the cell around `p`, along x first, then y and so on.
///
/// `corner` takes a lattice point and the offset of `p` from it, and returns that corner's
/// contribution.
#[inline]
pub fn blend_corners<const N: usize, F: Field<N>, O: Observer + ?Sized>(
    p: &[f64; N],
    fade: Fade,
    observer: &mut O,
    corner: impl Fn(&[i64; N], &[f64; N], &mut O) -> F,
) -> F {
    const { assert!(N >= 1 && N <= 4) };

    // Cell, fractions and fades
    let mut cell = [0; N];
    let mut fraction = [0.0; N];
    for axis in 0..N {
        (cell[axis], fraction[axis]) = cell_and_fraction(p[axis]);
    }
    observer.cell(&cell, &fraction);

    // The contribution of each corner. Bit `axis` of the index is 1 on the corner's upper side
    let mut values = [F::constant(0.0); 16];
    for (index, value) in values.iter_mut().enumerate().take(1 << N) {
        let side = |axis: usize| index >> axis & 1;
        let point = std::array::from_fn(|axis| cell[axis].wrapping_add(side(axis) as i64));
        let offset = std::array::from_fn(|axis| fraction[axis] - side(axis) as f64);
        *value = corner(&point, &offset, observer);
    }

    // Blend neighbours along one axis after the other; each axis halves the number of values
    let fades = fraction.map(|t| fade.value(t));
    observer.fades(&fades);
    let mut count = 1 << N;
    for axis in 0..N {
        count /= 2;
        let slope = fade.slope(fraction[axis]);
        for i in 0..count {
            let (a, b) = (values[2 * i], values[2 * i + 1]);
            values[i] = F::blend(a, b, axis, fades[axis], slope);
            observer.blend(axis, a.value(), b.value(), fades[axis], values[i].value());
        }
    }
    values[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_floors_and_fractions_are_differences() {
        for x in [
            0.0,
            -0.0,
            0.25,
            -0.25,
            -1.0,
            -1e-300,
            1e9 + 0.5,
            -1e12 - 0.125,
            4503599627370495.5,
            -4503599627370495.5,
        ] {
            let (cell, fraction) = cell_and_fraction(x);
            assert_eq!(cell, f64::floor(x) as i64, "{x}");
            assert_eq!(fraction, x - x.floor(), "{x}");
        }
        for x in [1e300, -1e300, f64::NEG_INFINITY] {
            assert_eq!(cell_and_fraction(x).1, 0.0);
        }
        assert!(cell_and_fraction(f64::NAN).1.is_nan());
    }
}
