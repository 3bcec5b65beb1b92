//! Slopes in two directions, and functions of the distance from a middle.

use crate::real::Real;
use orogen_noise::trig::sin_cos_turns;

/// A value and its slopes to the east and to the south.
pub type Slopes<R> = [R; 3];

/// Turns the slope of a function of the distance `r` into slopes to the east and to the south.
///
/// The function must be level in the middle.
#[inline(always)]
pub fn radial_slopes<R: Real>([dx, dz]: [R; 2], r: R, value: R, slope: R) -> Slopes<R> {
    let radial = slope / r.greater(R::of(1e-20));
    [value, radial * dx, radial * dz]
}

/// The amplitudes of an outline's waves, with two, three and five periods around.
const WAVES: [f64; 3] = [0.45, 0.35, 0.2];

/// The phases of an outline's waves, as two directions.
pub type Turns<R> = [R; 4];

/// Makes two directions from a random number in [0, 1).
pub fn random_turns(number: f64) -> Turns<f64> {
    let [first, second] = [number, number * 64.0].map(sin_cos_turns);
    [first.1, first.0, second.1, second.0]
}

/// Stretches the distance from the middle by an irregular outline, by a factor from 1 to 1 + 2 ·
/// amount. Returns the result with its slopes to the east and to the south, which are 0 in the
/// middle.
#[inline(always)]
pub fn uneven_length<R: Real>([dx, dz]: [R; 2], turns: Turns<R>, amount: R) -> Slopes<R> {
    let one = R::of(1.0);
    let r = length([dx, dz]);
    let per_r = one / r.greater(R::of(1e-20));
    let [x, z] = [dx * per_r, dz * per_r];
    // Cosines and sines of the multiples of the angle
    let [c, s] = [x * turns[0] + z * turns[1], z * turns[0] - x * turns[1]];
    let [c2, s2] = [c * c - s * s, (c + c) * s];
    let [c3, s3] = [c * c2 - s * s2, s * c2 + c * s2];
    let [c3, s3] = [c3 * turns[2] + s3 * turns[3], s3 * turns[2] - c3 * turns[3]];
    let [c5, s5] = [c2 * c3 - s2 * s3, s2 * c3 + c2 * s3];
    let [two, three, five] = WAVES.map(|share| amount * R::of(share));
    let stretch = one + amount + two * c2 + three * c3 + five * c5;
    let by_angle = -(R::of(2.0) * two * s2 + R::of(3.0) * three * s3 + R::of(5.0) * five * s5);
    [r * stretch, stretch * x - by_angle * z, stretch * z + by_angle * x]
}

/// The largest factor by which an outline steepens its feature.
pub fn uneven_steepness(amount: f64) -> f64 {
    let [two, three, five] = WAVES;
    let by_angle = amount * (2.0 * two + 3.0 * three + 5.0 * five);
    let stretch = 1.0 + 2.0 * amount;
    (stretch * stretch + by_angle * by_angle).sqrt()
}

/// The length of an offset from the middle.
#[inline(always)]
pub fn length<R: Real>([dx, dz]: [R; 2]) -> R {
    (dx * dx + dz * dz).sqrt()
}
