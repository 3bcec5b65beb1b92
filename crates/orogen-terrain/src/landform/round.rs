//! Slopes in two directions, and what is round about a middle.

use crate::real::Real;
use orogen_noise::trig::sin_cos_turns;

/// A value and its slopes to the east and to the south.
pub type Slopes<R> = [R; 3];

/// A function of the distance `r` from the middle, whose slope is `slope`, as slopes to the east
/// and to the south of the middle. In the middle it must be level or has none.
#[inline(always)]
pub fn around<R: Real>([dx, dz]: [R; 2], r: R, value: R, slope: R) -> Slopes<R> {
    let along = slope / r.greater(R::of(1e-20));
    [value, along * dx, along * dz]
}

/// The shares of an outline's waves: two, three and five around.
const WAVES: [f64; 3] = [0.45, 0.35, 0.2];

/// Where the waves of an outline begin: two directions.
pub type Turns<R> = [R; 4];

/// The directions of a number in [0, 1).
pub fn turns(number: f64) -> Turns<f64> {
    let [first, second] = [number, number * 64.0].map(sin_cos_turns);
    [first.1, first.0, second.1, second.0]
}

/// A distance from the middle that an irregular outline has all around: from the distance itself
/// to 1 + 2 · amount of it, with its slopes to the east and to the south. In the middle they are 0.
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
    let longer = one + amount + two * c2 + three * c3 + five * c5;
    let turning = -(R::of(2.0) * two * s2 + R::of(3.0) * three * s3 + R::of(5.0) * five * s5);
    [r * longer, longer * x - turning * z, longer * z + turning * x]
}

/// How much steeper an outline makes what it surrounds, at most.
pub fn uneven_steepness(amount: f64) -> f64 {
    let [two, three, five] = WAVES;
    let turning = amount * (2.0 * two + 3.0 * three + 5.0 * five);
    let longer = 1.0 + 2.0 * amount;
    (longer * longer + turning * turning).sqrt()
}

/// The distance of a way from the middle.
#[inline(always)]
pub fn length<R: Real>([dx, dz]: [R; 2]) -> R {
    (dx * dx + dz * dz).sqrt()
}
