//! Stripes across a direction: waves from points scattered over cells, each with its own phase.
//!
//! One point lies about each lattice point, moved by up to half a cell. Each spreads waves across
//! the direction that is asked for, with a weight of exp(−2r²) less what that is at 1½ cells.

use crate::noise::Seed;
use crate::noise::cell::cell_and_fraction;
use crate::noise::hash::{avalanche, axis_key};
use crate::noise::trig::sin_cos_turns;

/// What is taken off weights: exp(−4.5), rounded up, so that they end at 1½ cells.
pub(super) const CUT: f64 = 0.01111;

/// Beyond so many cells a point has no weight: a little more than 1½, so that rounding leaves
/// nothing out.
pub(super) const REACH: f32 = 1.501;

/// Lengths of the mean wave before it is drawn out: the middles of eight equal shares of all
/// places, with cells of 0.7 wavelengths. Measured.
pub(super) const LENGTHS: [f64; 8] = [0.16, 0.28, 0.375, 0.455, 0.535, 0.615, 0.705, 0.83];

/// Where the point of a lattice point with these keys lies: up to half a cell from it. Exact in f32.
#[inline(always)]
pub(super) fn jitter([x, z]: [u32; 2]) -> [f32; 2] {
    let hash = avalanche(x.wrapping_add(z));
    [hash & 0xffff, hash >> 16].map(|half| (half as i32 as f32 + 0.5) / 65_536.0 - 0.5)
}

/// The jitter of lattice points under a seed.
pub(super) fn seeded(seed: Seed) -> impl Fn([i64; 2]) -> [f64; 2] {
    let words = [seed.axis_word(0), seed.axis_word(1)];
    move |cell| jitter([0, 1].map(|axis| axis_key(words[axis], cell[axis]))).map(f64::from)
}

/// exp(−2x) for x from 0 on, to 16 digits where it counts.
fn fall(x: f64) -> f64 {
    let y = -2.0 * x.min(4.0) / 32.0;
    let mut series = 1.0;
    for n in (1..=12).rev() {
        series = series * y / f64::from(n) + 1.0;
    }
    (0..5).fold(series, |power, _| power * power)
}

/// The sums of cosines, sines and weights at a place in cells: the reference. `half_turns` are those
/// of a wave over a cell.
pub(super) fn stripes(
    place: [f64; 2],
    [east, south]: [f64; 2],
    half_turns: f64,
    jitter: impl Fn([i64; 2]) -> [f64; 2],
) -> [f64; 3] {
    let [(cell_x, x), (cell_z, z)] = place.map(cell_and_fraction);
    let mut sum = [0.0; 3];
    for step_z in -1..=2i64 {
        for step_x in -1..=2i64 {
            let [jx, jz] = jitter([cell_x.wrapping_add(step_x), cell_z.wrapping_add(step_z)]);
            let (vx, vz) = (x - step_x as f64 - jx, z - step_z as f64 - jz);
            let weight = (fall(vx * vx) * fall(vz * vz) - CUT).max(0.0);
            // A quarter turn ahead: the cosine is −sin, the sine is cos
            let turns = 0.5 * half_turns * (east * vz - south * vx);
            let (sin, cos) = sin_cos_turns(turns);
            sum = [sum[0] - weight * sin, sum[1] + weight * cos, sum[2] + weight];
        }
    }
    sum
}
