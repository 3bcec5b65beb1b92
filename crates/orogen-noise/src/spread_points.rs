//! Sample points for measurements, spread evenly within cells of the whole lattice.

use super::hash::{Seed, hash_cell};

/// Sets `point` to sample point number `index`.
///
/// The hash picks one of 2²⁴ cells along each axis. The fractions within the cells fill the unit
/// cube evenly: they are multiples of powers of 1/r, where r is the root of xⁿ⁺¹ = x + 1 in n
/// dimensions (Roberts 2018, "The unreasonable effectiveness of quasirandom sequences").
pub(super) fn spread_point(index: u32, point: &mut [f64]) {
    let power = |x: f64, n: usize| (0..n).fold(1.0, |product, _| product * x);
    let degree = point.len() + 1;
    let root = (0..32).fold(1.5, |x: f64, _| {
        let slope = degree as f64 * power(x, degree - 1) - 1.0;
        x - (power(x, degree) - x - 1.0) / slope
    });
    let mut step = 1.0;
    for (x, axis) in point.iter_mut().zip(0..) {
        step /= root;
        let fraction = f64::from(index) * step;
        let cell = hash_cell(Seed(0x0726_f756), &[i64::from(index), axis]) >> 8;
        *x = f64::from(cell) - 8_388_608.0 + (fraction - fraction.floor());
    }
}
