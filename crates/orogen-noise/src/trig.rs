//! Sine and cosine with the same bits on every machine.
//!
//! They use only + − × and floor, because functions of the standard library may differ between
//! systems. Angles are in turns, so that reducing them to one turn is exact.

/// Sine and cosine of `turns` full turns, each to within 3·10⁻¹⁶.
///
/// The nearest multiple of a quarter turn is subtracted exactly. The rest, at most an eighth of a
/// turn, goes into Taylor series, whose first omitted terms are below 10⁻¹⁶.
///
/// ```
/// assert_eq!(orogen_noise::trig::sin_cos_turns(0.25), (1.0, 0.0));
/// ```
#[inline]
pub fn sin_cos_turns(turns: f64) -> (f64, f64) {
    let turn = turns - turns.floor();
    let quarter = (4.0 * turn + 0.5).floor();
    let x = (turn - 0.25 * quarter) * std::f64::consts::TAU;
    let (s, c) = (sin_series(x), cos_series(x));
    match quarter as u32 & 3 {
        0 => (s, c),
        1 => (c, -s),
        2 => (-s, -c),
        _ => (-c, s),
    }
}

/// The coefficients ±1/n! of the sine for odd n from 3 to 15, the highest n first.
pub(super) const SIN: [f64; 7] = [
    -1.0 / 1_307_674_368_000.0,
    1.0 / 6_227_020_800.0,
    -1.0 / 39_916_800.0,
    1.0 / 362_880.0,
    -1.0 / 5_040.0,
    1.0 / 120.0,
    -1.0 / 6.0,
];

/// The coefficients ±1/n! of the cosine for even n from 2 to 16, the highest n first.
pub(super) const COS: [f64; 8] = [
    1.0 / 20_922_789_888_000.0,
    -1.0 / 87_178_291_200.0,
    1.0 / 479_001_600.0,
    -1.0 / 3_628_800.0,
    1.0 / 40_320.0,
    -1.0 / 720.0,
    1.0 / 24.0,
    -1.0 / 2.0,
];

/// sin x for |x| ≤ π/4.
#[inline]
fn sin_series(x: f64) -> f64 {
    let z = x * x;
    x + x * z * SIN.iter().fold(0.0, |sum, c| sum * z + c)
}

/// cos x for |x| ≤ π/4.
#[inline]
fn cos_series(x: f64) -> f64 {
    let z = x * x;
    1.0 + z * COS.iter().fold(0.0, |sum, c| sum * z + c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sine_and_cosine_agree_with_the_standard_library() {
        for i in -4000..4000 {
            let turns = f64::from(i) / 1000.0 + 1e-5;
            let (s, c) = sin_cos_turns(turns);
            // The reference takes the reduced angle, so that rounding of the product by 2π doesn't
            // count.
            let (rs, rc) = ((turns - turns.floor()) * std::f64::consts::TAU).sin_cos();
            assert!(
                (s - rs).abs() < 1e-15 && (c - rc).abs() < 1e-15,
                "{turns}: {s} {c} for {rs} {rc}"
            );
        }
    }

    #[test]
    fn quarter_turns_are_exact() {
        for (turns, expected) in
            [(0.0, (0.0, 1.0)), (0.25, (1.0, 0.0)), (0.5, (0.0, -1.0)), (-0.25, (-1.0, 0.0))]
        {
            assert_eq!(sin_cos_turns(turns), expected);
        }
    }
}
